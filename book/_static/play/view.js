// The two pictures: the plane, and progress and growth from mistake to mistake (chapter 4).
"use strict";
globalThis.Play = globalThis.Play || {};
Play.view = (() => {
  const { dot, plus, norm } = Play.engine;
  const SIZE = 400; // of a picture, in its own units

  function el(tag, attributes = {}, ...children) {
    const out = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) out.setAttribute(key, value);
    out.append(...children);
    return out;
  }
  const line = ([x1, y1], [x2, y2], name) => el("line", { x1, y1, x2, y2, class: name });
  const text = ([x, y], words, more = {}) => el("text", { x, y, ...more }, words);

  function arrow(from, to, name) {
    const way = [to[0] - from[0], to[1] - from[1]], length = norm(way);
    if (length < 1) return el("g");
    const [a, b] = way.map((each) => each / length), head = Math.min(9, length);
    const back = [to[0] - head * a, to[1] - head * b], half = 0.45 * head;
    const corners = [to, [back[0] - half * b, back[1] + half * a], [back[0] + half * b, back[1] - half * a]];
    return el("g", { class: name }, line(from, back, ""), el("polygon", { points: corners.join(" ") }));
  }

  // The mark of a label: a plus or a disc, as in the book's figures.
  const PLUS = "M-2.6-8h5.2v5.4h5.4v5.2h-5.4v5.4h-5.2v-5.4h-5.4v-5.2h5.4z";
  const mark = (y) => (y > 0 ? el("path", { d: PLUS }) : el("circle", { r: 7 }));
  const marked = (y, [x, up], size) =>
    el("g", { class: y > 0 ? "play-plus" : "", transform: `translate(${x} ${up}) scale(${size})` }, mark(y));

  // A thing that can be moved: by the pointer, or by keys once it has the focus.
  const thing = (name) => el("g", { class: `play-thing ${name}`, tabindex: -1, role: "button" },
    el("circle", { r: 16, class: "play-reach" }));

  function plane(svg) {
    svg.setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    const side = (name, y) => el("rect", { class: name, x: -1200, y, width: 2400, height: 1200 });
    const boundary = el("g", { class: "play-boundary" },
      side("play-plus", -1200), side("play-minus", 0), line([-1200, 0], [1200, 0], ""));
    const axes = el("g", { class: "play-axes" }), under = el("g"), pulls = el("g"), marks = el("g");
    const handles = { u: thing("play-handle"), c: thing("play-handle") };
    handles.u.append(el("path", { d: "M0-9 9 0 0 9-9 0z" }));
    handles.c.append(el("path", { d: "M-6-6h12v12h-12z" }));
    svg.append(boundary, axes, under, pulls, marks, handles.c, handles.u);
    let angle = 0, things = [];

    const scale = (state) => SIZE / 2 / state.view;
    const at = (state, [a, b]) => [SIZE / 2 + a * scale(state), SIZE / 2 - b * scale(state)];
    const back = (state, [x, y]) => [(x - SIZE / 2) / scale(state), (SIZE / 2 - y) / scale(state)];

    // The weights can be long: they are drawn so many times smaller that a whole run fits.
    function shrink(state, run) {
      const longest = Math.max(...run.weights.map((w) => Math.max(Math.abs(w[0]), Math.abs(w[1]))));
      return 2 ** Math.max(0, Math.ceil(Math.log2(longest / (0.95 * state.view) || 1)));
    }

    function draw({ state, run, labels, now }) {
      const w = run.weights[state.t], offset = w.length > 2 ? w[2] : 0, size = norm(w.slice(0, 2));
      // The boundary swings the short way round.
      boundary.classList.toggle("play-none", size === 0);
      if (size) {
        const wanted = (Math.atan2(w[0], w[1]) * 180) / Math.PI;
        angle += ((((wanted - angle) % 360) + 540) % 360) - 180;
        const [x, y] = at(state, [(-offset * w[0]) / size ** 2, (-offset * w[1]) / size ** 2]);
        boundary.style.transform = `translate(${x}px, ${y}px) rotate(${angle}deg)`;
      }
      const unit = state.view / 2;
      axes.replaceChildren(line([0, SIZE / 2], [SIZE, SIZE / 2], ""), line([SIZE / 2, 0], [SIZE / 2, SIZE], ""),
        text([SIZE * 0.75, SIZE / 2 + 14], String(unit)), text([SIZE / 2 + 4, SIZE * 0.25 + 4], String(unit)));

      // The comparator: its line, what it asks of each label, and what each instance lacks of that.
      const { u, c } = state, along = u.map((each) => each / dot(u, u)), across = [-u[1], u[0]];
      const far = (point, s) => at(state, plus(point, (s * 4 * state.view) / norm(u), across));
      const parallel = (shift, name) => line(far(plus(c, shift, u), -1), far(plus(c, shift, u), 1), name);
      const lack = (x, y) => Math.max(0, dot(u, u) - y * (dot(u, x) - dot(u, c)));
      under.replaceChildren(
        ...state.points.map((p, i) => [p.slice(0, 2), labels[i]]).filter(([x, y]) => lack(x, y) > 0).map(([x, y]) =>
          line(at(state, x), at(state, plus(x, y * lack(x, y), along)), "play-slack")),
        parallel(0, "play-u"), parallel(1, "play-u play-asked"), parallel(-1, "play-u play-asked"),
        arrow(at(state, c), at(state, plus(c, 1, u)), "play-u"));
      handles.u.setAttribute("transform", `translate(${at(state, plus(c, 1, u))})`);
      handles.c.setAttribute("transform", `translate(${at(state, c)})`);
      handles.c.classList.toggle("play-none", state.bias !== "lift");

      // The pulls y x, tip to tail; the last of them stands out.  Their sum is w.
      const by = shrink(state, run), ends = [run.weights[0]];
      for (let t = 0; t < state.t; t++) if (run.rounds[t].times) ends.push(run.weights[t + 1]);
      const tips = ends.map((end) => at(state, end.map((each) => each / by)));
      const before = tips.length > 1 && run.rounds[state.t - 1].times ? tips[tips.length - 2] : null;
      pulls.replaceChildren(
        el("polyline", { points: tips.join(" "), class: "play-path" }),
        arrow([SIZE / 2, SIZE / 2], tips[tips.length - 1], "play-w"),
        before ? arrow(before, tips[tips.length - 1], "play-pull") : el("g"),
        by > 1 ? text([8, SIZE - 8], `w drawn at 1/${by}`) : el("g"));

      // The points, with the one under consideration ringed.
      while (things.length > state.points.length) things.pop().remove();
      while (things.length < state.points.length) things.push(marks.appendChild(thing("play-point")));
      state.points.forEach(([a, b], i) => {
        const label = labels[i], it = things[i];
        if (it.dataset.label !== String(label)) it.replaceChildren(it.firstChild, mark(label));
        it.dataset.label = label;
        it.setAttribute("transform", `translate(${at(state, [a, b])})`);
        it.classList.toggle("play-now", i === now?.i);
        it.classList.toggle("play-wrong", i === now?.i && now.mistake);
        it.classList.toggle("play-plus", label > 0);
      });
    }
    return { draw, back, handles, things: () => things };
  }

  // <w, u> / ||u|| on or above the line k gamma (less the slack spent), ||w|| on or below R sqrt(k).
  function race(svg) {
    const [W, H, left, low] = [400, 300, 34, 262];
    svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
    function draw({ state, run, bounds, u, loose }) {
      const flat = (w) => (loose ? w.slice(0, 2) : w), size = norm(u);
      const points = [{ k: 0, along: dot(flat(run.weights[0]), u) / size, long: norm(flat(run.weights[0])) }];
      run.rounds.forEach(({ mistake }, t) => {
        const w = flat(run.weights[t + 1]);
        if (mistake) points.push({ k: points.length, t: t + 1, along: dot(w, u) / size, long: norm(w) });
      });
      for (const point of points) for (const key of ["along", "long"]) point[key] /= state.step;
      const made = points.length - 1, { R, gamma, D } = bounds;
      const limit = bounds.freundSchapire; // that of Block and Novikoff where nothing is lacking
      const most = Math.max(4, made * 1.1, Math.min(limit * 1.15, 3 * made + 12));
      const top = 1.08 * Math.max(R * Math.sqrt(most), ...points.map(({ long }) => long), 1e-9);
      const floor = Math.min(0, ...points.map(({ along }) => along), D ? -(D * D) / 4 / gamma : 0);
      const bottom = Math.max(floor, -top) * 1.05;
      const x = (k) => left + (k / most) * (W - left - 8);
      const y = (v) => low - ((v - bottom) / (top - bottom)) * (low - 10);
      const curve = (f, to = most) => Array.from({ length: 61 }, (_, i) => [x((to * i) / 60), y(f((to * i) / 60))]);
      const grow = (k) => R * Math.sqrt(k), go = (k) => k * gamma - D * Math.sqrt(k);
      const end = Math.min(most, ((R + D) / gamma) ** 2);
      const shown = points.filter(({ t = 0 }) => t <= state.t), last = shown[shown.length - 1];
      const track = (key) => shown.map((point) => [x(point.k), y(point[key])]);
      const dots = (key, label) => (shown.length > 60 ? [] : track(key).map((at) => marked(label, at, 0.5)));
      const inside = curve(go).filter(([, b]) => b > 0 && b < low + 1), ends = { "text-anchor": "end" };
      svg.replaceChildren(
        el("polygon", { points: [...curve(grow, end), ...curve(go, end).reverse()].join(" "), class: "play-lens" }),
        line([left, y(0)], [W - 8, y(0)], "play-axis"), line([left, 8], [left, low], "play-axis"),
        el("polyline", { points: inside.join(" "), class: "play-progress play-envelope" }),
        el("polyline", { points: curve(grow).join(" "), class: "play-growth play-envelope" }),
        el("polyline", { points: track("along").join(" "), class: "play-progress" }),
        el("polyline", { points: track("long").join(" "), class: "play-growth" }),
        ...dots("along", 1), ...dots("long", -1),
        ...(limit < most ? [line([x(limit), 8], [x(limit), low], "play-limit")] : []),
        ...(limit < most ? [text([x(limit) - 4, 20], "bound", ends)] : []),
        ...(last ? [line([x(last.k), y(last.along)], [x(last.k), y(last.long)], "play-between")] : []),
        text([x(Math.floor(most)), low + 16], String(Math.floor(most)), ends),
        text([(left + W) / 2, low + 16], "mistakes k", { "text-anchor": "middle" }), text([left, low + 16], "0"),
        marked(1, [left + 6, H - 10], 0.6),
        text([left + 16, H - 6], `⟨w, u⟩, at least kγ${D ? " − D√k" : ""}`),
        marked(-1, [left + 206, H - 10], 0.6), text([left + 216, H - 6], "‖w‖, at most R√k"));
    }
    return { draw };
  }

  // A picture as a file of its own: what style sheets say is written into it.
  function standalone(svg) {
    const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font", "display"];
    const copy = svg.cloneNode(true);
    const parts = [svg, ...svg.querySelectorAll("*")], copies = [copy, ...copy.querySelectorAll("*")];
    parts.forEach((part, i) => {
      const style = getComputedStyle(part);
      for (const key of KEPT) copies[i].style.setProperty(key, style.getPropertyValue(key));
    });
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const face = getComputedStyle(document.body).backgroundColor;
    copy.prepend(el("rect", { width: "100%", height: "100%", fill: face }));
    return new XMLSerializer().serializeToString(copy);
  }

  return { plane, race, standalone };
})();
