// The proof kernel of the page: one worker for all checks, started by the first that is tried.
"use strict";
globalThis.Kernel = (() => {
  const HERE = new URL(".", document.currentScript.src).href;
  const PARTS = 4; // that arrive before the first check can run
  const waiting = new Map(); // what was asked and is not answered: by number, whom to tell and how it ends
  let worker = null,
    asked = 0,
    arrived = [];

  function stop(why = { kind: "stopped", line: 0, text: "" }) {
    worker?.terminate();
    worker = null;
    arrived = [];
    for (const { end } of waiting.values()) end(why);
    waiting.clear();
  }

  function heard({ data }) {
    if (data.failed) return stop({ kind: "failed", line: 0, text: data.failed });
    if (data.arrived) {
      arrived.push(data.arrived);
      for (const { tell } of waiting.values()) tell({ arrived, parts: PARTS });
      return;
    }
    const one = waiting.get(data.id);
    if (data.done) {
      waiting.delete(data.id);
      one.end(one.found ?? { kind: "accepted", line: 0, text: "", unheld: one.unheld ?? "" });
    } else if (["printed", "value", "proved"].includes(data.kind)) one.tell(data);
    else if (data.kind === "unheld") one.unheld = data.text;
    else one.found = data;
  }

  function start() {
    worker = new Worker(`${HERE}worker.js`, { type: "module" });
    worker.onmessage = heard;
    worker.onerror = (event) => stop({ kind: "failed", line: 0, text: event.message || "The worker did not start." });
  }

  // Runs a check after what it needs; tells what arrives, what is printed, and each fact, as the kernel
  // has it; ends in what came of it: accepted, refused, beyond, failed or stopped, with the line and the
  // kernel's words, and the hypotheses that no witness of the run holds.
  function run(before, code, tell) {
    if (!worker) start();
    asked += 1;
    const id = asked;
    return new Promise((end) => {
      waiting.set(id, { tell, end });
      tell({ arrived, parts: PARTS });
      worker.postMessage({ id, before, code });
    });
  }

  return { run, stop, HERE };
})();
