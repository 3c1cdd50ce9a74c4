"""Where references lead, and with which number, written into ``_static/labels.json``.

JupyterLab sees one chapter at a time: it numbers from 1 and does not find what another page holds.
The script of ``book/lab``, which ``make lab`` loads, takes numbers and places from here.  A place
is that of a page of the built book.  What is referred to by words, a term or a page, is found by
them.
"""

import json

from sphinx import addnodes

from parts import when_written

TITLES = {"figure": "Fig.", "table": "Table", "exercise": "Exercise"}


def terms_by_page(env):
    """Give the words by which each page speaks of terms, and their terms."""
    return vars(env).setdefault("perclib_terms", {})


def collect_terms(app, doctree):
    """Keep by which words terms are spoken of."""
    terms_by_page(app.env)[app.env.docname] = {
        " ".join(node.astext().split()): node["reftarget"]
        for node in doctree.findall(addnodes.pending_xref)
        if node["reftype"] == "term"
    }


def dotted(number):
    return ".".join(map(str, number))


def places_of_labels(env):
    """Give what each label is called in the text, and its place."""
    std, places = env.get_domain("std"), {}
    for label, (docname, anchor, title) in std.labels.items():
        places[label] = str(title), f"{docname}.html#{anchor}"
    for docname, kinds in env.toc_fignumbers.items():
        for kind, title in TITLES.items():
            for label, number in kinds.get(kind, {}).items():
                places[label] = f"{title} {dotted(number)}", f"{docname}.html#{label}"
    for label, it in getattr(env, "proof_list", {}).items():
        numbers = env.toc_fignumbers.get(it["docname"], {}).get(it["countertype"], {})
        number = dotted(numbers.get(label, ()))
        title = f"{it['realtype'].capitalize()} {number}".strip()
        places[label] = str(title), f"{it['docname']}.html#{label}"
    for label, (docname, _) in env.get_domain("math").equations.items():
        numbers = env.toc_fignumbers.get(docname, {}).get("displaymath", {})
        if number := numbers.get(f"equation-{label}"):
            places[label] = f"({dotted(number)})", f"{docname}.html#equation-{label}"
    for one in env.get_domain("cite").citations:
        place = f"{one.bibliography_key.docname}.html#{one.citation_id}"
        places[one.key] = f"[{one.formatted_entry.label}]", place
    return places


def places_of_words(env):
    """Give the places of what is spoken of by words."""
    objects, places = env.get_domain("std").objects, {}
    for words in terms_by_page(env).values():
        for text, term in words.items():
            if place := objects.get(("term", term)) or objects.get(("term", term.lower())):
                places[text] = "{}.html#{}".format(*place)
    return places


def write_labels(app, out):
    """Write it beside the pages."""
    titles = {docname: title.astext() for docname, title in app.env.titles.items()}
    told = {
        "labels": places_of_labels(app.env),
        "words": places_of_words(app.env),
        "titles": titles,
    }
    text = json.dumps(told, ensure_ascii=False, sort_keys=True)
    (out / "_static" / "labels.json").write_text(text, encoding="utf-8")


def setup(app):
    app.connect("env-purge-doc", lambda _app, env, docname: terms_by_page(env).pop(docname, None))
    app.connect("doctree-read", collect_terms)
    when_written(app, write_labels)
