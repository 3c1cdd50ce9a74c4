// A figure to play with: its state and its text in the address, the controls, what is said, undo, and
// pictures to take away.  Play.figures holds what differs from figure to figure:
//   title      its name
//   fields     what a state is made of, each with { start } and
//                { title, values }    a slider over these numbers,
//                { title, options }   a choice, or
//                { read, print }      what the figure itself changes
//   compute    from a state to all numbers that are shown; needs no page
//   build      draws its pictures, given what the state can be changed by; gives a function that shows
//   facts      [[name, value, the line of the chart that it stands for], ...]
//   story      one sentence or two on what was computed
//   acts       buttons, each [words, what it makes of a state, what is said]
//   help       what pointer and keys do
"use strict";
globalThis.Play = globalThis.Play || {};
Play.figures = Play.figures || {};
Play.kind = (() => { // what can be done with a state without a page
  const MOST = 300; // rounds of a game
  const nearest = (values, x) =>
    values.reduce((best, each) => (Math.abs(each - x) < Math.abs(best - x) ? each : best));

  const start = (kind) =>
    Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, field.start]));

  function read(field, words) { // undefined is what cannot be
    if (field.read) return field.read(words);
    if (field.options) return Object.hasOwn(field.options, words) ? words : undefined;
    return words.trim() !== "" && Number.isFinite(Number(words)) ? nearest(field.values, Number(words)) : undefined;
  }
  const written = (field, value) => (field.print ? field.print(value) : String(value));

  // A state from its text, over one that it says the difference to.
  function parse(kind, words, from = start(kind)) {
    const state = { ...from };
    for (const part of words.split("&")) {
      const [name, said] = part.split("=", 2);
      const value = Object.hasOwn(kind.fields, name) && said !== undefined ? read(kind.fields[name], said) : undefined;
      if (value !== undefined) state[name] = value;
    }
    return state;
  }

  function print(kind, state, from = start(kind)) {
    const said = (name, of) => written(kind.fields[name], of [name]);
    const changed = Object.keys(kind.fields).filter((name) => said(name, state) !== said(name, from));
    return changed.map((name) => `${name}=${said(name, state)}`).join("&");
  }

  // A list of whole numbers, such as the rounds of a game.
  const list = (low, high) => ({
    print: (values) => values.join("_"),
    read: (words) => {
      const values = words ? words.split("_").map(Number) : [];
      const fit = values.length <= MOST && values.every((x) => Number.isInteger(x) && x >= low && x <= high);
      return fit ? values : undefined;
    },
  });

  // Numbers for a slider: 1, 1.2, 1.5, 2, ... of each power of ten.
  function round(low, high) {
    const out = [];
    for (let ten = -4; ten < 5; ten++)
      for (const each of [10, 12, 15, 20, 25, 30, 40, 50, 60, 80]) out.push(Number(`${each}e${ten}`));
    return out.filter((x) => x >= low && x <= high);
  }

  // Numbers between 0 and 1 that look random, the same for the same seed.
  function drawing(seed) {
    let state = Math.imul(seed, 2654435761) >>> 0;
    return () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state + 0.5) / 2 ** 32;
    };
  }

  return { MOST, start, parse, print, list, round, drawing };
})();
Play.chart = (() => {
  const [W, H, left, low] = [400, 320, 46, 274];

  // Curves over one axis: { name, points, dots }; the name says how it is drawn.
  return function chart(svg, { x: [x0, x1], y: [y0, y1], across, curves, marks = [], label = Play.tools.short }) {
    const { el, line, text, short, ticks } = Play.tools;
    const x = (v) => left + ((v - x0) / (x1 - x0)) * (W - left - 10);
    const y = (v) => low - ((v - y0) / (y1 - y0)) * (low - 10);
    const at = ([a, b]) => [x(a), Math.max(-400, Math.min(700, y(b)))];
    svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
    const grid = ticks(y0, y1, 5).flatMap((v) => [line([left, y(v)], [W - 10, y(v)], v ? "play-grid" : "play-axis"),
      text([left - 5, y(v) + 5], label(v), { "text-anchor": "end" })]);
    const under = ticks(x0, x1, 6).map((v) => text([x(v), low + 18], short(v), { "text-anchor": "middle" }));
    const drawn = curves.map(({ name, points, dots }) => el("g", { class: name },
      el("polyline", { points: points.map(at).join(" ") }),
      ...(dots ? points.map((p) => el("circle", { cx: at(p)[0], cy: at(p)[1], r: 2.6 })) : [])));
    const more = marks.map(({ name, point, words, end }) => el("g", { class: name },
      el("circle", { cx: at(point)[0], cy: at(point)[1], r: 5 }),
      text([at(point)[0] + (end ? -10 : 10), at(point)[1] - 13], words, { "text-anchor": end ? "end" : "start" })));
    const clip = el("clipPath", { id: `${svg.dataset.name}-clip` },
      el("rect", { x: left, y: 4, width: W - left - 4, height: low - 2 }));
    svg.replaceChildren(clip, ...grid, line([left, 8], [left, low], "play-axis"), ...under,
      text([(left + W) / 2, H - 6], across, { "text-anchor": "middle" }),
      el("g", { "clip-path": `url(#${svg.dataset.name}-clip)` }, ...drawn), ...more);
  };
})();
Play.figure = (root) => {
  const { tools, kind: kinds } = Play, { html, button, folded, short } = tools;
  const kind = Play.figures[root.dataset.figure],
    id = root.id;
  const sent = () => {
    const hash = tools.hash();
    return hash.startsWith(`#${id}?`) && hash.slice(id.length + 2);
  };
  const first = kinds.parse(kind, root.dataset.state);
  let state = sent() === false ? first : kinds.parse(kind, sent(), first);
  const past = [];
  let dragged = null;

  const said = html("p", { className: "play-said", role: "status" }),
    facts = html("p", { className: "play-facts" });
  const svgs = [],
    boxes = {};

  // --- Changes ------------------------------------------------------------------------------------

  // A slider that is drawn is undone at once.
  function change(what, words, by = null) {
    if (by === null || by !== dragged) past.push(state);
    if (past.length > 200) past.shift();
    dragged = by;
    state = { ...state, ...what };
    show(words);
  }

  function back() {
    if (!past.length) return say("There is nothing to undo.");
    state = past.pop();
    dragged = null;
    return show("Undone.");
  }
  const say = (words) => { said.textContent = words; };
  const full = () => say(`There is no room for more than ${kinds.MOST} rounds.`);

  // Add rounds to a game, as far as there is room.
  function play(rounds, words) {
    if (state.rounds.length + rounds.length > kinds.MOST) full();
    else change({ rounds: [...state.rounds, ...rounds] }, words);
  }

  // --- Controls -----------------------------------------------------------------------------------

  function control([name, { title, values, options }]) {
    if (options) {
      const box = html("select");
      for (const [value, words] of Object.entries(options)) box.add(new Option(words, value));
      box.addEventListener("change", () => change({
        [name]: box.value
      }, `${title}: ${options[box.value]}.`));
      boxes[name] = () => { box.value = state[name]; };
      return html("label", {}, `${title} `, box);
    }
    const box = html("input", { type: "range", ariaLabel: title, min: 0, max: values.length - 1, step: 1 }),
      told = html("output");
    box.addEventListener("input", () => {
      const value = values[box.valueAsNumber];
      change({
        [name]: value
      }, `${title}: ${short(value)}.`, name);
    });
    boxes[name] = () => {
      box.value = values.indexOf(state[name]);
      box.ariaValueText = told.value = short(state[name]);
    };
    return html("label", {}, `${title} `, box, told);
  }

  function picture(name, role, label) {
    const svg = tools.picture(`play-${name}`);
    svg.dataset.name = `${id}-${svgs.length}`;
    svg.setAttribute("role", role);
    svg.setAttribute("aria-label", label);
    svgs.push(svg);
    return svg;
  }
  const stage = html("div", { className: "play-stage" }),
    row = html("div", { className: "play-transport" });
  const draw = kind.build({ stage, row, picture, change, play, say, now: () => state });
  const press = ([words, act, told]) => button(words, () => {
    const what = act(state);
    if (typeof what === "string") say(what);
    else if (what.rounds?.length > kinds.MOST) full();
    else change(what, told);
  });
  const settings = Object.entries(kind.fields).filter(([, { title }]) => title).map(control);

  // --- What is shown ------------------------------------------------------------------------------

  function swatch(name) {
    const svg = tools.el("svg", { class: "play-swatch", viewBox: "0 0 30 10", "aria-hidden": true });
    const dot = tools.el("circle", { cx: 15, cy: 5, r: 2.6 });
    svg.append(tools.el("g", { class: name }, tools.line([1, 5], [29, 5], ""), dot));
    return svg;
  }

  function show(words) {
    const found = kind.compute(state);
    for (const name in boxes) boxes[name]();
    draw(state, found);
    facts.replaceChildren(...kind.facts(state, found).map(([name, value, drawn]) =>
      html("span", {}, ...(drawn ? [swatch(drawn)] : []), html("b", { textContent: name }),
        ` ${typeof value === "string" ? value : short(value)}`)));
    say([words, kind.story(state, found)].filter(Boolean).join(" "));
  }

  // --- To take away -------------------------------------------------------------------------------

  const address = html("input", { className: "play-address", readOnly: true, hidden: true });
  address.ariaLabel = "Link to this figure";

  async function copy() {
    const text = kinds.print(kind, state, first);
    Object.assign(address, { value: `${location.href.split("#")[0]}#${id}?${text}`, hidden: false }).select();
    try {
      await navigator.clipboard.writeText(address.value);
      say("The link is copied.");
    } catch {
      say("The link is selected: copy it.");
    }
  }

  const whole = () => tools.together(svgs, facts.querySelectorAll(":scope > span:has(> .play-swatch)"));

  function save(type) {
    const told = () => say("The picture is saved.");
    if (type === "svg") {
      tools.save(tools.blob(whole()), `${id}.svg`);
      return told();
    }
    const image = new Image();
    image.onload = () => {
      const canvas = html("canvas", { width: 2 * image.width, height: 2 * image.height });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      tools.save(canvas.toDataURL(), `${id}.png`);
      told();
    };
    image.src = `data:image/svg+xml,${encodeURIComponent(whole())}`;
    return null;
  }

  root.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
      event.preventDefault();
      back();
    }
  });
  addEventListener("hashchange", () => {
    if (sent() !== false) change(kinds.parse(kind, sent(), first), "As the link says.");
  });

  row.append(...kind.acts.map(press), button("Undo", back), button("Reset", () => change(first, "As at first.")));
  root.append(html("div", { className: "play-settings" }, ...settings), stage, row, facts, said,
    folded("play-keys", "Keys, link and picture", html("p", { textContent: `${kind.help} Ctrl+Z undoes.` }),
      html("div", { className: "play-share" }, button("Copy link", copy), button("Save as SVG", () => save("svg")),
        button("Save as PNG", () => save("png")), address)));
  root.querySelector(".play-without")?.classList.add("play-none");
  show("");
  if (sent() !== false) root.scrollIntoView();
  return { now: () => state };
};
for (const root of globalThis.document?.querySelectorAll(".play-figure") ?? [])
  setTimeout(() => { root.play = Play.figure(root); }); // when this file is read, and in a task of its own
