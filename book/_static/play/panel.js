// What stands around the two pictures: situations, controls, numbers, and what is said.
"use strict";
globalThis.Play = globalThis.Play || {};
Play.panel = (() => {
  const { html, button, folded, picture, short } = Play.tools;
  const CHOICES = {
    preset: ["Situation", Object.fromEntries(Object.entries(Play.PRESETS).map(([name, { title }]) => [name, title]))],
    learner: ["Learner", {
      perceptron: "the perceptron",
      margin: "with a margin β",
      average: "with its average",
      polynomial: "with a polynomial kernel",
      gauss: "with a Gaussian kernel",
    }],
    bias: ["Bias", { none: "none", bias: "a bias, bounds without it", lift: "lifted to (x, 1), bounds too" }],
    rule: ["A score of zero", {
      mistake: "is a mistake",
      plus: "predicts +1",
      minus: "predicts −1",
      correct: "counts as right (y f < 0)",
      turned: "predicts +1, update with the wrong sign",
    }],
    order: ["Order", {
      placed: "as placed",
      shuffled: "shuffled",
      worst: "worst first",
      adversary: "an adversary answers",
    }],
  };
  const NUMBERS = { // what is read of a situation, and what it becomes
    beta: ["β", ({ beta }) => beta, (v) => (v >= 0 ? { beta: v } : {})],
    power: ["p of (1 + ⟨x, z⟩)ᵖ", ({ power }) => power, (v) => ({ power: Math.max(1, Math.round(v)) })],
    width: ["g of exp(−g‖x − z‖²)", ({ width }) => width, (v) => (v > 0 ? { width: v } : {})],
    seed: ["Seed", ({ seed }) => seed, (v) => ({ seed: Math.max(0, Math.round(v)) })],
    passes: ["Passes", ({ passes }) => passes, (v) => ({ passes: Math.max(1, Math.round(v)) })],
    step: ["Step size η", ({ step }) => step, (v) => (v > 0 ? { step: v } : {})],
    start1: ["Start, first", ({ start }) => start[0], (v, { start }) => ({ start: [v, start[1]] })],
    start2: ["Start, second", ({ start }) => start[1], (v, { start }) => ({ start: [start[0], v] })],
  };
  const OF_LEARNERS = { beta: ["margin"], power: ["polynomial"], width: ["gauss"] };
  const OF_WEIGHTS = ["bias", "step", "start1", "start2"]; // of no meaning with a kernel
  const RELATIVES = { // what is said of a learner, and its place in the book
    margin: ["It moves whenever y f ≤ β, so on each point between the two broken lines or on the wrong side. "
      + "Its updates are counted.", "thm-beta"],
    average: ["The dotted line is that of the average of all its weights. The learner’s mistakes and bounds are "
      + "the perceptron’s.", "thm-lazy"],
    polynomial: ["It keeps its mistakes, which are ringed, and no weights: its line may bend.", "thm-kernel"],
    gauss: ["It keeps its mistakes, which are ringed, and no weights: its line may bend.", "thm-kernel"],
  };
  const MISSING = { // the hypothesis that a broken bound lacks, and its place in the book
    bias: ["the learner has a bias, and the bound ignores it", "section-bias"],
    start: ["the run does not start at zero", "section-reading"],
    turned: ["the update does not add y x", "thm-difference"],
  };
  const MEANINGS = { // of a name among the numbers
    R: "the largest norm of an instance",
    "γ asked": "the margin asked of the comparator u, of norm 1",
    "γ attained": "the smallest y⟨u, x⟩ in the stream, for a comparator u of norm 1",
    D: "the norm of the slacks: the slack of a round is what y⟨u, x⟩ lacks of γ",
    "Δ=√(RD)": "the length of the coordinates that the proof by lifting adds to the instances",
    "L₁": "the sum of the hinge losses, which are the slacks divided by γ",
  };
  MEANINGS["γ attained by u"] = MEANINGS["γ attained"];
  const DARE = "Can you make it err more often than a bound allows?";
  const STUCK = "It never leaves zero: by its own count there is no mistake, it names no label, and learns nothing (";
  const ABOUT = { none: "bound on k", bias: "bound on k, not lifted", lift: "bound on k, lifted" };
  const BEST = { polynomial: "the best comparator’s in the space of the kernel" };
  BEST.gauss = BEST.polynomial;
  const ASKED = "The diamond is the comparator: its distance from the middle line is the margin that is asked.",
    HAS = "The diamond is the comparator; the broken lines stand at its margin, where it has one.";
  const HELP = `Click an empty place to put a point there, with the label that the learner would get wrong.
    Click a point to turn its label; drag it to move it, or out of the plane to delete it.
    ${ASKED}
    With the focus in the plane: N and P go to the next and the previous thing, arrows move it (with Shift in
    small steps), Enter turns a label, Delete takes a point away, A adds one, S steps, B goes back, Space plays.
    Ctrl+Z undoes, Ctrl+Y redoes.`;

  const sign = (y) => (y > 0 ? "+1" : "−1");
  const why = (lacks) => lacks.map((name) => MISSING[name][0]).join("; ");

  // Build it all in its place.  `act` holds what the controls do, `has` says which parts are wanted.
  function build(root, has, act) {
    const without = root.querySelector(".play-without");
    const plane = picture("play-plane"),
      race = picture("play-race");
    plane.setAttribute("role", "application");
    plane.setAttribute("tabindex", -1); // the things in it are reached, not the picture
    plane.setAttribute("aria-label", "The plane: points, the learner’s line, the comparator");
    plane.classList.toggle("play-bare", !has("comparator"));
    race.setAttribute("role", "img");

    const fields = {};

    function field(name, title, box, read) {
      const label = html("label", {}, title, box);
      fields[name] = { box, read, label };
      return label;
    }
    // A place is there where it means something.
    function fits(name, state) {
      if (OF_LEARNERS[name]) return OF_LEARNERS[name].includes(state.learner);
      if (name === "rule") return state.learner !== "margin";
      if (name === "seed") return state.order === "shuffled";
      return !(OF_WEIGHTS.includes(name) && Play.state.hasKernel(state));
    }

    function choice(name) {
      const [title, options] = CHOICES[name], box = html("select");
      const taught = (value) => name !== "preset" || (Play.PRESETS[value].since ?? 3) <= act.chapter;
      for (const [value, text] of Object.entries(options))
        if (taught(value)) box.add(new Option(text, value));
      box.addEventListener("change", () => act.choose(name, box.value, `${title}: ${options[box.value]}.`));
      return field(name, `${title} `, box, (state) => state[name]);
    }

    function number(name) {
      const [title, read, write] = NUMBERS[name], box = html("input", { type: "text", inputMode: "decimal" });
      box.autocomplete = "off";
      let last = null;
      const current = (state) => {
        last = state;
        return read(state);
      };
      box.addEventListener("change", () => { // the field shows what is used
        const text = box.value.trim().replace("−", "-").replace(/^([-+]?\d*),(\d+)$/, "$1.$2"),
          value = text === "" ? NaN : Number(text);
        const what = Number.isFinite(value) ? write(value, last) : {};
        const words = () => {
          const used = read(last);
          const typed = box.value.slice(0, 20);
          if (!Number.isFinite(value)) return `“${typed}” is no number: ${title} stays ${short(used)}.`;
          const instead = used === value ? "" : `, since ${short(value)} is not possible`;
          return `${title}: ${short(used)}${instead}.`;
        };
        if (Object.keys(what).length) act.change(() => what, words);
        else act.say(words());
        box.value = read(last);
      });
      return field(name, `${title} `, box, current);
    }

    const said = html("p", { className: "play-said", role: "status" }),
      hint = html("p", { className: "play-hint" });
    const toggle = button("Play", act.toggle, { className: "play-go" });
    const slider = html("input", { type: "range", min: 0, step: 1, ariaLabel: "Round" });
    slider.addEventListener("input", () => act.seek(slider.valueAsNumber));
    const numbers = html("div", { className: "play-numbers" });
    const alarm = html("div", { className: "play-alarm", hidden: true });
    const code = html("pre", { tabIndex: 0, ariaLabel: "Lines of perclib" });
    const address = html("input", { className: "play-address", readOnly: true, hidden: true });
    address.ariaLabel = "Address of this situation";
    const open = html("a", { className: "play-open", textContent: "Open it in the playground" });

    root.append(
      html("div", { className: "play-head" }, choice("preset"),
        ...(has("whole") ? [choice("learner"), ...Object.keys(OF_LEARNERS).map(number)] : []), hint),
      html("div", { className: "play-stage" }, plane, ...(has("race") ? [race] : [])),
      html("div", { className: "play-transport" }, toggle, button("Back", () => act.go(-1)),
        button("Step", () => act.go(1)), button("Undo", act.undo), button("Redo", act.redo),
        button("Reset", act.reset), slider),
      said, alarm, ...(has("bounds") ? [numbers] : []));
    if (has("whole")) {
      root.append(folded("play-more", "More: order, ties, bias, start, passes", html("div", {},
        ...["bias", "rule", "order"].map(choice),
        ...Object.keys(NUMBERS).filter((name) => !OF_LEARNERS[name]).map(number),
        button("Add a point", act.add), button("Delete the point", act.drop), button("Zoom in", () => act.zoom(1 / 2)),
        button("Zoom out", () => act.zoom(2)))));
    } else root.append(open);
    const help = act.chapter < 5 ? HELP.replace(ASKED, HAS) : HELP;
    root.append(folded("play-keys", "Keys, pointer and touch", html("p", { textContent: help })));
    if (has("whole")) {
      root.append(html("div", { className: "play-share" }, button("Copy link", act.copy),
        button("Save picture", act.save), address, folded("play-code", "Lines of perclib", code)));
    }
    without?.classList.add("play-none");

    function link(label) {
      const from = without?.querySelector(`a[href$="#${label}"]`);
      return from ? html("a", { href: from.getAttribute("href"), textContent: from.textContent }) : "";
    }

    // One row for each bound: at the reader's comparator and at the best one, with what proves it.
    function table(rows, { bias, learner }, k) {
      if (!rows.length) return "";
      const own = "yours" in rows[0]; // with a kernel the reader has none
      const titles = [ABOUT[bias], ...(own ? ["yours"] : []), BEST[learner] ?? "the best comparator’s"];
      const head = titles.map((words) => html("th", { textContent: words }));
      const body = rows.map(({ name, label, yours, best, floor, u }) => {
        const broken = own && yours !== null && k > yours * (1 + 1e-9);
        const proof = 1 - floor / best > 1e-6 ? `at least ${short(floor)}` : "proved least";
        const row = html("tr", { className: broken ? "play-broken" : "" },
          html("th", { scope: "row" }, `${name.replace("/", "/\u2060")} `, link(label)),
          ...(own ? [html("td", { textContent: broken ? `${short(yours)} < ${k}` : short(yours) })] : []),
          html("td", { textContent: best ? `${short(best)}, ${proof}` : "no margin" }), html("td"));
        const ariaLabel = `Take it: the best for ${name}`;
        if (best && u?.some(Boolean)) row.lastChild.append(button("Take it", () => act.take(u), { ariaLabel }));
        return row;
      });
      return html("table", {}, html("thead", {}, html("tr", {}, ...head, html("td"))), html("tbody", {}, ...body));
    }

    // The list names a situation that was changed so, and the situation can be chosen again.
    const altered = html("option", { value: "changed", hidden: true });
    if (has("whole")) fields.preset.box.add(altered);

    function show({ state, changed, rounds, k, counts, facts, rows, lacks, stuck, lifted, lines, here, playing }) {
      const ariaValueText = `round ${state.t} of ${rounds}, ${k} ${counts}`;
      Object.assign(slider, { max: rounds, value: state.t, ariaValueText });
      toggle.textContent = playing ? "Pause" : "Play";
      for (const [name, { box, read, label }] of Object.entries(fields)) {
        label.classList.toggle("play-none", !fits(name, state));
        const value = read(state);
        if (document.activeElement !== box || box.type !== "text") box.value = value;
      }
      const measured = facts.map(([name, value]) => {
        const title = MEANINGS[name],
          told = ` ${typeof value === "string" ? value : short(value)}`;
        const named = title
          ? button(name, () => say(`${name}: ${title}.`), { title })
          : html("b", { textContent: name });
        return html("span", {}, named, told);
      });
      numbers.replaceChildren(html("p", { className: "play-facts" }, ...measured), table(rows, state, k));
      if (changed) {
        altered.textContent = `Changed: ${Play.PRESETS[state.preset].title}`;
        fields.preset.box.value = "changed";
      }
      if (fields.rule) fields.rule.box.querySelector("[value=turned]").disabled = state.learner !== "perceptron";
      alarm.hidden = !lacks && !stuck;
      alarm.classList.toggle("play-note", !lacks);
      if (stuck) alarm.replaceChildren(STUCK, link("thm-strict"), ").");
      if (lacks) {
        const reasons = lacks.flatMap((name, i) => {
          const [words, label] = MISSING[name];
          return [i ? "; and " : "", `${words} (`, link(label), ")"];
        });
        const right = lacks.includes("bias") ? ` On the lifted examples the first bound is ${short(lifted)}.` : "";
        const title = html("strong", { textContent: "A bound is broken. " });
        alarm.replaceChildren(title, "No theorem is broken, because ", ...reasons, `.${right}`);
      }
      const { say: about, dare, see } = Play.PRESETS[state.preset];
      const told = changed ? `Changed from “${Play.PRESETS[state.preset].title}”.` : about;
      hint.replaceChildren(`${told} ${dare && !changed && has("bounds") ? `${dare} ` : ""}(`, link(see), ") ");
      if (changed) hint.append(button("Back to it", () => act.choose("preset", state.preset)), " ");
      const [relative, place] = RELATIVES[state.learner] ?? [];
      if (relative) hint.append(relative, ...(place === see ? [] : [" (", link(place), ")"]));
      else if (has("whole")) hint.append(html("em", { textContent: DARE }));
      code.textContent = lines;
      open.href = here;
    }

    const say = (words) => { said.textContent = words; };
    const hush = (quiet) => { said.ariaLive = quiet ? "off" : "polite"; };

    function give(text) { // the address, for a reader to copy
      Object.assign(address, { value: text, hidden: false });
      address.select();
    }
    return { plane, race, show, say, hush, give };
  }

  return { build, sign, why };
})();
