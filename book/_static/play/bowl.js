// Chapter "Gradient descent": descent and Newton's method in one bowl, of which the reader sets the
// condition number, the steps and the start.  The larger eigenvalue of the bowl is 1, its minimum 0.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.figures.bowl = (() => {
  const { dot, plus, norm } = Play.engine, { round } = Play.kind;
  const STEPS = 40,
    HALF = 1.3, // of the width of the plane that is seen
    FAR = 1e30, // where a path that diverges ends
    AXES = [[0.8, 0.6], [-0.6, 0.8]]; // of the bowl, flat and steep

  function path(start, factors) {
    const out = [start];
    while (out.length <= STEPS && norm(out.at(-1)) < FAR) {
      const w = out.at(-1);
      out.push(AXES.reduce((sum, axis, i) => plus(sum, factors[i] * dot(w, axis), axis), [0, 0]));
    }
    return out;
  }

  function compute({ kappa, eta, step, start }) {
    const best = (kappa - 1) / (kappa + 1);
    return {
      descent: path(start, [1 - eta / kappa, 1 - eta]),
      newton: path(start, [1 - step, 1 - step]),
      factor: Math.max(Math.abs(1 - eta / kappa), Math.abs(1 - eta)),
      best,
      rate: Array.from({ length: STEPS + 1 }, (_, t) => dot(start, start) * best ** (2 * t)),
    };
  }

  const NEAR = 1e-16; // squared distances below this are drawn as this
  const log = (square) => Math.log10(Math.max(square, NEAR));
  const power = (v) => `10${[...String(v)].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign] ?? "⁻").join("")}`;

  function build({ stage, picture, change, now }) {
    const { el, line, thing, movable, pair } = Play.tools;
    const plane = picture("plane", "application", "The bowl from above, and the start of both paths"),
      chart = picture("chart", "img", "");
    const SIZE = 400,
      bowl = el("g"),
      paths = el("g"),
      handle = thing("play-handle");
    handle.append(el("path", { d: "M0-9 9 0 0 9-9 0z" }));
    handle.setAttribute("tabindex", 0);
    plane.setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    plane.append(bowl, paths, handle);
    stage.append(plane, chart);
    const scale = SIZE / 2 / HALF,
      at = ([a, b]) => [200 + scale * a, 200 - scale * b];
    const cut = (v) => v.map((x) => Math.max(-1.25, Math.min(1.25, Math.round(x * 200) / 200)) || 0);
    const move = (to, by) => change({ start: cut(to) }, `The start is ${pair(cut(to))}.`, by);

    movable(plane, [handle], HALF, (_which, to) => move(to, "drag"),
      (_which, way, shift) => move(plus(now().start, shift ? 0.005 : 0.05, way), "keys"));

    return (state, { descent, newton, rate }) => {
      const turned = (-Math.atan2(AXES[0][1], AXES[0][0]) * 180) / Math.PI;
      const rings = [0.15, 0.4, 0.7, 1, 1.3, 1.7].map((r) => el("ellipse", {
        rx: scale * r * Math.sqrt(state.kappa),
        ry: scale * r,
        transform: `translate(200 200) rotate(${turned})`,
        class: "play-ring",
      }));
      bowl.replaceChildren(...rings, line([0, 200], [SIZE, 200], "play-axis"),
        line([200, 0], [200, SIZE], "play-axis"));
      const drawn = (points, name) => el("g", { class: name },
        el("polyline", { points: points.map((w) => at(w).map((x) => Math.max(-4e4, Math.min(4e4, x)))).join(" ") }),
        ...points.filter((w) => norm(w) < 2).map((w) => el("circle", { cx: at(w)[0], cy: at(w)[1], r: 3 })));
      paths.replaceChildren(drawn(newton, "play-two"), drawn(descent, "play-one"));
      handle.setAttribute("transform", `translate(${at(state.start)})`);
      handle.setAttribute("aria-label", `Start ${pair(state.start)}. Arrows move it`);
      const squares = (points) => points.map((w, t) => [t, log(dot(w, w))]);
      const all = [...squares(descent), ...squares(newton)].map(([, v]) => v);
      const low = [...descent, ...newton].some((w) => dot(w, w) < NEAR);
      Play.chart(chart, {
        x: [0, STEPS],
        y: [Math.max(-16, Math.floor(Math.min(...all))), Math.min(6, Math.ceil(Math.max(...all)) + 0.5)],
        across: low ? `steps; less than ${power(-16)} is drawn there` : "steps",
        label: power,
        curves: [
          { name: "play-four", points: rate.map((v, t) => [t, log(v)]) },
          { name: "play-two", points: squares(newton), dots: true },
          { name: "play-one", points: squares(descent), dots: true },
        ],
      });
      const { short } = Play.tools, square = (points) => short(dot(points.at(-1), points.at(-1)));
      chart.setAttribute("aria-label", `Squared distance from the minimum over ${STEPS} steps; after the last `
        + `${square(descent)} for descent and ${square(newton)} for Newton’s method`);
    };
  }
  const steps = Array.from({ length: 44 }, (_, i) => +((i + 1) * 0.05).toFixed(2));

  return {
    title: "Steps in a bowl",
    fields: {
      kappa: { title: "κ", values: round(1, 100), start: 10 },
      eta: { title: "η of descent, times Λ", values: steps, start: 0.5 },
      step: { title: "η of Newton", values: steps, start: 0.5 },
      start: {
        start: [0.85, 1.1],
        print: (v) => v.join("_"),
        read: (words) => {
          const v = words.split("_").map(Number);
          return v.length === 2 && words && v.every((x) => Math.abs(x) <= 1.25) ? v : undefined;
        },
      },
    },
    compute,
    build,
    facts: (state, { descent, newton, factor, best }) => {
      const { short } = Play.tools, last = (points) => short(dot(points.at(-1), points.at(-1)));
      return [
        [`‖e‖² of descent after ${descent.length - 1} steps`, last(descent), "play-one"],
        ["of Newton", last(newton), "play-two"],
        ["rate of the best step", short(best), "play-four"],
        ["largest factor of a step of descent", short(factor)],
      ];
    },
    story: ({ kappa, eta }, { factor, best }) => {
      const { short } = Play.tools;
      if (factor > 1) return "Along the steep axis steps overshoot: descent diverges from starts off the flat axis.";
      if (factor === 1) return "Along the steep axis descent jumps from side to side and never comes nearer.";
      if (factor < best * 1.01 + 1e-9) return `No constant step is much better for κ = ${short(kappa)}.`;
      return eta > 1 ? "Descent jumps across the valley in each step, and comes nearer."
        : kappa > 1 ? "Descent creeps along the flat axis." : "The steps of descent are too short.";
    },
    acts: [],
    help: `Drag the diamond, or move it with the arrow keys (with Shift in small steps): both paths start there. The
      sliders set the condition number of the bowl and the two step sizes.`,
  };
})();
