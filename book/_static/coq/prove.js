// The buttons "Prove it again with Coq": what they open is fetched when one is pressed.
"use strict";
{
  const HERE = new URL(".", document.currentScript.src).href,
    { Try } = globalThis;

  async function open(button) {
    if (location.protocol === "file:") return Try.fromDisk("Coq");
    const [answer] = await Promise.all([
      fetch(`${HERE}theorems/${button.dataset.file}.json`),
      Try.tools(),
      globalThis.Coq ?? Try.element("script", { src: `${HERE}engine.js` }),
    ]);
    const { before, code, breaks } = await answer.json();
    const engine = globalThis.Coq.engine(before);
    const title = `${button.dataset.file}, for Coq`,
      prompt = "The theorem and its proof, yours to change";
    const bench = globalThis.Bench.open({ before: "", code, breaks, title, prompt, engine });
    bench.run();
    return bench.box;
  }

  async function press(button) {
    button.disabled = true;
    const box = await open(button).catch(() => "The files of Coq could not be fetched.");
    button.after(box);
    if (box.querySelector?.("textarea")) {
      button.hidden = true;
      box.querySelector("textarea").focus();
    } else button.disabled = false;
  }

  for (const button of document.querySelectorAll("button.prove-again")) {
    button.addEventListener("click", () => press(button));
    button.hidden = false;
  }
}
