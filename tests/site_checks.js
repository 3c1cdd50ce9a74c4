// What tests/site_checks.py asks of a page in the browser: each function lists what is wrong.
window.siteChecks = (() => {
  const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 90);
  const tag = (element) => short(element.cloneNode(false).outerHTML);

  // Wait until every formula is drawn, every font and picture is there.
  async function ready() {
    await window.MathJax?.startup?.promise;
    await document.fonts.ready;
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => 0)));
  }

  function math() {
    const found = [];
    for (const formula of document.querySelectorAll(".math")) {
      const drawn = formula.querySelectorAll("mjx-container").length;
      if (drawn !== 1)
        found.push(`math: ${drawn} formulas drawn, one written: ${short(formula.textContent)}`);
    }
    for (const error of document.querySelectorAll("mjx-merror")) {
      const formula = short(error.closest(".math")?.textContent ?? "");
      found.push(`math: ${error.getAttribute("data-mjx-error")}: ${formula}`);
    }
    for (const text of document.querySelectorAll('mjx-assistive-mml mtext[mathcolor="red"]'))
      if (text.textContent.startsWith("\\")) found.push(`math: unknown command ${text.textContent}`);
    const main = document.querySelector("main") ?? document.body;
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      const code = parentElement.closest("code, pre, script, style, textarea, mjx-container");
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

  function keyboard() {
    return [...document.querySelectorAll('.math[tabindex="0"], .math [tabindex="0"]')]
      .filter((e) => e.scrollWidth <= e.clientWidth)
      .map((e) => `keyboard: a formula that fits takes focus: ${short(e.textContent)}`);
  }

  // Most of a page's elements are words of code, in a few colours, and parts of formulas.  Of those
  // alike in kind and place one stays, so that axe measures its contrast once, not a thousand times.
  function thin() {
    const seen = new Set();
    for (const part of document.querySelectorAll("pre span[class], mjx-container:not([tabindex])")) {
      let kind = "";
      for (let e = part; e && !e.matches("article"); e = e.parentElement) kind += `${e.className}>`;
      if (seen.has(kind)) part.replaceWith(part.matches("span") ? part.textContent : "x");
      seen.add(kind);
    }
  }

  const look = () => [math, images, solutions, width, keyboard].flatMap((check) => check());
  return { ready, look, thin };
})();
