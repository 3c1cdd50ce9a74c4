// Hover over a reference to an equation, theorem, figure, term or citation, or over a theorem in the
// picture of all; focus it, or tap on it where nothing hovers: a box shows what it points to, on this
// page or another of the book.  It stays while the pointer is on it, and arrow keys scroll it; a second
// tap, or one on a link in the box, follows the reference.
addEventListener("DOMContentLoaded", () => {
  const box = Object.assign(document.createElement("div"), { className: "ref-preview bd-article", hidden: true });
  box.id = "ref-preview";
  box.setAttribute("role", "tooltip");
  const said = Object.assign(document.createElement("p"), { className: "preview-said" });
  said.setAttribute("role", "status");
  document.body.append(box, said);

  // Each page is fetched once.  From the disk no page may be fetched: then only this one is at hand.
  const pages = new Map([[location.pathname, document]]);
  const load = async (path) => {
    if (!pages.has(path) && location.protocol !== "file:") {
      const text = await (await fetch(path)).text();
      pages.set(path, new DOMParser().parseFromString(text, "text/html"));
    }
    return pages.get(path);
  };

  // What is worth showing of a target: not the empty mark before a section, nor a term without its text.
  const content = (target) => {
    if (!target.textContent.trim()) target = target.closest("section") ?? target;
    if (target.matches("section")) target = target.querySelector(":scope > p") ?? target;
    if (target.matches("dt")) target = target.nextElementSibling ?? target;
    return target;
  };

  // What is read aloud of it: its beginning, formulas as they are written.
  const words = (copy) => {
    const plain = copy.cloneNode(true);
    plain.querySelectorAll("math").forEach((e) => e.replaceWith(e.dataset.tex));
    const text = plain.textContent.replace(/\s+/g, " ").trim();
    return `Preview: ${text.length > 240 ? `${text.slice(0, 240)} …` : text}`;
  };

  let timer, wanted;
  const hide = () => {
    clearTimeout(timer);
    wanted = null;
    box.hidden = true;
    said.textContent = "";
  };
  const later = (act, ...what) => {
    clearTimeout(timer);
    timer = setTimeout(act, 200, ...what);
  };
  const show = async (link) => {
    wanted = link;
    const url = new URL(link.getAttribute("href"), location); // a link of a picture has another href
    const page = await load(url.pathname).catch(() => undefined);
    const target = page?.getElementById(decodeURIComponent(url.hash.slice(1)));
    if (!target || wanted !== link) return false;
    const copy = content(target).cloneNode(true);
    for (const e of [copy, ...copy.querySelectorAll("[id]")]) e.removeAttribute("id");
    copy.querySelectorAll(".headerlink, script, button").forEach((e) => e.remove());
    copy.querySelectorAll("img").forEach((e) => { e.src = new URL(e.getAttribute("src"), url).href; });
    box.replaceChildren(copy);
    if (!hovers) box.append(Object.assign(document.createElement("a"), { href: url.href, textContent: "Go there" }));
    box.hidden = false;
    box.scrollTop = 0;
    if (document.activeElement === link) said.textContent = words(copy);
    const { left, top, bottom } = link.getBoundingClientRect(), { width, height } = box.getBoundingClientRect();
    const below = bottom + height + 8 < innerHeight;
    box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8)) + scrollX}px`;
    box.style.top = `${(below ? bottom + 6 : Math.max(8, top - height - 6)) + scrollY}px`;
    return true;
  };

  const hovers = matchMedia("(hover: hover)").matches;
  const on = (type, does) => addEventListener(type, (event) => { // one listener for all of a page's links
    const link = event.target.closest?.('article :is(a.reference.internal, svg.rests-on a)[href*="#"]');
    if (link && !link.contains(event.relatedTarget)) does(link, event);
  });
  if (hovers) {
    on("mouseover", (link) => later(show, link));
    on("mouseout", () => later(hide)); // unless the pointer comes onto the box
    on("focusin", (link) => later(show, link));
    on("focusout", hide);
  } else {
    on("click", async (link, event) => {
      if (wanted === link) return;
      event.preventDefault();
      if (!(await show(link))) location.assign(link.getAttribute("href"));
    });
  }
  box.addEventListener("mouseenter", () => clearTimeout(timer));
  box.addEventListener("mouseleave", () => later(hide));
  addEventListener("pointerdown", ({ target }) => !box.contains(target) && target.closest?.("a") !== wanted && hide());
  addEventListener("keydown", (event) => {
    const step = { ArrowDown: 40, ArrowUp: -40 } [event.key];
    if (event.key === "Escape") hide();
    else if (step && !box.hidden && box.scrollHeight > box.clientHeight) {
      event.preventDefault();
      box.scrollBy(0, step);
    }
  });
});
