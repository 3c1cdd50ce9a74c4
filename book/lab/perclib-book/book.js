// What JupyterLab cannot know of a chapter, since it sees one notebook at a time: numbers and
// places of what is referred to, which book/_ext/website/labels_for_lab.py wrote beside the pages,
// and that a solution is folded until a reader asks for it.  An extension as JupyterLab loads it,
// with nothing to build.  Elements that belong to jupyterlab-myst stay where they are; their text is
// changed.
(() => {
  "use strict";
  const NAME = "perclib-book";
  const NUMBER = /^(?:[A-Z][a-z]+\.?\s[\d.]+|\([\d.]+\)|[\d.]+):?$/;
  const FOLDED = ["hide-cell", "hide-output", "remove-output", "remove-cell"];
  const UNKNOWN = '[title="Cross Reference Not Found"], [title="Citation Not Found"]';
  const server = () => JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const pages = () => new URL(`${server().baseUrl}static/`, location.href).href;
  let told = { labels: {}, words: {}, titles: {} };

  const texts = (element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);

  // The text of an element, beside pictures, is in one node or several.
  const say = (element, words) => {
    for (const [n, node] of texts(element).entries()) {
      const part = n === 0 ? words : "";
      if (node.nodeValue !== part) node.nodeValue = part;
    }
  };

  // Lead to a page; or do something.  What draws the cell may set the address again.
  const lead = (link, place, act) => {
    if (link.href !== pages() + place) link.href = pages() + place;
    if (link.target) return;
    link.target = "_blank";
    const click = (event) => {
      event.stopPropagation(); // jupyterlab-myst would look for the place in the notebook
      if (act) event.preventDefault();
      if (act) act();
    };
    link.addEventListener("click", click, true);
  };

  // Here a label is a link to a place of the notebook, with a number from 1.
  const renumber = (link) => {
    const [words] = told.labels[decodeURIComponent(link.hash.slice(1))] || [];
    const number = words && words.match(/\(?[\d.]*\d\)?$/);
    const colon = link.textContent.endsWith(":") ? ":" : "";
    if (number && NUMBER.test(link.textContent)) say(link, words + colon);
  };

  // What this notebook does not hold: a link to the page that does.
  const resolve = (element) => {
    const [words, place] = told.labels[element.textContent] || [];
    if (!words) return;
    const link = document.createElement("a");
    link.textContent = words;
    lead(link, place);
    element.removeAttribute("title");
    element.className = "";
    for (const picture of element.querySelectorAll("svg")) picture.style.display = "none";
    say(element, "");
    element.append(link);
  };

  const term = (link) => {
    const place = told.words[link.textContent.replace(/\s+/g, " ")];
    if (place) lead(link, place);
  };

  // Another page; a chapter is opened as a notebook.
  const page = (link, app) => {
    const href = link.getAttribute("href");
    const built = href.match(/\/_build\/html\/([^?#]*)(?:\?[^#]*)?(#.*)?$/);
    if (built) return lead(link, built[1] + (built[2] || ""));
    const [, name] = href.match(/^(?:.*\/files)?\/(?:notebooks\/)?([^?.]*)(?:\?|$)/) || [];
    if (!name) return;
    const open = () => app.commands.execute("docmanager:open", { path: `${name}.ipynb` });
    const other = name.startsWith("book/");
    const docname = other ? name : `notebooks/${name}`;
    const title = told.titles[docname];
    if (title && link.textContent.replace(/^\//, "").endsWith(name)) say(link, title);
    lead(link, `${docname}.html`, other ? null : open);
  };

  // The directives at the two ends of a solution are drawn as a box each, the last one empty.
  const begins = (element) =>
    element.matches("details.myst-exercise") &&
    element.firstElementChild.textContent.includes("Solution to");
  const ends = (element) => element.matches(".myst-exercise") && !element.textContent.trim();

  // From the head of a solution to its end, in as many cells as it takes, all is shown or none.
  const fold = (notebook) => {
    let shown = true;
    for (const cell of notebook.querySelectorAll(".jp-Cell")) {
      let inside = !shown;
      const body = cell.classList.contains("jp-MarkdownCell") ? cell.querySelector(".myst") : null;
      for (const element of body ? body.children : []) {
        const last = ends(element);
        if (begins(element)) {
          shown = element.open;
          element.ontoggle = () => fold(notebook);
        } else if (element.hidden !== (last || !shown)) element.hidden = last || !shown;
        if (last) shown = true;
        inside = inside && (!shown || last);
      }
      if (cell.hidden !== inside) cell.hidden = inside;
    }
  };

  const patch = (app, body) => {
    for (const link of body.querySelectorAll('a[href^="#"]')) {
      if (link.getAttribute("href") === "#") term(link);
      else renumber(link);
    }
    for (const link of body.querySelectorAll("a.link[href]")) page(link, app);
    for (const element of body.querySelectorAll(UNKNOWN)) resolve(element);
    for (const head of body.querySelectorAll(".myst-proof-title > span:first-child")) {
      if (/^Proof \d+$/.test(head.textContent)) say(head, "Proof");
    }
    for (const head of body.querySelectorAll(".myst-exercise-title")) {
      for (const node of texts(head))
        if (node.nodeValue === "Start of ") node.nodeValue = "";
    }
  };

  // The cells that an element is in or holds.
  const cells = (element) => {
    const own = element.closest(".jp-MarkdownCell");
    return own ? [own] : element.querySelectorAll(".jp-MarkdownCell");
  };

  // To run a cell opens what it put out.  Where all are run, what the page folds is folded again.
  const again = (app) => {
    for (const cell of app.shell.currentWidget.content.widgets) {
      const tags = cell.model.getMetadata("tags") || [];
      if (tags.some((tag) => FOLDED.includes(tag))) cell.outputHidden = true;
    }
  };

  const activate = async (app) => {
    app.commands.commandExecuted.connect((_, { id, result }) => {
      if (/^notebook:(restart-)?run-all/.test(id)) result.then(() => again(app));
    });
    const answer = await fetch(`${pages()}_static/labels.json`);
    if (answer.ok) told = await answer.json();
    const style = document.createElement("style");
    style.textContent = ".jp-Notebook [hidden] { display: none !important; }";
    document.head.append(style);
    const waiting = new Set();
    const later = (changed) => {
      const due = waiting.size > 0;
      for (const element of changed)
        for (const cell of cells(element)) waiting.add(cell);
      if (due || !waiting.size) return;
      requestAnimationFrame(() => {
        const notebooks = new Set();
        for (const cell of waiting) {
          notebooks.add(cell.closest(".jp-Notebook"));
          for (const body of cell.querySelectorAll(".myst")) patch(app, body);
        }
        waiting.clear();
        for (const notebook of notebooks)
          if (notebook) fold(notebook);
      });
    };
    new MutationObserver((records) => later(records.map(({ target }) => target))).observe(
      document.body, { childList: true, subtree: true, attributeFilter: ["href"] },
    );
    later([document.body]);
  };

  const plugin = { id: `${NAME}:plugin`, autoStart: true, activate };
  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB[NAME] = {
    init: () => {},
    get: async () => () => ({ __esModule: true, default: plugin }),
  };
})();
