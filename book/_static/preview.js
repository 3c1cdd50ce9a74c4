// Hover over a reference to an equation, theorem, figure, term or citation, or focus it: a box shows
// what it points to, on this page or another of the book.
addEventListener("DOMContentLoaded", () => {
  const box = Object.assign(document.createElement("div"), { className: "ref-preview bd-article", hidden: true });
  box.id = "ref-preview";
  box.setAttribute("role", "tooltip");
  document.body.append(box);

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

  let timer, wanted;
  const hide = () => {
    clearTimeout(timer);
    wanted = null;
    box.hidden = true;
  };
  const show = async (link) => {
    wanted = link;
    const url = new URL(link.href);
    const page = await load(url.pathname).catch(() => undefined);
    const target = page?.getElementById(decodeURIComponent(url.hash.slice(1)));
    if (!target || wanted !== link) return;
    const copy = content(target).cloneNode(true);
    for (const e of [copy, ...copy.querySelectorAll("[id]")]) e.removeAttribute("id");
    copy.querySelectorAll(".headerlink, script, button").forEach((e) => e.remove());
    copy.querySelectorAll("img").forEach((e) => { e.src = new URL(e.getAttribute("src"), url).href; });
    box.replaceChildren(copy);
    box.hidden = false;
    const { left, top, bottom } = link.getBoundingClientRect(), { width, height } = box.getBoundingClientRect();
    const below = bottom + height + 8 < innerHeight;
    box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8)) + scrollX}px`;
    box.style.top = `${(below ? bottom + 6 : Math.max(8, top - height - 6)) + scrollY}px`;
  };

  for (const link of document.querySelectorAll('article a.reference.internal[href*="#"]')) {
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(show, 200, link);
    };
    if (matchMedia("(hover: hover)").matches) {
      link.addEventListener("mouseenter", soon);
      link.addEventListener("mouseleave", hide);
    }
    link.addEventListener("focus", soon);
    link.addEventListener("blur", hide);
  }
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
});
