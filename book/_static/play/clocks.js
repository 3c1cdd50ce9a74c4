// Chapter "Learning online": logistic regression, fitted to all examples so far in some passes, beside
// stochastic descent and the perceptron, which go through them once; on the clock of the examples seen
// and on that of the examples touched.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.figures.clocks = (() => {
  const { drawing } = Play.kind, { dot, plus, norm } = Play.engine;
  const D = 6,
    STREAMS = 5,
    CLOCK = [10, 20, 30, 40, 50, 60, 80, 100, 130, 160, 200, 250, 300, 350, 400, 450, 500],
    LAST = CLOCK.at(-1);
  const zero = () => new Array(D).fill(0);

  // Normal instances; the label is the sign of the first coordinate, turned with the chance p.
  function stream(seed, p) {
    const next = drawing(seed);
    const normal = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
    return Array.from({ length: LAST }, () => {
      const x = zero().map(normal);
      return { x, y: (x[0] > 0 ? 1 : -1) * (next() < p ? -1 : 1) };
    });
  }

  const chance = (z) => 1 / (1 + Math.exp(-z)); // of the logistic model
  const angle = (w) => Math.acos(Math.max(-1, Math.min(1, w[0] / norm(w))));
  const risk = (w, p) => (norm(w) ? p + ((1 - 2 * p) * angle(w)) / Math.PI : 0.5);

  // Solve a system with a positive definite matrix by elimination.
  function solve(matrix, right) {
    const rows = matrix.map((row, i) => [...row, right[i]]);
    for (let i = 0; i < D; i++)
      for (let j = i + 1; j < D; j++) rows[j] = plus(rows[j], -rows[j][i] / rows[i][i], rows[i]);
    const out = zero();
    for (let i = D - 1; i >= 0; i--) out[i] = (rows[i][D] - dot(rows[i].slice(0, D), out)) / rows[i][i];
    return out;
  }

  // Logistic regression with the penalty of half the square of the weights: Newton steps from zero, each
  // of them one pass.
  function fit(examples, passes) {
    let w = zero();
    for (let pass = 0; pass < passes; pass++) {
      let slope = w;
      const curve = zero().map((_, i) => zero().map((_, j) => +(i === j)));
      for (const { x, y } of examples) {
        const s = chance(-y * dot(w, x));
        slope = plus(slope, -y * s, x);
        for (let i = 0; i < D; i++)
          for (let j = 0; j < D; j++) curve[i][j] += s * (1 - s) * x[i] * x[j];
      }
      w = plus(w, -1, solve(curve, slope));
    }
    return w;
  }

  // The weights of a learner of one pass at the numbers of the clock.
  function once(examples, update) {
    let w = zero();
    const out = [];
    examples.forEach(({ x, y }, t) => {
      w = update(w, x, y);
      if (CLOCK.includes(t + 1)) out.push(w);
    });
    return out;
  }

  function compute({ passes, p, eta, seed }) {
    const runs = Array.from({ length: STREAMS }, (_, i) => {
      const examples = stream(STREAMS * seed + i, p);
      return {
        batch: CLOCK.map((N) => fit(examples.slice(0, N), passes)),
        descent: once(examples, (w, x, y) => plus(w, eta * y * chance(-y * dot(w, x)), x)),
        perceptron: once(examples, (w, x, y) => (y * dot(w, x) <= 0 ? plus(w, y, x) : w)),
      };
    });
    const mean = (name) => CLOCK.map((_, j) => runs.reduce((sum, each) => sum + risk(each[name][j], p), 0) / STREAMS);
    return {
      clock: CLOCK,
      touched: CLOCK.map((N) => passes * N),
      batch: mean("batch"),
      descent: mean("descent"),
      perceptron: mean("perceptron"),
    };
  }

  // The risk of the batch learner for the work of one pass through all examples, between the numbers of
  // the clock by a straight line; null if there are too few.
  function forWork({ touched, batch }) {
    const j = touched.findIndex((work) => work >= LAST);
    if (j <= 0) return touched[j] === LAST ? batch[j] : null;
    const part = (LAST - touched[j - 1]) / (touched[j] - touched[j - 1]);
    return batch[j - 1] + part * (batch[j] - batch[j - 1]);
  }

  function build({ stage, picture }) {
    const charts = ["seen", "touched"].map((clock) => [clock, picture("chart", "img", "")]);
    stage.append(...charts.map(([, svg]) => svg));
    return ({ p }, found) => {
      const { short } = Play.tools;
      for (const [clock, svg] of charts) {
        const work = clock === "seen" ? found.clock : found.touched;
        const curve = (name, at, risks) => ({ name, points: risks.map((each, j) => [at[j], each]), dots: true });
        Play.chart(svg, {
          x: [0, 1.05 * LAST],
          y: [0, 0.5],
          across: `examples ${clock}`,
          curves: [
            { name: "play-four", points: [[0, p], [1.05 * LAST, p]] },
            curve("play-three", found.clock, found.perceptron),
            curve("play-two", found.clock, found.descent),
            curve("play-one", work, found.batch),
          ],
        });
        const batch = clock === "seen" ? found.batch.at(-1) : forWork(found);
        svg.setAttribute("aria-label", `Risk over the examples ${clock}. At ${LAST} of them: logistic regression `
          + `${short(batch)}, stochastic descent ${short(found.descent.at(-1))}, perceptron `
          + `${short(found.perceptron.at(-1))}`);
      }
    };
  }

  const up = (numbers, step) => numbers.map((i) => +(i * step).toFixed(3));
  const to = (n) => Array.from({ length: n }, (_, i) => i);
  return {
    title: "Two clocks",
    fields: {
      passes: { title: "Passes of a fit", values: to(11).slice(1), start: 3 },
      p: { title: "Wrong labels", values: up(to(7), 0.05), start: 0.1 },
      eta: { title: "η of descent", values: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1], start: 0.05 },
      seed: { title: "Seed of the streams", values: to(21).slice(1), start: 1 },
    },
    compute,
    build,
    facts: ({ p }, found) => [
      ["logistic regression", found.batch.at(-1), "play-one"],
      ["stochastic descent", found.descent.at(-1), "play-two"],
      ["perceptron", found.perceptron.at(-1), "play-three"],
      ["least risk", p, "play-four"],
    ],
    story: ({ passes }, found) => {
      const { short } = Play.tools, same = forWork(found), descent = found.descent.at(-1);
      const seen = `All risks are means of ${STREAMS} streams. After ${LAST} examples logistic regression has risk `
        + `${short(found.batch.at(-1))} and stochastic descent ${short(descent)}.`;
      if (same === null) return seen;
      const order = same < descent ? "still below" : "above";
      const fewer = passes === 1 ? "One pass of logistic regression costs the same work"
        : `For the same work logistic regression fits ${Math.floor(LAST / passes)} examples`;
      return `${seen} ${fewer}; its risk is then ${short(same)}, ${order} that of descent.`;
    },
    acts: [],
    help: "The sliders move with the arrow keys. Both pictures show the same risks, over two clocks.",
  };
})();
