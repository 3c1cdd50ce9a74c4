// The buttons "Try it" beside the checks of a page: what they open is fetched when one is pressed.
"use strict";
globalThis.Try = (() => {
  const HERE = new URL(".", document.currentScript.src).href;
  const { content_root: root } = document.documentElement.dataset;
  const page = location.pathname.split("/").pop().replace(".html", "");

  const element = (tag, what) => new Promise((done, failed) => {
    const made = Object.assign(document.createElement(tag), what, { onload: done, onerror: failed });
    document.head.append(made);
  });
  const script = (name) => element("script", { src: HERE + name, async: false }); // in their order
  let all = null; // what the first press fetches
  const tools = () => Promise.all([
    script("kernel.js"),
    script("bench.js"),
    element("link", { rel: "stylesheet", href: `${HERE}kernel.css` }),
  ]);
  const fetched = async () => {
    const [answer] = await Promise.all([fetch(`${HERE}checks/${page}.json`), tools()]);
    return answer.json();
  };

  // From the disk a browser starts no worker: say so, and how the book is served.
  function fromDisk(what = "the kernel", without = "", then = " and press again.") {
    const folder = decodeURIComponent(new URL(root, location.href).pathname).replace(/^\/(?=[A-Za-z]:)|\/$/g, "");
    const [said, line, code] = ["p", "code", "code"].map((tag) => document.createElement(tag));
    line.textContent = `python -m http.server -d "${folder}"`;
    code.textContent = `localhost:8000${location.pathname.slice(new URL(root, location.href).pathname.length - 1)}`;
    said.setAttribute("role", "status");
    const forbidden = `Browsers forbid a page that is opened from the disk to start ${what}${without}.`;
    said.append(`${forbidden} This line serves the book: `);
    said.append(line, "; then open ", code, then);
    return said;
  }

  async function open(button) {
    if (location.protocol === "file:") return fromDisk();
    all ??= fetched();
    const checks = await all.catch((error) => {
      all = null;
      throw error;
    });
    const bench = globalThis.Bench.open({ ...checks[button.dataset.check], title: button.getAttribute("aria-label") });
    bench.run();
    return bench.box;
  }

  async function press(button) {
    const there = button.nextElementSibling;
    if (there) {
      there.hidden = !there.hidden;
      button.setAttribute("aria-expanded", !there.hidden);
      return;
    }
    button.disabled = true;
    const box = await open(button).catch(() => "The files of the kernel could not be fetched.");
    button.disabled = false;
    button.after(box);
    button.setAttribute("aria-expanded", "true");
    (box.querySelector?.("textarea") ?? button).focus();
  }

  for (const button of document.querySelectorAll("button.try-it")) {
    const said = button.parentElement.querySelector("summary").textContent.trim().replace(/\s+/g, " ");
    button.setAttribute("aria-label", `Try it. ${said}`);
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => press(button));
    button.hidden = false;
  }
  return { tools, fromDisk, element };
})();
