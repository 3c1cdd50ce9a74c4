// The page "My progress": which exercises are solved, from what answers.js keeps in this browser.
// EXERCISES is written by book/_ext/interactive/progress.py.
"use strict";
(() => {
  const place = document.querySelector(".progress-list");
  if (!place) return;
  const STORE = "answers";
  const make = (tag, properties = {}, ...inside) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...inside);
    return made;
  };
  const names = EXERCISES.flatMap(({ exercises }) => exercises.flatMap(([, , answers]) => answers));

  // What is kept: texts, by the names of answers that there are.
  function known(found) {
    const entries = found && typeof found === "object" ? Object.entries(found) : [];
    return Object.fromEntries(entries.filter(([name, text]) => names.includes(name) && typeof text === "string"));
  }

  function kept() {
    try {
      return known(JSON.parse(localStorage.getItem(STORE)));
    } catch {
      return {};
    }
  }

  const said = make("p", { className: "progress-said" });
  said.setAttribute("role", "status");
  const list = make("div");

  function exercise(page, [label, title, answers], right) {
    const solved = answers.filter((name) => name in right).length;
    const state = solved === answers.length ? "✓ solved" : solved ? `${solved} of ${answers.length} answers` : "open";
    const link = make("a", { href: `${place.dataset.root}${page}#${label}`, textContent: title });
    const typed = answers.filter((name) => name in right).map((name) => right[name]).join("; ");
    const item = make("li", { className: solved === answers.length ? "is-solved" : "" }, link, `\u00a0—\u00a0${state}`);
    if (typed) item.append(": ", make("code", { textContent: typed }));
    return item;
  }

  const done = (answers, right) => answers.every((name) => name in right);

  function show() {
    const right = kept();
    const all = EXERCISES.flatMap(({ exercises }) => exercises);
    const count = all.filter(([, , answers]) => done(answers, right)).length;
    const bar = make("progress", { max: all.length, value: count });
    bar.setAttribute("aria-label", "Exercises solved");
    list.replaceChildren(make("p", {}, `${count} of ${all.length} exercises solved. `, bar));
    for (const { page, title, exercises } of EXERCISES) {
      const here = exercises.filter(([, , answers]) => done(answers, right)).length;
      const head = make("h2", {}, title, make("small", { textContent: ` ${here} of ${exercises.length}` }));
      list.append(head, make("ul", {}, ...exercises.map((each) => exercise(page, each, right))));
    }
  }

  function save() {
    const text = JSON.stringify({ answers: kept() }, null, 2);
    const file = new Blob([text], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(file), download: "my-progress.json" });
    link.click();
    URL.revokeObjectURL(link.href);
    said.textContent = "Saved as my-progress.json.";
  }

  async function read() {
    const [file] = reading.files;
    if (!file) return;
    try {
      const found = known(JSON.parse(await file.text()).answers);
      const before = kept();
      localStorage.setItem(STORE, JSON.stringify({ ...found, ...before }));
      const more = Object.keys(found).filter((name) => !(name in before)).length;
      said.textContent = `${more} answer${more === 1 ? "" : "s"} added.`;
    } catch {
      said.textContent = "This file cannot be read: choose one that “Save as a file” wrote.";
    }
    reading.value = "";
    show();
  }

  const reading = make("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: read });
  const buttons = make("p", { className: "progress-buttons" },
    make("button", { type: "button", textContent: "Save as a file", onclick: save }),
    " ",
    make("button", { type: "button", textContent: "Read a file", onclick: () => reading.click() }),
    reading);
  place.replaceChildren(list, buttons, said);
  addEventListener("storage", show);
  addEventListener("pageshow", show);
  show();
})();
