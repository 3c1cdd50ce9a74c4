// What is counted of a run, and the bounds that are proved for its learner: plain data, without a page.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.measure = (() => {
  const { dot, norm, ...engine } = Play.engine;

  const counts = ({ learner }) => (learner === "margin" ? "updates" : "mistakes");
  const made = (run, t) => run.rounds.slice(0, t).filter(({ times }) => times).length;
  const errors = (run, w) => run.rounds.filter(({ x, y }) => y * dot(x, w) <= 0).length;

  // What does not depend on the reader's comparator: the trials, and the best comparators for the bounds of the
  // chapters so far, since to find them takes time.
  function ofRun(state, run, chapter = Infinity) {
    if (run.gram) return { run, kernel: engine.kernelBest(run) };
    const all = engine.trials(run, state.bias),
      best = (since, find) => (since <= chapter ? find() : null);
    const found = { run, all, widest: best(4, () => engine.largestMargin(all)) };
    if (state.learner === "margin") return found;
    const [two, one] = [[5, 2], [6, 1]].map(([since, q]) => best(since, () => engine.bestComparator(all, q)));
    return { ...found, one, two };
  }

  // Everything about the reader's comparator; with a kernel it has no say.  With a margin that is asked
  // of the learner, beta is that of step size 1, and gamma what the comparator attains.
  function compare(state, { run, all }) {
    if (run.gram) return null;
    const { u, asked } = Play.state.comparator(state), bounds = { u, ...engine.bounds(all, u, asked) };
    if (state.learner !== "margin") return { ...bounds, beta: 0, first: bounds.blockNovikoff };
    const beta = state.beta / state.step,
      { R, attained } = bounds;
    return { ...bounds, beta, first: attained > 0 ? engine.updatesBound(R, attained, beta) : null };
  }

  // The bounds that are proved for the learner: at the reader's comparator, and at the best one with
  // the floor that proves it; 0 where no comparator has a margin.
  function rows(state, { widest, one, two, kernel }, bounds, chapter = Infinity) {
    if (Play.state.hasKernel(state)) {
      const { value: best, floor } = kernel ?? { value: 0, floor: 0 };
      return [{ name: "Block-Novikoff with the kernel, (R/γ)²", label: "thm-kernel", best, floor }];
    }
    const by = (gamma) => (gamma ? engine.updatesBound(bounds.R, gamma, bounds.beta) : 0);
    // Its margin is a little over 1, the one that is asked: else rounding would show as slack.
    const u = widest?.u.map((x) => (x / widest.margin) * (1 + 1e-12)),
      wide = { best: by(widest?.margin), floor: by(widest?.ceiling), u };
    if (state.learner === "margin") {
      return [{ name: "Updates, (R² + 2β)/γ²", label: "thm-beta", yours: bounds.first, ...wide }];
    }
    const proved = (found) => found && { best: found.value, floor: found.floor, u: found.u };
    const late = chapter >= 6,
      all = [
        {
          name: `Block-Novikoff, (R/γ)²${chapter >= 5 ? " for γ attained" : ""}`,
          since: 4,
          label: "thm-block-novikoff",
          yours: bounds.blockNovikoff,
          ...wide
      },
        {
          name: `Freund-Schapire, ((R+D)/γ)²${late ? " = K₂" : ""}`,
          since: 5,
          label: "thm-freund-schapire",
          yours: bounds.freundSchapire,
          ...proved(two)
      },
        { name: "Hinge loss, K₁", since: 6, label: "thm-hinge-family", yours: bounds.hinge, ...proved(one) },
    ];
    return all.filter(({ since }) => since <= chapter);
  }

  // The quantities beside the picture, each with its name.
  function facts(state, { run, kernel }, bounds, chapter = Infinity) {
    const { t } = state, rounds = run.rounds.length, k = made(run, t);
    const counted = `${k}${state.learner === "margin" ? " updates" : ""} in ${t} of ${rounds} rounds`;
    if (run.gram) {
      const kept = run.weights[t].filter(Boolean).length;
      return [["k", counted], ["kept", `${kept} of ${state.points.length} points`], ["R", kernel?.R ?? null],
        ["γ, the largest", kernel?.margin ?? null]];
    }
    const { R, attained, beta } = bounds, w = run.weights[t];
    if (state.learner === "margin") {
      const wrong = run.rounds.slice(0, t).filter(({ mistake }) => mistake).length,
        size = norm(w);
      const own = size ? Math.min(...run.rounds.map(({ x, y }) => y * dot(x, w))) / size : null;
      const promised = attained > 0 ? (attained * beta) / (R * R + 2 * beta) : null;
      return [["k", counted], ["mistakes among them", wrong], ["R", R], ["γ attained by u", attained],
        ["margin of w", own], ["margin promised once nothing moves, more than", promised]];
    }
    if (chapter < 5) return [["k", counted], ["R", R], ["γ, the margin of u", bounds.attained]];
    const found = [["k", counted], ["R", R], ["γ asked", bounds.gamma], ["γ attained", attained], ["D", bounds.D],
      ...(chapter < 6 ? [] : [["Δ=√(RD)", bounds.Delta], ["L₁", bounds.loss]])];
    if (state.learner !== "average") return found;
    const mean = engine.averages(run)[t];
    return [...found, ["wrong by w", `${errors(run, w)} of ${rounds}`],
      ["wrong by the average", `${errors(run, mean)} of ${rounds}`]];
  }

  // Progress and growth of the run between their two envelopes, k gamma - D sqrt(k) and r sqrt(k); null
  // where there is no comparator to go by, without gamma where it bounds nothing.
  function race(state, { run, kernel }, bounds, chapter = Infinity) {
    if (run.gram) {
      if (!kernel) return null;
      const { u, R, margin, value } = kernel;
      return { track: engine.track(run, u), grows: R, gamma: margin, D: 0, limit: value };
    }
    const { u, R, beta, attained } = bounds, scaled = ({ t, along, long }) =>
      ({ t, along: along / state.step, long: long / state.step });
    const track = engine.track(run, u).map(scaled),
      grows = Math.sqrt(R * R + 2 * beta);
    if (state.learner === "margin" || chapter < 5)
      return { track, grows, gamma: Math.max(0, attained), D: 0, limit: bounds.first };
    return { track, grows, gamma: bounds.gamma, D: bounds.D, limit: bounds.freundSchapire };
  }

  return { counts, made, ofRun, compare, rows, facts, race };
})();
