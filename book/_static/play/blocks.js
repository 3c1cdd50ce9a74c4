// Chapter "At scale": what a pass costs that scores ahead in blocks, and how the cost falls as streams grow.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.figures.blocks = (() => {
  const { drawing, round } = Play.kind;
  const LENGTHS = round(1, 15_000).filter(Number.isInteger),
    SIZES = [1000, 2000, 5000, 10_000, 20_000, 50_000];

  // The rounds of the mistakes, one in each of k equal parts, or all of them first; round 0 is always one.
  function places(T, k, where) {
    const next = drawing(1);
    return Array.from({ length: k }, (_, i) => i && where === "random" ? Math.floor((T * (i + next())) / k) : i);
  }

  function ahead(T, made, b) {
    let calls = 0,
      rows = 0,
      t = 0,
      next = 0;
    while (t < T) {
      const end = Math.min(t + b, T);
      calls++;
      rows += end - t;
      t = made[next] < end ? made[next++] + 1 : end;
    }
    return { calls, rows };
  }
  const best = (T, k, c) => Math.ceil(Math.sqrt((c * T) / k));
  const bound = (T, k, c) => (T + 2 * Math.sqrt(c * k * T) + c * (k + 1)) / T;

  function compute({ T, k, where, c, b }) {
    const made = places(T, k, where);
    const cost = (rows, made, b) => {
      const found = ahead(rows, made, b);
      return (found.rows + c * found.calls) / rows;
    };
    const lengths = LENGTHS.filter((each) => each <= T);
    return {
      ...ahead(T, made, b),
      cost: cost(T, made, b),
      lengths,
      costs: lengths.map((each) => cost(T, made, each)),
      most: lengths.map((each) => (T + k * (each - 1) + c * (k + Math.ceil((T - k) / each))) / T),
      best: best(T, k, c),
      bound: bound(T, k, c),
      grown: SIZES.map((rows) => cost(rows, places(rows, k, where), best(rows, k, c))),
      bounds: SIZES.map((rows) => bound(rows, k, c)),
    };
  }

  function build({ stage, picture }) {
    const { short } = Play.tools;
    const over = picture("chart", "img", ""),
      growth = picture("chart", "img", "");
    stage.append(over, growth);
    const curve = (name, at, values, dots) => ({ name, points: values.map((v, i) => [Math.log10(at[i]), v]), dots });

    return ({ T, b }, { lengths, costs, most, cost, best, bound, grown, bounds }) => {
      Play.chart(over, {
        x: [0, Math.log10(T)],
        y: [0, 1.5 * bound],
        across: "length b of a block: its logarithm to the base 10",
        curves: [curve("play-two", lengths, most), curve("play-one", lengths, costs)],
        marks: b > T || cost > 1.5 * bound ? []
          : [{ name: "play-one", point: [Math.log10(b), cost], words: `b = ${b}`, end: b * b > T }],
      });
      over.setAttribute("aria-label", `Cost per row over the length of a block; at b = ${b} it is ${short(cost)}, `
        + `and the theorem chooses b = ${best}`);
      Play.chart(growth, {
        x: [Math.log10(SIZES[0]), Math.log10(SIZES.at(-1))],
        y: [0, 1.05 * bounds[0]],
        across: "rows of the stream: the logarithm to the base 10",
        curves: [curve("play-four", SIZES, bounds, true), curve("play-one", SIZES, grown, true)],
      });
      growth.setAttribute("aria-label", `Cost per row at the theorem’s length: ${SIZES.map((rows, i) =>
        `${short(grown[i])} for ${rows} rows`).join(", ")}`);
    };
  }

  return {
    title: "Scoring ahead",
    fields: {
      T: { title: "T rows", values: SIZES, start: 5000 },
      k: { title: "k mistakes", values: [1, 2, 5, 10, 20, 50, 100, 200], start: 50 },
      where: { title: "Mistakes", options: { random: "at random", first: "all at first" }, start: "random" },
      c: { title: "Price c of a call", values: [1, 3, 10, 30, 100, 300, 1000], start: 100 },
      b: { title: "b", values: LENGTHS, start: 40 },
    },
    compute,
    build,
    facts: (_state, { calls, rows, cost, best, bound }) => [
      ["cost per row", cost, "play-one"],
      ["its bound at each b", "", "play-two"],
      ["bound of the theorem", bound, "play-four"],
      ["b of the theorem", best],
      ["calls", calls],
      ["rows scored", rows],
    ],
    story: ({ T }, { rows, cost, bound }, { short } = Play.tools) =>
      `${rows - T} rows are scored in vain. The pass costs ${short(cost)} per row, and at the theorem’s b at most `
      + `${short(bound)}.`,
    acts: [["The theorem’s b", ({ T, k, c }) => ({ b: LENGTHS.find((b) => b >= best(T, k, c)) }),
      "That of the theorem, or the next on the slider."]],
    help: `The sliders move with the arrow keys. On the left is the cost over the length of the blocks, on the right the
      cost at the theorem’s length for streams of other sizes with as many mistakes.`,
  };
})();
