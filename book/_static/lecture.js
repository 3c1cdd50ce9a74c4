// The lecture view: one theorem, proof, figure, playground or exercise fills the screen of a projector, from
// the page that students read.  "?view=lecture", the button in the head of a chapter or the key L opens it at
// what is read; arrows, Page Up and Page Down (which presenters send) move, Escape leads back to that place.
addEventListener("DOMContentLoaded", () => {
  const article = document.querySelector("article.bd-article"),
    root = document.documentElement;
  const WHAT = ".proof, .play, .exercise, figure, table";
  const NOT = ".solution, .sources, details, .statement"; // what is folded, and what other pages list
  const LARGEST = 2.2, // times the letters of the page
    LEAST = 1.45, // below this a screen scrolls
    STEP = 0.05,
    ALONE = 60; // px of a picture's margins
  const screens = () => {
    const found = [...(article?.querySelectorAll(WHAT) ?? [])].filter(
      (e) => !e.closest(NOT) && !e.parentElement.closest(WHAT) && e.querySelector("img, svg, math, p, td"),
    );
    return found.length ? [article.querySelector("h1"), ...found] : [];
  };
  let bar = null, // while the view is open
    list = [],
    at = 0;

  const button = (sign, name, does) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: sign, title: name });
    made.setAttribute("aria-label", name);
    made.addEventListener("click", does);
    return made;
  };
  // The letters are as large as leaves all of it on the screen; what can be played with is as wide.
  const fits = () => article.getBoundingClientRect().height <= innerHeight - bar.offsetHeight;
  const fit = () => {
    const play = list[at].matches(".play");
    const least = list[at].matches("figure") ? 0.75 : LEAST; // a table may be smaller than text
    for (let times = LARGEST; times >= least; times -= STEP) {
      root.style.setProperty("--lecture", play ? LEAST : times);
      root.style.setProperty("--lecture-width", play ? times / LARGEST : 1);
      if (fits()) return;
    }
  };
  const show = (n) => {
    at = Math.max(0, Math.min(list.length - 1, n));
    for (const e of document.querySelectorAll(".is-shown, .is-above")) e.classList.remove("is-shown", "is-above");
    const here = list[at];
    here.classList.add("is-shown");
    for (let e = here.parentElement; e !== article.parentElement; e = e.parentElement) e.classList.add("is-above");
    if (!at)
      for (const e of document.querySelectorAll("h1 ~ :is(p, ul, .cell)"))
        if (!e.querySelector(WHAT)) e.classList.add("is-shown"); // a picture has its own screen
    const named = here.closest("section[id]:not(.tex2jax_ignore):has(> :is(h1, h2, h3))") ?? article.querySelector("section");
    const heading = named.querySelector("h1, h2, h3").cloneNode(true);
    heading.querySelector(".headerlink")?.remove();
    bar.children[1].replaceChildren(`${at + 1} / ${list.length}`);
    bar.children[3].replaceChildren(...heading.childNodes);
    const address = new URL(location);
    address.searchParams.set("view", "lecture");
    address.hash = here.id || here.querySelector("[id]")?.id || "";
    history.replaceState(null, "", address);
    scrollTo(0, 0);
    fit();
    // Of the first screen what fits: the title, and the first words.
    const words = at ? [] : [...document.querySelectorAll("h1 ~ .is-shown")];
    while (words.length && !fits()) words.pop().classList.remove("is-shown");
    dispatchEvent(new Event("resize")); // a playground draws itself as wide as it is
  };
  const close = () => {
    bar.remove();
    bar = null;
    root.classList.remove("lecture");
    for (const size of ["--lecture", "--lecture-width"]) root.style.removeProperty(size);
    const address = new URL(location);
    address.searchParams.delete("view");
    history.replaceState(null, "", address);
    list[at].scrollIntoView({ block: "center" });
    dispatchEvent(new Event("resize"));
  };
  const open = (n) => {
    if (bar || !(list = screens()).length) return;
    bar = Object.assign(document.createElement("nav"), { className: "lecture-bar" });
    bar.setAttribute("aria-label", "Lecture view");
    const count = document.createElement("span"),
      heading = document.createElement("span");
    count.setAttribute("aria-live", "polite");
    bar.append(
      button("‹", "Back", () => show(at - 1)),
      count,
      button("›", "Next", () => show(at + 1)),
      heading,
      button("×", "Close the lecture view", close),
    );
    document.body.append(bar);
    root.classList.add("lecture");
    show(n);
    fetchScripts().then(() => bar && show(at)); // a figure is larger than the words in its place
  };
  // The screen of what the address names, or the first after it; the head if it names nothing.
  const named = () => {
    try {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const after = (e) => e.contains(target) || target.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING;
      return target ? Math.max(0, screens().findIndex(after)) : 0;
    } catch { // an address that cannot be decoded
      return 0;
    }
  };
  // The screen of what is read: the first that is not above the window.
  const read = () => {
    if (scrollY < innerHeight / 2) return 0;
    return Math.max(0, screens().findIndex((e, n) => n && e.getBoundingClientRect().bottom > ALONE));
  };
  const MOVES = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches?.("input, textarea, select, [contenteditable]")) return;
    if (target.closest?.(".play") && !/^(Page|Escape)/.test(key)) return; // there keys move points
    if (key === "l" && !bar) open(read());
    else if (!bar) return;
    else if (key === "l" || key === "Escape") close();
    else if (key in MOVES) show(at + MOVES[key]);
    else if (key === "Home" || key === "End") show(key === "Home" ? 0 : list.length);
    else return;
    event.preventDefault();
  });
  addEventListener("resize", (event) => bar && event.isTrusted && fit());
  addEventListener("lecture", () => (bar ? close() : open(read()))); // the button's
  if (new URLSearchParams(location.search).get("view") === "lecture") setTimeout(() => open(named()));
});
