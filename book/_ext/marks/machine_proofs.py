"""The pages "Machine proofs of chapter N", and the tick of each theorem, which leads to its place.

    ```{machine-proofs} notebooks/04_separable
    ```

A page shows of each proof file the statement, its claims and who proves them, the steps as the
kernel prints them, what Coq accepted, and the file itself, which can be tried in the page.
"""

import re
from html import escape

from docutils import nodes
from sphinx import addnodes

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
from marks.statements import statements, sympy_cells
from parts import fill_later, filled_later
from runs.proof_runs import chapter_of


def machine_proofs(app, here, page):
    """Give the proofs of a chapter, named by its page."""
    files = [file for file in proof_files(app.env) if file.chapter == chapter_of(page)]
    order = list(statements(app.env))
    files.sort(key=lambda f: order.index(f.theorem) if f.theorem in order else len(order))
    return [proof_section(app, here, file) for file in files]


def in_words(env, statement):
    """Say who proves a theorem, and how it stands."""
    programs = programs_of(env, statement)
    said = [PROGRAMS[by] + ("" if whole else " (in part)") for by, whole in programs.items()]
    if not said:
        return "Proved in words"
    names = " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
    rest = {"whole": "", "part": "; the rest in words", "not": ""}[standing(env, statement)]
    return f"Proved by {names}{rest}"


def tick(app, here, label):
    """Give the one quiet mark of a theorem: a link to its machine proofs, and who proves it."""
    statement, file = statements(app.env)[label], of_theorem(app.env, label)
    if file is None or not programs_of(app.env, statement):
        return []
    said = in_words(app.env, statement)  # on paper in the margin
    mark = link(app, here, file.place, "✓", reftitle=said, classes=["tick"])
    return [nodes.paragraph("", "", mark, mark=said, classes=["machine"])]


def link(app, here, place, *shown, **attributes):
    """Link to a place, a page and an anchor there, with some text or nodes."""
    shown = [nodes.Text(x) if isinstance(x, str) else x for x in shown]
    to = link_to(app, here, *place)
    return nodes.reference("", "", *shown, internal=True, refuri=to, **attributes)


def link_to(app, here, there, anchor):
    page = "" if here == there else app.builder.get_relative_uri(here, there)
    return f"{page}#{anchor}"


def in_a_row(parts, first="", last=""):
    """Put commas between parts, and words before the first and after the last, if there are any."""
    out = []
    for part in parts:
        out += [nodes.Text(", " if out else first), part]
    return [*out, nodes.Text(last)] if out else []


def reference(here, label, domain="math", kind="eq"):
    """Refer to a formula by its number, or to what another domain numbers."""
    to = {"refdomain": domain, "reftype": kind, "reftarget": label, "refexplicit": False}
    return addnodes.pending_xref("", nodes.inline("", label), refdoc=here, **to)


def with_formulas(text):
    """Read words with formulas between them."""
    parts = re.split(r"\$(.+?)\$", text)
    return [nodes.math("", x) if n % 2 else nodes.Text(x) for n, x in enumerate(parts) if x]


def fold(text, *inside):
    """Fold something under a line."""
    begin = nodes.raw("", f'<details class=""><summary>{text}</summary>', format="html")
    return [begin, *inside, nodes.raw("", "</details>", format="html")]


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
    out = nodes.section("", ids=[file.anchor], classes=["machine-proof"])
    if statement:
        name = reference(here, file.theorem, "prf", "ref")
        out += nodes.title("", "", name, nodes.Text(f". {statement.title}"))
        out += nodes.block_quote("", *quoted(statement, here))
    else:
        out += nodes.title("", file.title)
    claims = claims_of(env, statement) if statement else []
    known = {claim.key for claim in claims}
    claims += [with_cells(env, claim) for claim in file.claims if claim.key not in known]
    out += claims_table(app, here, claims)
    out += [kernel_theorem(one.main) for one in file.files.values() if one.main]
    if file.steps:
        lines = (f"{label}: {says.split(': ', 1)[-1]}" for label, says in file.steps)
        head = f"The steps, as the kernel prints them: {len(file.steps)}"
        out += fold(head, code("\n".join(lines)))
    out += coq_part(here, file)
    source = fold(f"The proof file, {file.chapter}/{file.name}.py", code(file.source, "python"))
    button = filled_later(name="try-it", said=[file.anchor])
    place = [f"file-{file.anchor}"]
    out += nodes.container("", *source, button, classes=["proof-file"], ids=place)
    return out


def claims_table(app, here, claims):
    """List claims, each with who proves it and by which steps or theorem."""
    out = nodes.bullet_list(classes=["of-claims"])
    for claim in claims:
        key = claim.key
        words = [reference(here, key)] if key.startswith("eq-") else with_formulas(key)
        line = nodes.paragraph("", "", *words, nodes.Text(": "))
        line += nodes.Text("" if claim.ways else "in words")
        for n, way in enumerate(claim.ways):
            line += [nodes.Text("; " if n else ""), *way_of(app, here, way)]
        out += nodes.list_item("", line)
    return out


def way_of(app, here, way):
    """Say who proves a claim, with a link, and by what."""
    steps = ", ".join(way.steps)
    if way.by == "kernel":
        out = [nodes.Text(f"kernel ({steps})")]
    elif way.by_hand:
        out = [link(app, here, (COQ_PAGE, hand_anchor(way.steps[0])), PROGRAMS["coq"])]
        out += [nodes.Text(f" ({steps}, by hand)")]
    elif way.by == "sympy":
        cells = sympy_cells(app.env, way.steps[0])
        out = [link(app, here, cell.place, "sympy") for cell in cells[:1]] or [nodes.Text("sympy")]
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


def coq_part(here, file):
    """Show what Coq accepted of a proof file, and offer its files."""
    out, more = [], []
    for one in (one for one in file.files.values() if one.accepted):
        shown = [code(one.shown), download_line(here, one)]
        if one.main:
            out += fold(f"What Coq accepted: {escape(one.title)}", *shown, command(one.path))
        else:
            more += shown
    if more:
        out += fold(f"Claims and steps that Coq accepted: {len(more) // 2} files", *more)
    return out


def download_line(here, file):
    """Offer a file for Coq, and the library that it belongs to."""
    files = [download(here, path) for path in (file.path, f"{COQ_FOLDER}/all.zip")]
    return nodes.paragraph("", "", files[0], nodes.Text(", in "), files[1], nodes.Text("."))


def download(here, path):
    up, name = "../" * here.count("/"), path.rpartition("/")[2]
    return nodes.raw(
        "", f'<a class="download" download href="{up}{path}">{name}</a>', format="html"
    )


def command(path):
    """Give the line that compiles a file, and what it requires."""
    return code(f"make {path.removeprefix(COQ_FOLDER + '/')}o")


def setup(app):
    fill_later(app, "machine-proofs", machine_proofs)
    fill_later(app, "tick", tick)
