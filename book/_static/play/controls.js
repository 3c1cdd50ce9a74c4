// What a reader can do: every action by pointer, by touch and by keys, and said aloud.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.start = (() => {
  const { engine, view, state: states, PRESETS } = Play;
  const NAMES = {
    order: { placed: "as placed", shuffled: "shuffled", worst: "worst first", adversary: "an adversary that answers" },
    rule: { mistake: "a mistake", plus: "predicts +1", minus: "predicts −1", correct: "counts as right (y f < 0)", turned: "predicts +1, and the update has its sign turned" },
    bias: { none: "none", bias: "a bias, bounds without it", lift: "lifted to (x, 1), bounds too" },
  };
  const MISSING = { // the hypothesis that a broken bound lacks, and its place in the book
    bias: ["the learner has a bias, and the bound is that of the instances as they are", "section-bias"],
    start: ["the run does not start at zero", "section-reading"],
    turned: ["the update does not add y x", "thm-difference"],
  };
  const ABOUT = { none: "bound on k", bias: "bound on k, not lifted", lift: "bound on k, lifted" };
  const PACE = 450; // milliseconds a round, shorter in a long run
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  function html(tag, attributes = {}, ...children) {
    const out = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) key in out && key !== "list" ? (out[key] = value) : out.setAttribute(key, value);
    out.append(...children);
    return out;
  }
  const button = (words, act, more = {}) => { const it = html("button", { type: "button", textContent: words, ...more }); it.addEventListener("click", act); return it; };
  const short = (value) => (value === null || value === undefined ? "–" : !Number.isFinite(value) ? "∞" : String(+value.toPrecision(value >= 1000 ? 6 : 4)));
  const pair = (v) => `(${v.map((x) => short(x).replace("-", "−")).join(", ")})`;
  const sign = (y) => (y > 0 ? "+1" : "−1");
  let numbered = 0;

  return function start(root) {
    const parts = root.dataset.parts.split(" "), whole = parts.includes("whole"), has = (part) => whole || parts.includes(part), id = `play-${++numbered}`;
    const fallback = root.querySelector(".play-without");
    const href = (label) => fallback?.querySelector(`a[href$="#${label}"]`);
    const link = (label) => { const from = href(label); return from ? html("a", { href: from.getAttribute("href"), textContent: from.textContent }) : label; };
    const sent = () => whole && location.hash.startsWith("#preset=") && location.hash.slice(1);
    const given = sent() || root.dataset.state;
    let state = states.parse(given), run, all, best, playing = null, writing = null, focus = 0, broke = false;

    // --- What stands on the page ----------------------------------------------------------------
    const planeSvg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const raceSvg = planeSvg.cloneNode();
    planeSvg.setAttribute("class", "play-plane");
    raceSvg.setAttribute("class", "play-race");
    planeSvg.setAttribute("role", "application");
    planeSvg.setAttribute("tabindex", -1); // the things in it are reached, not the picture
    planeSvg.setAttribute("aria-label", "The plane: points, the learner's line, the comparator");
    raceSvg.setAttribute("role", "img");
    const plane = view.plane(planeSvg), race = view.race(raceSvg);
    const said = html("p", { className: "play-said" }), hint = html("p", { className: "play-hint" });
    said.setAttribute("role", "status");
    const slider = html("input", { type: "range", min: 0, step: 1 });
    slider.setAttribute("aria-label", "Round");
    const toggle = button("Play", () => (playing ? pause() : play()), { className: "play-go" });
    const numbers = html("div", { className: "play-numbers" });
    const alarm = html("div", { className: "play-alarm", hidden: true });
    const fields = {};
    const select = (name, words, options) => {
      const it = html("select", { id: `${id}-${name}` });
      for (const [value, title] of Object.entries(options)) it.add(new Option(title, value));
      it.addEventListener("change", () => (name === "preset" ? load(states.preset(it.value)) : change({ [name]: it.value }, `${words}: ${it.selectedOptions[0].text}.`)));
      return (fields[name] = it), html("label", {}, `${words} `, it);
    };
    const entry = (name, words, read, write, more) => {
      const it = html("input", { type: "number", id: `${id}-${name}`, ...more });
      it.addEventListener("change", () => { const value = it.valueAsNumber; if (Number.isFinite(value)) change(write(value), `${words}: ${value}.`); else show(); });
      it.read = read;
      return (fields[name] = it), html("label", {}, `${words} `, it);
    };
    const titles = Object.fromEntries(Object.entries(PRESETS).map(([name, { title }]) => [name, title]));
    const more = html("details", { className: "play-more" }, html("summary", { textContent: "More: order, ties, bias, start, passes" }),
      html("div", {}, select("bias", "Bias", NAMES.bias), select("rule", "A score of zero", NAMES.rule), select("order", "Order", NAMES.order),
        entry("seed", "Seed", () => state.seed, (v) => ({ seed: Math.max(0, Math.round(v)) }), { min: 0, step: 1 }),
        entry("passes", "Passes", () => state.passes, (v) => ({ passes: Math.max(1, Math.round(v)) }), { min: 1, step: 1 }),
        entry("step", "Step size η", () => state.step, (v) => ({ step: v > 0 ? v : 1 }), { min: 0, step: "any" }),
        entry("start1", "Start, first", () => state.start[0], (v) => ({ start: [v, state.start[1]] }), { step: "any" }),
        entry("start2", "Start, second", () => state.start[1], (v) => ({ start: [state.start[0], v] }), { step: "any" }),
        button("Add a point", () => add([0.5 * state.view, 0.75 * state.view])), button("Zoom in", () => change({ view: state.view / 2 }, "Nearer.")), button("Zoom out", () => change({ view: state.view * 2 }, "Further away."))));
    const keys = html("details", { className: "play-keys" }, html("summary", { textContent: "Keys, pointer and touch" }), html("p", {
      textContent: "Click an empty place to put a point there; click a point to turn its label; drag it to move it; drag it out of the plane to delete it. "
        + "The diamond is the comparator: its distance from the middle line is the margin that is asked. "
        + "With the focus in the plane: N and P go to the next and the previous thing, arrows move it (with Shift in small steps), Enter turns a label, Delete takes a point away, A adds one, S steps, B goes back, Space plays.",
    }));
    const code = html("pre", { tabIndex: 0 }), address = html("input", { readOnly: true, className: "play-address", hidden: true });
    address.setAttribute("aria-label", "Address of this situation");
    code.setAttribute("aria-label", "Lines of perclib");
    const share = html("div", { className: "play-share" },
      button("Copy link", copyLink), button("Save picture", savePicture),
      html("details", { className: "play-code" }, html("summary", { textContent: "Lines of perclib" }), code), address);
    const open = html("a", { className: "play-open", textContent: "Open it in the playground" });
    const head = html("div", { className: "play-head" }, select("preset", "Situation", titles), hint);
    const transport = html("div", { className: "play-transport" }, toggle, button("Back", () => go(-1)), button("Step", () => go(1)), button("Reset", () => seek(0, "Back at the start.")), slider);
    planeSvg.classList.toggle("play-bare", !has("comparator"));
    root.append(head, html("div", { className: "play-stage" }, planeSvg, ...(has("race") ? [raceSvg] : [])), transport, said, alarm, ...(has("bounds") ? [numbers] : []),
      ...(whole ? [more, keys, share] : [open, keys]));
    fallback?.classList.add("play-none");

    // --- From a situation to what is seen ---------------------------------------------------------
    function compute() {
      states.fit(state);
      run = engine.run(state);
      all = engine.trials(run, state.bias);
      best = null;
    }
    const mistakes = (t) => run.rounds.slice(0, t).filter(({ mistake }) => mistake).length;
    const compare = () => { const { u, asked } = states.comparator(state); return { u, ...engine.bounds(all, u, asked) }; };
    const lifted = () => engine.bounds(engine.trials(run, "lift"), [...state.u, 0], engine.dot(state.u, state.u)).blockNovikoff;
    const lacking = () => [["bias", state.bias === "bias"], ["start", state.start.some(Boolean)], ["turned", state.rule === "turned"]].filter(([, is]) => is).map(([name]) => name);

    function show() {
      const { t } = state, now = t ? run.rounds[t - 1] : run.rounds[0], k = mistakes(t);
      const labels = state.points.map((p) => p[2]);
      if (state.order === "adversary") for (const { i, y } of run.rounds.slice(0, Math.max(t, state.points.length))) labels[i] = y;
      plane.draw({ state, run, labels, now });
      plane.things().forEach((it, i) => it.setAttribute("aria-label", `Point ${i + 1} at ${pair(state.points[i].slice(0, 2))}, label ${sign(labels[i])}`));
      plane.handles.u.setAttribute("aria-label", `Comparator, ${pair(state.u)}, the margin asked is ${short(engine.norm(state.u))}`);
      plane.handles.c.setAttribute("aria-label", `Middle of the comparator, ${pair(state.c)}`);
      things().forEach((it, i) => it.setAttribute("tabindex", i === Math.min(focus, things().length - 1) ? 0 : -1));
      planeSvg.classList.toggle("play-still", calm.matches);
      Object.assign(slider, { max: run.rounds.length, value: t });
      slider.setAttribute("aria-valuetext", `round ${t} of ${run.rounds.length}, ${k} mistakes`);
      toggle.textContent = playing ? "Pause" : "Play";
      for (const [name, field] of Object.entries(fields)) if (document.activeElement !== field || field.type !== "number") field.value = field.read ? field.read() : state[name];
      if (all.length) tell(compare(), k, t);
      open.href = here();
      code.textContent = whole && state.points.length ? states.lines(state, run) : "";
    }

    function tell(bounds, k, t) {
      race.draw({ state, run, bounds, u: bounds.u, loose: state.bias === "bias" });
      raceSvg.setAttribute("aria-label", `After ${k} mistakes; the bound is ${short(bounds.blockNovikoff ?? bounds.freundSchapire)}`);
      best ??= { widest: engine.largestMargin(all), one: engine.bestComparator(all, 1), two: engine.bestComparator(all, 2) };
      const R = bounds.R, widest = best.widest && (R / best.widest.margin) ** 2;
      const gap = (value, floor) => (1 - floor / value > 1e-6 ? `at least ${short(floor)}` : "proved least");
      const rows = [
        ["Block–Novikoff, (R/γ)²", bounds.blockNovikoff, widest, best.widest && gap(widest, (R / best.widest.ceiling) ** 2), best.widest && best.widest.u.map((x) => x * best.widest.margin), "thm-block-novikoff"],
        ["Freund–Schapire, ((R+D)/γ)² = K₂", bounds.freundSchapire, best.two.value, gap(best.two.value, best.two.floor), best.two.u, "thm-freund-schapire"],
        ["Hinge loss, K₁", bounds.hinge, best.one.value, gap(best.one.value, best.one.floor), best.one.u, "thm-hinge-family"],
      ];
      const cells = rows.map(([name, value, least, proof, u, label]) => {
        const broken = value !== null && k > value * (1 + 1e-9);
        const row = html("tr", { className: broken ? "play-broken" : "" }, html("th", { scope: "row" }, name, " ", href(label) ? link(label) : ""), html("td", {}, broken ? `${short(value)} < ${k}` : short(value)), html("td", {}, least ? `${short(least)}, ${proof}` : "no margin"), html("td", {}));
        if (least && u.some(Boolean)) row.lastChild.append(button("Take it", () => take(u), { ariaLabel: `Take the best comparator for ${name}` }));
        return [row, broken];
      });
      const facts = { k: `${k} in ${t} of ${run.rounds.length} rounds`, R: short(R), "γ asked": short(bounds.gamma), "γ attained": short(bounds.attained), D: short(bounds.D), "Δ=√(RD)": short(bounds.Delta), "L₁": short(bounds.loss) };
      numbers.replaceChildren(html("p", { className: "play-facts" }, ...Object.entries(facts).map(([name, value]) => html("span", {}, html("b", { textContent: name }), ` ${value}`))),
        html("table", {}, html("thead", {}, html("tr", {}, ...[ABOUT[state.bias], "yours", "the best comparator's", ""].map((words) => html(words ? "th" : "td", { textContent: words })))), html("tbody", {}, ...cells.map(([row]) => row))));
      const broken = cells.some(([, is]) => is), why = lacking();
      alarm.hidden = !broken;
      if (broken) alarm.replaceChildren(html("strong", { textContent: "A bound is broken. " }), "No theorem is: ", ...why.flatMap((name, i) => [i ? "; and " : "", `${MISSING[name][0]} (`, link(MISSING[name][1]), ")"]), state.bias === "bias" ? `. On the lifted examples the first bound is ${short(lifted())}.` : ".");
      if (broken && !broke) say(`Mistake ${k}, more than a bound allows: ${why.map((name) => MISSING[name][0]).join("; ")}.`);
      broke = broken;
      hint.replaceChildren(PRESETS[state.preset].say, " ", link(PRESETS[state.preset].see), ...(whole ? [" ", html("em", { textContent: "Can you make it err more often than a bound allows?" })] : []));
    }
    const here = () => `${whole ? location.href.split("#")[0] : root.dataset.page}#${states.print(state)}`;
    function write() { // browsers allow few changes of the address in a while
      clearTimeout(writing);
      if (whole) writing = setTimeout(() => history.replaceState(null, "", here()), 250);
    }
    const say = (words) => { said.textContent = words; };

    function story(t) {
      if (!t) return "At the start.";
      const { i, y, f, mistake, times } = run.rounds[t - 1], w = run.weights[t];
      const what = mistake ? (times ? `mistake ${mistakes(t)}, the weights move to ${pair(w)}` : "a mistake") : times ? "moves" : "right, nothing moves";
      return `Round ${t} of ${run.rounds.length}: point ${i + 1}, label ${sign(y)}, score ${short(f).replace("-", "−")}${f === 0 ? ", a tie" : ""}: ${what}.`;
    }

    // --- Time -------------------------------------------------------------------------------------
    function seek(t, words) {
      state.t = Math.max(0, Math.min(run.rounds.length, t));
      show();
      write();
      if (!broke) say(words ?? story(state.t));
    }
    const go = (by) => { pause(); seek(state.t + by); };
    function play() {
      if (state.t >= run.rounds.length) state.t = 0;
      said.setAttribute("aria-live", "off"); // the end is said, not each round
      const beat = () => {
        const jump = Math.max(1, Math.round((run.rounds.length * PACE) / 12000));
        seek(state.t + jump);
        if (state.t >= run.rounds.length) return pause();
        playing = setTimeout(beat, run.rounds.length > 27 ? Math.max(60, 12000 / run.rounds.length) : PACE);
      };
      playing = setTimeout(beat, 200);
      toggle.textContent = "Pause";
    }
    function pause() {
      if (!playing) return;
      clearTimeout(playing);
      playing = null;
      said.setAttribute("aria-live", "polite");
      toggle.textContent = "Play";
      if (!broke) say(`${story(state.t)} ${mistakes(state.t)} mistakes so far.`);
    }
    slider.addEventListener("input", () => { pause(); seek(slider.valueAsNumber); });

    // --- Changes ----------------------------------------------------------------------------------
    function change(what, words) {
      pause();
      broke = false;
      const ended = state.t > 0 && state.t === run.rounds.length;
      Object.assign(state, what);
      compute();
      if (ended) state.t = run.rounds.length; // what was run to its end stays so
      show();
      write();
      if (words && !broke) say(words);
    }
    function load(next, words) {
      pause();
      broke = false;
      state = next;
      compute();
      show();
      write();
      if (!broke) say(words ?? `${PRESETS[state.preset].title}. ${PRESETS[state.preset].say}`);
    }
    function take(u) {
      const flat = u.slice(0, 2), size = engine.dot(flat, flat);
      // At margin 1 the comparator is u; as a line it passes through c and asks the distance 1/||u||.
      const at1 = size ? flat.map((x) => x / size) : null;
      if (!at1) return say("The best comparator has no direction: no line beats it.");
      change({ u: at1, c: u.length > 2 ? flat.map((x) => (-u[2] * x) / size) : [0, 0] }, `The comparator is now ${pair(at1)}.`);
    }
    const grid = (fine) => state.view / (fine ? 256 : 32);
    const snap = (v) => v.map((x) => Math.max(-state.view, Math.min(state.view, Math.round(x / grid()) * grid())) || 0);
    function add(at) {
      if (state.points.length >= states.MOST.points) return say("There is no room for more points.");
      const w = run.weights[state.t], side = engine.dot(w.slice(0, 2), at) + (w[2] ?? 0), y = side > 0 ? -1 : 1;
      focus = state.points.length;
      change({ points: [...state.points, [...snap(at), y]] }, `Point ${state.points.length} at ${pair(snap(at))}, label ${sign(y)}: the learner would get it wrong.`);
    }
    const put = (i, point) => state.points.map((old, j) => (j === i ? point : old));
    const turn = (i) => change({ points: put(i, [...state.points[i].slice(0, 2), -state.points[i][2]]) }, `Point ${i + 1} has the label ${sign(-state.points[i][2])} now.`);
    function drop(i) {
      if (state.points.length < 2) return say("The last point stays.");
      change({ points: state.points.filter((_, j) => j !== i) }, `Point ${i + 1} is gone, ${state.points.length - 1} are left.`);
    }

    // Things in the plane: points, then the comparator, then its middle where there is one.
    const things = () => [...plane.things(), ...(has("comparator") ? [plane.handles.u] : []), ...(has("comparator") && state.bias === "lift" ? [plane.handles.c] : [])];
    const where = (i) => (i < state.points.length ? state.points[i].slice(0, 2) : i === state.points.length ? engine.plus(state.c, 1, state.u) : state.c);
    function move(i, to) {
      if (i < state.points.length) change({ points: put(i, [...to, state.points[i][2]]) }, `Point ${i + 1} at ${pair(to)}.`);
      else if (i > state.points.length) change({ c: to }, `Middle of the comparator at ${pair(to)}.`);
      else {
        const u = engine.plus(to, -1, state.c);
        if (u.some(Boolean)) change({ u }, `Comparator ${pair(u)}, margin asked ${short(engine.norm(u))}, bound ${short(compare().freundSchapire)}.`);
      }
    }

    // --- Pointer and touch ------------------------------------------------------------------------
    const place = (event) => {
      const box = planeSvg.getBoundingClientRect();
      return plane.back(state, [((event.clientX - box.left) / box.width) * 400, ((event.clientY - box.top) / box.height) * 400]);
    };
    let held = null;
    planeSvg.addEventListener("pointerdown", (event) => {
      const i = things().indexOf(event.target.closest(".play-thing"));
      if (event.button) return;
      pause();
      held = { i, from: place(event), moved: false };
      if (i >= 0) { planeSvg.setPointerCapture(event.pointerId); focus = i; event.preventDefault(); things()[i].focus({ preventScroll: true }); }
    });
    planeSvg.addEventListener("pointermove", (event) => {
      if (!held) return;
      const to = place(event);
      held.moved ||= Math.hypot(to[0] - held.from[0], to[1] - held.from[1]) > state.view / 50;
      if (held.moved && held.i >= 0) move(held.i, snap(to));
    });
    planeSvg.addEventListener("pointerup", (event) => {
      const { i, moved } = held ?? { i: -1, moved: true }, to = place(event);
      held = null;
      if (i < 0 && !moved) add(to);
      else if (i >= 0 && i < state.points.length && !moved) turn(i);
      else if (i >= 0 && i < state.points.length && to.some((x) => Math.abs(x) > 1.06 * state.view)) drop(i);
    });
    planeSvg.addEventListener("pointercancel", () => { held = null; });

    // --- Keys -------------------------------------------------------------------------------------
    const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    planeSvg.addEventListener("focusin", (event) => { const i = things().indexOf(event.target); if (i >= 0) focus = i; });
    planeSvg.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const i = Math.min(focus, things().length - 1), point = i < state.points.length, key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const to = (j) => { focus = (j + things().length) % things().length; show(); };
      const acts = {
        n: () => to(i + 1), p: () => to(i - 1), a: () => add([0.5 * state.view, 0.75 * state.view]), s: () => go(1), b: () => go(-1),
        " ": () => (playing ? pause() : play()), Enter: () => point && turn(i), Delete: () => point && drop(i), Backspace: () => point && drop(i),
      };
      const act = ARROWS[key] ? () => move(i, engine.plus(where(i), grid(event.shiftKey), ARROWS[key])) : acts[key];
      if (!act) return;
      event.preventDefault();
      act();
      things()[Math.min(focus, things().length - 1)].focus({ preventScroll: true });
    });

    // --- To take away -----------------------------------------------------------------------------
    async function copyLink() {
      Object.assign(address, { value: here(), hidden: false });
      address.select();
      try { await navigator.clipboard.writeText(here()); say("The link is copied."); } catch { say("The link is selected: copy it."); }
    }
    function savePicture() {
      const url = URL.createObjectURL(new Blob([view.standalone(planeSvg)], { type: "image/svg+xml" }));
      html("a", { href: url, download: "playground.svg" }).click();
      URL.revokeObjectURL(url);
      say("The picture is saved.");
    }
    addEventListener("hashchange", () => {
      if (sent() && sent() !== states.print(state)) load(states.parse(sent()), "Another situation.");
    });

    compute();
    show();
    say(story(state.t));
    // It moves by itself when it is first seen, unless it was sent as it stands or motion is unwanted.
    if (!state.t && !calm.matches) {
      const seen = new IntersectionObserver(([entry_]) => { if (entry_.isIntersecting) { seen.disconnect(); if (!state.t && !playing) play(); } }, { threshold: 0.4 });
      seen.observe(planeSvg);
    }
    return { now: () => state, change, seek };
  };
})();
addEventListener("DOMContentLoaded", () => document.querySelectorAll(".play").forEach((root) => { root.play = Play.start(root); }));
