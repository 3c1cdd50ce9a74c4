// Chapter "Linear classification as regret": the leader of the ball and clipped coins; the reader gives the labels.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.figures.coins = (() => {
  const { round, list } = Play.kind;
  const KAPPAS = [0.2, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8];
  const clip = (f) => Math.max(-1, Math.min(1, f)),
    side = (bit) => (bit ? 1 : -1); // a round is 1 for the label +1, and 0 for -1

  // Every instance is the number 1; the leader is told the radius R.
  function compute({ R, kappa, eta, rounds }) {
    let sum = 0,
      w = 0,
      moved = 0;
    const gained = { leader: 0, clipped: 0, moved: 0 };
    const score = (t) => {
      const free = ((kappa / R ** 2 / Math.sqrt(t)) * sum) / 2;
      return Math.max(-1 / R, Math.min(1 / R, free));
    };
    const scores = [score(1)],
      clipped = [0],
      made = [0],
      madeClipped = [0],
      best = [0];
    rounds.forEach((bit, i) => {
      const t = i + 1,
        y = side(bit);
      gained.leader += y * scores[i];
      gained.clipped += y * clipped[i];
      if (y * w < 1) {
        w += (eta / 2) * y;
        moved += 1;
        gained.moved += y;
      }
      sum += y;
      scores.push(score(t + 1));
      clipped.push(clip(w));
      made.push((t - gained.leader) / 2);
      madeClipped.push((t - gained.clipped) / 2);
      best.push((t - Math.abs(sum) / R) / 2);
    });
    const factor = 1 / (2 * kappa) + kappa / 4,
      bound = best.map((least, t) => least + factor * Math.sqrt(t));
    // The bound of clipped coins for the comparator u for which it is least.
    const u = clip((eta * gained.moved) / 2),
      boundClipped = (moved - u * gained.moved) / 2 + u ** 2 / (2 * eta) + (eta / 8) * moved;
    return { scores, clipped, made, madeClipped, best, bound, boundClipped, u, factor, T: rounds.length };
  }

  // The label that a learner predicts with the smaller probability, ten times in turn.
  const against = (key) => (state) => {
    const rounds = [...state.rounds];
    for (let i = 0; i < 10; i++) rounds.push(compute({ ...state, rounds })[key].at(-1) > 1e-9 ? 0 : 1);
    return { rounds };
  };

  function build({ stage, picture, play, now }) {
    const { el, line, text, button, html, short } = Play.tools;
    const bars = picture("bars", "img", ""),
      chart = picture("chart", "img", "");
    const [W, H, low, high] = [400, 300, 258, 30];
    bars.setAttribute("viewBox", `0 0 ${W} ${H}`);
    const label = (bit, words) => {
      const out = button(words, () => play([bit], ""));
      out.ariaLabel = `Label ${words}`;
      return out;
    };
    const group = html("div", { className: "play-flags", role: "group" }, "The next label: ",
      label(1, "+1"), label(0, "−1"));
    group.ariaLabel = "Label of the coming round";
    stage.append(html("div", {}, bars, group), chart);
    stage.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "+") play([1], "");
      if (event.key === "-" || event.key === "−") play([0], "");
    });
    const up = (share) => low - (low - high) * share;

    // A coin as a column: from below the chance of +1, from above that of -1.
    function column(x, name, f) {
      const share = (1 + f) / 2,
        wide = { x: x - 50, width: 100 };
      return [
        el("rect", { ...wide, y: up(share), height: low - up(share), class: "play-bar" }),
        el("rect", { ...wide, y: high, height: up(share) - high, class: "play-bar play-erred" }),
        text([x, low + 18], name, { "text-anchor": "middle" }),
        text([x, low + 36], `+1 with chance ${share.toFixed(3)}`, { "text-anchor": "middle" }),
      ];
    }

    return ({ R }, { scores, clipped, made, madeClipped, best, bound, T }) => {
      const grid = [0, 0.5, 1].flatMap((share) => [line([40, up(share)], [W - 10, up(share)], "play-grid"),
        text([34, up(share) + 5], share, { "text-anchor": "end" })]);
      const limits = [(1 + 1 / R) / 2, (1 - 1 / R) / 2].map((share) => line([60, up(share)], [200, up(share)],
        "play-limit"));
      bars.replaceChildren(...grid, ...column(130, "leader", scores[T]), ...column(305, "clipped", clipped[T]),
        ...limits);
      bars.setAttribute("aria-label", `Chance of +1 in the coming round: the leader ${short((1 + scores[T]) / 2)}, `
        + `clipped coins ${short((1 + clipped[T]) / 2)}`);
      const points = (values) => values.map((v, t) => [t, v]);
      Play.chart(chart, {
        x: [0, Math.max(10, T + 1)],
        y: [0, Math.max(1, 1.08 * Math.max(bound[T], made[T], madeClipped[T]))],
        across: "rounds",
        curves: [
          { name: "play-three", points: points(bound) },
          { name: "play-four", points: points(best) },
          { name: "play-one", points: points(made), dots: T < 60 },
          { name: "play-two", points: points(madeClipped), dots: T < 60 },
        ],
      });
      chart.setAttribute("aria-label", `Expected mistakes after ${T} rounds: the leader ${short(made[T])}, the best `
        + `coin of the ball ${short(best[T])}, the bound ${short(bound[T])}; clipped coins ${short(madeClipped[T])}`);
    };
  }

  return {
    title: "Coins of the ball and clipped coins",
    fields: {
      R: { title: "Radius R that the leader is told", values: round(1, 10), start: 1 },
      kappa: { title: "κ of the leader", values: KAPPAS, start: 1.4 },
      eta: { title: "η of clipped coins", values: round(0.1, 4), start: 1 },
      rounds: { ...list(0, 1), start: [] },
    },
    compute,
    build,
    facts: (_state, { made, madeClipped, best, bound, boundClipped, factor, T }, { short } = Play.tools) => [
      ["T", T],
      ["expected mistakes of the leader", made[T], "play-one"],
      ["of the best coin of the ball", best[T], "play-four"],
      ["best coin + (1/2κ + κ/4)√T", bound[T], "play-three"],
      ["of clipped coins", `${short(madeClipped[T])}, at most ${short(boundClipped)}`, "play-two"],
      ["regret of the leader", `${short(made[T] - best[T])}, at most ${short(factor * Math.sqrt(T))}`],
    ],
    story: ({ R, rounds }, { scores, clipped, T }, { short } = Play.tools) => {
      const most = `The leader’s chances stay between the dotted lines, ${short((1 - 1 / R) / 2)} and `
        + `${short((1 + 1 / R) / 2)}.`;
      if (!T) return `Both coins are fair. ${most}`;
      const y = side(rounds[T - 1]),
        chance = (f) => short((1 + y * f) / 2);
      return `Round ${T}: the label was ${y > 0 ? "+1" : "−1"}; the leader predicted it with chance `
        + `${chance(scores[T - 1])}, clipped coins with chance ${chance(clipped[T - 1])}. ${most}`;
    },
    acts: [
      ["Ten labels +1", ({ rounds }) => ({ rounds: [...rounds, ...new Array(10).fill(1)] }), ""],
      ["Ten against the leader", against("scores"), "Ten labels that the leader predicts with chance ½ or less."],
      ["Ten against clipped coins", against("clipped"), "Ten labels that clipped coins predict with chance ½ or less."],
      ["All rounds again", ({ rounds }) => ({ rounds: [...rounds, ...rounds] }), "All rounds once more."],
    ],
    help: `All instances are the number 1. Each column is a coin of the coming round: its lower part is the chance
      of +1, its upper part that of −1. The lines on the right are expected mistakes. Play a label with its button, or
      with the keys + and − while one of the buttons has the focus.`,
  };
})();
