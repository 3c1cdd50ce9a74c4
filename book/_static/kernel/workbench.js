// The page "A workbench": gaps to fill in a proof, and an editor with hypotheses at hand.
"use strict";
(async () => {
  const { Try } = globalThis, alive = document.querySelector(".bench-alive");
  if (location.protocol === "file:") {
    alive.replaceChildren(Try.fromDisk("the kernel", ", so this page only shows the code", "."));
    return;
  }
  await Try.tools();
  const { Bench, Kernel } = globalThis, { make } = Bench;
  const code = (place) => place.querySelector("pre").textContent.trimEnd();
  const gaps = [...document.querySelectorAll(".bench-gap")];
  const given = code(document.querySelector(".bench-given"));
  const filled = (gap, answer) => gap.dataset.line.replace("___", () => answer);
  const right = (gap) => filled(gap, gap.dataset.answer);
  const until = (n, lines = gaps.map(right)) => [given, ...lines.slice(0, n)].join("\n");
  // What is proved rests on what is asked: on hypotheses with a label, at the rounds they are stated for.
  const ASKED = [
    "from prover import ProofError",
    "for it in bn.facts.values():",
    "    flags = [c for h in it.hypotheses for c in h.case]",
    "    if [h for h in it.hypotheses if not h.label and h not in flags]:",
    '        raise ProofError("it supposes more than is asked")',
  ].join("\n");
  const BOUND = (name) => `${name} = bn["bound"]`;
  const WHOLE = [
    "from prover import ProofError",
    "if {h.label for h in it.hypotheses} - {h.label for h in asked.hypotheses}:",
    '    raise ProofError("this is not the theorem: it rests on something else")',
  ].join("\n");
  const counted = make("p", { className: "bench-count" });
  const done = new Map(); // the lines that were accepted, as the reader wrote them, by their step
  const place = document.querySelector(".bench-own");
  const bench = Bench.open({ before: "", code: code(place), title: "Your own proof", prompt: "Your own proof" });
  place.replaceChildren(bench.box);

  function take(text) {
    bench.put(text);
    bench.editor.focus();
    bench.run();
  }

  function button(text, act) {
    const made = make("button", { type: "button" }, text);
    made.addEventListener("click", act);
    return made;
  }

  // When every step is done, the whole proof is run as the reader wrote it, and compared with what is asked.
  let counts = 0;
  async function count() {
    counts += 1;
    const mine = counts;
    counted.textContent = `${done.size} of ${gaps.length} steps are done.`;
    if (done.size < gaps.length) return;
    const lines = gaps.map((_, n) => done.get(n));
    counted.append(" The whole proof is being checked …");
    const parts = [until(gaps.length, lines), ASKED, BOUND("it"), until(gaps.length), BOUND("asked"), WHOLE];
    const found = await Kernel.run("", parts.join("\n"), () => {});
    if (mine !== counts) return;
    counted.textContent = `${done.size} of ${gaps.length} steps are done`;
    if (found.kind !== "accepted") {
      counted.append(`, but together they do not prove the theorem. ${found.text}`);
      return;
    }
    counted.append(". The theorem is proved, and a run meets its hypotheses. ");
    counted.append(button("Take the proof to the editor", () => take(until(gaps.length, lines))));
  }

  // A line with its gap as a field; the kernel judges what is put in.
  function ask(gap, n) {
    const { line, answer, then } = gap.dataset, [before, after] = line.split("___");
    const name = `gap-${n + 1}`;
    const field = make("input", { id: name, type: "text", spellcheck: false, autocomplete: "off" });
    field.setAttribute("autocapitalize", "off");
    field.setAttribute("aria-describedby", `${name}-line`);
    field.size = Math.max(6, answer.length + 2);
    const said = Bench.answer(false),
      waits = Bench.wait(),
      hint = gap.querySelector(".bench-hint");
    const label = make("label", { htmlFor: name }, `Step ${n + 1} of ${gaps.length}: fill the gap`);
    field.required = true;
    const inQuotes = line.includes('"___"');
    let turn = 0;
    const row = make("p", { className: "bench-line", id: `${name}-line` });
    // The field and what touches it, as a quotation mark, stay in one line.
    const [at, to] = [before.lastIndexOf(" ") + 1, `${after} `.indexOf(" ")];
    const near = make("span", { className: "bench-near" });
    const code = (text) => (text ? [make("code", {}, text)] : []);
    near.append(...code(before.slice(at)), field, ...code(after.slice(0, to)));
    row.append(...code(before.slice(0, at)), near, ...code(after.slice(to)));

    async function check() {
      turn += 1;
      const mine = turn;
      said.begin();
      halt.hidden = false;
      const put = field.value.trim().replace(inQuotes ? /^["']|["']$/g : "", "");
      const also = then.replaceAll("___", () => put);
      const found = await Kernel.run(until(n), `${filled(gap, put)}\n${also}\n${ASKED}`, (told) => {
        if (told.arrived) waits.show(told);
        else if (mine === turn && told.line === 1) said.fact(told);
      });
      if (mine !== turn) return;
      halt.hidden = true;
      waits.end();
      said.end(found.line < 2 ? found : { kind: "other", line: 0, text: "" });
      if (found.kind === "accepted") done.set(n, filled(gap, put));
      count();
    }
    const form = make("form", { className: "bench" }, label, row);
    const show = button("Show an answer", () => {
      field.value = answer;
      field.focus();
    });
    const help = button("Hint", () => {
      hint.hidden = !hint.hidden;
      help.setAttribute("aria-expanded", !hint.hidden);
    });
    help.setAttribute("aria-expanded", "false");
    const halt = button("Stop", () => {
      Kernel.stop();
      go.focus();
    });
    halt.hidden = true;
    hint.hidden = true;
    const go = make("button", { type: "submit", className: "bench-go" }, "Check");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      check();
    });
    form.append(make("div", { className: "bench-buttons" }, go, help, show, halt), hint);
    form.append(waits.loading, said.box, waits.trust);
    gap.querySelector("pre").parentElement.closest("[class*=highlight-]").replaceWith(form);
  }

  gaps.forEach(ask);
  gaps.at(-1).after(counted);
  counted.setAttribute("role", "status");
  count();

  for (const snippet of document.querySelectorAll(".bench-snippet")) {
    const text = code(snippet),
      title = snippet.querySelector("p").textContent;
    const put = button("Put it into the editor", () => {
      const end = bench.editor.value.length;
      bench.editor.setRangeText(`\n${text}\n`, end, end, "end");
      bench.editor.focus();
    });
    put.setAttribute("aria-label", `Put it into the editor: ${title}`);
    snippet.append(make("div", { className: "bench bench-put" }, put));
  }
  alive.dataset.ready = "yes";
})();
