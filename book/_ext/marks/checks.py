"""What is checked, and how: marks beside the formulas, and one line that opens all checks.

A theorem claims its labelled displays, but for those that say what is assumed, and what it names::

    :claims: foot: the foot is on the hyperplane; nearest: no point of it is nearer

The first of these has the label of the theorem with ``-foot`` behind it.  A code cell says in its
metadata which labels it concludes, all that they say, and by what; and of which a part, and which;
and by which of its steps the kernel concludes each, alone or with those that other cells name::

    checks: {labels: [thm-distance, eq-distance], by: kernel, part: {eq-bn: for unit vectors},
             steps: {eq-distance: [nearest, distance], eq-bn: bound}}

The label of the theorem itself is no claim: it says where a step belongs, and needs none.  A run
prints how near it came to its bounds (``perclib.tables.Near``), and the cell says under ``far``
why one that did not come near them could not.  What Coq concluded by
itself is said in the heads of its files (``coq_files``); what it proved again of the kernel's, by
the cells.  From these labels alone it is counted which claims of a theorem are concluded, and in
which way: nobody says so besides.

Each theorem has one line that opens its claims, each with marks that lead to its cells, and each
other labelled display of a chapter has such marks under it.  One that no cell checks is
named, with the reason, by the directive ``unchecked``, as a hypothesis by ``assumed``, or as what
says what a letter means by ``defined``.  A display or a claim of which nothing is said, in a
solution as anywhere, is a warning, and so ends the build, as is a label that does not exist, and
what a theorem says in words that no claim names (``unclaimed_clauses``).  What is found is kept in
the environment, where ``theorem_list`` reads it.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx_proof.nodes import proof_node
from sphinx_proof.proof_type import PROOF_TYPES

from marks import notebook_runs
from marks.run_while_reading import has_run
from marks.unclaimed_clauses import unclaimed_clauses


class Kind(NamedTuple):
    """A kind of mark: its title, its word on the page, and what the line of a folded cell says.

    A cell may name it (`by_cells`), and it may prove (`proves`), which a run does not.
    """

    title: str
    word: str
    by_cells: bool = False
    proves: bool = False
    in_fold: str = ""


# In the order of the marks.
KINDS = {
    "kernel": Kind("checked by the proof kernel", "kernel", by_cells=True, proves=True),
    "coq": Kind("proved by Coq", "Coq", proves=True),
    "algebra": Kind(
        "checked by exact algebra", "algebra", by_cells=True, proves=True, in_fold="exact algebra"
    ),
    "run": Kind("checked by a run on data", "run", by_cells=True, in_fold="a run on data"),
    "not": Kind("not checked by a program", "not checked"),
    "assumed": Kind("assumed here, so there is nothing to check", "assumed"),
    "defined": Kind("", "defined"),
}
BY_CELLS = tuple(key for key, kind in KINDS.items() if kind.by_cells)
PROOFS = tuple(key for key, kind in KINDS.items() if kind.proves)
NOTHING_TO_CHECK = ("assumed", "defined")
STANDING_WORDS = {
    "whole": "whole",
    "part": "the rest in words",
    "run": "compared with data",
    "not": "proved in words",
}
CHAPTERS = "notebooks/"
STATEMENTS = {"theorem", "lemma", "corollary", "proposition"}
CELL_FORM = (
    f"{{labels: [...], by: {'|'.join(BY_CELLS)}, part: {{label: words}}, steps: {{label: step}}, "
    "far: words}"
)
# What a run prints of itself, the shares in it, and how large these are if nothing is said.
NEARNESS = re.compile(
    r"nearest to its bound: [\d.]+ of it(?: \(.*?\))?(?:, [\d.]+ of it \(.*?\))*"
    r"|both sides are equal"
)
SHARES = re.compile(r"([\d.]+) of it")
NEAR_ENOUGH = 0.9
PROOF_LINES = re.compile(r"\.(step|induction|cases|apply|sum_up)\(")
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
    steps: tuple[str, ...] = ()

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


class Assumed(Directive):
    """Name displays that say what is assumed."""

    required_arguments, final_argument_whitespace, by = 1, True, "assumed"

    def run(self):
        env, why = self.state.document.settings.env, " ".join(" ".join(self.content).split())
        if self.has_content and not why:
            raise self.error("say why these are not checked")
        for label in self.arguments[0].split():
            check = Check(self.by, env.docname, "", why)
            checks_by_label(env).setdefault(label, []).append(check)
            env.perclib_lines[env.docname, label, self.by] = self.lineno
        return []


class Unchecked(Assumed):
    """Name displays that no program checks, and say why."""

    has_content, by = True, "not"


class Defined(Assumed):
    """Name displays that say what a letter means, or what a learner does."""

    by = "defined"


def with_claims_option(directive):
    """Give a directive of theorems the option ``claims``."""

    class Stating(directive):
        option_spec = directive.option_spec | {"claims": parse_claims}

        def run(self):
            (node,) = super().run()
            node["claims"] = self.options.get("claims", ())
            return [node]

    return Stating


def parse_claims(text):
    """Read the claims of a theorem: ``name: words; name: words``."""
    out = [tuple(part.strip() for part in claim.split(":", 1)) for claim in text.split(";")]
    if not all(len(claim) == 2 and re.fullmatch(r"[a-z]+", claim[0]) and claim[1] for claim in out):
        raise ValueError("claims are written NAME: WORDS; NAME: WORDS")
    return tuple(out)


def checks_by_label(env) -> dict[str, list[Check]]:
    """All checks so far, by label."""
    if not hasattr(env, "perclib_checks"):
        env.perclib_checks, env.perclib_statements, env.perclib_proved = {}, [], {}
        env.perclib_lines = {}
    return env.perclib_checks


def warn_at(env, text, label, docname, by=""):
    """Warn where a label is checked in some way, or where the theorem or the display is.

    Lines are kept apart from checks: an edit that moves a line changes no other page.
    """
    logger.warning(text, label, location=(docname, env.perclib_lines.get((docname, label, by))))


def forget_page(app, env, docname):
    checks = checks_by_label(env)
    for label in list(checks):
        checks[label] = [c for c in checks[label] if c.docname != docname]
    env.perclib_statements = [s for s in env.perclib_statements if s.docname != docname]
    env.perclib_proved.pop(docname, None)
    env.perclib_lines = {key: line for key, line in env.perclib_lines.items() if key[0] != docname}


def collect_checks(app, doctree):
    """Collect the checks, the theorems and the labelled displays of a page."""
    path = Path(app.env.doc2path(app.env.docname))
    outputs = notebook_runs.notebook_with_outputs(path).cells if has_run(app, path) else []
    collect_cells(app.env, doctree, outputs)
    collect_statements(app.env, doctree)
    if app.env.docname.startswith(CHAPTERS):
        for block in unlabelled(doctree):
            logger.warning("nothing can be said of a display without a label", location=block)
    fold_checks(doctree)


def collect_cells(env, doctree, outputs):
    """Collect what the cells of a page check, and what the kernel proved in them."""
    docname, checks = env.docname, checks_by_label(env)
    proved = env.perclib_proved.setdefault(docname, [])
    for n, cell in enumerate(code_cells(doctree), 1):
        meta = cell["cell_metadata"].get("checks")
        if meta is None:
            continue
        if fault := fault_of_form(meta):
            logger.warning("%s in checks; write %s", fault, CELL_FORM, location=cell)
            continue
        labels = dict.fromkeys(meta["labels"], "") | meta.get("part", {})
        named = {
            label: (steps,) if isinstance(steps, str) else tuple(steps)
            for label, steps in meta.get("steps", {}).items()
        }
        for label in sorted(set(named) - set(labels)):
            logger.warning("steps of %s, which is not among the labels", label, location=cell)
        anchor = f"check-{n}"
        cell["ids"].append(anchor)
        stored = outputs[cell["cell_index"]] if outputs else {}
        cell["number"] = stored.get("execution_count", 0)
        check = Check(meta["by"], docname, anchor, cell=cell["number"])
        if meta["by"] == "run" and stored:
            check = check._replace(**nearness_of_run(meta, stored, cell))
        for label, part in labels.items():
            env.perclib_lines[docname, label, check.by] = cell.line
            checks.setdefault(label, []).append(
                check._replace(part=part, steps=named.get(label, ()))
            )
        data = [output.get("metadata", {}) for output in stored.get("outputs", ())]
        shown = [told["theorem"] for told in data if "theorem" in told]
        proved += [Proved(docname, tuple(labels), theorem, check.cell) for theorem in shown]


def fault_of_form(meta):
    """Say what is wrong in how a cell names its checks, or nothing."""
    if more := sorted(set(meta) - {"labels", "by", "part", "steps", "far"}):
        return f"{more[0]!r} is no key"
    if lacking := [key for key in ("labels", "by") if key not in meta]:
        return f"{lacking[0]!r} is missing"
    if meta["by"] not in BY_CELLS:
        return f"{meta['by']!r} is no kind of check"
    if "steps" in meta and meta["by"] != "kernel":
        return f"'steps' beside 'by: {meta['by']}', but only the kernel has steps"
    return ""


def collect_statements(env, doctree):
    """Collect the theorems of a page, each with the displays of its proof, and all lines."""
    docname, current = env.docname, None
    env.perclib_lines |= {(docname, m["label"], ""): m.line for m in labelled(doctree)}
    for node in doctree.findall(nodes.Element):
        if kind := is_statement(node):
            own = {m["label"]: m.astext() for m in labelled(node)}
            claims = tuple((f"{node['label']}-{name}", words) for name, words in node["claims"])
            for label in (node["label"], *dict(claims)):
                env.perclib_lines[docname, label, ""] = node.line
            text = tuple(part.deepcopy() for part in node.findall(is_text))
            for clause in unclaimed_clauses(text, [words for _, words in node["claims"]]):
                why = "%s asserts what no claim names: %s"
                logger.warning(why, node["label"], clause, location=node)
            title = str(node.get("title", "")).strip().removeprefix("(").removesuffix(")")
            current = Statement(
                docname, node["label"], kind, title, tuple(own), own, (), claims, text
            )
            env.perclib_statements.append(current)
        elif isinstance(node, proof_node) and current:
            i = env.perclib_statements.index(current)
            current = current._replace(
                displays=current.displays + tuple(m["label"] for m in labelled(node)),
                uses=current.uses + labels_referred_to(node),
            )
            env.perclib_statements[i] = current


def nearness_of_run(meta, stored, cell):
    """Say of a run how near it came to its bounds, as it prints it, and if it is far, why."""
    printed = "".join(
        str(out.get("text", "") or out.get("data", {}).get("text/plain", ""))
        for out in stored.get("outputs", ())
    )
    near, shares = NEARNESS.findall(printed), [float(x) for x in SHARES.findall(printed)]
    if (not near or min(shares, default=1) < NEAR_ENOUGH) != ("far" in meta):
        logger.warning("a run says how near it came, and why if it is far", location=cell)
    far = f"{near[-1]}; {meta['far']}" if near and "far" in meta else meta.get("far", "")
    return {"title": ": ".join([KINDS["run"].title, *near[-1:]]), "why": far}


def unlabelled(doctree):
    """List the displays without a label, but for those that a cell shows."""
    shown = {id(m) for cell in code_cells(doctree) for m in cell.findall(nodes.math_block)}
    blocks = doctree.findall(nodes.math_block)
    return [m for m in blocks if not m.get("label") and id(m) not in shown]


def fold_checks(doctree):
    """Put folded cells that follow each other behind one line: checks, and code of a figure."""
    for group in adjacent_cells(doctree, "all"):
        ways = [cell["cell_metadata"].get("checks", {}).get("by") for cell in group]
        if any(ways):
            box = folded_box(fold_title(group, set(ways)), "Hide the check")
            outer = nodes.container("", box, classes=["cell", "checks"])
            parent = group[0].parent
            parent.insert(parent.index(group[0]), outer)
            for cell in group:
                parent.remove(cell)
                del cell["hide_mode"]
            box.extend(group)
    for group in adjacent_cells(doctree, "input"):
        *before, last = group
        box = folded_box(last["prompt_show"], last["prompt_hide"])
        for cell in before:
            cell.parent.remove(cell)
            del cell["hide_mode"]
        source = last.children[0]
        last.replace(source, box)
        box.extend([*before, source])
        del last["hide_mode"]


def folded_box(show, hide):
    """Give the node that folds what is put into it."""
    show, hide = (text.replace("{type}", "source") for text in (show, hide))
    return HideCodeCellNode(prompt_show=show, prompt_hide=hide, classes=["above-input"])


def adjacent_cells(doctree, hidden):
    """List groups of cells hidden in this way that follow each other.

    Of cells whose code alone is hidden, only the last of a group has an output.
    """
    groups: list[list[Any]] = []
    for cell in [c for c in code_cells(doctree) if c.get("hide_mode") == hidden]:
        before = groups[-1][-1] if groups else None
        after = before is not None and cell.parent[cell.parent.index(cell) - 1] is before
        silent = hidden == "all" or (before is not None and len(before.children) == 1)
        groups[-1].append(cell) if after and silent else groups.append([cell])
    return [group for group in groups if hidden == "all" or len(group) > 1]


def fold_title(group, by):
    """Say how a group of cells checks: in how many lines, and otherwise how."""
    lines = sum(len(PROOF_LINES.findall(code_of(cell))) for cell in group)
    how = [f"{lines} step" + "s" * (lines != 1)] if lines and "kernel" in by else []
    how += [kind.in_fold for key, kind in KINDS.items() if key in by and kind.in_fold]
    return "Checked: " + " and ".join(how or ["the theorem"])


def code_cells(doctree):
    return (c for c in doctree.findall(nodes.container) if c.get("nb_element") == "cell_code")


def code_of(cell):
    return "\n".join(b.astext() for b in cell.findall(nodes.literal_block))


def is_statement(node):
    """The kind of a labelled theorem, None for other nodes."""
    classes = node.get("classes", [])
    kind = next((k for k in STATEMENTS if k in classes), None)
    return kind if "proof" in classes and node.get("label") else None


def is_text(node):
    return isinstance(node, nodes.paragraph | nodes.math_block)


def labelled(node):
    return [m for m in node.findall(nodes.math_block) if m.get("label")]


def labels_referred_to(node):
    return tuple(
        x["reftarget"]
        for x in node.findall(addnodes.pending_xref)
        if x.get("refdomain") in ("prf", "math")
    )


def proved_by_theorem(env):
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
    checks = checks_by_label(env)
    shown = {
        label: ""
        for label in statement.own
        if not any(way.by in NOTHING_TO_CHECK for way in checks.get(label, ()))
    }
    return shown | dict(statement.sentences)


def missing_claims(env, statement, of=PROOFS):
    """List the claims of a theorem that a way of proving does not conclude, for each way it has.

    A way that checks only a part of what a claim says does not conclude it.
    """
    checks, claims = checks_by_label(env), claims_of(env, statement)
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
    checks = checks_by_label(env)
    ways = [checks.get(label, ()) for label in claims_of(env, statement)]
    if all(any(way.concludes for way in those) for those in ways):
        return "whole"
    by = {way.by for those in ways for way in those}
    return "part" if by & set(PROOFS) else "run" if "run" in by else "not"


def sort_in_book_order(app, env):
    """Put what was found in the order of the book, whichever pages were read last."""
    order = {name: i for i, name in enumerate(env.toctree_includes.get(env.config.root_doc, []))}
    for ways in checks_by_label(env).values():
        ways.sort(key=lambda way: order.get(way.docname, len(order)))
    env.perclib_statements.sort(key=lambda s: order.get(s.docname, len(order)))


def warn_of_gaps(app, env):
    """Refuse labels that do not exist, and what is claimed or displayed and nothing is said of.

    What a file by hand proves is spoken of, even if Coq was not asked about the file as it is.
    """
    checks, statements = checks_by_label(env), env.perclib_statements
    asked = getattr(env, "perclib_by_hand", ())
    equations = env.get_domain("math").equations
    named = set(getattr(env, "proof_list", {}))
    claimed = {label for s in statements for label in dict(s.sentences)}
    for label, ways in checks.items():
        for way in ways:
            if label not in claimed | named | set(equations):
                warn_at(env, "%s is checked and does not exist", label, way.docname, way.by)
        if any(way.by == "not" for way in ways) and any(way.concludes for way in ways):
            warn_at(env, "%s is checked and unchecked", label, ways[0].docname, ways[0].by)
        kernel = [way for way in ways if way.by == "kernel"]
        exists = label in claimed or label in equations
        if kernel and exists and not any(way.steps for way in kernel):
            warn_at(env, "no step is named for %s", label, kernel[0].docname, "kernel")
    for s in statements:
        if not claims_of(env, s):
            warn_at(env, "%s claims nothing", s.label, s.docname)
        for label in dict(s.sentences):
            if label in named:
                warn_at(env, "%s is another theorem", label, s.docname)
            if not checks.get(label) and label not in asked:
                warn_at(env, "nobody concludes %s", label, s.docname)
    for label, (docname, *_) in equations.items():
        if docname.startswith(CHAPTERS) and not checks.get(label) and label not in asked:
            warn_at(env, "%s is neither checked nor unchecked", label, docname)
    return []


class PlaceMarks(SphinxPostTransform):
    """Put one line of marks under each theorem, which opens all of its checks.

    A labelled display outside of theorems and their proofs has its mark under it.
    """

    default_priority = 4  # before references are resolved and formulas are set

    def run(self):
        app, env, here, checks = self.app, self.env, self.env.docname, checks_by_label(self.env)
        statements = {s.label: s for s in env.perclib_statements if s.docname == here}
        listed = {label for s in statements.values() for label in s.displays}
        for block in list(self.document.findall(nodes.math_block)):
            ways = [way for way in checks.get(block.get("label"), ()) if way.by != "defined"]
            if ways and block["label"] not in listed:
                short = [way._replace(why="") if way.by == "run" else way for way in ways]
                block.parent.insert(block.parent.index(block) + 1, mark_line(app, here, short))
        for node in list(self.document.findall(nodes.Element)):
            if is_statement(node):
                of = statements[node["label"]]
                node["mark"] = standing_in_words(env, of)
                node += folded_claims(app, here, of)


def folded_claims(app, here, statement):
    """Give the line of marks of a theorem, which opens its claims."""
    how = standing(app.env, statement)
    return [
        fold_open(standing_in_words(app.env, statement), f"of-theorem is-{how}"),
        claims_with_marks(app, here, statement),
        fold_close(),
    ]


def standing_in_words(env, statement):
    """Say in a line which programs conclude a theorem, or a part of it, and how it stands."""
    lacks = missing_claims(env, statement, KINDS)
    ways = [KINDS[by].word + " in part" * bool(lacks[by]) for by in PROOFS if by in lacks]
    return " \u00b7 ".join([*ways, STANDING_WORDS[standing(env, statement)]])


def claims_with_marks(app, here, statement):
    """List the claims of a theorem, each with its marks, and beside its proof the displays there.

    A claim without the mark of a way is one that this way does not conclude.
    """
    checks, claims = checks_by_label(app.env), claims_of(app.env, statement)
    out = nodes.bullet_list(classes=["of-claims"])
    beside = statement.displays if here == statement.docname else ()
    for label in dict.fromkeys((*statement.own, *claims, *beside)):
        if ways := [way for way in checks.get(label, ()) if way.by != "defined"]:
            says = with_formulas(claims.get(label, "")) or [formula_link(here, label)]
            line = mark_line(app, here, ways)
            line[:0] = [nodes.inline("", "", *says, classes=["claim"]), nodes.Text(" ")]
            out += nodes.list_item("", line)
    return out


def formula_link(here, label, domain="math", kind="eq"):
    """Refer to a labelled display by its number, or to what another domain numbers."""
    to = {"refdomain": domain, "reftype": kind, "reftarget": label, "refexplicit": False}
    return addnodes.pending_xref("", nodes.inline("", label), refdoc=here, **to)


def with_formulas(text):
    """Read words with formulas between them."""
    parts = re.split(r"\$(.+?)\$", text)
    return [nodes.math("", x) if n % 2 else nodes.Text(x) for n, x in enumerate(parts) if x]


def fold_open(text, name=""):
    """Begin what is folded under a line."""
    return nodes.raw("", f'<details class="{name}"><summary>{text}</summary>', format="html")


def fold_close():
    """End what is folded."""
    return nodes.raw("", "</details>", format="html")


def mark_line(app, docname, ways):
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
        name = KINDS[by].word + " in part" * bool(way.part)
        if way.anchor:
            mark = nodes.reference("", name, internal=True)
            mark["refuri"] = link_to(app, docname, way.docname, way.anchor)
            mark["reftitle"] = way.title or KINDS[by].title
        else:
            mark = nodes.inline("", name)
        mark["classes"] += ["by", f"by-{by}"]
        paragraph += [mark, nodes.Text(" ")]
        if why := way.why or way.part:
            besides.setdefault(why, []).append(KINDS[by].word)
    for why, names in besides.items():
        words = f"{' and '.join(names)}: {why}" if len(best) > 1 else why
        paragraph += [nodes.inline("", "", *with_formulas(words), classes=["why"]), nodes.Text(" ")]
    return paragraph


def link_to(app, here, there, anchor):
    page = "" if here == there else app.builder.get_relative_uri(here, there)
    return f"{page}#{anchor}"


def setup(app):
    app.add_directive("unchecked", Unchecked)
    app.add_directive("assumed", Assumed)
    app.add_directive("defined", Defined)
    for kind in STATEMENTS:
        app.add_directive_to_domain(
            "prf", kind, with_claims_option(PROOF_TYPES[kind]), override=True
        )
    app.connect("env-purge-doc", forget_page)
    app.connect("doctree-read", collect_checks)
    app.connect("env-updated", sort_in_book_order, priority=300)  # before ``coq_files`` marks
    app.connect("env-updated", warn_of_gaps)
    app.add_post_transform(PlaceMarks)
