// A formula, table or code wider than its place scrolls: the keyboard can reach it, and a faded edge
// shows where it goes on.
addEventListener("DOMContentLoaded", () => setTimeout(() => { // after the page is first shown
  const BOXES = ".math > .display, .assumes, .pst-scrollable-table-container, .cell_output .text_html, .highlight > pre";
  const HARDLY = 8; // px, of which a fade would hide more than is out of sight
  const mark = ({ target: box }) => {
    const room = box.scrollWidth - box.clientWidth;
    box.classList.toggle("goes-on", room - box.scrollLeft > HARDLY);
    box.classList.toggle("goes-back", box.scrollLeft > HARDLY);
    room > 1 ? box.setAttribute("tabindex", "0") : box.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver((changes) => {
    for (const { target } of changes)
      if (target.closest(BOXES)) mark({ target: target.closest(BOXES) }); // else it is on the page no more
  });
  for (const box of document.querySelectorAll(BOXES)) {
    box.addEventListener("scroll", mark, { passive: true });
    for (const size of [box, ...box.children]) sizes.observe(size); // a solution that opens, a font that comes
  }
  // Letters of code are wider in the dark.
  const themes = new MutationObserver(() => document.querySelectorAll(BOXES).forEach((box) => mark({ target: box })));
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
}));

// What is far from the window is laid out once a reader scrolls, or has had time to begin, one section after the
// other, and then its pictures come; all at once as a link leads to a place of the page (book.css; the page's head, where the address names one).
const fetchPictures = () => document.querySelectorAll("img[loading]").forEach((e) => e.removeAttribute("loading"));
// So do the scripts of a chapter's figures and exercises, in their order; a promise tells when they have begun.
const fetchScripts = () => fetchScripts.begun ??= Promise.all([...document.querySelectorAll("script[type='later']")].map((e) => new Promise((done) => {
  const script = Object.assign(document.createElement("script"), { src: e.src, async: false });
  script.addEventListener("load", () => setTimeout(done)); // after the timers of its own
  e.replaceWith(script);
})));
addEventListener("beforeprint", fetchPictures);
addEventListener("scroll", fetchScripts, { once: true });
addEventListener("DOMContentLoaded", () => document.documentElement.matches(".at-place") && fetchScripts());
addEventListener("load", () => {
  const later = globalThis.requestIdleCallback ?? ((does) => setTimeout(does, 50));
  const sections = document.querySelectorAll(".bd-article section section");
  const next = (n) => later(() => {
    if (n < sections.length) {
      sections[n].classList.add("laid-out");
      next(n + 1);
    } else {
      fetchPictures();
      fetchScripts();
    }
  });
  addEventListener("scroll", () => next(0), { once: true });
  setTimeout(next, CSS.supports("-moz-appearance: none") ? 0 : 5000, 0); // Firefox saves a whole page with its gaps
});
addEventListener("click", ({ target }) => {
  if (target.closest?.("a")?.hash) document.documentElement.classList.add("at-place");
}, true);

// The list of sections marks the one that is read.
// To ask where a heading is has all around it laid out, so one in a section that is not yet is not asked.
addEventListener("load", () => {
  const links = [...document.querySelectorAll("#pst-page-toc-nav a")];
  const heads = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  const mark = () => {
    const at = heads.findLastIndex((head) =>
      head?.checkVisibility({ contentVisibilityAuto: true }) && head.getBoundingClientRect().top < innerHeight * 0.3);
    links.forEach((link, n) => {
      link.classList.toggle("active", n === at);
      n === at ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
    });
    for (const entry of document.querySelectorAll("#pst-page-toc-nav .toc-entry"))
      entry.classList.toggle("active", entry.contains(links[at] ?? null));
  };
  document.addEventListener("scrollend", mark);
  if (matchMedia("(min-width: 1200px)").matches) mark(); // else the list is not seen, and to measure takes long
});

// A button opens the list that follows it; a click elsewhere, or Escape, shuts it.
const LISTS = "[data-bs-toggle='dropdown']";
const showList = (button, is) => {
  button.setAttribute("aria-expanded", is);
  button.nextElementSibling.classList.toggle("show", is);
};
addEventListener("click", ({ target }) => {
  for (const button of document.querySelectorAll(LISTS))
    showList(button, button.contains(target) && button.ariaExpanded !== "true");
});
addEventListener("keydown", ({ key }) => {
  const button = document.querySelector(`${LISTS}[aria-expanded='true']`);
  if (key !== "Escape" || !button) return;
  showList(button, false);
  button.focus();
});

// A formula is copied as it is typed in TeX, text as it is.
addEventListener("copy", (event) => {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed || event.target.closest?.("input, textarea, [contenteditable]")) return;
  const range = selection.getRangeAt(0).cloneRange();
  const formula = (node) => (node.closest ? node : node.parentElement).closest("[data-tex]"); // a part of one is all of it
  if (formula(range.startContainer)) range.setStartBefore(formula(range.startContainer));
  if (formula(range.endContainer)) range.setEndAfter(formula(range.endContainer));
  const copy = document.createElement("div");
  copy.append(range.cloneContents());
  if (!copy.querySelector("[data-tex]")) return;
  for (const each of copy.querySelectorAll("[data-tex]")) {
    const sign = each.getAttribute("display") === "block" ? "$$" : "$";
    each.replaceWith(sign + each.dataset.tex + sign);
  }
  for (const each of copy.querySelectorAll(".headerlink, script, style")) each.remove();
  copy.style.cssText = "position: absolute; left: -9999px; white-space: normal";
  document.body.append(copy);
  event.clipboardData.setData("text/plain", copy.innerText.replace(/\n{3,}/g, "\n\n").trim());
  copy.remove();
  event.preventDefault();
});

