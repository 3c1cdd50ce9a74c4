// A place to change a check and run it: editor, what to break, and what the kernel says.
"use strict";
globalThis.Bench = (() => {
  const { Kernel } = globalThis;
  const TRUST = [
    "A fact is a claim together with the hypotheses that it rests on. Seven rules can make one: assume it; take one " +
      "of the axioms; show that the difference of its two sides is a sum of products of known terms; tell cases " +
      "apart; go by induction over the rounds; replace a letter by a term; discharge a hypothesis that was shown.",
    "The search and the linear program that look for a proof are not trusted. They propose which products to add, " +
      "and the kernel multiplies them out in fractions and compares. So a fault of the search or of the solver can " +
      "make a true step fail, and cannot make a false one stand.",
  ];
  // What runs a check, and what is said meanwhile and of the end; Coq is another (coq/engine.js).
  const KERNEL = {
    ...Kernel,
    first: "Python is on its way, from the book's own files.",
    trust: ["What a fact is, and what the kernel trusts", ...TRUST],
    ends: {},
  };
  let count = 0;

  function make(tag, props = {}, ...inside) {
    const made = Object.assign(document.createElement(tag), props);
    made.append(...inside);
    return made;
  }

  // What is on its way, and, to be read meanwhile and after, what is trusted.
  function wait({ first, trust: [heading, ...texts] } = KERNEL) {
    const bar = make("progress", { max: 1, value: 0 });
    const said = make("p", {}, first);
    bar.setAttribute("aria-label", "Loading");
    const loading = make("div", { hidden: true }, bar, said);
    const trust = make("details", { className: "bench-trust", open: true, hidden: true });
    trust.append(make("summary", {}, heading), ...texts.map((text) => make("p", {}, text)));
    return {
      loading,
      trust,
      show: ({ arrived, parts, now }) => {
        const ready = arrived.length >= parts;
        loading.hidden = ready;
        if (ready) return;
        trust.hidden = false;
        bar.max = parts;
        bar.value = arrived.length;
        if (now) said.textContent = now;
        else if (arrived.length) said.textContent = `Here so far: ${arrived.join(", ")}.`;
      },
      end: () => { loading.hidden = true; },
    };
  }

  // Where facts are listed, of many lines or of one; the status is read aloud, the lists are not.
  // A fact is what the kernel has in its ledger; what the code prints stands apart, since it may say anything.
  function answer(many = true, ends = {}) {
    const status = make("p", { className: "bench-status" });
    const place = make("pre", { className: "bench-place", hidden: true });
    const left = make("pre", { className: "bench-left", hidden: true });
    const live = make("div", {}, status, place, left);
    live.setAttribute("role", "status");
    const list = make("ol", { className: "bench-facts" }),
      printed = make("ol", { className: "bench-printed" });
    const apart = make("details", { className: "bench-apart", hidden: true });
    apart.append(make("summary", {}, "Printed by the code, and no verdict of the kernel"), printed);
    const box = make("div", { className: "bench-answer" }, live, list, apart);
    let values = []; // of lines, which are facts or stand with what is printed
    const item = ({ line, text }) => make("li", { value: line }, make("pre", {}, text));
    const put = (told) => {
      printed.append(item(told));
      apart.hidden = false;
    };
    const bare = (labels) => `No witness here satisfies these hypotheses: ${labels}.`;
    const END = {
      accepted: () => `Accepted${many ? ": every line follows" : ""}.`,
      refused: (line) =>
        many && line ? `Refused. The kernel does not accept line ${line}:` : "Refused. The kernel says:",
      unread: (line) => `${many ? `Line ${line}` : "This"} cannot be read:`,
      beyond: (line) => `Line ${line} is not judged here:`,
      nothing: () => "It runs, and nothing is claimed in it.",
      failed: (line) => (line ? `Line ${line} could not be run:` : "This could not be run:"),
      other: () =>
        "The kernel accepts this line, but the proof needs another one: " +
        "this one claims too little or something else, or supposes too much.",
      stopped: () => "Stopped.",
      ...ends,
    };
    return {
      box,
      begin: () => {
        for (const one of [list, printed]) one.replaceChildren();
        apart.hidden = true;
        values = [];
        left.hidden = place.hidden = true;
        status.textContent = "Running …";
        box.dataset.kind = "running";
      },
      fact: (told) => {
        if (told.kind === "value") values.push(told);
        else if (told.kind === "printed") put(told);
        else {
          values = values.filter(({ line, text }) => line !== told.line || text !== told.text);
          list.append(item(told));
        }
      },
      end: ({ kind, line, text, unheld }, more = "", code = "") => {
        values.forEach(put);
        values = [];
        const named = line && code.split("\n")[line - 1];
        place.textContent = named ? `${line}: ${named}` : "";
        place.hidden = !named;
        status.textContent = [END[kind](line), more, many && unheld && bare(unheld)].filter(Boolean).join(" ");
        left.textContent = text;
        left.hidden = !text;
        box.dataset.kind = kind;
      },
    };
  }

  // Opens a bench for a check: what runs before it, its code, what to break, and what runs it.
  function open({ before, code, left = 0, breaks = [], title, prompt, engine = KERNEL }) {
    count += 1;
    const name = `bench-${count}`,
      waits = wait(engine),
      says = answer(true, engine.ends);
    const rows = Math.min(16, code.split("\n").length + 1);
    const editor = make("textarea", { id: name, value: code, rows, spellcheck: false });
    const how = make("p", { className: "bench-how", id: `${name}-how` });
    how.textContent = "Ctrl and Enter run this code; the Tab key leaves the field.";
    editor.setAttribute("aria-describedby", how.id);
    editor.setAttribute("autocapitalize", "off");
    editor.setAttribute("autocomplete", "off");
    const numbers = make("pre", { ariaHidden: "true" }, Array.from({ length: 500 }, (_, i) => i + 1).join("\n"));
    editor.addEventListener("scroll", () => { numbers.scrollTop = editor.scrollTop; });
    const button = (text, act) => {
      const made = make("button", { type: "button" }, text);
      made.addEventListener("click", act);
      return made;
    };
    let turn = 0;

    async function run(more = {}) {
      turn += 1;
      const mine = turn;
      says.begin();
      halt.hidden = false;
      const now = editor.value;
      const found = await engine.run(before, now, (told) => {
        if (told.arrived) waits.show(told);
        else if (mine === turn) says.fact(told);
      });
      if (mine !== turn) return found;
      halt.hidden = true;
      waits.end();
      says.end(found, more[found.kind], now);
      return found;
    }

    function put(text) {
      editor.value = text;
      says.begin();
    }

    function take({ start, end, text, said }) {
      put(code.slice(0, start) + text + code.slice(end));
      editor.setSelectionRange(start, start + text.length);
      const lines = editor.value.split("\n").length,
        line = code.slice(0, start).split("\n").length;
      editor.scrollTo(0, Math.max(0, (line - 4) / lines) * editor.scrollHeight);
      return run(said);
    }

    const go = button("Run", () => run()),
      halt = button("Stop", () => {
        engine.stop();
        go.focus();
      });
    go.className = "bench-go";
    halt.hidden = true;
    const back = button("As it was", () => {
      put(code);
      run();
    });
    editor.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run();
    });
    const box = make("div", { className: "bench" });
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", title);
    if (before) {
      const lines = before.split("\n").length;
      const counted = `${lines} line${lines > 1 ? "s" : ""} of earlier proof files`;
      const summary = make("summary", {}, `What runs before it: ${counted}`);
      const earlier = make("pre", { tabIndex: 0 }, before);
      earlier.setAttribute("aria-label", "Earlier proof files");
      box.append(make("details", { className: "bench-before" }, summary, earlier));
    }
    const label = make("label", { htmlFor: name }, prompt ?? "The check, yours to change");
    const rest = "Checks by exact algebra and by runs on data are left out here: the page lacks their libraries.";
    if (left) box.append(make("p", { className: "bench-how" }, rest));
    box.append(label, make("div", { className: "bench-code" }, numbers, editor), how);
    if (breaks.length) {
      const list = make("ul", {}, ...breaks.map((one) => make("li", {}, button(one.words, () => take(one)))));
      box.append(make("p", {}, "What happens if you"), list);
    }
    box.append(make("div", { className: "bench-buttons" }, go, back, halt), waits.loading, says.box, waits.trust);
    editor.setSelectionRange(0, 0);
    return { box, editor, run, put };
  }

  return { open, make, wait, answer };
})();
