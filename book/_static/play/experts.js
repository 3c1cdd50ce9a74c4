// Chapter "Experts": Hedge, and the reader, who says in each round which experts err.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.figures.experts = (() => {
  const { round, list } = Play.kind, { dot } = Play.engine;
  const MOST = 6;

  // A round is a number whose bits say who errs; those beyond the last expert mean nothing.
  const errs = (mask, N) => Array.from({ length: N }, (_, i) => (mask >> i) & 1);

  function trust(losses, eta) {
    const low = Math.min(...losses),
      weights = losses.map((L) => Math.exp(-eta * (L - low))),
      all = weights.reduce((a, b) => a + b);
    return weights.map((w) => w / all);
  }

  function compute({ N, eta, rounds }) {
    let losses = new Array(N).fill(0),
      paid = 0;
    const p = [trust(losses, eta)],
      hedge = [0],
      best = [0];
    for (const mask of rounds) {
      const now = errs(mask, N);
      paid += dot(p.at(-1), now);
      losses = losses.map((L, i) => L + now[i]);
      p.push(trust(losses, eta));
      hedge.push(paid);
      best.push(Math.min(...losses));
    }
    const bound = best.map((L, t) => L + Math.log(N) / eta + (eta * t) / 8);
    return { p, losses, hedge, best, bound, T: rounds.length };
  }

  function build({ stage, row, picture, play, say, now }) {
    const { el, line, text, button, html, short } = Play.tools;
    const bars = picture("bars", "img", ""),
      chart = picture("chart", "img", "");
    const W = 400,
      H = 300,
      low = 262;
    bars.setAttribute("viewBox", `0 0 ${W} ${H}`);
    let coming = 0;
    // A button for each expert: it is pressed where the expert is to err.
    const flags = Array.from({ length: MOST }, (_, i) => button(String(i + 1), () => flip(i)));
    const group = html("div", { className: "play-flags", role: "group" }, "Err next: ", ...flags);
    group.ariaLabel = "Experts that err in the coming round";
    stage.append(html("div", {}, bars, group), chart);

    function mark() {
      flags.forEach((flag, i) => {
        flag.classList.toggle("play-none", i >= now().N);
        flag.setAttribute("aria-pressed", Boolean((coming >> i) & 1));
        flag.setAttribute("aria-label", `Expert ${i + 1} errs`);
      });
    }

    function flip(i) {
      if (i >= now().N) return;
      coming ^= 1 << i;
      mark();
      say(`Expert ${i + 1} ${(coming >> i) & 1 ? "errs" : "is right"} in the coming round.`);
    }
    row.prepend(button("Play the round", () => play([coming & (2 ** now().N - 1)], ""), { className: "play-go" }));
    stage.addEventListener("keydown", (event) => {
      const i = Number(event.key) - 1;
      if (Number.isInteger(i) && i >= 0 && i < now().N && !event.ctrlKey && !event.metaKey && !event.altKey) flip(i);
    });

    return (state, { p, losses, hedge, best, bound, T }) => {
      mark();
      const { N } = state, wide = (W - 20) / N;
      const last = T ? errs(state.rounds[T - 1], N) : [];
      bars.replaceChildren(line([10, low], [W - 10, low], "play-axis"), ...p[T].flatMap((share, i) => {
        const x = 10 + (i + 0.5) * wide,
          height = 225 * share,
          name = `play-bar ${last[i] ? "play-erred" : ""}`;
        return [
          el("rect", { x: x - wide * 0.36, y: low - height, width: wide * 0.72, height, class: name }),
          text([x, low - height - 6], share < 0.0005 ? "0" : share.toFixed(3), { "text-anchor": "middle" }),
          text([x, low + 18], `${i + 1}`, { "text-anchor": "middle" }),
          text([x, low + 35], `L = ${losses[i]}`, { "text-anchor": "middle" }),
        ];
      }));
      bars.setAttribute("aria-label", `Trust of Hedge: ${p[T].map((share, i) =>
        `expert ${i + 1} ${share.toFixed(3)}, loss ${losses[i]}`).join("; ")}`);
      const most = Math.max(10, T + 1),
        points = (values) => values.map((v, t) => [t, v]);
      Play.chart(chart, {
        x: [0, most],
        y: [0, 1.08 * Math.max(bound[T], hedge[T])],
        across: "rounds",
        curves: [
          { name: "play-three", points: points(bound) },
          { name: "play-two", points: points(best), dots: T < 60 },
          { name: "play-one", points: points(hedge), dots: T < 60 },
        ],
      });
      chart.setAttribute("aria-label", `Losses after ${T} rounds: Hedge ${short(hedge[T])}, `
        + `the best expert ${best[T]}; the bound is ${short(bound[T])}`);
    };
  }

  const trusted = ({ N, eta, rounds }) => {
    const { p, T } = compute({ N, eta, rounds });
    return 1 << p[T].indexOf(Math.max(...p[T]));
  };

  return {
    title: "Hedge and an adversary",
    fields: {
      N: { title: "Experts N", values: [2, 3, 4, 5, 6], start: 4 },
      eta: { title: "η", values: round(0.1, 4), start: 0.8 },
      rounds: { ...list(0, 2 ** MOST - 1), start: [7, 3, 7, 5, 7, 6, 8, 7] },
    },
    compute,
    build,
    facts: ({ N, eta }, { hedge, best, bound, T }, { short } = Play.tools) => [
      ["T", T],
      ["loss of Hedge", hedge[T], "play-one"],
      ["of the best expert", best[T], "play-two"],
      ["best expert + (ln N)/η + ηT/8", bound[T], "play-three"],
      ["regret", `${short(hedge[T] - best[T])}, at most ${short(Math.log(N) / eta + (eta * T) / 8)}`],
    ],
    story: ({ N, rounds }, { p, T }) => {
      if (!T) return "Hedge trusts all experts alike.";
      const who = errs(rounds[T - 1], N),
        names = who.flatMap((err, i) => (err ? [i + 1] : []));
      const some = `expert${names.length > 1 ? "s" : ""} ${names.join(", ")}`,
        told = names.length === N ? "all experts" : some;
      const { short } = Play.tools;
      return names.length ? `Round ${T}: ${told} erred, and Hedge paid the trust in them, ${short(dot(p[T - 1], who))}.`
        : `Round ${T}: no expert erred, and Hedge paid nothing.`;
    },
    acts: [
      ["The most trusted errs", (state) => ({ rounds: [...state.rounds, trusted(state)] }), ""],
      ["All others err", (state) => ({ rounds: [...state.rounds, (2 ** state.N - 1) ^ trusted(state)] }), ""],
      ["Halves in turn", ({ N, rounds }) => {
        const half = 2 ** Math.floor(N / 2) - 1;
        return { rounds: [...rounds, half, (2 ** N - 1) ^ half] };
      }, "One half erred, then the other."],
    ],
    help: `The bars are the trust that Hedge has in each expert, with the expert’s loss so far; those that erred last
      have the other colour. Mark who errs in the coming round with the numbered buttons, or the keys 1 to 6 while one
      of them has the focus, and play it.`,
  };
})();
