// The two pictures: the plane, and progress and growth from mistake to mistake (chapter 4).
"use strict";
globalThis.Play = globalThis.Play || {};
Play.view = (() => {
  const { dot, plus, norm } = Play.engine;
  const { el, line, text, arrow, mark, marked, thing, short, ticks } = Play.tools;
  const SIZE = 400; // of a picture, in its own units

  function plane(svg) {
    svg.setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    const side = (name, y) => el("rect", { class: name, x: -1200, y, width: 2400, height: 1200 });
    const boundary = el("g", { class: "play-boundary" },
      side("play-plus", -1200), side("play-minus", 0), line([-1200, 0], [1200, 0], ""));
    const axes = el("g", { class: "play-axes" }),
      units = el("g", { class: "play-units" }),
      under = el("g"),
      pulls = el("g"),
      marks = el("g");
    const handles = { u: thing("play-handle"), c: thing("play-handle") };
    handles.u.append(el("path", { d: "M0-9 9 0 0 9-9 0z" }));
    handles.c.append(el("path", { d: "M-6-6h12v12h-12z" }));
    const strip = [line([-1200, 0], [1200, 0], "play-strip"), line([-1200, 0], [1200, 0], "play-strip")];
    boundary.append(...strip);
    const curve = {
      plus: el("path", { class: "play-plus" }),
      minus: el("path", { class: "play-minus" }),
      zero: el("path", { class: "play-zero" })
    };
    const bent = el("g", { class: "play-bent" }, ...Object.values(curve)),
      mean = el("g");
    svg.append(boundary, bent, axes, under, units, mean, pulls, marks, handles.c, handles.u);
    let angle = 0,
      things = [];

    const scale = (state) => SIZE / 2 / state.view;
    const at = (state, [a, b]) => [SIZE / 2 + a * scale(state), SIZE / 2 - b * scale(state)];
    const back = (state, [x, y]) => [(x - SIZE / 2) / scale(state), (SIZE / 2 - y) / scale(state)];

    // Where a score is positive, where it is negative and where it is zero, from its values on a grid: a
    // cell is cut where its sides change their sign.
    function bend(state, score) {
      const N = 57,
        spot = (i) => (SIZE * i) / N,
        found = { plus: "", minus: "", zero: "" };
      const value = Array.from({ length: N + 1 }, (_, r) =>
        Array.from({ length: N + 1 }, (__, c) => score(back(state, [spot(c), spot(r)]))));
      for (let r = 0; r < N; r++) {
        for (let c = 0; c < N; c++) {
          const corners = [[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]]
            .map(([x, y]) => [spot(x), spot(y), value[y][x]]);
          const parts = { plus: [], minus: [] },
            cuts = [];
          corners.forEach(([x, y, f], i) => {
            const [X, Y, F] = corners[(i + 1) % 4], share = f / (f - F);
            if (f >= 0) parts.plus.push([x, y]);
            if (f <= 0) parts.minus.push([x, y]);
            if (f === 0) cuts.push([x, y]);
            if (f * F >= 0) return;
            cuts.push([x + share * (X - x), y + share * (Y - y)]);
            parts.plus.push(cuts.at(-1));
            parts.minus.push(cuts.at(-1));
          });
          if (cuts.length > 3 && !corners.some(([, , f]) => f)) continue; // too far from all that is kept
          for (const [name, part] of Object.entries(parts))
            if (part.length > 2) found[name] += `M${part.join("L")}Z`;
          for (let i = 0; i + 1 < cuts.length; i += 2) found.zero += `M${cuts[i]}L${cuts[i + 1]}`;
        }
      }
      for (const name in curve) curve[name].setAttribute("d", found[name]);
    }

    // The weights can be long: they are drawn so many times smaller that a whole run fits.
    function shrink(state, run) {
      const longest = Math.max(...run.weights.map((w) => Math.max(Math.abs(w[0]), Math.abs(w[1]))));
      return 2 ** Math.max(0, Math.ceil(Math.log2(longest / (0.95 * state.view) || 1)));
    }

    // A line that is not the learner's own: where the average of the weights scores zero.
    function average(state, w) {
      const [a, b, offset = 0] = w, square = a * a + b * b, far = 4 * state.view;
      if (!square) return el("g");
      const end = (s) => at(state, [(-offset * a) / square - s * b, (-offset * b) / square + s * a]);
      return line(end(-far / Math.sqrt(square)), end(far / Math.sqrt(square)), "play-mean");
    }

    // The lines beside that of the comparator are at the margin that is asked of it, or `margin`.
    function draw({ state, run, labels, now, score, averaged, margin = norm(state.u) }) {
      const w = run.weights[state.t],
        offset = w.length > 2 ? w[2] : 0,
        size = run.gram ? 0 : norm(w.slice(0, 2));
      bent.classList.toggle("play-none", !run.gram);
      if (run.gram) bend(state, score);
      mean.replaceChildren(averaged ? average(state, averaged) : el("g"));
      // The boundary swings the short way round.
      boundary.classList.toggle("play-none", size === 0);
      if (size) {
        const wide = state.learner === "margin" ? (state.beta / size) * scale(state) : 0;
        strip.forEach((each, i) => {
          each.setAttribute("transform", `translate(0 ${i ? wide : -wide})`);
          each.classList.toggle("play-none", !wide);
        });
        const wanted = (Math.atan2(w[0], w[1]) * 180) / Math.PI;
        angle += ((((wanted - angle) % 360) + 540) % 360) - 180;
        const [x, y] = at(state, [(-offset * w[0]) / size ** 2, (-offset * w[1]) / size ** 2]);
        boundary.style.transform = `translate(${x}px, ${y}px) rotate(${angle}deg)`;
      }
      const unit = state.view / 2;
      axes.replaceChildren(line([0, SIZE / 2], [SIZE, SIZE / 2], ""), line([SIZE / 2, 0], [SIZE / 2, SIZE], ""));
      units.replaceChildren(text([SIZE * 0.75, SIZE / 2 + 14], String(unit)),
        text([SIZE / 2 + 4, SIZE * 0.25 + 4], String(unit)));

      // The comparator: its line, what it asks of each label, and what each instance lacks of that.
      const { u, c } = state, along = u.map((each) => each / dot(u, u)), across = [-u[1], u[0]];
      const far = (point, s) => at(state, plus(point, (s * 4 * state.view) / norm(u), across));
      const parallel = (shift, name) => line(far(plus(c, shift, u), -1), far(plus(c, shift, u), 1), name);
      const beside = margin / norm(u);
      const lack = (x, y) => (margin === norm(u) ? Math.max(0, dot(u, u) - y * (dot(u, x) - dot(u, c))) : 0);
      under.replaceChildren(
        ...state.points.map((p, i) => [p.slice(0, 2), labels[i]]).filter(([x, y]) => lack(x, y) > 0).map(([x, y]) =>
          line(at(state, x), at(state, plus(x, y * lack(x, y), along)), "play-slack")),
        parallel(0, "play-u"),
        ...(beside > 0 ? [parallel(beside, "play-u play-asked"), parallel(-beside, "play-u play-asked")] : []),
        arrow(at(state, c), at(state, plus(c, 1, u)), "play-u"));
      handles.u.setAttribute("transform", `translate(${at(state, plus(c, 1, u))})`);
      handles.c.setAttribute("transform", `translate(${at(state, c)})`);
      handles.c.classList.toggle("play-none", state.bias !== "lift");

      if (run.gram) keep(state, w);
      else pull(state, run);

      // The points, with the one under consideration ringed.
      while (things.length > state.points.length) things.pop().remove();
      while (things.length < state.points.length) things.push(marks.appendChild(thing("play-point")));
      state.points.forEach(([a, b], i) => {
        const label = labels[i],
          it = things[i];
        if (it.dataset.label !== String(label)) it.replaceChildren(it.firstChild, mark(label));
        it.dataset.label = label;
        it.setAttribute("transform", `translate(${at(state, [a, b])})`);
        it.classList.toggle("play-now", i === now?.i);
        it.classList.toggle("play-wrong", i === now?.i && now.times !== 0);
        it.classList.toggle("play-plus", label > 0);
      });
    }

    // What a learner with a kernel keeps: a ring for each point that it adds, with how often.
    function keep(state, w) {
      const kept = state.points.map((p, i) => [at(state, p), Math.abs(w[i])]).filter(([, times]) => times);
      pulls.replaceChildren(...kept.flatMap(([[x, y], times]) => [
        el("circle", { cx: x, cy: y, r: 12, class: "play-kept" }),
        times > 1 ? text([x + 11, y - 9], `×${times}`) : el("g"),
      ]));
    }

    // The pulls y x, tip to tail; the last of them stands out.  Their sum is w.
    function pull(state, run) {
      const by = shrink(state, run),
        ends = [run.weights[0]];
      for (let t = 0; t < state.t; t++)
        if (run.rounds[t].times) ends.push(run.weights[t + 1]);
      const tips = ends.map((end) => at(state, end.map((each) => each / by)));
      const before = tips.length > 1 && run.rounds[state.t - 1].times ? tips[tips.length - 2] : null;
      pulls.replaceChildren(
        el("polyline", { points: tips.join(" "), class: "play-path" }),
        arrow([SIZE / 2, SIZE / 2], tips[tips.length - 1], "play-w"),
        before ? arrow(before, tips[tips.length - 1], "play-pull") : el("g"),
        by > 1 ? text([8, SIZE - 8], `w drawn at 1/${by}`) : el("g"));
    }
    return { draw, back, handles, things: () => things };
  }

  // <w, u> / ||u|| on or above the line k gamma (less the slack spent), ||w|| on or below R sqrt(k).
  function race(svg) {
    const [W, H, left, low] = [400, 322, 40, 262];
    svg.setAttribute("viewBox", `0 0 ${W} ${H}`);

    function draw({ t: now, counts, track: points, grows, gamma, D, limit }) {
      points.forEach((point, k) => { point.k = k; });
      const made = points.length - 1;
      // The tip of the lens is in sight, unless the run would be lost beside it.
      const far = limit > 12 * made + 80,
        most = Math.max(4, made * 1.1, far ? 3 * made + 12 : (limit ?? 0) * 1.08);
      const top = 1.08 * Math.max(grows * Math.sqrt(most), ...points.map(({ long }) => long), 1e-9);
      const floor = Math.min(0, ...points.map(({ along }) => along), D ? -(D * D) / 4 / gamma : 0);
      const bottom = Math.max(floor, -top) * 1.05;
      const x = (k) => left + (k / most) * (W - left - 8);
      const y = (v) => low - ((v - bottom) / (top - bottom)) * (low - 10);
      const curve = (f, to = most) => Array.from({ length: 61 }, (_, i) => [x((to * i) / 60), y(f((to * i) / 60))]);
      const grow = (k) => grows * Math.sqrt(k),
        go = (k) => k * gamma - D * Math.sqrt(k);
      const end = gamma > 0 ? Math.min(most, ((grows + D) / gamma) ** 2) : 0;
      const shown = points.filter(({ t }) => t <= now),
        last = shown[shown.length - 1];
      const track = (key) => shown.map((point) => [x(point.k), y(point[key])]);
      const dots = (key, label) => (shown.length > 60 ? [] : track(key).map((at) => marked(label, at, 0.5)));
      const inside = gamma > 0 ? curve(go).filter(([, b]) => b > 0 && b < low + 1) : [];
      const [ends, middle] = ["end", "middle"].map((way) => ({ "text-anchor": way })),
        second = D ? 206 : 160;
      svg.replaceChildren(
        el("polygon", { points: [...curve(grow, end), ...curve(go, end).reverse()].join(" "), class: "play-lens" }),
        line([left, y(0)], [W - 8, y(0)], "play-axis"), line([left, 8], [left, low], "play-axis"),
        el("polyline", { points: inside.join(" "), class: "play-progress play-envelope" }),
        el("polyline", { points: curve(grow).join(" "), class: "play-growth play-envelope" }),
        el("polyline", { points: track("along").join(" "), class: "play-progress" }),
        el("polyline", { points: track("long").join(" "), class: "play-growth" }),
        ...dots("along", 1), ...dots("long", -1),
        ...(limit && limit < most ? [line([x(limit), 8], [x(limit), low], "play-limit")] : []),
        ...(limit && limit < most ? [text([x(limit) - 4, 20], "bound", ends)] : []),
        ...(far ? [text([W - 8, low - 8], `tip at k = ${short(limit)} →`, ends)] : []),
        ...(last ? [line([x(last.k), y(last.along)], [x(last.k), y(last.long)], "play-between")] : []),
        ...ticks(0, most, 5).filter(Number.isInteger).map((k) => text([x(k), low + 16], String(k), middle)),
        ...ticks(bottom, top, 4).map((v) => text([left - 5, y(v) + 4], short(v), ends)),
        text([(left + W) / 2, low + 33], `${counts} k`, middle),
        marked(1, [left + 6, H - 10], 0.6),
        text([left + 16, H - 6], gamma > 0 ? `⟨w, u⟩, at least kγ${D ? " − D√k" : ""}` : "⟨w, u⟩"),
        marked(-1, [left + second, H - 10], 0.6),
        text([left + second + 10, H - 6], `‖w‖, at most ${counts === "updates" ? "√(k(R² + 2β))" : "R√k"}`));
    }
    return { draw };
  }

  return { plane, race };
})();
