// Chapter "Relatives of the perceptron": what to take from a run, by the chance of an error on a new example.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.figures.votes = (() => {
  const { drawing } = Play.kind, { dot, plus, norm } = Play.engine;
  const TURN = 2 * Math.PI,
    ZERO = [0, 0];
  const at = (angle) => [Math.cos(angle), Math.sin(angle)];

  // Instances on the unit circle; the label is the sign of the first coordinate, turned with the chance p.
  function stream(seed, p, T) {
    const next = drawing(seed);
    return Array.from({ length: T }, () => {
      const x = at(TURN * next());
      return { x, y: (x[0] > 0 ? 1 : -1) * (next() < p ? -1 : 1) };
    });
  }

  // The arcs of the circle between the places at which the label or the side of a weight vector changes, each
  // with the sign that a score has there: 1 if it is that of the label, 0 for a tie.
  function arcs(weights, score) {
    const ends = [...weights.filter(norm), [1, 0]].map((w) => Math.atan2(w[1], w[0]));
    const cuts = ends.flatMap((end) => [(end + 1.25 * TURN) % TURN, (end + 0.75 * TURN) % TURN]).sort((a, b) => a - b);
    return cuts.map((from, i) => {
      const to = i + 1 < cuts.length ? cuts[i + 1] : cuts[0] + TURN,
        x = at((from + to) / 2);
      return { from, to, right: Math.sign(score(x) * x[0]) };
    });
  }
  const risk = (p, all) => all.reduce((sum, { from, to, right }) =>
    sum + ((to - from) / TURN) * (right > 0 ? p : right < 0 ? 1 - p : 1), 0);

  function compute({ p, T, seed }) {
    const held = [], // [weights, the rounds at whose start they were held]
      last = [],
      random = [],
      vote = [],
      average = [],
      examples = stream(seed, p, T);
    let w = ZERO,
      sum = ZERO,
      k = 0,
      all = 0,
      ballot = [];
    for (let t = 0; t <= T; t++) {
      if (!held.length || held.at(-1)[0] !== w) held.push([w, 0]);
      held.at(-1)[1]++;
      sum = plus(sum, 1, w);
      last.push(risk(p, arcs([w], (x) => dot(w, x))));
      all += last[t];
      random.push(all / (t + 1));
      const most = (x) => held.reduce((n, [v, rounds]) => n + rounds * Math.sign(dot(v, x)), 0);
      ballot = arcs(held.map(([v]) => v), most);
      vote.push(risk(p, ballot));
      average.push(risk(p, arcs([sum], (x) => dot(sum, x))));
      if (t < T && examples[t].y * dot(w, examples[t].x) <= 0) {
        w = plus(w, examples[t].y, examples[t].x);
        k++;
      }
    }
    const wrong = ballot.filter(({ right }) => right <= 0);
    return { last, random, vote, average, k, sum, w, held: held.map(([v]) => v), wrong };
  }

  function build({ stage, picture }) {
    const { el, line, arrow, short } = Play.tools;
    const circle = picture("circle", "img", ""),
      chart = picture("chart", "img", "");
    const [X, Y, R] = [200, 160, 140];
    circle.setAttribute("viewBox", "0 0 400 320");
    stage.append(circle, chart);
    const place = ([a, b], r) => [X + r * a, Y - r * b];
    const toward = (v, name) => arrow([X, Y], place(v.map((c) => c / (norm(v) || 1)), R - 12), name);

    return ({ T }, { last, random, vote, average, w, sum, held, wrong }) => {
      circle.replaceChildren(
        line([X, 4], [X, 2 * Y - 4], "play-axis"),
        el("circle", { cx: X, cy: Y, r: R, class: "play-axis", fill: "none" }),
        el("g", { class: "play-three" }, ...held.filter(norm).map((v) => {
          const x = v.map((c) => c / norm(v));
          return line(place(x, R - 8), place(x, R + 8), "");
        })),
        el("g", { class: "play-one", }, ...wrong.map(({ from, to }) => {
          const [a, b] = [from, to].map((end) => place(at(end), R).join(" "));
          return el("path", { d: `M${a}A${R} ${R} 0 ${+(to - from > TURN / 2)} 0 ${b}`, class: "play-arc" });
        })),
        toward(w, "play-four"),
        toward(sum, "play-two"),
      );
      const share = wrong.reduce((all, { from, to }) => all + (to - from) / TURN, 0);
      circle.setAttribute("aria-label", `The circle of the instances; on ${short(share)} of it the vote is wrong`);
      const curve = (name, values) => ({ name, points: values.map((v, t) => [t, v]) });
      Play.chart(chart, {
        x: [0, T],
        y: [0, 1],
        across: "rounds",
        curves: [
          curve("play-four", last),
          curve("play-three", random),
          curve("play-two", average),
          curve("play-one", vote),
        ],
      });
      chart.setAttribute("aria-label", `Chance of an error after ${T} rounds: vote ${short(vote[T])}, average `
        + `${short(average[T])}, random ${short(random[T])}, last ${short(last[T])}`);
    };
  }

  return {
    title: "What to do with a run",
    fields: {
      p: { title: "Labels turned", values: [0, 0.02, 0.05, 0.1, 0.2, 0.3], start: 0.1 },
      T: { title: "T", values: [10, 20, 30, 40, 50, 60, 80, 100], start: 50 },
      seed: { title: "Stream", values: Array.from({ length: 20 }, (_, i) => i + 1), start: 1 },
    },
    compute,
    build,
    facts: ({ T }, { last, random, vote, average, k }) => [
      ["vote", vote[T], "play-one"],
      ["average", average[T], "play-two"],
      ["random", random[T], "play-three"],
      ["last", last[T], "play-four"],
      ["mistakes of the run", k],
    ],
    story: ({ T }, { vote, random }, { short } = Play.tools) =>
      `The vote errs ${short(vote[T] / random[T])} times as often as random weights; the theorem allows 2 times.`,
    acts: [],
    help: `The sliders move with the arrow keys. A label is the sign of the horizontal coordinate, turned with the
      chance that you set. Short lines across the circle are the directions of the weights of the run; the arrows are
      those of the last weights, dotted, and of the average, dashed. On the thick arcs the vote is wrong.`,
  };
})();
