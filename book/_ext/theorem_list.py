"""The page of all theorems: how each is checked, and a picture of what rests on what.

It is made from what ``checks`` found on the pages, from what the theorems of the kernel say of
themselves in the metadata of their outputs, and from the files that ``coq_files`` wrote for Coq.
"""

from collections import Counter
from html import escape
from typing import NamedTuple

import coq_files
from checks import KINDS, Proved, Statement, address, found, marks, proved_in
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.transforms.post_transforms import SphinxPostTransform


class theorem_list(nodes.General, nodes.Element):  # noqa: N801 - docutils' way
    """The place of the list of all theorems."""


class Theorems(Directive):
    """Ask for the list of all theorems."""

    def run(self):
        return [theorem_list()]


class Entry(NamedTuple):
    """A theorem of the book, what the kernel proved of it, and on which others it rests."""

    statement: Statement
    number: str
    proved: list[Proved]
    derived: set[str]  # labels that the kernel's derivations lead to
    told: set[str]  # labels that its proof in the text refers to, besides

    @property
    def name(self):
        return f"{self.statement.kind.title()} {self.number}"


def entries(app):
    """All theorems in the order of the book."""
    env = app.env
    home = {label: s.label for s in env.perclib_statements for label in (s.label, *s.displays)}
    proved = proved_in(env)
    by_name: dict[str, str] = {}
    for s in env.perclib_statements:
        for part in proved[s.label]:
            by_name.setdefault(part.theorem["name"], s.label)
    out = []
    for s in env.perclib_statements:
        names = [name for part in proved[s.label] for name in part.theorem["rests_on"]]
        rests = set(map(by_name.get, names))
        uses = {home.get(label) for label in s.uses}
        number = env.toc_fignumbers.get(s.docname, {}).get("theorem", {}).get(s.label, ())
        nowhere = {None, s.label}
        out.append(
            Entry(
                s,
                ".".join(map(str, number)),
                proved[s.label],
                rests - nowhere,
                uses - rests - nowhere,
            )
        )
    return out


class Place(SphinxPostTransform):
    """Put the list in its place."""

    default_priority = 4  # before references are resolved and formulas are set

    def run(self):
        for place in list(self.document.findall(theorem_list)):
            place.replace_self(page(self.app, self.env.docname))


def page(app, here):
    env, every = app.env, entries(app)
    out = [nodes.paragraph("", counts(env, every))]
    out.append(nodes.raw("", picture(app, here, every), format="html"))
    for docname in dict.fromkeys(e.statement.docname for e in every):
        out.append(nodes.rubric("", chapter(env, docname)))
        bullets = nodes.bullet_list(classes=["theorems"])
        names = {e.statement.label: e.name for e in every}
        for e in (e for e in every if e.statement.docname == docname):
            bullets += item(app, here, e, names)
        out.append(bullets)
    return out


def counts(env, every):
    """Say how many theorems are checked in which way, each counted where it is checked best."""
    by = Counter(by_what(env, entry.statement) for entry in every)
    files = env.perclib_coq_files.values()
    ways = {
        "kernel": "the kernel proved at least a part of {}",
        "coq": "Coq alone, by hand, of {}",
        "algebra": "{} are checked by exact algebra",
        "run": "{} by runs",
        "not": "{} are proved in prose only",
    }
    said = ", ".join(words.format(by[kind]) for kind, words in ways.items() if by[kind])
    return (
        f"Of {len(every)} theorems, lemmas and corollaries {said}. "
        f"What the kernel proved of them, and beside them, are {len(files)} theorems of its own; "
        f"Coq accepted {sum(file.accepted for file in files)} of these."
    )


def chapter(env, docname):
    """The number and title of a chapter."""
    number = ".".join(map(str, env.toc_secnumbers.get(docname, {}).get("", ())))
    return f"{number}. {env.titles[docname].astext()}" if number else env.titles[docname].astext()


def item(app, here, entry, names):
    s, checks = entry.statement, found(app.env)
    link = nodes.reference("", entry.name, internal=True)
    link["refuri"] = address(app, here, s.docname, s.label)
    line = nodes.paragraph("", "", link, nodes.Text(f". {s.title}. "))
    ways = [w for label in (s.label, *s.displays) for w in checks.get(label, [])]
    line.extend(marks(app, here, [w for w in ways if w.by not in ("assumed", "not")]).children)
    out = nodes.list_item("", line)
    for why in dict.fromkeys(w.why for w in ways if w.by == "not"):
        out += nodes.paragraph("", f"Not checked: {why}", classes=["why"])
    rests = [f"{names[label]}" for label in names if label in entry.derived | entry.told]
    if rests:
        out += nodes.paragraph("", f"Rests on {', '.join(rests)}.", classes=["assumes"])
    if entry.proved:
        out += coq_files.fold("What the kernel proved")
        for part in entry.proved:
            out += kernel_theorem(part.theorem)
            file = app.env.perclib_coq_files.get((part.docname, part.theorem["name"]))
            if file:
                out += for_coq(app, here, file)
        out += coq_files.unfold()
    return out


