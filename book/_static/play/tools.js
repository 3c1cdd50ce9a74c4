// What the playground and the figures of the chapters are drawn and built with.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.tools = (() => {
  // --- Pictures ---------------------------------------------------------------------------------

  function el(tag, attributes = {}, ...children) {
    const out = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) out.setAttribute(key, value);
    out.append(...children);
    return out;
  }
  const line = ([x1, y1], [x2, y2], name) => el("line", { x1, y1, x2, y2, class: name });
  const text = ([x, y], words, more = {}) => el("text", { x, y, ...more }, words);

  function arrow(from, to, name) {
    const way = [to[0] - from[0], to[1] - from[1]],
      length = Play.engine.norm(way);
    if (length < 1) return el("g");
    const [a, b] = way.map((each) => each / length), head = Math.min(9, length);
    const back = [to[0] - head * a, to[1] - head * b],
      half = 0.45 * head;
    const corners = [to, [back[0] - half * b, back[1] + half * a], [back[0] + half * b, back[1] - half * a]];
    return el("g", { class: name }, line(from, back, ""), el("polygon", { points: corners.join(" ") }));
  }

  // The mark of a label: a plus or a disc, as in the book's figures.
  const PLUS = "M-2.6-8h5.2v5.4h5.4v5.2h-5.4v5.4h-5.2v-5.4h-5.4v-5.2h5.4z";
  const mark = (y) => (y > 0 ? el("path", { d: PLUS }) : el("circle", { r: 7 }));
  const marked = (y, [x, up], size) =>
    el("g", { class: y > 0 ? "play-plus" : "", transform: `translate(${x} ${up}) scale(${size})` }, mark(y));

  // Ticks of an axis from `from` to `to`, about `many` of them.
  function ticks(from, to, many) {
    const raw = (to - from) / many,
      ten = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((x) => x * ten).find((x) => x >= raw * 0.999);
    const out = [];
    for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) out.push(+(i * step).toPrecision(6));
    return out;
  }

  // A thing that can be moved: by the pointer, or by keys once it has the focus.
  const thing = (name) => el("g", { class: `play-thing ${name}`, tabindex: -1, role: "button" },
    el("circle", { r: 16, class: "play-reach" }));

  // Lets things of a plane, which is 2 half wide, be moved: by the pointer to a place, by arrows some way.
  function movable(plane, things, half, drag, push) {
    let held = null,
      which = -1;
    plane.addEventListener("pointerdown", (event) => {
      const found = things.indexOf(event.target.closest(".play-thing"));
      if (event.button || held !== null || found < 0) return;
      event.preventDefault();
      [held, which] = [event.pointerId, found];
      plane.setPointerCapture(held);
      things[which].focus({ preventScroll: true });
    });
    plane.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
      if (pointerId !== held) return;
      const { left, top, width } = plane.getBoundingClientRect(), way = (2 * half) / width;
      drag(which, [(clientX - left) * way - half, half - (clientY - top) * way]);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      plane.addEventListener(end, ({ pointerId }) => { if (pointerId === held) held = null; });
    }
    things.forEach((each, i) => each.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } [event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      push(i, way, event.shiftKey);
    }));
  }

  function picture(name) {
    return el("svg", { class: name });
  }

  // A picture with what style sheets say written into it.
  function styled(svg) {
    const KEPT = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray",
      "stroke-linecap", "paint-order", "opacity", "r", "font", "text-anchor", "display"];
    const copy = svg.cloneNode(true);
    const parts = [svg, ...svg.querySelectorAll("*")],
      copies = [copy, ...copy.querySelectorAll("*")];
    parts.forEach((part, i) => {
      const style = getComputedStyle(part);
      for (const key of KEPT) copies[i].style.setProperty(key, style.getPropertyValue(key));
    });
    return copy;
  }

  // Pictures side by side as one file, and below them what each line stands for.
  function together(svgs, key = []) {
    const sizes = svgs.map((svg) => svg.getAttribute("viewBox").split(" ").slice(2).map(Number));
    const out = el("svg"),
      put = (svg, said) => Object.entries(said).forEach(([name, value]) => svg.setAttribute(name, value));
    let [width, height] = [0, Math.max(...sizes.map(([, h]) => h))];
    out.append(el("rect", { width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor }));
    svgs.forEach((svg, i) => {
      const [w, h] = sizes[i], copy = styled(svg);
      put(copy, { x: width, y: (height - h) / 2, width: w, height: h });
      width += w;
      out.append(copy);
    });
    for (const line of key) {
      const swatch = styled(line.firstChild),
        [name, value] = [...line.childNodes].slice(1);
      const { color, fontFamily } = getComputedStyle(line);
      put(swatch, { x: 12, y: height + 7, width: 30, height: 10 });
      const words = text([50, height + 17], "", { style: `fill: ${color}; font: 14px ${fontFamily}` });
      words.append(el("tspan", { "font-weight": "bold" }, name.textContent), value.textContent);
      out.append(swatch, words);
      height += 24;
    }
    put(out, { width, height, viewBox: `0 0 ${width} ${height}` });
    return new XMLSerializer().serializeToString(out);
  }

  // --- What stands around them ------------------------------------------------------------------

  function html(tag, properties = {}, ...children) {
    const out = Object.assign(document.createElement(tag), properties);
    out.append(...children);
    return out;
  }

  function button(words, act, properties = {}) {
    const out = html("button", { type: "button", textContent: words, ...properties });
    out.addEventListener("click", act);
    return out;
  }
  const folded = (name, title, ...inside) =>
    html("details", { className: name }, html("summary", { textContent: title }), ...inside);

  const minus = (words) => words.replace("-", "−");

  function short(value) {
    if (value === null || value === undefined) return "–";
    if (!Number.isFinite(value)) return "∞";
    return minus(String(+value.toPrecision(value >= 1000 ? 6 : 4)));
  }
  const pair = (v) => `(${v.map(short).join(", ")})`;

  // What a link says; some programs that send one on write its signs in another way.
  function hash() {
    try {
      return decodeURIComponent(location.hash);
    } catch {
      return location.hash;
    }
  }

  function save(href, name) {
    Object.assign(document.createElement("a"), { href, download: name }).click();
    if (href.startsWith("blob:")) URL.revokeObjectURL(href);
  }
  const blob = (svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));

  return {
    el,
    line,
    text,
    ticks,
    arrow,
    marked,
    mark,
    thing,
    movable,
    picture,
    together,
    html,
    button,
    folded,
    short,
    pair,
    hash,
    save,
    blob,
  };
})();
