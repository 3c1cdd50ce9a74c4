// MathJax makes every formula a stop of the tab key.  Only one wider than its place needs to be:
// it scrolls, and the keyboard must be able to scroll it.
addEventListener("load", () => {
  const mark = () => {
    for (const formula of document.querySelectorAll("span.math, div.math > mjx-container")) {
      const drawn = formula.querySelector("mjx-math");
      const room = formula.matches("span") ? formula.closest("p, li, dd, td, th, figcaption, div") : formula;
      const wide = drawn && drawn.getBoundingClientRect().width > room.clientWidth + 1;
      formula.classList.toggle("math-wide", Boolean(wide));
      wide ? formula.setAttribute("tabindex", "0") : formula.removeAttribute("tabindex");
    }
  };
  window.MathJax?.startup?.promise.then(() => {
    mark();
    addEventListener("resize", mark);
    // What is inside a solution has no width until the solution is open, and dark letters may be
    // wider than light ones: measure again then.  The theme, which does the same for code and
    // tables, listens to the same event.
    const again = () => setTimeout(() => dispatchEvent(new Event("resize")), 50);
    document.querySelectorAll(".toggle-button").forEach((button) => button.addEventListener("click", again));
    new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  });
});

// From the disk a browser may not fetch pages: search then shows its hits without excerpts.
if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}
