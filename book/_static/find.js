// The page of the search finds more than words: a theorem by its number or title, a formula as it is
// written or typed, and a word with one slip of a letter.  PLACES is written by
// book/_ext/website/search_places.py.
(() => {
  "use strict";
  const NAMES = {
    α: "alpha",
    β: "beta",
    γ: "gamma",
    δ: "delta",
    ε: "epsilon",
    η: "eta",
    θ: "theta",
    κ: "kappa",
    λ: "lambda",
    μ: "mu",
    ν: "nu",
    ξ: "xi",
    π: "pi",
    ρ: "rho",
    σ: "sigma",
    τ: "tau",
    φ: "phi",
    "√": "sqrt",
    "≤": "le",
    "≥": "ge",
    "∑": "sum",
    "²": "2",
    "‖": "|",
  };
  const named = (text) => text.toLowerCase().replace(/[^\x00-\x7f]/gu, (sign) => NAMES[sign] ?? sign);

  // A formula and what is asked for in one form: no spaces, brackets, commas or signs of commands.
  const plain = (text) =>
    named(text.replace(/\\(left|right|big|Big|[,;!:])|\\(?=t?frac)/g, "").replace(/<=/g, "≤").replace(/>=/g, "≥"))
    .replace(/[\s\\{}()[\],]/g, "");

  const all = Object.entries(PLACES).flatMap(([page, { title, places }]) =>
    places.map(([anchor, name, tex]) => ({ page, in: title, anchor, name, tex, form: plain(tex), numbered: name[0] === "(" })));

  const words = (text) => named(text).match(/[\p{L}\p{N}.]+/gu) ?? [];
  const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

  // How well a place answers: its number asked for, its title, its formula, an exercise less than what
  // it exercises; 0 if not at all.
  function answers(place, query) {
    const how = kind(place, query);
    return how && how < 3 && place.name.startsWith("Exercise") ? how - 0.5 : how;
  }

  function kind(place, query) {
    const number = /^(\p{L}+ )?\(?(\d+\.\d+)\)?$/u.exec(query);
    const own = /^(\p{L}+ )?\(?(\d+\.\d+)\)?/u.exec(named(place.name));
    const bracket = query[0] === "(" && !place.numbered ? 1 : 0;
    if (number) return number[2] === own?.[2] && (own[1] ?? "").startsWith(number[1] ?? "") ? 4 - bracket : 0;
    const asked = words(query);
    const title = words(place.name);
    if (asked.length && asked.every((word) => title.some((own) => own === word || (word.length > 2 && own.startsWith(word))))) return 2;
    const form = plain(query);
    return form.length > 1 && place.form.includes(form) ? 1 : 0;
  }

  const hit = ({ page, in: where, anchor, name, tex, numbered }) => {
    const [title, formula] = numbered ? [`${where}, ${name}`, escaped(tex)] : [name, null];
    return [page, escaped(title), `#${anchor}`, formula, 0, `${page}.html`];
  };

  // Hits as Sphinx wants them: the last one is shown first.
  function search(query) {
    const asked = named(query.trim());
    const found = all.map((place) => ({ place, how: answers(place, asked) })).filter(({ how }) => how);
    const size = ({ how, place }) => (how > 1 ? 0 : place.form.length); // the shortest of the formulas
    found.sort((a, b) => b.how - a.how || size(a) - size(b));
    const [, ...terms] = Search._parseQuery(asked);
    const ours = new Set(all.map(({ page, anchor }) => `${page}#${anchor}`));
    const theirs = Search._performSearch(asked, ...terms).filter(([page, , anchor]) => !ours.has(page + anchor));
    return { terms, hits: [...theirs, ...found.slice(0, 40).map(({ place }) => hit(place)).reverse()] };
  }

  // Whether a word becomes another by one letter more, less or other, or by two that change places.
  function near(a, b) {
    let i = 0,
      j = 0;
    while (i < a.length && a[i] === b[i]) i += 1;
    while (j < Math.min(a.length, b.length) - i && a.at(-1 - j) === b.at(-1 - j)) j += 1;
    const [x, y] = [a.slice(i, a.length - j), b.slice(i, b.length - j)];
    return Math.max(x.length, y.length) <= 1 || (x.length === 2 && y === x[1] + x[0]);
  }

  // The query with each word that stands nowhere changed into the longest one that is near it, and of
  // these the commonest.  The index has words without their endings.
  function mended(query) {
    const { terms, titleterms } = Search._index;
    const common = (word) => [titleterms[word] ?? [], terms[word] ?? []].flat().length;
    const known = [...new Set([...Object.keys(titleterms), ...Object.keys(terms)])].filter((word) => word.length > 3);
    const stems = new Stemmer();
    const mend = (word) => {
      if (word.length < 4 || common(word) || common(stems.stemWord(word))) return word;
      const close = (other) => [0, 1, 9].some((more) => near(word.slice(0, other.length + more), other));
      const others = known.filter(close).sort((a, b) => b.length - a.length || common(b) - common(a));
      const whole = all.flatMap(({ name }) => words(name)).find((own) => own.startsWith(others[0]));
      return whole ?? others[0] ?? word;
    };
    return words(query).map(mend).join(" ");
  }

  Search.query = (query) => {
    let { terms, hits } = search(query);
    const other = hits.length ? query : mended(query);
    if (other !== query) {
      ({ terms, hits } = search(other));
      const note = Search.output.parentElement.insertBefore(document.createElement("p"), Search.output);
      note.textContent = hits.length ? `Nothing was found for “${query}”; this is what “${other}” gives.` : "";
    }
    const [searched, , highlighted] = terms;
    _displayNextItem(hits, hits.length, searched, highlighted);
  };
})();