// A button copies code: of an example with prompts what is typed, without its output.
const typed = (code) => {
  const lines = code.replace(/\n$/, "").split("\n"),
    prompt = /^(>>>|\.\.\.)( |$)/;
  return (lines.some((line) => prompt.test(line)) ? lines.filter((line) => prompt.test(line)).map((line) => line.slice(4)) : lines).join("\n");
};
addEventListener("DOMContentLoaded", () => setTimeout(() => { // after the page is first shown
  for (const code of document.querySelectorAll(".highlight > pre"))
    code.after(Object.assign(document.createElement("button"), { type: "button", className: "copybtn", title: "Copy", textContent: "Copy" }));
}));
addEventListener("click", ({ target }) => {
  if (!target.matches?.("button.copybtn")) return;
  const give = (event) => {
    event.clipboardData.setData("text/plain", typed(target.previousElementSibling.textContent));
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("copy", give, true);
  const done = document.execCommand("copy"); // also where a page has no clipboard: from the disk, and without TLS
  removeEventListener("copy", give, true);
  const say = (text) => Object.assign(target, { title: text, textContent: text }).classList.toggle("copied", text === "Copied");
  say(done ? "Copied" : "Not copied");
  setTimeout(say, 1500, "Copy");
});

// The buttons of the theme: colours, the whole screen, the search, and the lists of pages and of sections.
const ROOT = document.documentElement,
  DARK = matchMedia("(prefers-color-scheme: dark)");
const setColours = (mode) => {
  const theme = mode === "auto" ? (DARK.matches ? "dark" : "light") : mode;
  Object.assign(ROOT.dataset, { mode, theme });
};
DARK.addEventListener("change", () => setColours(ROOT.dataset.mode));
globalThis.toggleFullScreen = () => (document.fullscreenElement ? document.exitFullscreen() : ROOT.requestFullscreen());
const search = () => {
  const dialog = document.getElementById("pst-search-dialog"),
    field = document.querySelector(":not(dialog) > form.bd-search input");
  field?.focus(); // the page of the search has one of its own
  if (!field) dialog.open ? dialog.close() : dialog.showModal();
};
const WIDE = matchMedia("(min-width: 992px)");
const move = (from, to) => {
  to.append(...from.childNodes);
  [from.className, to.className] = ["", from.className];
};
addEventListener("click", ({ target, clientX: x, clientY: y }) => {
  const button = target.closest?.(".theme-switch-button, .search-button__button, .sidebar-toggle");
  if (target.matches?.("dialog[open]")) { // a click beside it shuts it
    const { left, right, top, bottom } = target.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) target.close();
  } else if (button?.matches(".theme-switch-button")) {
    const modes = DARK.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
    setColours(modes[(modes.indexOf(ROOT.dataset.mode) + 1) % 3]);
    localStorage.setItem("mode", ROOT.dataset.mode);
  } else if (button?.matches(".search-button__button")) search();
  const id = button?.className.replace(/.*\b(primary|secondary)-toggle.*/, "pst-$1-sidebar");
  const list = document.getElementById(id),
    drawer = document.getElementById(`${id}-modal`);
  if (!list) return;
  if (id.includes("primary") && WIDE.matches) list.classList.toggle("pst-sidebar-hidden");
  else {
    move(list, drawer);
    drawer.showModal();
    drawer.addEventListener("close", () => move(drawer, list), { once: true });
  }
});
addEventListener("keydown", (event) => {
  if (event.key?.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  search();
}, true);
addEventListener("DOMContentLoaded", () => { // the list of pages shows this one
  const list = document.getElementById("pst-primary-sidebar"),
    here = list?.querySelector("a.current[href='#']");
  if (here && WIDE.matches) list.scrollTop = here.getBoundingClientRect().top - innerHeight / 2;
  if (/Mac|iPhone/.test(navigator.platform))
    for (const key of document.querySelectorAll(".kbd-shortcut__modifier")) key.textContent = "⌘";
});

// On a telephone the contents lie over the page: they close as a link of theirs is followed, and by a button.
addEventListener("DOMContentLoaded", () => {
  for (const drawer of document.querySelectorAll(".bd-sidebar-primary, .bd-sidebar-secondary")) {
    const close = Object.assign(document.createElement("button"), { type: "button", className: "close-drawer", textContent: "×" });
    close.setAttribute("aria-label", "Close");
    drawer.prepend(close);
  }
});
addEventListener("click", ({ target }) => {
  if (target.closest?.("a[href], .close-drawer")) target.closest("dialog[open]")?.close();
});

// Paper is light, also where the page is dark.
let theme = null;
addEventListener("beforeprint", () => {
  ({ theme } = document.documentElement.dataset);
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => { document.documentElement.dataset.theme = theme; });

// A link to what is folded opens the fold, and those around it.
const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const own = target.querySelector(":scope > details:first-child"); // the file of a proof is all that its place holds
  for (let e = own ?? target.closest("details"); e; e = e.parentElement.closest("details")) e.open = true;
  for (let e = target;
    (e = e.closest(".toggle-hidden")); e = e.parentElement) e.querySelector(".toggle-button")?.click();
  if (own || target.closest("details, .toggle")) target.scrollIntoView();
};
addEventListener("DOMContentLoaded", unfold);
addEventListener("load", unfold); // boxes are folded by then
addEventListener("hashchange", unfold);
addEventListener("click", ({ target }) => {
  if (target.closest?.("a")?.hash && target.closest("a").hash === location.hash) unfold(); // no change
});

// A link to a place is copied as it is followed, where the browser lets a page do so.
addEventListener("click", async ({ target }) => {
  const link = target.closest?.("a.headerlink");
  if (!link || !navigator.clipboard) return;
  await navigator.clipboard.writeText(link.href).catch(() => {});
  for (const other of document.querySelectorAll(".headerlink.copied")) other.classList.remove("copied");
  link.classList.add("copied");
});

// A strip of frames: a slider moves from one to the next.
addEventListener("DOMContentLoaded", () => {
  for (const image of document.querySelectorAll(".tag_frames .cell_output img")) {
    const strip = Object.assign(document.createElement("div"), { className: "strip" });
    const slider = Object.assign(document.createElement("input"), { type: "range", min: 1, value: 1 });
    slider.setAttribute("aria-label", "Frame");
    image.replaceWith(strip, slider);
    strip.append(image);
    const room = () => strip.scrollWidth - strip.clientWidth;
    slider.addEventListener("input", () => {
      strip.scrollLeft = (room() * (slider.value - 1)) / (slider.max - 1);
      slider.setAttribute("aria-valuetext", `${slider.value} of ${slider.max}`);
    });
    image.decode().then(() => { slider.max = Math.round(image.naturalWidth / image.naturalHeight); });
  }
});

// From the disk a browser may not fetch pages: search then shows its hits without excerpts.
if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

// A button says what it does, or opens: by itself it has only a sign.
addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[title][data-bs-toggle=tooltip]:not([aria-label])"))
    button.setAttribute("aria-label", button.title);
});
addEventListener("load", () => {
  for (const button of document.querySelectorAll(".admonition-title > .toggle-button"))
    button.setAttribute("aria-label", button.parentElement.textContent.replace(/\s+/g, " ").trim());
});

// In the picture of the theorems: the one under the pointer, or with the focus, and all that it rests on
// stand out.
addEventListener("DOMContentLoaded", () => {
  const picture = document.querySelector("svg.rests-on");
  if (!picture) return;
  const arcs = [...picture.querySelectorAll("path")];
  const ancestry = (label, found = new Set()) => {
    if (!found.has(label)) arcs.filter(({ dataset }) => dataset.of === label).forEach(({ dataset }) => ancestry(dataset.to, found.add(label)));
    return found.add(label);
  };
  const show = ({ type, target }) => {
    const link = (type !== "focusout" && target.closest("a")) || picture.querySelector("a:focus");
    const label = link?.dataset.label;
    const shown = label ? ancestry(label) : new Set();
    picture.classList.toggle("follows", shown.size > 0);
    for (const e of picture.querySelectorAll("a, path")) e.classList.toggle("followed", shown.has(e.dataset.label ?? e.dataset.of));
  };
  for (const event of ["pointerover", "pointerleave", "focusin", "focusout"]) picture.addEventListener(event, show);
});
