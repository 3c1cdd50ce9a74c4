"""What is checked, and how: marks beside the formulas, and one line that opens all checks.

A theorem claims its labelled displays, but for those that say what is assumed, and what it names::

    :claims: foot: the foot is on the hyperplane; nearest: no point of it is nearer

The first of these has the label of the theorem with ``-foot`` behind it.  A code cell says in its
metadata which labels it concludes, all that they say, and by what; and of which a part, and which::

    checks: {labels: [thm-distance, eq-distance], by: kernel, part: {eq-bn: for unit vectors}}

The label of the theorem itself is no claim: it says where a step belongs.  What Coq concluded by
itself is said in the heads of its files (``coq_files``); what it proved again of the kernel's, by
the cells.  From these labels alone it is counted which claims of a theorem are concluded, and in
which way: nobody says so besides.

Each labelled display of a chapter gets a mark that leads to its cell.  One that no cell checks is
named, with the reason, by the directive ``unchecked``, as a hypothesis by ``assumed``, or as what
says what a letter means by ``defined``.  A display or a claim of which nothing is said, in a
solution as anywhere, is a warning, and so ends the build, as is a label that does not exist.  What
is found is kept in the environment, where ``theorem_list`` reads it.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple

import runs
from docutils import nodes
from docutils.parsers.rst import Directive
from executed import ran
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx_proof.proof_type import PROOF_TYPES

KINDS = {
    "kernel": "checked by the proof kernel",
    "coq": "proved by Coq",
    "algebra": "checked by exact algebra",
    "run": "checked by a run on data",
    "not": "not checked by a program",
    "assumed": "assumed here, so there is nothing to check",
    "defined": "",
}
WORDS = {key: key for key in KINDS} | {"coq": "Coq", "not": "not checked"}
BY_CELLS = ("kernel", "algebra", "run")
PROOFS = ("kernel", "coq", "algebra")  # a run is none
NOTHING = ("assumed", "defined")  # to check
CHAPTERS = "notebooks/"
STATEMENTS = {"theorem", "lemma", "corollary", "proposition"}
OTHERWISE = {"algebra": "exact algebra", "run": "a run on data"}
LINES = re.compile(r"\.(step|induction|cases|apply|sum_up)\(")
logger = logging.getLogger(__name__)


class Check(NamedTuple):
    """One way in which a label is checked, where, and if not all that it says, which part of it."""

    by: str
    docname: str
    anchor: str
    why: str = ""
    title: str = ""
    part: str = ""
    cell: int = 0

    @property
    def concludes(self):
        return self.by in PROOFS and not self.part


class Statement(NamedTuple):
    """A theorem of a page, the displays in it and its proof, and the labels its proof refers to.

    Those of its own are in the theorem itself, each with its formula.  Its sentences are claims
    without a display: the label and the words of each.  Its text is what it says, paragraph by
    paragraph and display by display.
    """

    docname: str
    label: str
    kind: str
    title: str
    displays: tuple[str, ...]
    own: dict[str, str]
    uses: tuple[str, ...] = ()
    sentences: tuple[tuple[str, str], ...] = ()
    text: tuple[nodes.Element, ...] = ()

    @property
    def labels(self):
        """All labels that are about it."""
        return (self.label, *self.displays, *dict(self.sentences))


class Proved(NamedTuple):
    """What the kernel proved: in a cell of which page, about which labels, and what it says."""

    docname: str
    labels: tuple[str, ...]
    theorem: dict[str, Any]
    cell: int


class Unchecked(Directive):
    """Name displays that no program checks, and say why."""

    has_content, required_arguments, final_argument_whitespace = True, 1, True

    def run(self):
        env = self.state.document.settings.env
        why = " ".join(" ".join(self.content).split())
        if not why:
            raise self.error("say why these are not checked")
        for label in self.arguments[0].split():
            found(env).setdefault(label, []).append(Check("not", env.docname, "", why))
        return []


class Assumed(Directive):
    """Name displays that say what is assumed."""

    required_arguments, final_argument_whitespace = 1, True
    by = "assumed"

    def run(self):
        env = self.state.document.settings.env
        for label in self.arguments[0].split():
            found(env).setdefault(label, []).append(Check(self.by, env.docname, ""))
        return []


class Defined(Assumed):
    """Name displays that say what a letter means, or what a learner does."""

    by = "defined"


def stating(directive):
    """Give a directive of theorems the option ``claims``."""

    class Stating(directive):
        option_spec = directive.option_spec | {"claims": sentences}

        def run(self):
            (node,) = super().run()
            node["claims"] = self.options.get("claims", ())
            return [node]

    return Stating


def sentences(text):
    """Read the claims of a theorem: ``name: words; name: words``."""
    out = [tuple(part.strip() for part in said.split(":", 1)) for said in text.split(";")]
    if not all(len(said) == 2 and re.fullmatch(r"[a-z]+", said[0]) and said[1] for said in out):
        raise ValueError("claims are written NAME: WORDS; NAME: WORDS")
    return tuple(out)


def found(env) -> dict[str, list[Check]]:
    """All checks so far, by label."""
    if not hasattr(env, "perclib_checks"):
        env.perclib_checks, env.perclib_statements, env.perclib_proved = {}, [], {}
    return env.perclib_checks


def forget(app, env, docname):
    checks = found(env)
    for label in list(checks):
        checks[label] = [c for c in checks[label] if c.docname != docname]
    env.perclib_statements = [s for s in env.perclib_statements if s.docname != docname]
    env.perclib_proved.pop(docname, None)


def read(app, doctree):
    """Collect the checks, the theorems and the labelled displays of a page."""
    env = app.env
    docname, checks = env.docname, found(env)
    path = Path(env.doc2path(docname))
    outputs = runs.filled(path).cells if ran(app, path) else []
    proved = env.perclib_proved.setdefault(docname, [])
    for n, cell in enumerate(code_cells(doctree), 1):
        said = cell["cell_metadata"].get("checks")
        if said is None:
            continue
        if {"labels", "by"} != set(said) - {"part"} or said["by"] not in BY_CELLS:
            logger.warning(
                "checks: {labels: [...], by: kernel|algebra|run, part: {label: words}}",
                location=cell,
            )
            continue
        anchor = f"check-{n}"
        cell["ids"].append(anchor)
        stored = outputs[cell["cell_index"]] if outputs else {}
        cell["number"] = stored.get("execution_count", 0)
        check = Check(said["by"], docname, anchor, cell=cell["number"])
        for label, part in (dict.fromkeys(said["labels"], "") | said.get("part", {})).items():
            checks.setdefault(label, []).append(check._replace(part=part))
        data = [output.get("metadata", {}) for output in stored.get("outputs", ())]
        shown = [told["theorem"] for told in data if "theorem" in told]
        labels = (*said["labels"], *said.get("part", {}))
        proved += [Proved(docname, labels, theorem, check.cell) for theorem in shown]
    current = None
    for node in doctree.findall(nodes.Element):
        if kind := is_statement(node):
            own = {m["label"]: m.astext() for m in labelled(node)}
            said = tuple((f"{node['label']}-{name}", words) for name, words in node["claims"])
            text = tuple(part.deepcopy() for part in node.findall(is_text))
            current = Statement(
                docname, node["label"], kind, title_of(node), tuple(own), own, (), said, text
            )
            env.perclib_statements.append(current)
        elif is_proof(node) and current:
            i = env.perclib_statements.index(current)
            current = current._replace(
                displays=current.displays + tuple(m["label"] for m in labelled(node)),
                uses=current.uses + uses(node),
            )
            env.perclib_statements[i] = current
    if docname.startswith(CHAPTERS):
        for block in unlabelled(doctree):
            logger.warning("nothing can be said of a display without a label", location=block)
    fold(doctree)


def unlabelled(doctree):
    """List the displays without a label, but for those that a cell shows."""
    shown = {id(m) for cell in code_cells(doctree) for m in cell.findall(nodes.math_block)}
    blocks = doctree.findall(nodes.math_block)
    return [m for m in blocks if not m.get("label") and id(m) not in shown]


def fold(doctree):
    """Put folded cells that follow each other behind one line: checks, and code of a figure."""
    for group in neighbours(doctree, "all"):
        said = [cell["cell_metadata"].get("checks", {}).get("by") for cell in group]
        if any(said):
            box = behind(prompt(group, set(said)), "Hide the check")
            outer = nodes.container("", box, classes=["cell", "checks"])
            parent = group[0].parent
            parent.insert(parent.index(group[0]), outer)
            for cell in group:
                parent.remove(cell)
                del cell["hide_mode"]
            box.extend(group)
    for group in neighbours(doctree, "input"):
        *before, last = group
        box = behind(last["prompt_show"], last["prompt_hide"])
        for cell in before:
            cell.parent.remove(cell)
            del cell["hide_mode"]
        source = last.children[0]
        last.replace(source, box)
        box.extend([*before, source])
        del last["hide_mode"]


def behind(show, hide):
    """Give the node that folds what is put into it."""
    show, hide = (text.replace("{type}", "source") for text in (show, hide))
    return HideCodeCellNode(prompt_show=show, prompt_hide=hide, classes=["above-input"])


def neighbours(doctree, hidden):
    """List groups of cells hidden in this way that follow each other.

    Of cells whose code alone is hidden, only the last of a group has an output.
    """
    groups: list[list[Any]] = []
    for cell in [c for c in code_cells(doctree) if c.get("hide_mode") == hidden]:
        before = groups[-1][-1] if groups else None
        after = before is not None and cell.parent.index(cell) - 1 in places(before, cell.parent)
        silent = hidden == "all" or (before is not None and len(before.children) == 1)
        groups[-1].append(cell) if after and silent else groups.append([cell])
    return [group for group in groups if hidden == "all" or len(group) > 1]


def places(node, parent):
    return [i for i, child in enumerate(parent) if child is node]


def prompt(group, by):
    """Say how a group of cells checks: in how many lines, and otherwise how."""
    lines = sum(len(LINES.findall(source(cell))) for cell in group)
    how = [f"{lines} step" + "s" * (lines != 1)] if lines and "kernel" in by else []
    how += [words for kind, words in OTHERWISE.items() if kind in by]
    return "Checked: " + " and ".join(how or ["the theorem"])


def code_cells(doctree):
    return (c for c in doctree.findall(nodes.container) if c.get("nb_element") == "cell_code")


def source(cell):
    return "\n".join(b.astext() for b in cell.findall(nodes.literal_block))


def is_statement(node):
    """The kind of a labelled theorem, None for other nodes."""
    classes = node.get("classes", [])
    kind = next((k for k in STATEMENTS if k in classes), None)
    return kind if "proof" in classes and node.get("label") else None


def is_proof(node):
    return type(node).__name__ == "proof_node"


def title_of(node):
    return str(node.get("title", "")).strip().removeprefix("(").removesuffix(")")


def is_text(node):
    return isinstance(node, nodes.paragraph | nodes.math_block)


def labelled(node):
    return [m for m in node.findall(nodes.math_block) if m.get("label")]


def uses(node):
    return tuple(
        x["reftarget"]
        for x in node.findall(addnodes.pending_xref)
        if x.get("refdomain") in ("prf", "math")
    )


def proved_in(env):
    """List what the kernel proved of each theorem of the book.

    What a cell proves belongs to the theorem, or its proof, that the cell names first.
    """
    home = {label: s.label for s in env.perclib_statements for label in s.labels}
    out = {s.label: [] for s in env.perclib_statements}
    for docname in sorted(env.perclib_proved):
        for part in env.perclib_proved[docname]:
            of = next((home[label] for label in part.labels if label in home), None)
            if of:
                out[of].append(part)
    return out


def claims_of(env, statement):
    """Give what a theorem claims, by label: words, or "" for a display."""
    assumed = {
        label for label, ways in found(env).items() if any(way.by in NOTHING for way in ways)
    }
    shown = {label: "" for label in statement.own if label not in assumed}
    return shown | dict(statement.sentences)


def missing(env, statement, of=PROOFS):
    """List the claims of a theorem that a way of proving does not conclude, for each way it has.

    A way that checks only a part of what a claim says does not conclude it.
    """
    checks, claims = found(env), claims_of(env, statement)
    out = {}
    for by in of:
        ways = {label: [way for way in checks.get(label, ()) if way.by == by] for label in claims}
        if any(ways.values()):
            out[by] = [x for x in claims if not any(way.concludes for way in ways[x])]
    return out


def standing(env, statement):
    """Say how a theorem stands: whole if each claim is concluded, in whichever way of proving.

    Otherwise a part may be, of one of them at least; or there are only runs; or nothing.
    """
    checks = found(env)
    ways = [checks.get(label, ()) for label in claims_of(env, statement)]
    if all(any(way.concludes for way in those) for those in ways):
        return "whole"
    by = {way.by for those in ways for way in those}
    return "part" if by & set(PROOFS) else "run" if "run" in by else "not"


def in_order(app, env):
    """Put what was found in the order of the book, whichever pages were read last."""
    order = {name: i for i, name in enumerate(env.toctree_includes.get(env.config.root_doc, []))}
    for ways in found(env).values():
        ways.sort(key=lambda way: order.get(way.docname, len(order)))
    env.perclib_statements.sort(key=lambda s: order.get(s.docname, len(order)))


def verify(app, env):
    """Refuse labels that do not exist, and what is claimed or displayed and nothing is said of.

    What a file by hand proves is spoken of, even if Coq was not asked about the file as it is.
    """
    checks, statements = found(env), env.perclib_statements
    asked = getattr(env, "perclib_by_hand", ())
    equations = env.get_domain("math").equations
    named = set(getattr(env, "proof_list", {}))
    said = {label for s in statements for label in dict(s.sentences)}
    for label, ways in checks.items():
        for way in ways:
            if label not in said | named | set(equations):
                logger.warning("%s is checked and does not exist", label, location=way.docname)
        if any(way.by == "not" for way in ways) and any(way.concludes for way in ways):
            logger.warning("%s is checked and unchecked", label, location=ways[0].docname)
    for statement in statements:
        if not claims_of(env, statement):
            logger.warning("%s claims nothing", statement.label, location=statement.docname)
        for label in dict(statement.sentences):
            if label in named:
                logger.warning("%s is another theorem", label, location=statement.docname)
            if not checks.get(label) and label not in asked:
                logger.warning("nobody concludes %s", label, location=statement.docname)
    for label, (docname, *_) in equations.items():
        spoken = checks.get(label) or label in asked
        if docname.startswith(CHAPTERS) and not spoken:
            logger.warning("%s is neither checked nor unchecked", label, location=docname)
    return []


class Mark(SphinxPostTransform):
    """Put a mark beside each labelled display, and at the end of a theorem what is missing."""

    default_priority = 4  # before references are resolved and formulas are set

    def run(self):
        app, env, here, checks = self.app, self.env, self.env.docname, found(self.env)
        for block in list(self.document.findall(nodes.math_block)):
            ways = [way for way in checks.get(block.get("label"), ()) if way.by != "defined"]
            if ways:
                block.parent.insert(block.parent.index(block) + 1, marks(app, here, ways))
        statements = {s.label: s for s in env.perclib_statements}
        for node in list(self.document.findall(nodes.Element)):
            if is_statement(node):
                node += at_end(app, here, statements[node["label"]])


def at_end(app, here, statement):
    """Say in which ways all of a theorem is concluded, in which a part, and what is then missing.

    Nothing is said if its claims are displays, which have marks, and all is concluded.
    """
    env = app.env
    lacks = missing(env, statement)
    if not statement.sentences and not any(lacks.values()):
        return []
    mark = summary(app, here, statement)
    mark["classes"].append("of-theorem")
    return [mark, *lacking(env, here, statement)]


def summary(app, here, statement):
    """Give the marks of a theorem: in which ways it is concluded, or a part of it."""
    checks, claims = found(app.env), claims_of(app.env, statement)
    lacks = missing(app.env, statement, KINDS)
    ways = [way for label in claims for way in checks.get(label, ()) if way.by not in NOTHING]
    bare = [way._replace(part="") for way in ways if way.by in BY_CELLS or way.by == "coq"]
    return marks(app, here, bare, {by for by in PROOFS if lacks.get(by)})


def lacking(env, here, statement):
    """List, folded, what is not concluded in each of the ways that conclude a part."""
    checks, claims = found(env), claims_of(env, statement)
    lines: dict[tuple, list[str]] = {}
    for by, labels in missing(env, statement).items():
        ways = {label: [w for w in checks.get(label, ()) if w.by == by] for label in labels}
        parts = {label: "; ".join(dict.fromkeys(w.part for w in ways[label])) for label in labels}
        if parts:
            lines.setdefault(tuple(parts.items()), []).append(WORDS[by])
    if not lines:
        return []
    out = nodes.bullet_list(classes=["lacks"])
    for parts, names in lines.items():
        said = f"{' and '.join(names)} {'do' if names[1:] else 'does'} not conclude "
        line = addnodes.compact_paragraph("", said)
        for n, (label, part) in enumerate(parts):
            line += nodes.Text("; " * bool(n))
            line += words(f"that {claims[label]}") if claims[label] else [formula(here, label)]
            line += words(f" (only {part})" * bool(part))
        line += nodes.Text(".")
        out += nodes.list_item("", line)
    return [fold_open("What is left out", "of-theorem"), out, fold_close()]


def formula(here, label):
    """Refer to a labelled display by its number."""
    to = {"refdomain": "math", "reftype": "eq", "reftarget": label, "refexplicit": False}
    return addnodes.pending_xref("", nodes.inline("", label), refdoc=here, **to)


def words(text):
    """Read words with formulas between them."""
    parts = re.split(r"\$(.+?)\$", text)
    return [nodes.math("", x) if n % 2 else nodes.Text(x) for n, x in enumerate(parts) if x]


def fold_open(text, name=""):
    """Begin what is folded under a line."""
    return nodes.raw("", f'<details class="{name}"><summary>{text}</summary>', format="html")


def fold_close():
    """End what is folded."""
    return nodes.raw("", "</details>", format="html")


def marks(app, docname, ways, in_part=()):
    """Give a mark for each way, which leads to the first place, of those that are whole.

    They stand in one line, in one order; what they say besides follows, each thing once.
    """
    best: dict[str, Check] = {}
    besides: dict[str, list[str]] = {}
    for by in sorted({way.by for way in ways}, key=list(KINDS).index):
        those = [way for way in ways if way.by == by]
        best[by] = next((way for way in those if not way.part), those[0])
    paragraph = nodes.paragraph(classes=["checked"])
    for by, way in best.items():
        name = WORDS[by] + " in part" * bool(by in in_part or way.part)
        if way.anchor:
            mark = nodes.reference("", name, internal=True)
            mark["refuri"] = address(app, docname, way.docname, way.anchor)
            mark["reftitle"] = way.title or KINDS[by]
        else:
            mark = nodes.inline("", name)
        mark["classes"] += ["by", f"by-{by}"]
        paragraph += [mark, nodes.Text(" ")]
        if why := way.why or way.part:
            besides.setdefault(why, []).append(WORDS[by])
    for why, names in besides.items():
        said = f"{' and '.join(names)}: {why}" if len(best) > 1 else why
        paragraph += [nodes.inline("", "", *words(said), classes=["why"]), nodes.Text(" ")]
    return paragraph


def address(app, here, there, anchor):
    page = "" if here == there else app.builder.get_relative_uri(here, there)
    return f"{page}#{anchor}"


def setup(app):
    app.add_directive("unchecked", Unchecked)
    app.add_directive("assumed", Assumed)
    app.add_directive("defined", Defined)
    for kind in STATEMENTS:
        app.add_directive_to_domain("prf", kind, stating(PROOF_TYPES[kind]), override=True)
    app.connect("env-purge-doc", forget)
    app.connect("doctree-read", read)
    app.connect("env-updated", in_order, priority=300)  # before ``coq_files`` marks
    app.connect("env-updated", verify)
    app.add_post_transform(Mark)
    return {"version": "1", "parallel_read_safe": False}
