// Show the boxes of the kinds that are chosen; with nothing chosen, all.
(() => {
  const form = document.querySelector("form.filter");
  const selects = [...form.querySelectorAll("select")];
  const items = [...document.querySelectorAll(".statement")];
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
    form.querySelector("output").textContent = `${shown} of ${items.length} shown`;
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
})();
