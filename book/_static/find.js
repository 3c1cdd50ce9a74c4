// The page of the search finds more than words: all that has a number by it, a theorem by its title, a
// formula as it is written or typed, a term of the glossary, and a word with one slip of a letter.  PLACES is written by
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
  const named = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase() // Hölder is Holder
    .replace(/[^\x00-\x7f]/gu, (sign) => NAMES[sign] ?? sign);
  // What is called otherwise elsewhere.
  const CALLED = {
    "perceptron convergence theorem": "Block-Novikoff",
    "convergence theorem": "Block-Novikoff",
    "mistake bound theorem": "Block-Novikoff",
    svm: "support vector machine",
    sgd: "stochastic gradient descent",
    "0-1 loss": "zero-one loss",
    "0/1 loss": "zero-one loss",
    "01 loss": "zero-one loss",
  };

  // Formulas have one form, whether TeX or typed: a letter is one sign, small; a fraction is a quotient;
  // a power of a quotient is a quotient of powers; spaces, brackets and the marks of products are left out.
  const LETTERS = Object.fromEntries(Object.entries(NAMES).filter(([sign]) => /\p{L}/u.test(sign)).map(([sign, name]) => [name, sign]));
  const SIGNS = {
    ...LETTERS,
    ...{ le: "≤", leq: "≤", leqslant: "≤", ge: "≥", geq: "≥", geqslant: "≥", ne: "≠", neq: "≠", langle: "⟨", rangle: "⟩" },
    ...{ lVert: "|", rVert: "|", Vert: "|", lvert: "|", rvert: "|", cdot: "", times: "", ast: "", quad: ";", qquad: ";" },
    ...{ Gamma: "γ", Delta: "δ", Lambda: "λ", Theta: "θ", Phi: "φ", varepsilon: "ε", infty: "∞", sqrt: "√" },
  };
  const LETTER = new RegExp(Object.keys(LETTERS).sort((a, b) => b.length - a.length).join("|"), "gi");

  // The text of TeX without its groups: \frac{a}{b} is (a)/(b).
  function flat(tex) {
    let i = 0;
    const group = () => {
      const from = i + 1;
      for (let depth = 0; i < tex.length; i++) {
        depth += (tex[i] === "{") - (tex[i] === "}");
        if (!depth) break;
      }
      return flat(tex.slice(from, i++));
    };
    const part = () => {
      if (tex[i] === "{") return group();
      const [one] = /^\s*(\\[A-Za-z]+|\\.|.)?/su.exec(tex.slice(i));
      i += one.length;
      return flat(one);
    };
    let out = "";
    while (i < tex.length) {
      const command = /^\\([A-Za-z]+|.)\s*/su.exec(tex.slice(i));
      if (!command) {
        if (tex[i] === "{") out += group();
        else out += tex[i++];
        continue;
      }
      i += command[0].length;
      const name = command[1];
      if (/^[dtc]?frac$/.test(name)) out += `(${part()})/(${part()})`;
      else if (/^(text|begin|end)/.test(name)) out += (part(), ";");
      else if (/^(left|right|[bB]igg?[lrm]?|displaystyle|[,:!;\s])$/.test(name)) continue;
      else if (name === "\\") out += ";";
      else out += name === "|" ? "|" : SIGNS[name] ?? name;
    }
    return out;
  }

  function plain(text) {
    const typed = (text.includes("\\") ? flat(text) : text.replace(/\bsqrt\b|\b(norm)(?=\()/gi, (word) => (/norm/i.test(word) ? "|" : "√")))
      .replace(/\|\(([^()]*)\)/g, "|$1|")
      .replace(LETTER, (name) => LETTERS[name.toLowerCase()])
      .replace(/<=|=</g, "≤").replace(/>=|=>/g, "≥").replace(/!=/g, "≠").replace(/\*\*/g, "^")
      .replace(/²/g, "^2").replace(/³/g, "^3").replace(/[‖∥]|\|\|/g, "|").replace(/[·*×⋅&]/g, "").replace(/Δ/g, "δ")
      .replace(/<([^<>=≤≥,;]+),([^<>=≤≥,;]+)>/g, "⟨$1$2⟩");
    const small = typed.toLowerCase().replace(/[\s{},.]/g, "").replace(/\^\((\w)\)/g, "^$1");
    const raised = small.replace(/\(([^+\-−=≤≥≠<>;^]+)\)\^(\w)/gu, (all, inside, power) => {
      if (!inside.includes("/")) return all;
      return inside.replace(/[()[\]]/g, "").replace(/\|[^|]*\||√?\p{L}(_\w)?|\d+/gu, (factor) => `${factor}^${power}`);
    });
    return raised.replace(/[()[\]\\]/g, "");
  }

  // What is asked for, and its other spellings: a product of vectors as an inner product, and a quotient
  // for its square, as in bounds.
  function spellings(query) {
    const product = /^\s*(\w)\s*(?:·|@|\.|\^T|'|\*)?\s+?(\w(?:_\w)?)\s*$/u.exec(query.replace(/([·@.]|\^T)/g, "$1 "));
    const form = plain(query);
    const square = /^[^\^≤≥=<>;+-]+\/[^\^≤≥=<>;+-]+$/u.test(form) ? [plain(`(${query})^2`)] : [];
    return [form, ...square, ...(product ? [plain(`<${product[1]},${product[2]}>`)] : [])];
  }

  // A formula as it stands, for a comparator of norm 1, and without indices.
  const loosened = (form) => [form, form.replace(/\|u\|(\^2)?/g, ""), form.replace(/\|u\|(\^2)?|_\p{L}/gu, "")];

  const all = Object.entries(PLACES).flatMap(([page, { title, places, terms }]) => [...places, ...terms.map((term) => [...term.slice(0, 3), null, true])].map(([anchor, name, tex, shown, term]) => {
    const forms = loosened(tex.split(" ; ").map(plain).join(";"));
    return { page, in: title, anchor, name, tex, shown, term, numbered: name[0] === "(", forms };
  }));

  const words = (text) => named(text).match(/[\p{L}\p{N}.]+/gu) ?? [];
  const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

  // How a name sounds: Novikov and Novikoff, Shapire and Schapire.
  const sound = (word) =>
    word.replace(/sch/g, "sh").replace(/ph|v/g, "f").replace(/ck|c(?=[aou])/g, "k").replace(/y/g, "i").replace(/(.)\1/g, "$1");
  const stem = (word) => new Stemmer().stemWord(word);
  const alike = (word, own) =>
    own === word || stem(own) === stem(word) || (word.length > 2 && own.startsWith(word)) || (word.length > 5 && sound(word) === sound(own));

  // How well a place answers: its number asked for, its title, its formula, an exercise less than what
  // it exercises; 0 if not at all.
  function answers(place, query) {
    const how = kind(place, query);
    return how && how < 3 && place.name.startsWith("Exercise") ? how - 0.5 : how;
  }

  const SORTS = [["fig", /^(fig|pic|pl)/], ["table", /^tab/], ["(", /^(eq|form|disp|ineq)/], ["exercise", /^ex/],
    ["theorem", /^th/], ["lemma", /^lem/], ["corollary", /^cor/], ["definition", /^def/], ["algorithm", /^alg/]];

  function kind(place, typed) {
    const query = named(typed);
    const number = /^(?:(\p{L}+)\.? *)?\(?(\d+\.\d+)\)?$/u.exec(query);
    const own = /^(\p{L}*)\.? ?\(?(\d+\.\d+)\)?/u.exec(named(place.name));
    if (number) {
      if (number[2] !== own?.[2]) return 0;
      const [, word = ""] = number, asked = SORTS.find(([, sign]) => sign.test(word))?.[0];
      const bracket = query[0] === "(" && !place.numbered ? 1 : 0;
      if (!word) return 4 - bracket;
      return asked === (place.numbered ? "(" : SORTS.find(([, sign]) => sign.test(own[1]))?.[0]) ? 4 : 2.5;
    }
    const asked = meant(query);
    const title = words(place.name);
    if (asked.length && !/[<>=≤≥/^|⟨‖²³]/.test(typed) && asked.every((word) => title.some((each) => alike(word, each)))) {
      if (place.term) return asked.length === title.length ? 2.1 : 0;
      return { definition: 2.2, fig: 1.2, table: 1.2 } [own?.[1]] ?? 2;
    }
    return formula(place, typed);
  }

  // A whole inequality or a whole side of one, a formula by itself, or a part of one, in the first spelling
  // that is there.
  function formula(place, query) {
    let best = 0;
    spellings(query).forEach((form) => place.forms.forEach((own, j) => {
      if (form.length < 2 ? !/[α-ω]/u.test(form) : !own.includes(form)) return;
      const side = own.split(";").some((part) => part !== form && part.split(/[≤≥=<>≠]/).includes(form));
      const whole = side ? 0.8 : own.split(";").includes(form) ? (/[≤≥=<>≠]/.test(form) ? 0.8 : 0.6) : 0;
      if (form.length < 2 && !whole) return;
      const first = whole && (place.term || /^(Theorem|Corollary)/.test(place.name)) ? 0.05 : 0;
      best = Math.max(best, 1 + whole + first - (j === 2 || (j && !whole)) / 20);
    }));
    return best;
  }

  // The words of a question without those that only ask.
  function meant(query) {
    const list = words(query);
    if (!/^(how|what|where|why|when|which|who|can|do|does|is|are)\b/.test(query)) return list;
    const rest = list.filter((word) => !/^(how|what|where|why|when|which|who|can|do|does|is|are|i|we|you|it|a|an|the|to|of|in|mean|means)$/.test(word));
    return rest.length ? rest : list;
  }

  const hit = ({ page, in: where, anchor, name, tex, shown, numbered, term }) => {
    const [title, below] = numbered ? [`${where}, ${name}`, shown] : [shown ?? escaped(name), null];
    return [page, term ? `${title} (${where.toLowerCase()})` : title, `#${anchor}`, below, 0, `${page}.html`];
  };

  // Hits as Sphinx wants them: the last one is shown first.
  function search(query) {
    const typed = query.trim(),
      asked = named(typed);
    const found = all.map((place) => ({ place, how: answers(place, typed) })).filter(({ how }) => how);
    const size = ({ how, place }) => (how > 1.3 ? 0 : place.forms[0].length); // the shortest of the formulas
    found.sort((a, b) => b.how - a.how || size(a) - size(b));
    const [, ...terms] = Search._parseQuery(meant(asked).join(" ") === words(asked).join(" ") ? asked : meant(asked).join(" "));
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

  // The query with each word that stands nowhere changed into one that is near it: of a title, or else the
  // longest of the text, and of these the commonest.  The index has words without their endings.
  function mended(query) {
    const { terms, titleterms } = Search._index;
    const common = (word) => [titleterms[word] ?? [], terms[word] ?? []].flat().length;
    const known = [...new Set([...Object.keys(titleterms), ...Object.keys(terms)])].filter((word) => word.length > 3);
    const titled = [...new Set(all.flatMap(({ name, tex }) => (tex ? [] : words(name))).filter((own) => own.length > 3))];
    const mend = (word) => {
      if (word.length < 4 || common(word) || common(stem(word))) return word;
      const title = titled.find((own) => near(word, own));
      if (title) return title;
      const close = (other) => other.length > 4 && word.length - other.length < 4
        && [0, 1].some((more) => near(word.slice(0, other.length + more), other));
      const others = known.filter(close).sort((a, b) => b.length - a.length || common(b) - common(a));
      const whole = all.flatMap(({ name }) => words(name)).find((own) => own.startsWith(others[0]));
      return whole ?? others[0] ?? word;
    };
    return words(query).map(mend).join(" ");
  }

  // The paragraph of a place that has a word that was asked for, or its first one, with formulas as
  // formulas, without marks and numbers; a term with its definition.
  const LENGTH = 260,
    LONG = 24;
  Search.makeSearchSummary = (html, asked, anchor) => {
    const article = new DOMParser().parseFromString(html, "text/html").querySelector(".bd-article");
    const out = Object.assign(document.createElement("p"), { className: "context" });
    article?.querySelectorAll(".headerlink, .machine, .of-claims, .eqno, script, style, template, form, button").forEach((each) => each.remove());
    const place = (anchor && article?.querySelector(anchor)) || article;
    if (!place) return out;
    const from = place.matches("dt") ? place.nextElementSibling ?? place : place;
    const blocks = [...from.querySelectorAll("p:not(.admonition-title), li, td, dd, figcaption, div.math")];
    const terms = [...asked].map((word) => word.toLowerCase());
    const whole = blocks.filter((block) => !block.querySelector("p, li") && block.textContent.trim());
    const found = whole.findIndex(({ textContent }) => terms.some((word) => textContent.toLowerCase().includes(word)));
    let left = LENGTH;
    for (const block of whole.slice(Math.max(found, 0))) {
      if (left <= 0) break;
      left = copy(block, out, left);
      out.append(" ");
    }
    if (left <= 0) endWithDots(out);
    // A hit of a page as a whole leads to the passage that its excerpt shows.
    const passage = found < 0 || anchor ? null : whole[found].closest("section section[id], section > [id]");
    if (passage) queueMicrotask(() => { out.parentElement.querySelector("a").hash = passage.id; });
    return out;
  };

  // End an excerpt with dots, which do not stand alone on the last line: not after a formula that may fill it.
  function endWithDots(out) {
    const left = ({ nodeType, textContent }) => !textContent.trim()
      || (nodeType !== Node.TEXT_NODE && textContent.length > LONG);
    while (out.childNodes.length > 1 && left(out.lastChild)) out.lastChild.remove();
    const last = out.lastChild;
    if (last?.nodeType === Node.TEXT_NODE) last.data = `${last.data.trimEnd()}\u00a0…`;
    else if (last) {
      const kept = Object.assign(document.createElement("span"), { className: "nobreak" });
      last.replaceWith(kept);
      kept.append(last, " …");
    }
  }

  // Copy the text and the formulas of a block, no more than may be left; what is left then.
  function copy(block, out, left) {
    for (const node of block.childNodes) {
      if (left <= 0) return left;
      if (node.nodeName.toLowerCase() === "math") {
        const formula = document.importNode(node, true);
        formula.removeAttribute("display");
        for (const gap of formula.querySelectorAll("mspace"))
          if (/^[12]em$/.test(gap.getAttribute("width"))) gap.setAttribute("width", "0.5em");
        out.append(formula);
        left -= formula.textContent.length + 1;
      } else if (node.nodeType === Node.TEXT_NODE) {
        const text = node.data.replace(/\s+/g, " ");
        const end = text.length > left ? text.lastIndexOf(" ", left) : text.length;
        out.append(text.slice(0, Math.max(end, 0)));
        left -= text.length;
      } else left = copy(node, out, left);
    }
    return left;
  }

  // What Sphinx says at the end, of pages, though many hits are places in one page.
  const FOUND = "Search finished, found ${resultCount} page(s) matching the search query.";

  Search.query = (typed) => {
    const query = CALLED[named(typed).trim().replace(/\s+/g, " ")] ?? typed;
    let { terms, hits } = search(query);
    const other = hits.length ? query : mended(query);
    if (other !== query) {
      ({ terms, hits } = search(other));
      const note = Search.output.parentElement.insertBefore(document.createElement("p"), Search.output);
      note.textContent = hits.length ? `Nothing was found for “${query}”; these are results for “${other}”.` : "";
    }
    Documentation.TRANSLATIONS[FOUND] = `Search finished: ${hits.length} result${hits.length === 1 ? "" : "s"}.`;
    const [searched, , highlighted] = terms;
    const marked = [...highlighted].filter((word) => word.length > 2); // a letter stands in all words
    _displayNextItem(hits, hits.length, searched, marked);
  };
})();
