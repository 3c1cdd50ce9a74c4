// A filter by verdict and source; without it, or with nothing chosen, every statement is shown.
(() => {
  const items = [...document.querySelectorAll(".statement")];
  if (!items.length) return;
  const choices = {
    verdict: { "": "all verdicts", "is-false": "false", "is-gap": "gap", "is-holds-if": "holds if", "is-slip": "slip", "is-holds": "holds" },
    source: { "": "all sources", "of-a": "A", "of-b": "B", "of-c": "C", "of-d": "D", "of-e": "E" },
  };
  const form = document.createElement("form");
  form.className = "ledger-filter";
  form.setAttribute("aria-label", "Which statements to show");
  const selects = Object.entries(choices).map(([name, options]) => {
    const label = document.createElement("label");
    const select = document.createElement("select");
    for (const [value, text] of Object.entries(options)) {
      if (!value || items.some((item) => item.classList.contains(value))) select.add(new Option(text, value));
    }
    label.append(`${name} `, select);
    form.append(label);
    return select;
  });
  const said = document.createElement("output");
  form.append(said);
  const sections = [...document.querySelectorAll("section")].filter((s) => s.querySelector(".statement"));
  const top = sections.find((s) => s.querySelector("h1"));

  const show = () => {
    let shown = 0;
    for (const item of items) {
      item.hidden = selects.some((s) => s.value && !item.classList.contains(s.value));
      shown += !item.hidden;
    }
    for (const section of sections) {
      section.hidden = section !== top && !section.querySelector(".statement:not([hidden])");
    }
    said.textContent = `${shown} of ${items.length} shown`;
  };
  // A link to a statement that is filtered away shows all again.
  const follow = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.closest("[hidden]")) {
      for (const select of selects) select.value = "";
      show();
      target.scrollIntoView();
    }
  };
  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", follow);
  sections.filter((s) => s !== top && s.querySelector("h2"))[0].before(form);
  show();
})();
