// Coq in the page, for a bench: the worker of jsCoq, unchanged, its packages, and one document.
"use strict";
globalThis.Coq = (() => {
  const HERE = new URL(".", document.currentScript.src).href;
  const PACKAGES = ["init", "coq-base", "coq-collections", "coq-arith", "coq-reals"];
  const TRUST = [
    "The file of a theorem is a derivation: lemmas, each with a proof of a few lines, and then the theorem. " +
      "It requires files with lemmas that several theorems need, and the file with the definitions, Preamble.v. " +
      "Coq reads all of them here, sentence by sentence, as it does where it is installed.",
    "Coq's own library, with its real numbers, comes compiled, and its proofs are not checked again. " +
      "If you change the theorem, Coq keeps the lemmas of the other files, so its answer comes soon.",
  ];
  const ends = {
    accepted: () => "Coq accepts it, on the axioms of its real numbers that are listed here.",
    other: () => "Coq accepts it, on the axioms that are listed here; not all of them are those of its real numbers.",
    refused: (line) => (line ? `Coq refuses it, at line ${line}.` : "Coq refuses it, at its end."),
    failed: () => "Coq could not be run:",
  };

  const REALS = [ // the axioms on which Coq's real numbers rest, and its calculus
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
  ];

  class Refusal extends Error {
    constructor(told) { // an exception of Coq, or the words of one of its interpreter
      super(told.msg ?? told);
      Object.assign(this, { loc: told.loc, sentence: told.sid?.at(-1) });
    }
  }

  // The entries of an archive; a browser inflates, but knows no archives.
  function entries(buffer) {
    const bytes = new Uint8Array(buffer),
      view = new DataView(buffer),
      out = [];
    let end = bytes.length - 22;
    while (view.getUint32(end, true) !== 0x06054b50) end -= 1;
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left; left -= 1) {
      const [name, extra, note] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const head = view.getUint32(at + 42, true);
      const from = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
      out.push({
        path: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
        packed: bytes.subarray(from, from + view.getUint32(at + 20, true)),
        isStored: view.getUint16(at + 10, true) === 0,
      });
      at += 46 + name + extra + note;
    }
    return out;
  }

  async function content({ packed, isStored }) {
    if (isStored) return packed.slice();
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  // What Coq prints comes as a tree of boxes.
  function printed([kind, ...parts]) {
    if (kind === "Pp_string") return parts[0];
    if (kind === "Pp_glue") return parts[0].map(printed).join("");
    if (kind === "Pp_box" || kind === "Pp_tag") return printed(parts[1]);
    if (kind === "Pp_force_newline") return "\n";
    return kind === "Pp_print_break" && parts[0] ? " " : "";
  }

  // A document that grows: sentences are added to it and executed, or taken back.
  function session() {
    const worker = new Worker(`${HERE}jscoq_worker.bc.js`),
      folders = new Set();
    let heard = () => {},
      failed = () => {},
      tip = 1,
      last = 1,
      notices = [];
    worker.onerror = (event) => failed(new Error(event.message || "The worker did not start."));
    worker.onmessage = ({ data: [kind, ...parts] }) => {
      const { contents: [what, ...more] = [], span_id: id } = (kind === "Feedback" && parts[0]) || {};
      if (what === "Message" && more[0][0] === "Notice") notices.push(printed(more[2]));
      heard(what === "Processed" ? what : kind, what === "Processed" ? id : parts);
    };

    // Sends a message, and waits for an answer of a kind; what else Coq may answer is an error.
    const ask = (message, wanted, about) => new Promise((done, refuse) => {
      failed = refuse;
      heard = (kind, parts) => {
        if (kind === "CoqExn" || kind === "JsonExn") refuse(new Refusal(parts[0]));
        else if (kind === wanted && (about === undefined || parts === about)) done(parts);
      };
      worker.postMessage(message);
    });

    async function load(name) {
      const answer = await fetch(`${HERE}${name}.coq-pkg`);
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      const files = entries(await answer.arrayBuffer()).filter(({ path }) => /\.(vo|cma\.js)$/.test(path));
      for (const file of files) {
        const bytes = await content(file);
        folders.add(file.path.slice(0, file.path.lastIndexOf("/")));
        worker.postMessage(["Put", `/lib/${file.path}`, bytes], [bytes.buffer]);
        const plugin = file.path.match(/.*\.cma(?=\.js$)/);
        if (plugin) worker.postMessage(["Register", `/lib/${plugin[0]}`]);
      }
    }

    async function begin() {
      await Promise.all(PACKAGES.map(load));
      const paths = [...folders].map((folder) => [folder.split("/"), ["/lib"]]);
      await ask(["Init", { lib_path: paths, implicit_libs: false }], "CoqInfo");
      await ask(["NewDoc", { top_name: "Page", lib_init: ["Coq.Init.Prelude"] }], "Ready");
    }

    // Reads a text and has it executed, proof by proof; a refusal names the place in the text.
    async function read(text, proved = () => {}) {
      const starts = new Map();
      let at = 0;
      try {
        while (text.slice(at).trim()) {
          const rest = text.slice(at);
          last += 1;
          starts.set(last, at);
          const [, { ep }] = await ask(["Add", tip, last, rest, true], "Added");
          tip = last;
          const sentence = new TextDecoder().decode(new TextEncoder().encode(rest).subarray(0, ep));
          at += sentence.length;
          const isProof = /\b(Qed|Defined)\.$/.test(sentence);
          if (isProof || !text.slice(at).trim()) await ask(["Exec", tip], "Processed", tip);
          if (isProof) proved();
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const start = starts.get(error.sentence) ?? starts.get(last);
        const before = new TextEncoder().encode(text.slice(start)).subarray(0, error.loc?.bp ?? 0);
        error.at = start + new TextDecoder().decode(before).length;
        throw error;
      }
    }

    // Does something, and takes back all sentences that were added meanwhile.
    async function aside(act) {
      const here = tip,
        next = last + 1;
      try {
        return await act();
      } finally {
        if (tip !== here) await ask(["Cancel", next], "Cancelled");
        tip = here;
      }
    }

    async function print(command) {
      notices = [];
      await read(command);
      return notices.join("\n");
    }

    return { begin, read, aside, print, end: () => worker.terminate() };
  }

  const proofs = (text) => text.match(/\b(Qed|Defined)\./g)?.length ?? 0;

  // What runs a theorem after some files, which are read once.
  function engine(before) {
    const parts = before.reduce((sum, { text }) => sum + proofs(text), 3);
    let coq = null,
      ready = null,
      stopped = () => {};

    async function start(tell) {
      let done = 0;
      const arrived = (now) => {
        tell({ arrived: Array(done), parts, now });
        done += 1;
      };
      coq = session();
      arrived("Coq is on its way, with its library of real numbers: 44 MB from the book's own files.");
      await coq.begin();
      arrived("Coq is here, and reads its library of real numbers.");
      for (const { name, text } of before) {
        const all = proofs(text);
        let n = 0;
        await coq.read(text, () => {
          n += 1;
          arrived(`Coq accepted proof ${n} of ${all} in ${name}.`);
        });
      }
      arrived("Coq reads the theorem and its proof."); // the bar stays until it has answered
    }

    async function judge(code, tell) {
      const name = [...code.matchAll(/\b(?:Theorem|Lemma|Corollary)\s+([\w']+)/g)].at(-1)?.[1];
      const text = `${code}\nPrint Assumptions ${name}.`;
      try {
        const [, ...axioms] = (await coq.aside(() => coq.print(text))).split("\n").filter(Boolean);
        axioms.forEach((axiom, n) => tell({ kind: "proved", line: n + 1, text: axiom }));
        const isKnown = (axiom) => REALS.includes(axiom.split(" : ")[0]);
        return { kind: axioms.every(isKnown) ? "accepted" : "other", line: 0, text: "" };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const line = error.at > code.length ? 0 : code.slice(0, error.at).split("\n").length;
        return { kind: "refused", line, text: error.message.replace(/^In environment\n[^]*?\n(?=The )/, "") };
      }
    }

    function end() {
      coq?.end();
      coq = ready = null;
    }

    function stop() {
      end();
      stopped({ kind: "stopped", line: 0, text: "" });
    }

    async function run(_before, code, tell) {
      const halted = new Promise((end) => { stopped = end; });
      const found = async () => {
        ready ??= start(tell);
        const mine = ready.then(() => judge(code, tell));
        ready = mine.then(() => {});
        return mine;
      };
      return Promise.race([halted, found().catch((error) => {
        end();
        return { kind: "failed", line: 0, text: error.message };
      })]);
    }

    return { run, stop, ends, trust: ["What Coq reads here, and what it does not check again", ...TRUST], first: "" };
  }

  return { engine };
})();
