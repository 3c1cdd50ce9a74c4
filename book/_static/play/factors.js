// Chapter "The bounds on real data": the bound of Block and Novikoff over the mistakes, as a product of
// four factors, while the examples are dragged.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.figures.factors = (() => {
  const { dot, plus, norm } = Play.engine;
  const LABELS = [1, 1, 1, -1, -1, -1],
    MOST = 20; // tenths
  const NAMES = ["lengths", "scores", "direction", "margins"];

  const examples = (points) => LABELS.map((y, i) => ({ x: [points[2 * i], points[2 * i + 1]], y }));
  const several = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

  // A run of some passes, or until one is clean, and what its mistakes and the widest margin make of
  // the bound; nothing of it where no comparator has a margin.  It runs on tenths, so that a tie is one.
  function compute({ points, passes }) {
    const all = examples(points),
      wide = Play.engine.largestMargin(all.map(({ x, y }) => ({ v: x.map((each) => y * each), times: 1 })));
    let w = [0, 0],
      k = 0,
      Q = 0;
    for (let pass = 0; pass < passes; pass++) {
      const before = k;
      for (const { x, y } of all) {
        if (y * dot(w, x) > 0) continue;
        k += 1;
        Q += dot(x, x);
        w = plus(w, y, x);
      }
      if (before === k) break;
    }
    const R = Math.max(...all.map(({ x }) => norm(x))) / 10,
      last = w.map((each) => each / 10);
    if (!wide) return { w: last, k, R, u: null, gamma: 0, factors: null, ratio: null };
    const { u, margin } = wide, N = dot(w, w), M = dot(u, w), gamma = margin / 10;
    const factors = [(100 * k * R * R) / Q, Q / N, N / (M * M), (M / (k * margin)) ** 2];
    return { w: last, k, R, u, gamma, factors, ratio: (R * R) / (gamma * gamma) / k };
  }

  function build({ stage, picture, change, now }) {
    const { el, line, text, arrow, marked, thing, movable, short, pair } = Play.tools;
    const plane = picture("plane", "application", "Six examples that can be dragged"),
      bars = picture("chart", "img", "");
    const SIZE = 400,
      HALF = 2.2,
      scale = SIZE / 2 / HALF,
      at = ([a, b]) => [200 + scale * a, 200 - scale * b];
    const under = el("g"),
      over = el("g");
    const things = LABELS.map((y, i) => {
      const each = thing(y > 0 ? "play-plus" : "play-disc");
      each.append(marked(y, [0, 0], 1), text([10, -8], i + 1));
      each.setAttribute("tabindex", 0);
      return each;
    });
    plane.setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    plane.append(under, ...things, over);
    bars.setAttribute("viewBox", "0 0 400 320");
    stage.append(plane, bars);

    const inside = (x) => Math.max(-MOST, Math.min(MOST, Math.round(x))) || 0;

    function move(i, to, by) {
      const points = [...now().points];
      [points[2 * i], points[2 * i + 1]] = to.map(inside);
      const place = points.slice(2 * i, 2 * i + 2).map((x) => x / 10);
      change({ points }, `Example ${i + 1} is at ${pair(place)}.`, `${by} ${i}`);
    }

    movable(plane, things, HALF, (which, to) => move(which, to.map((x) => 10 * x), "drag"),
      (i, way, shift) => move(i, plus(now().points.slice(2 * i, 2 * i + 2), shift ? 5 : 1, way), "keys"));

    // A bar for each factor, and one below for their product, over a scale of powers of ten.
    function show({ factors, ratio, k }) {
      if (!factors) {
        bars.replaceChildren(text([200, 150], "no comparator has a margin:", { "text-anchor": "middle" }),
          text([200, 176], "the theorem gives no bound", { "text-anchor": "middle" }));
        bars.setAttribute("aria-label", "No comparator has a margin, so the theorem gives no bound");
        return;
      }
      const tens = Math.max(1, Math.ceil(Math.log10(ratio) - 1e-9)),
        x = (value) => 92 + (Math.max(0, Math.log10(value)) / tens) * 240;
      const ticks = Array.from({ length: tens + 1 }, (_, i) => i).filter((i) => tens < 6 || i % 2 === 0);
      const grid = ticks.flatMap((i) => [line([x(10 ** i), 14], [x(10 ** i), 266], i ? "play-grid" : "play-axis"),
        text([x(10 ** i), 286], short(10 ** i), { "text-anchor": "middle" })]);
      const rows = [...NAMES.map((name, i) => [name, factors[i], "play-one"]), ["product", ratio, "play-all"]];
      const drawn = rows.flatMap(([name, value, look], i) => {
        const y = 24 + 48 * i,
          end = x(value);
        return [text([86, y + 20], name, { "text-anchor": "end" }),
          el("g", { class: `play-bar ${look}` }, el("rect", { x: 92, y, width: Math.max(1, end - 92), height: 28 })),
          text([end + 5, y + 20], short(value))];
      });
      bars.replaceChildren(...grid, ...drawn,
        text([212, 312], "factor, on a scale of powers of ten", { "text-anchor": "middle" }));
      bars.setAttribute("aria-label", `The bound is ${short(ratio)} times the ${several(k, "mistake")}: `
        + `${NAMES.map((name, i) => `${name} ${short(factors[i])}`).join(", ")}`);
    }

    return ({ points }, found) => {
      const { u, w, gamma } = found;
      const parts = [line([0, 200], [SIZE, 200], "play-axis"), line([200, 0], [200, SIZE], "play-axis")];
      if (u) {
        const along = [-u[1], u[0]],
          border = (off, name) => line(at(plus(u.map((each) => off * each), -5, along)),
            at(plus(u.map((each) => off * each), 5, along)), name);
        parts.push(border(0, "play-border"), border(gamma, "play-edge"), border(-gamma, "play-edge"));
        parts.push(arrow([200, 200], at(u.map((each) => 1.2 * each)), "play-direction"));
      }
      const size = norm(w);
      if (size) parts.push(arrow([200, 200], at(w.map((each) => (1.2 * each) / size)), "play-learned"));
      under.replaceChildren(...parts);
      things.forEach((each, i) => {
        const place = [points[2 * i] / 10, points[2 * i + 1] / 10];
        each.setAttribute("transform", `translate(${at(place)})`);
        each.setAttribute("aria-label", `Example ${i + 1}, label ${LABELS[i] > 0 ? "+1" : "−1"}, at ${pair(place)}. `
          + "Arrows move it");
      });
      show(found);
    };
  }

  const START = [8, -2, 6, 7, -2, 15, -11, 11, -1, -13, -15, -2];
  const placed = (changes) => ({ points }) => {
    const out = [...points];
    for (const [i, x, y] of changes)[out[2 * i], out[2 * i + 1]] = [x, y];
    return { points: out };
  };
  const { print, read } = Play.kind.list(-MOST, MOST);
  return {
    title: "The bound and its four factors",
    fields: {
      passes: { title: "Passes, at most", values: [1, 2, 3, 5, 10, 20, 50], start: 1 },
      points: {
        print,
        read: (words) => {
          const found = read(words);
          return found?.length === START.length ? found : undefined;
        },
        start: START,
      },
    },
    compute,
    build,
    facts: (_state, { k, R, gamma, u, ratio }) => [
      ["mistakes k", k],
      ["R", R],
      ["γ", u ? gamma : "none"],
      ["bound", u ? ratio * k : "none"],
      ["bound / k", u ? ratio : "none"],
    ],
    story: (_state, { factors, k, ratio }) => {
      const { short } = Play.tools;
      if (!factors) return "These examples have no margin: no line through the origin gets all labels right.";
      const most = factors.indexOf(Math.max(...factors));
      return `The bound is ${short(ratio)} times the ${several(k, "mistake")}; the largest factor is `
        + `${NAMES[most]}, ${short(factors[most])}.`;
    },
    acts: [
      ["One near the border", placed([[2, -5, 7]]), "Example 3 is near the border."],
      ["One long example", placed([[5, -20, -3]]), "Example 6 is long."],
    ],
    help: `Drag an example, or give it the focus and press the arrow keys, with Shift for steps of a half.
      The solid arrow is the direction of the last weights, the other one that of the comparator.`,
  };
})();
