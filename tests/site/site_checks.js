// What tests/site/site_checks.py asks of a page in the browser: each function lists what is wrong.
window.siteChecks = (() => {
  const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 90);
  const tag = (element) => short(element.cloneNode(false).outerHTML);

  // Wait until every font, picture and script is there.
  async function ready() {
    if (typeof fetchScripts === "function") await fetchScripts();
    await document.fonts.ready;
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => 0)));
  }

  function math() {
    const found = [];
    for (const display of document.querySelectorAll("div.math")) {
      const drawn = display.querySelectorAll("math").length;
      if (drawn !== 1) found.push(`math: ${drawn} formulas, one written: ${short(display.textContent)}`);
    }
    const font = [...document.fonts].find((face) => face.family.includes("Math"));
    const seen = [...document.querySelectorAll("math")].some((e) => e.checkVisibility());
    if (seen && font?.status !== "loaded") found.push("math: without its font");
    const main = document.querySelector("main") ?? document.body;
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      const code = parentElement.closest("code, pre, script, style, textarea, math");
      if (!code && /\\\(|\\\[|\$[^$\s][^$]*\$/.test(data))
        found.push(`math: left as text: ${short(data)}`);
    }
    return found;
  }

  function images() {
    const found = [];
    for (const image of document.images) {
      const alt = image.alt.trim();
      if (!alt) found.push(`image: no alt text: ${tag(image)}`);
      else if (/\.(png|svg|jpe?g|gif|webp)$/i.test(alt))
        found.push(`image: alt text is a file name: ${alt}`);
      if (!image.naturalWidth) found.push(`image: not loaded: ${tag(image)}`);
    }
    return found;
  }

  // Opens every solution and every folded cell, and leaves them open for the checks that follow.
  function solutions() {
    const found = [];
    for (const button of document.querySelectorAll("button.toggle-button")) {
      const box = document.getElementById(button.dataset.target);
      const content = [...box.children].find((e) => !e.matches(".admonition-title"));
      const seen = () => content.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (box.classList.contains("toggle-hidden")) {
        if (seen()) found.push(`solution: not hidden at first: ${box.id}`);
        button.click();
      }
      if (!seen()) found.push(`solution: does not open: ${box.id}`);
    }
    for (const details of document.querySelectorAll("details")) details.open = true;
    return found;
  }

  // What is said of a fold or a button holds the words that are seen on it, and says what it opens.
  function names() {
    const nameless = (e) => {
      const said = e.getAttribute("aria-label") ?? e.textContent + e.title;
      return !/\w/.test(said) || /toggle hidden/i.test(said) || !said.includes(e.innerText.trim());
    };
    return [...document.querySelectorAll("main :is(summary, button)")]
      .filter((e) => e.checkVisibility() && nameless(e))
      .map((e) => `name: does not say what it opens: ${tag(e)}`);
  }

  function width() {
    const page = document.documentElement;
    if (page.scrollWidth <= innerWidth) return [];
    const clipped = (e) => {
      while ((e = e.parentElement) && e !== document.body)
        if (getComputedStyle(e).overflowX !== "visible") return true;
      return false;
    };
    const wide = [...document.querySelectorAll("main *")]
      .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !clipped(e))
      .map(tag);
    const what = wide.slice(-3).join(" | ");
    return [`width: the page is ${page.scrollWidth} px wide, the window ${innerWidth}: ${what}`];
  }

  // A short left side has part of the right side beside it.
  function sides() {
    return [...document.querySelectorAll(".math:has(.eqno) .breaks > :first-child")]
      .filter((left) => left.nextElementSibling && /^[=<>≤≥≠∈]/.test(left.nextElementSibling.textContent))
      .filter((left) => {
        const [own, next] = [left, left.nextElementSibling].map((e) => e.getBoundingClientRect());
        return next.top > own.bottom - 2 && own.width < 0.4 * left.closest(".display").clientWidth;
      })
      .map((left) => `math: a left side alone on its line: ${left.closest(".math").textContent.slice(0, 60)}`);
  }

  // Nothing ends beyond the edge where nobody can scroll to it.
  function cut() {
    const lost = (e) => {
      while ((e = e.parentElement) && e !== document.body) {
        const { overflowX } = getComputedStyle(e);
        if (overflowX !== "visible") return overflowX === "hidden" || overflowX === "clip";
      }
      return true;
    };
    const beyond = (e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1;
    return [...document.querySelectorAll("main :is(a, button, p, pre, td, i, code)")]
      .filter((e) => beyond(e) && lost(e))
      .map((e) => `cut: ends beyond the edge: ${tag(e)}`);
  }

  function keyboard() {
    return [...document.querySelectorAll('.math [tabindex="0"]')]
      .filter((e) => e.scrollWidth <= e.clientWidth)
      .map((e) => `keyboard: a formula that fits takes focus: ${short(e.textContent)}`);
  }

  // Most of a page's elements are words of code, in a few colours, and parts of formulas.  Of those
  // alike in kind and place one stays, so that axe goes through hundreds, not tens of thousands.
  function thin() {
    const seen = new Set();
    for (const part of document.querySelectorAll("pre span[class], math")) {
      let kind = "";
      for (let e = part; e && !e.matches("article"); e = e.parentElement) kind += `${e.className}>`;
      if (seen.has(kind)) part.replaceWith(part.matches("span") ? part.textContent : "x");
      seen.add(kind);
    }
  }

  // Contrast depends on a text's colour, size and weight, and on what is painted behind it.  Of the
  // texts that are alike in these, and in the part of the page that they stand in, mark three.
  function sample() {
    const PLAIN = "rgba(0, 0, 0, 0) none 1 none static";
    const painted = new Map();
    const behind = (e) => {
      if (!e) return "";
      if (!painted.has(e)) {
        const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(e);
        const own = [backgroundColor, backgroundImage, opacity, filter, position].join(" ");
        const above = behind(e.parentElement);
        painted.set(e, own === PLAIN ? above : `${above}>${own}`);
      }
      return painted.get(e);
    };
    const alike = new Map();
    for (const e of document.querySelectorAll("[data-sample]")) e.removeAttribute("data-sample");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement: e } = texts.currentNode;
      if (!data.trim() || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(e);
      const part = e.closest("header, nav, aside, article, footer")?.tagName;
      const look = [color, fontSize, fontWeight, textShadow, part, behind(e)].join("|");
      const number = (alike.get(look) ?? 0) + 1;
      alike.set(look, number);
      if (number <= 3) e.setAttribute("data-sample", "");
    }
  }

  const look = () => [math, images, names, solutions, width, sides, cut, keyboard].flatMap((check) => check());
  return { ready, look, thin, sample };
})();
