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

  // A picture as a file of its own: what style sheets say is written into it.
  function standalone(svg) {
    const KEPT = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray",
      "stroke-linecap", "paint-order", "opacity", "font", "text-anchor", "display", "overflow"];
    const copy = svg.cloneNode(true);
    const parts = [svg, ...svg.querySelectorAll("*")],
      copies = [copy, ...copy.querySelectorAll("*")];
    parts.forEach((part, i) => {
      const style = getComputedStyle(part);
      for (const key of KEPT) copies[i].style.setProperty(key, style.getPropertyValue(key));
    });
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.style.overflow = "hidden"; // a plane is longer than its picture
    const face = getComputedStyle(document.body).backgroundColor;
    copy.prepend(el("rect", { width: "100%", height: "100%", fill: face }));
    return new XMLSerializer().serializeToString(copy);
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
    arrow,
    marked,
    mark,
    thing,
    movable,
    picture,
    standalone,
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
