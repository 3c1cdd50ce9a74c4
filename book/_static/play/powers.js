// Chapter "Hinge losses": the members K_q of the family, for n losses of one size h.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.figures.powers = (() => {
  const { hingeValue } = Play.engine;
  const POWERS = Array.from({ length: 41 }, (_, i) => 1 + i / 8);
  const steps = (count, by) => Array.from({ length: count }, (_, i) => +((i + 1) * by).toFixed(3));

  function compute({ B, n, h, q }) {
    const loss = (power) => n * h ** power,
      family = POWERS.map((power) => hingeValue(B, loss(power), power));
    const least = Math.min(...family);
    return { loss: loss(q), K: hingeValue(B, loss(q), q), family, least, at: POWERS[family.indexOf(least)] };
  }

  function build({ stage, picture }) {
    const { short } = Play.tools;
    const sides = picture("chart", "img", ""),
      curve = picture("chart", "img", "");
    stage.append(sides, curve);

    return ({ B, q }, { loss, K, family, least, at }) => {
      const most = Math.max(1.35 * K, 1),
        right = (k) => B * Math.sqrt(k) + k ** (1 - 1 / q) * loss ** (1 / q);
      const over = Array.from({ length: 121 }, (_, i) => (most * i) / 120);
      Play.chart(sides, {
        x: [0, most],
        y: [0, most],
        across: "k",
        curves: [
          { name: "play-three", points: [[0, 0], [most, most]] },
          { name: "play-one", points: over.map((k) => [k, right(k)]) },
        ],
        marks: [{ name: "play-here", point: [K, K], words: `K = ${short(K)}`, end: true }],
      });
      sides.setAttribute("aria-label", `The two sides of the inequality over k cross at ${short(K)}`);
      const top = Math.max(...family) * 1.15,
        low = least - 0.15 * (top - least);
      Play.chart(curve, {
        x: [0.8, 6], // room for the ring at q = 1, which would cover a number of the axis
        y: [Math.max(0, low), top],
        across: "power q",
        curves: [{ name: "play-two", points: family.map((each, i) => [POWERS[i], each]) }],
        marks: [
          { name: "play-least", point: [at, least], words: "", end: false },
          { name: "play-here", point: [q, K], words: `q = ${q}`, end: q > 4 },
        ],
      });
      curve.setAttribute("aria-label", `The bound over the power: ${short(family[0])} for q = 1, `
        + `${short(family[8])} for q = 2, least for q = ${at}, where it is ${short(least)}`);
    };
  }

  return {
    title: "The family over its power",
    fields: {
      B: { title: "B", values: [0, ...steps(24, 0.25)], start: 1 },
      n: { title: "n losses", values: steps(40, 1), start: 1 },
      h: { title: "of size h", values: steps(30, 0.1), start: 2 },
      q: { title: "q", values: POWERS, start: 1 },
    },
    compute,
    build,
    facts: (_state, { loss, K, least }) => {
      return [
        ["k, the left side", "", "play-three"],
        ["the right side", "", "play-one"],
        ["K over q", "", "play-two"],
        ["L, n times the power q of h", loss],
        ["K", K],
        ["least K for q from 1 to 6", least],
      ];
    },
    story: ({ h }, { family, at }) => {
      const sort = h > 1 ? "above 1 grow" : h < 1 ? "below 1 shrink" : "of 1 do not change",
        flat = family.every((each) => Math.abs(each - family[0]) < 1e-9 * each);
      const best = flat ? "all powers give the same bound" : `q = ${at} gives the least of these bounds`;
      return `Losses ${sort} as the power grows; here ${best}.`;
    },
    acts: [],
    help: "The sliders move with the arrow keys. On the left the inequality holds up to the crossing.",
  };
})();
