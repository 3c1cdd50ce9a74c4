"""The pages "Machine proofs of chapter N", and the tick of each theorem, which leads to its place.

    ```{machine-proofs} notebooks/04_separable
    ```

A page shows of each proof file the statement, its claims and who proves them, the steps as the
kernel prints them, what Coq accepted, and the file itself, which can be tried in the page.
"""

import re
from html import escape

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from marks.proof_files import (
    COQ_FOLDER,
    COQ_PAGE,
    PROGRAMS,
    claims_of,
    of_theorem,
    programs_of,
    proof_files,
    standing,
    with_cells,
)
from marks.statements import cells_of, kind_of, statements
from runs.proof_runs import chapter_of


class machine_proofs(nodes.General, nodes.Element):
    """The place of the proofs of a chapter."""


class MachineProofs(Directive):
    """Ask for the machine proofs of a chapter, named by its page."""

    required_arguments = 1

    def run(self):
        return [machine_proofs(chapter=chapter_of(self.arguments[0]))]


class Place(SphinxPostTransform):
    """Put the tick into each theorem, and the proofs of a chapter in their place."""

    default_priority = 4  # before references are resolved and formulas are set

    def run(self):
        env, here = self.env, self.env.docname
        for node in list(self.document.findall(nodes.Element)):
            if kind_of(node) and (statement := statements(env).get(node["label"])):
                node["mark"] = in_words(env, statement)
                node += tick(self.app, here, statement)
        for place in list(self.document.findall(machine_proofs)):
            files = [f for f in proof_files(env).values() if f.chapter == place["chapter"]]
            order = list(statements(env))
            files.sort(key=lambda f: order.index(f.theorem) if f.theorem in order else len(order))
            place.replace_self([proof_section(self.app, here, file) for file in files])


def in_words(env, statement):
    """Say who proves a theorem, and how it stands."""
    programs = programs_of(env, statement)
    said = [PROGRAMS[by] + ("" if whole else " (in part)") for by, whole in programs.items()]
    if not said:
        return "Proved in words"
    names = " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
    rest = {"whole": "", "part": "; the rest in words", "not": ""}[standing(env, statement)]
    return f"Proved by {names}{rest}"


def tick(app, here, statement):
    """Give the one quiet mark of a theorem: a link to its machine proofs, and who proves it."""
    file = of_theorem(app.env, statement.label)
    if file is None or not programs_of(app.env, statement):
        return []
    link = nodes.reference("", "✓", internal=True, classes=["tick"])
    link["refuri"] = link_to(app, here, file.page, file.anchor)
    link["reftitle"] = in_words(app.env, statement)
    return [nodes.paragraph("", "", link, classes=["machine"])]


def link_to(app, here, there, anchor):
    page = "" if here == there else app.builder.get_relative_uri(here, there)
    return f"{page}#{anchor}"


def reference(here, label, domain="math", kind="eq"):
    """Refer to a formula by its number, or to what another domain numbers."""
    to = {"refdomain": domain, "reftype": kind, "reftarget": label, "refexplicit": False}
    return addnodes.pending_xref("", nodes.inline("", label), refdoc=here, **to)


def with_formulas(text):
    """Read words with formulas between them."""
    parts = re.split(r"\$(.+?)\$", text)
    return [nodes.math("", x) if n % 2 else nodes.Text(x) for n, x in enumerate(parts) if x]


def words_of(here, key):
    """Name a claim: a formula by its number, or its words."""
    return [reference(here, key)] if key.startswith("eq-") else with_formulas(key)


def fold_open(text, name=""):
    """Begin what is folded under a line."""
    return nodes.raw("", f'<details class="{name}"><summary>{text}</summary>', format="html")


def fold_close():
    """End what is folded."""
    return nodes.raw("", "</details>", format="html")


def code(text, language="text"):
    return nodes.literal_block(text, text, language=language)


def quoted(statement, here):
    """Quote what a theorem says on another page, its displays without their numbers."""
    out = [part.deepcopy() for part in statement.text]
    for part in out:
        for block in part.findall(nodes.math_block):
            block.attributes.update(label=None, number=None, ids=[], names=[])
        for xref in part.findall(addnodes.pending_xref):
            xref["refdoc"] = here
    return out


