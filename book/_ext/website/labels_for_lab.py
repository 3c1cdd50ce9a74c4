"""Where references lead, and with which number, written into ``_static/labels.json``.

JupyterLab sees one chapter at a time: it numbers from 1 and does not find what another page holds.
The script of ``book/lab``, which ``make lab`` loads, takes numbers and places from here; a term or
a page, which has no number, is found by the words that refer to it.
"""

from sphinx import addnodes

from parts import number_of, when_written, write_data

TITLES = {"figure": "Fig.", "table": "Table", "exercise": "Exercise"}


def collect_terms(app, doctree):
    """Keep by which words a page speaks of terms."""
    app.env.metadata[app.env.docname]["perclib_terms"] = {
        " ".join(node.astext().split()): node["reftarget"]
        for node in doctree.findall(addnodes.pending_xref)
        if node["reftype"] == "term"
    }


def places_of_labels(env):
    """Give what each label is called in the text, and its place."""
    std, places = env.get_domain("std"), {}
    for label, (docname, anchor, title) in std.labels.items():
        places[label] = str(title), f"{docname}.html#{anchor}"
    for docname, kinds in env.toc_fignumbers.items():
        for kind, title in TITLES.items():
            for label in kinds.get(kind, ()):
                number = number_of(env, docname, kind, label)
                places[label] = f"{title} {number}", f"{docname}.html#{label}"
    for label, it in getattr(env, "proof_list", {}).items():
        number = number_of(env, it["docname"], it["countertype"], label)
        title = f"{it['realtype'].capitalize()} {number}".strip()
        places[label] = title, f"{it['docname']}.html#{label}"
    for label, (docname, _) in env.get_domain("math").equations.items():
        if number := number_of(env, docname, "displaymath", f"equation-{label}"):
            places[label] = f"({number})", f"{docname}.html#equation-{label}"
    for one in env.get_domain("cite").citations:
        place = f"{one.bibliography_key.docname}.html#{one.citation_id}"
        places[one.key] = f"[{one.formatted_entry.label}]", place
    return places


def places_of_words(env):
    """Give the places of what is spoken of by words."""
    objects, places = env.get_domain("std").objects, {}
    for page in env.metadata.values():
        for text, term in page.get("perclib_terms", {}).items():
            if place := objects.get(("term", term)) or objects.get(("term", term.lower())):
                places[text] = "{}.html#{}".format(*place)
    return places


def write_labels(app, out):
    """Write it beside the pages."""
    titles = {docname: title.astext() for docname, title in app.env.titles.items()}
    told = {"labels": places_of_labels(app.env), "words": places_of_words(app.env)}
    told["titles"] = titles
    write_data(out / "_static" / "labels.json", told, sort_keys=True)


def setup(app):
    app.connect("doctree-read", collect_terms)
    when_written(app, write_labels)