def kernel_theorem(theorem):
    steps = f"{theorem['lines']} step" + "s" * (theorem["lines"] != 1)
    box = nodes.container(classes=["assumes"])
    said = nodes.paragraph("", "", nodes.strong("", theorem["name"]))
    said += nodes.Text(f" ({steps}, the kernel's rules {theorem['steps']} times): ")
    said += nodes.math(theorem["claim"], theorem["claim"])
    said += nodes.Text(", if" if theorem["hypotheses"] else ".")
    box += said
    if theorem["hypotheses"]:
        bullets = nodes.bullet_list()
        for label, formula, where in theorem["hypotheses"]:
            said = nodes.paragraph("", f"{label}: ")
            said += nodes.math(formula, formula)
            said += nodes.Text(f" {where}" if where else "")
            bullets += nodes.list_item("", said)
        box += bullets
    return box


def for_coq(app, here, file):
    """Show what Coq reads of a theorem, folded, and offer its file."""
    box = nodes.container(classes=["assumes"])
    summary = "What Coq accepted" if file.accepted else "For Coq, which was not asked"
    box += [coq_files.fold(summary), coq_files.code(file.shown)]
    box += [coq_files.downloads(app, here, file), coq_files.unfold()]
    return box


# The picture -----------------------------------------------------------------------------------

WIDTH, LEFT, ROW, HEAD = 380, 118, 21, 26  # in a phone's pixels
LONGEST = 37  # letters of a line


def by_what(env, statement):
    """The strongest way in which a statement or a display in it is checked."""
    checks = found(env)
    ways = {w.by for label in (statement.label, *statement.displays) for w in checks.get(label, [])}
    return next((by for by in KINDS if by in ways), "not")


def picture(app, here, every):
    """Draw all theorems below each other, and an arc from each to those it rests on."""
    parts, place, y = [], {}, 0.0
    for i, entry in enumerate(every):
        s = entry.statement
        if i == 0 or every[i - 1].statement.docname != s.docname:
            y += HEAD
            title = escape(chapter(app.env, s.docname))
            parts.append(f'<text class="chapter" x="{LEFT}" y="{y - 6:.0f}">{title}</text>')
        place[s.label] = y + ROW / 2
        y += ROW
    longest = max(y, 1)
    for entry in every:
        low = place[entry.statement.label]
        for labels, kind in ((entry.derived, "derived"), (entry.told, "told")):
            for label in sorted(labels, key=place.__getitem__):
                high = place[label]
                out = 8 + (LEFT - 24) * (abs(low - high) / longest) ** 0.5
                parts.append(
                    f'<path class="{kind}" d="M{LEFT - 8} {high:.0f} C{LEFT - 8 - 1.3 * out:.0f} '
                    f'{high:.0f} {LEFT - 8 - 1.3 * out:.0f} {low:.0f} {LEFT - 8} {low:.0f}"/>'
                )
    for entry in every:
        s, at = entry.statement, place[entry.statement.label]
        kind = "" if s.kind == "theorem" else s.kind.title() + " "
        title = kind + f"{entry.number} {s.title}"
        title = title if len(title) <= LONGEST else title[: LONGEST - 1].rstrip() + "…"
        parts.append(
            f'<a class="by-{by_what(app.env, s)}" href="{address(app, here, s.docname, s.label)}">'
            f"<title>{escape(f'{entry.name}. {s.title}')}</title>"
            f'<rect x="{LEFT - 8}" y="{at - ROW / 2:.0f}" width="{WIDTH - LEFT}" height="{ROW}"/>'
            f'<circle cx="{LEFT}" cy="{at:.0f}" r="5"/><text x="{LEFT + 11}" y="{at + 4:.0f}">'
            f"{escape(title)}</text></a>"
        )
    return (
        f'<svg class="rests-on" viewBox="0 0 {WIDTH} {y + 4:.0f}" role="group" aria-label="Which '
        'theorem rests on which; the list below says the same in words">'
        + "".join(parts)
        + "</svg>"
    )


def setup(app):
    app.add_node(theorem_list)
    app.add_directive("theorem-list", Theorems)
    app.add_post_transform(Place)
    return {"version": "1", "parallel_read_safe": True}