def proof_section(app, here, file):
    """Show a proof file."""
    env, statement = app.env, statements(app.env).get(file.theorem)
    title = nodes.title("", "")
    if statement:
        title += [reference(here, file.theorem, "prf", "ref"), nodes.Text(f". {statement.title}")]
    else:
        title += nodes.Text(file.title)
    out = nodes.section("", title, ids=[file.anchor], classes=["machine-proof"])
    if statement:
        out += nodes.block_quote("", *quoted(statement, here))
    claims = claims_of(env, statement) if statement else []
    known = {claim.key for claim in claims}
    claims += [with_cells(env, claim) for claim in file.claims if claim.key not in known]
    out += claims_table(app, here, claims)
    for one in (one for one in file.files.values() if one.main):
        out += kernel_theorem(one.main)
    if file.steps:
        lines = (f"{label}: {says.split(': ', 1)[-1]}" for label, says in file.steps)
        out += [fold_open(f"The steps, as the kernel prints them: {len(file.steps)}")]
        out += [code("\n".join(lines)), fold_close()]
    out += coq_part(app, here, file)
    box = nodes.container(classes=["proof-file"], ids=[f"file-{file.anchor}"])
    box["proof_file"] = (file.chapter, file.name)  # where ``try_it`` puts its button
    box += [fold_open(f"The proof file, {file.chapter}/{file.name}.py")]
    box += [code(file.source, "python"), fold_close()]
    out += box
    return out


def claims_table(app, here, claims):
    """List claims, each with who proves it and by which steps or theorem."""
    out = nodes.bullet_list(classes=["of-claims"])
    for claim in claims:
        line = nodes.paragraph("", "", *words_of(here, claim.key), nodes.Text(": "))
        line += nodes.Text("") if claim.ways else nodes.Text("in words")
        for n, way in enumerate(claim.ways):
            line += [nodes.Text("; " if n else ""), *way_of(app, here, way)]
        out += nodes.list_item("", line)
    return out


def way_of(app, here, way):
    """Say who proves a claim, with a link, and by what."""
    link = nodes.reference("", {"kernel": "kernel"}.get(way.by, PROGRAMS[way.by]), internal=True)
    steps = ", ".join(way.steps)
    if way.by == "kernel":
        out = [nodes.Text(f"kernel ({steps})")]
    elif way.by_hand:
        link["refuri"] = link_to(app, here, COQ_PAGE, hand_anchor(way.steps[0]))
        out = [link, nodes.Text(f" ({steps}, by hand)")]
    elif way.by == "sympy":
        cells = [c for c in cells_of(app.env).get(way.steps[0], ()) if c.by == "sympy"]
        link["refuri"] = link_to(app, here, cells[0].docname, cells[0].anchor) if cells else ""
        out = [link if cells else nodes.Text("sympy")]
    else:
        out = [nodes.Text("Coq (exported)")]
    return [*out, nodes.Text(": "), *with_formulas(way.part)] if way.part else out


def hand_anchor(named):
    """Name the place of a theorem of a file by hand on the page about Coq."""
    return "coq-" + re.sub(r"\W+", "-", named).lower()


def kernel_theorem(theorem):
    """Show a theorem of the kernel with its hypotheses."""
    steps = f"{theorem['lines']} step" + "s" * (theorem["lines"] != 1)
    line = nodes.paragraph("", "", nodes.strong("", theorem["name"]), classes=["assumes"])
    line += nodes.Text(f" ({steps}, {theorem['steps']} uses of the kernel’s rules): ")
    line += nodes.math(theorem["claim"], theorem["claim"])
    line += nodes.Text(", if " if theorem["hypotheses"] else ".")
    for n, (label, formula, where) in enumerate(theorem["hypotheses"]):
        line += [nodes.Text("; " * bool(n) + f"{label}: "), nodes.math(formula, formula)]
        line += with_formulas(f" {where}".rstrip())
    line += nodes.Text("." * bool(theorem["hypotheses"]))
    return line


def coq_part(app, here, file):
    """Show what Coq accepted of a proof file, and offer its files."""
    out = []
    for one in (one for one in file.files.values() if one.accepted and one.main):
        out += [fold_open(f"What Coq accepted: {escape(one.title)}"), code(one.shown)]
        out += [download_line(app, here, one), command(one.path), fold_close()]
    more = [one for one in file.files.values() if one.accepted and not one.main]
    if more:
        out.append(fold_open(f"Claims and steps that Coq accepted: {len(more)} files"))
        for one in more:
            out += [code(one.shown), download_line(app, here, one)]
        out.append(fold_close())
    return out


def download_line(app, here, file):
    """Offer a file for Coq, and the library that it belongs to."""
    line = nodes.paragraph("", "", download(here, file.path), nodes.Text(", in "))
    line += [download(here, f"{COQ_FOLDER}/all.zip"), nodes.Text(".")]
    return line


def download(here, path):
    up, name = "../" * here.count("/"), path.rpartition("/")[2]
    return nodes.raw(
        "", f'<a class="download" download href="{up}{path}">{name}</a>', format="html"
    )


def command(path):
    """Give the line that compiles a file, and what it requires."""
    return code(f"make {path.removeprefix(COQ_FOLDER + '/')}o")


def setup(app):
    app.add_node(machine_proofs)
    app.add_directive("machine-proofs", MachineProofs)
    app.add_post_transform(Place)
