// What a reader can do, by pointer, by touch and by keys, and what comes of it.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.start = (() => {
  const { engine, measure, panel, view, tools, state: states, PRESETS } = Play;
  const { short, pair } = tools, { sign } = panel;
  const PACE = 450,
    LONGEST = 12000; // milliseconds of a round, and of a whole run
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  return function start(root) {
    const parts = root.dataset.parts.split(" "),
      whole = parts.includes("whole");
    const has = (part) => whole || parts.includes(part);
    const chapter = Number(root.dataset.chapter ?? Infinity); // of which bounds and words it shows no later ones
    const sent = () => whole && tools.hash().startsWith("#preset=") && tools.hash().slice(1);
    let state = states.parse(sent() || root.dataset.state),
      run, found;
    let playing = null,
      writing = null,
      focus = 0,
      altered = false,
      broke = false,
      held = null;
    const past = [],
      future = [];

    const acts = {
      toggle: () => (playing ? pause() : play()),
      go: (by) => {
        pause();
        seek(state.t + by);
      },
      seek: (t) => {
        pause();
        seek(t);
      },
      choose: (name, value, words) => {
        if (name === "preset") load(states.preset(value));
        else change({
          [name]: value
        }, words);
      },
      change: (what, words) => change(what(state), words),
      say: (words) => say(words),
      add: () => add([0.5 * state.view, 0.75 * state.view]),
      zoom: (by) => change({ view: state.view * by }, by < 1 ? "Nearer." : "Further away."),
      undo,
      redo,
      reset: () => load(whole ? states.preset(state.preset) : states.parse(root.dataset.state), "As at first."),
      chapter,
      drop: () => (focus < state.points.length ? drop(focus) : say("Choose a point first: click it.")),
      take,
      copy,
      save,
    };
    const page = panel.build(root, has, acts),
      { say } = page;
    const plane = view.plane(page.plane),
      race = view.race(page.race);

    // --- From a situation to what is seen ---------------------------------------------------------
    function compute() {
      states.fit(state);
      run = engine.run(state);
      found = measure.ofRun(state, run, chapter);
    }
    const made = (t) => measure.made(run, t);
    const compare = () => measure.compare(state, found);
    const counts = () => measure.counts(state);
    const scored = () => engine.scorer(state, run.weights[state.t]);
    const comparing = () => has("comparator") && !run.gram;

    function first(bounds) { // the bound that is told of, of those that are proved
      if (!bounds) return found.kernel?.value ?? null;
      return bounds.first ?? (state.learner === "margin" || chapter < 5 ? null : bounds.freundSchapire);
    }
    // What the first bound would be if the examples were lifted.
    function lifted() {
      const all = engine.trials(run, "lift"),
        bounds = engine.bounds(all, [...state.u, 0], 1);
      if (state.learner !== "margin") return bounds.blockNovikoff;
      return bounds.attained > 0 ? engine.updatesBound(bounds.R, bounds.attained, state.beta / state.step) : null;
    }

    function show() {
      if (!held) altered = whole && states.changed(state); // nothing moves under a finger
      const { t } = state, k = made(t), bounds = compare(), lines = measure.rows(state, found, bounds, chapter);
      const broken = lines.some(({ yours }) => (yours ?? null) !== null && k > yours * (1 + 1e-9));
      const lacks = broken ? states.lacking(state) : null;
      const labels = state.points.map((p) => p[2]);
      if (state.order === "adversary") {
        for (const { i, y } of run.rounds.slice(0, Math.max(t, labels.length))) labels[i] = y;
      }
      const averaged = state.learner === "average" && engine.averages(run)[t];
      const raced = measure.race(state, found, bounds, chapter);
      page.plane.classList.toggle("play-bare", !comparing());
      const now = t ? run.rounds[t - 1] : { ...run.rounds[0], times: 0 }; // at first it is only what comes
      const attained = chapter < 5 && bounds ? bounds.attained : undefined;
      plane.draw({ state, run, labels, now, score: scored(), averaged, margin: attained });
      page.race.classList.toggle("play-none", !raced);
      if (raced) race.draw({ t, counts: counts(), ...raced });
      name(labels, k, bounds);
      page.show({
        state,
        changed: altered,
        k,
        lacks,
        playing,
        counts: counts(),
        rounds: run.rounds.length,
        rows: lines,
        here: here(),
        stuck: t > 0 && state.rule === "correct" && run.weights.every((w) => !w.some(Boolean)),
        lines: whole ? Play.lines(state, run, found.kernel) : "",
        lifted: lacks && lifted(),
        facts: measure.facts(state, found, bounds, chapter),
      });
      if (broken && !broke) say(`${k} ${counts()}, more than a bound allows: ${panel.why(lacks)}.`);
      broke = broken;
    }

    const margin = (bounds) =>
      (chapter < 5 ? `margin ${short(bounds?.attained)}` : `margin asked ${short(bounds?.gamma)}`);

    // What is said of the things in the pictures, and which of them the tab key reaches.
    function name(labels, k, bounds) {
      plane.things().forEach((it, i) => {
        const at = pair(state.points[i].slice(0, 2));
        it.setAttribute("aria-label", `Point ${i + 1} at ${at}, label ${sign(labels[i])}`);
      });
      plane.handles.u.setAttribute("aria-label", `Comparator ${pair(state.u)}, ${margin(bounds)}`);
      plane.handles.c.setAttribute("aria-label", `Middle of the comparator, ${pair(state.c)}`);
      things().forEach((it, i) => it.setAttribute("tabindex", i === Math.min(focus, things().length - 1) ? 0 : -1));
      const limit = first(bounds) === null ? "there is no bound" : `the bound is ${short(first(bounds))}`;
      page.race.setAttribute("aria-label", `Progress and growth after ${k} ${counts()}; ${limit}`);
    }

    function story(t) {
      if (!t) return "At the start.";
      const { i, y, f, mistake, times } = run.rounds[t - 1], close = counts() === "updates";
      const moved = run.gram ? ", the point is kept" : `, the weights move to ${pair(run.weights[t])}`;
      const why = mistake ? "mistake" : `close, y f ≤ ${short(state.beta)}`;
      const nth = close ? `${why}: update ${made(t)}` : `${why} ${made(t)}`;
      return `Round ${t} of ${run.rounds.length}: point ${i + 1}, label ${sign(y)}, `
        + `score ${short(f)}${f ? "" : ", a tie"}: ${times ? nth + moved : "right, nothing moves"}.`;
    }

    const here = () => `${whole ? location.href.split("#")[0] : root.dataset.page}#${states.print(state)}`;

    function write() { // browsers allow few changes of the address in a while
      clearTimeout(writing);
      if (whole && (sent() || !location.hash)) writing = setTimeout(() => history.replaceState(null, "", here()), 250);
    }

    // --- Time -------------------------------------------------------------------------------------
    function seek(t) {
      state.t = Math.max(0, Math.min(run.rounds.length, t));
      show();
      write();
      if (!broke) say(story(state.t));
    }

    function play() {
      if (state.t >= run.rounds.length) state.t = 0;
      page.hush(true); // the end is said, not each round
      const pace = Math.min(PACE, Math.max(60, LONGEST / run.rounds.length));
      const by = Math.max(1, Math.round((run.rounds.length * pace) / LONGEST));
      const beat = () => {
        playing = setTimeout(beat, pace);
        seek(state.t + by);
        if (state.t >= run.rounds.length) pause();
      };
      playing = setTimeout(beat, 200);
      show();
    }

    function pause() {
      if (!playing) return;
      clearTimeout(playing);
      playing = null;
      page.hush(false);
      show();
      if (!broke) say(`${story(state.t)} ${made(state.t)} ${counts()} so far.`);
    }

    // --- Changes ----------------------------------------------------------------------------------
    const sums = () => [made(run.rounds.length), first(compare()), kindOf(compare())];

    // Which bound is told of: that of separable examples, that with slack, or one of another learner.
    const kindOf = (bounds) => {
      if (!bounds) return "kernel";
      return (bounds.first ?? null) === null && first(bounds) !== null ? "slack" : state.learner;
    };

    // How the bound changed, if it is still the same one.
    function fromTo(bound, kind) {
      const [, now, other] = sums();
      if (kind === other) return `, bound ${short(bound)} → ${short(now)}`;
      if (other === "slack") return `; no margin is left, and the bound with slack is ${short(now)}`;
      return `; the table now begins with another bound, ${short(now)}`;
    }

    // What was before a change; of a drag it is what was before all of it.
    function keep(fresh = true) {
      if (fresh) future.length = 0;
      if (!held?.kept) past.push(JSON.stringify(state));
      if (past.length > 200) past.shift();
      if (held) held.kept = true;
    }

    function undo() {
      if (!past.length) return say("There is nothing to undo.");
      const before = past.pop();
      future.push(JSON.stringify(state));
      load(JSON.parse(before), "Undone.", false);
      past.pop(); // which it has kept
      return null;
    }

    function redo() {
      if (!future.length) return say("There is nothing to redo.");
      return load(JSON.parse(future.pop()), "Redone.", false);
    }

    function change(what, words) {
      pause();
      keep();
      const [k, bound, kind] = held?.sums ?? sums(), ended = state.t > 0 && state.t === run.rounds.length;
      broke = false;
      Object.assign(state, what);
      compute();
      if (ended) state.t = run.rounds.length; // what was run to its end stays so
      show();
      write();
      const bounds = has("bounds") ? fromTo(bound, kind) : "";
      const title = counts() === "updates" ? "Updates" : "Mistakes";
      const told = typeof words === "function" ? words() : words;
      if (!broke) say(`${told} ${title} in all ${k} → ${made(run.rounds.length)}${bounds}.`);
    }

    function load(next, words, fresh = true) {
      pause();
      keep(fresh);
      broke = false;
      state = next;
      compute();
      show();
      write();
      if (!broke) say(words ?? `${PRESETS[state.preset].title}. ${PRESETS[state.preset].say}`);
    }
    // The plane is seen from further away where the comparator would be out of sight.
    function seen(tip) {
      const reach = Math.max(...tip.map(Math.abs));
      return reach > state.view ? { view: 2 ** Math.ceil(Math.log2(reach / 0.9)) } : {};
    }
    // A comparator of margin 1: its line, at the distance 1/||u|| from the line through the middle.
    function take(u) {
      const flat = u.slice(0, 2),
        size = engine.dot(flat, flat),
        along = flat.map((x) => x / size);
      if (!size) return say("The best comparator is zero: no line has a smaller bound.");
      const c = u.length > 2 ? along.map((x) => -u[2] * x) : [0, 0];
      return change({ u: along, c, ...seen(engine.plus(c, 1, along)) }, `The comparator is now ${pair(along)}.`);
    }
    const grid = (fine) => state.view / (fine ? 256 : 32);
    const within = (x) => Math.max(-state.view, Math.min(state.view, Math.round(x / grid()) * grid())) || 0;
    const snap = (at) => at.map(within);

    function add(place) {
      if (state.points.length >= states.MOST.points) return say("There is no room for more points.");
      const at = snap(place),
        y = scored()(at) > 0 ? -1 : 1;
      focus = state.points.length;
      return change({ points: [...state.points, [...at, y]] }, `Point ${focus + 1} at ${pair(at)}, label ${sign(y)}.`);
    }
    const put = (i, point) => state.points.map((old, j) => (j === i ? point : old));

    function turn(i) {
      const [a, b, y] = state.points[i];
      change({ points: put(i, [a, b, -y]) }, `Point ${i + 1} has the label ${sign(-y)} now.`);
    }

    function drop(i) {
      const points = state.points.filter((_, j) => j !== i);
      if (!points.length) return say("The last point stays.");
      return change({ points }, `Point ${i + 1} is gone, ${points.length} are left.`);
    }

    // Things in the plane: points, then the comparator, then its middle where there is one.
    const handles = () => [plane.handles.u, ...(state.bias === "lift" ? [plane.handles.c] : [])];
    const things = () => [...plane.things(), ...(comparing() ? handles() : [])];

    function where(i) {
      if (i < state.points.length) return state.points[i].slice(0, 2);
      return i === state.points.length ? engine.plus(state.c, 1, state.u) : state.c;
    }

    function move(i, to) {
      const u = engine.plus(to, -1, state.c),
        count = state.points.length;
      if (i < count) change({ points: put(i, [...to, state.points[i][2]]) }, `Point ${i + 1} at ${pair(to)}.`);
      else if (i > count) change({ c: to }, `Middle of the comparator at ${pair(to)}.`);
      else if (u.some(Boolean)) change({ u, ...seen(to) }, () => `Comparator ${pair(u)}, ${margin(compare())}.`);
    }

    // --- Pointer and touch ------------------------------------------------------------------------
    function place({ clientX, clientY }) {
      const { left, top, width, height } = page.plane.getBoundingClientRect();
      return plane.back(state, [((clientX - left) / width) * 400, ((clientY - top) / height) * 400]);
    }
    const far = (from, to) => engine.norm(engine.plus(to, -1, from)) > state.view / 50;
    page.plane.addEventListener("pointerdown", (event) => {
      if (event.button || held) return; // one finger, one point
      const i = things().indexOf(event.target.closest(".play-thing"));
      pause();
      held = { i, id: event.pointerId, from: place(event), moved: false, sums: sums() };
      if (i < 0) return;
      event.preventDefault();
      page.plane.setPointerCapture(event.pointerId);
      focus = i;
      things()[i].focus({ preventScroll: true });
    });
    page.plane.addEventListener("pointermove", (event) => {
      if (held?.id !== event.pointerId) return;
      held.moved ||= far(held.from, place(event));
      if (held.moved && held.i >= 0) move(held.i, snap(place(event)));
    });
    page.plane.addEventListener("pointerup", (event) => {
      if (held?.id !== event.pointerId) return;
      const to = place(event),
        { i, moved } = held;
      const point = i >= 0 && i < state.points.length;
      if (i < 0 && !moved) add(to);
      else if (point && !moved) turn(i);
      else if (point && to.some((x) => Math.abs(x) > 1.06 * state.view)) drop(i);
      else if (i === state.points.length && where(i).some((x) => Math.abs(x) >= state.view)) acts.zoom(2);
      held = null;
      show();
    });
    page.plane.addEventListener("pointercancel", ({ pointerId }) => { // the page scrolls instead
      if (held?.id !== pointerId) return;
      held = null;
      show();
    });
    page.plane.addEventListener("touchstart", (event) => {
      if (event.target.closest(".play-thing")) event.preventDefault(); // where touch-action is not known in SVG
    }, { passive: false });

    // --- Keys -------------------------------------------------------------------------------------
    page.plane.addEventListener("focusin", ({ target }) => { focus = Math.max(0, things().indexOf(target)); });
    page.plane.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const i = Math.min(focus, things().length - 1),
        point = i < state.points.length;
      const to = (j) => {
        focus = (j + things().length) % things().length;
        show();
      };
      const away = () => point && drop(i);
      const keys = {
        n: () => to(i + 1),
        p: () => to(i - 1),
        a: acts.add,
        s: () => acts.go(1),
        b: () => acts.go(-1),
        " ": acts.toggle,
        enter: () => point && turn(i),
        delete: away,
        backspace: away,
      };
      const way = ARROWS[event.key];
      const inside = (to) => !point || to.every((x) => Math.abs(x) <= state.view);
      const moved = () => {
        const to = engine.plus(where(i), grid(event.shiftKey), way);
        if (inside(to) || !inside(where(i))) move(i, to);
        else say("Here the picture ends.");
      };
      const act = way ? moved : keys[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
      things()[Math.min(focus, things().length - 1)].focus({ preventScroll: true });
    });

    root.addEventListener("keydown", (event) => {
      const key = event.key.toLowerCase(),
        again = key === "y" || (key === "z" && event.shiftKey);
      if (!(event.ctrlKey || event.metaKey) || !(again || key === "z")) return;
      if (event.target.matches("input:not([type=range])")) return; // which undoes by itself
      event.preventDefault();
      (again ? redo : undo)();
    });

    // --- To take away -----------------------------------------------------------------------------
    async function copy() {
      page.give(here());
      try {
        await navigator.clipboard.writeText(here());
        say("The link is copied.");
      } catch {
        say("The link is selected: copy it.");
      }
    }

    function save() {
      const seen = [page.plane, page.race].filter((svg) => !svg.matches(".play-none"));
      tools.save(tools.blob(tools.together(seen)), "playground.svg");
      say("The picture is saved.");
    }
    addEventListener("hashchange", () => {
      if (!sent() || sent() === states.print(state)) return;
      load(states.parse(sent()), `Another situation. ${states.dropped(sent())}`.trim());
    });

    compute();
    show();
    const left = sent() ? states.dropped(sent()) : "";
    if (!broke || left) say(`${left} ${broke ? "" : story(state.t)}`.trim());
    // It moves by itself when it is first seen, unless it was sent as it stands or motion is unwanted.
    if (!state.t && !calm.matches && !left) {
      const watch = new IntersectionObserver(([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        watch.disconnect();
        if (!state.t && !playing) play();
      }, { threshold: 0.4 });
      watch.observe(page.plane);
    }
    return { now: () => state };
  };
})();
for (const root of document.querySelectorAll(".play:not(.play-figure)"))
  setTimeout(() => { root.play = Play.start(root); }); // in a task of its own
