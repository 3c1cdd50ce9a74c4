"""What a reader may break in a check: rewritings of its lines, and which of them are offered.

A line of a proof can lose a reason, claim more, or have a sign turned.  The table ``breaks.csv``,
which ``.venv/bin/python tests/refresh.py breaks`` writes, names up to three for each proof file and
says what the kernel makes of them; the tests ask it again, in the page.
"""

import ast
import csv
import re
from pathlib import Path
from typing import NamedTuple

BREAKS_TABLE = Path(__file__).resolve().parents[2] / "breaks.csv"
FIELDS = ("chapter", "file", "kind", "line", "what", "verdict")
KINDS = ("drop", "sharpen", "turn")
CLAIMING = {"step", "cases", "induction"}
RELATION = re.compile(r" (>=|<=|==|>|<) ")
WORDS = {
    "drop": "leave out “{what}” in “{line}”",
    "sharpen": "ask for more in “{line}”: {what}",
    "turn": "turn a sign in “{line}”: {what}",
}
ACCEPTED = {
    "drop": "This line does not need “{what}”.",
    "sharpen": "The stronger line is true as well.",
    "turn": "This line is true as well.",
}


class Break(NamedTuple):
    """A rewriting of a check: what is put between two places of its code."""

    kind: str
    line: str
    what: str
    start: int
    end: int
    text: str

    @property
    def key(self):
        return self.kind, self.line, self.what

    def broken(self, code):
        return code[: self.start] + self.text + code[self.end :]


def place_in_code(code):
    """Give a function that turns a line and a column of bytes, as Python counts, into a place."""
    lines = code.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    return lambda row, column: (
        starts[row - 1] + len(lines[row - 1].encode()[:column].decode("utf-8"))
    )


def text_of(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def sharpened(claim):
    """Ask for more: twice the last term that is added on the larger side, or half of it."""
    parts = RELATION.split(claim)
    if len(parts) != 3 or parts[1] == "==" or parts[2].strip() == "0":
        return None
    left, relation, right = parts
    tree = ast.parse(right, mode="eval").body
    head, last = "", right
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Add):
        cut = tree.right.col_offset
        if right[cut:].count(")") == right[cut:].count("("):
            head, last = right[:cut], right[cut:]
    body = ast.parse(last, mode="eval").body
    product = isinstance(body, ast.BinOp) and isinstance(body.op, ast.Mult | ast.Div | ast.Pow)
    plain = product or isinstance(body, ast.Name | ast.Subscript | ast.Call)
    atom = last if plain else f"({last})"
    return f"{left} {relation} {head}" + (f"2*{atom}" if ">" in relation else f"{atom}/2")


def turned(claim):
    """Turn the first sign between two terms, on the right or on the left; else the relation."""
    parts = RELATION.split(claim)
    if len(parts) != 3:
        return None
    for n in (2, 0):
        tree = ast.parse(parts[n], mode="eval").body
        rounds = {y for x in ast.walk(tree) if isinstance(x, ast.Subscript) for y in ast.walk(x)}
        signs = [
            (x.left.end_col_offset, x.right.col_offset, type(x.op))
            for x in ast.walk(tree)
            if isinstance(x, ast.BinOp) and isinstance(x.op, ast.Add | ast.Sub) and x not in rounds
        ]
        for start, end, op in signs:
            between = parts[n][start:end]
            if between.strip() in ("+", "-"):
                sign = between.replace("+" if op is ast.Add else "-", "-" if op is ast.Add else "+")
                side = parts[n][:start] + sign + parts[n][end:]
                return " ".join([*parts[:n], side, *parts[n + 1 :]])
    other = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}.get(parts[1])
    return f"{parts[0]} {other} {parts[2]}" if other and parts[2].strip() != "0" else None


def possible_breaks(code):
    """List what can be broken in a check, in the order of its lines."""
    place, out = place_in_code(code), []
    for call in ast.walk(ast.parse(code)):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
            continue
        texts = list(map(text_of, call.args))
        if call.func.attr not in {*CLAIMING, "apply"} or len(texts) < 2 or texts[0] is None:
            continue
        line, claim = texts[:2]
        ends = [place(a.end_lineno, a.end_col_offset) for a in call.args]
        for n in range(2 if call.func.attr in CLAIMING else 3, len(texts)):
            if texts[n] is not None:
                out.append(Break("drop", line, texts[n], ends[n - 1], ends[n], ""))
        if call.func.attr == "apply" or claim is None:
            continue
        start = place(call.args[1].lineno, call.args[1].col_offset)
        for kind, new in (("sharpen", sharpened(claim)), ("turn", turned(claim))):
            if new:
                out.append(Break(kind, line, new, start, ends[1], f'"{new}"'))
    return sorted(out, key=lambda one: (one.start, one.kind))


def stored_breaks():
    """Read the table, by chapter and proof file."""
    stored = {}
    if BREAKS_TABLE.exists():
        for row in csv.DictReader(BREAKS_TABLE.read_text("utf-8").splitlines()):
            stored.setdefault((row["chapter"], row["file"]), []).append(row)
    return stored


def store_breaks(table):
    """Write the table."""
    with BREAKS_TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)


def offered_breaks(chapter, file, code):
    """Give what the page offers to break in a check, and the rows that fit nothing in it."""
    known = {one.key: one for one in reversed(possible_breaks(code))}
    out, lost = [], []
    for row in stored_breaks().get((chapter, file), ()):
        one = known.get((row["kind"], row["line"], row["what"]))
        if one is None:
            lost.append(row)
            continue
        told = {"words": WORDS[one.kind].format(line=one.line, what=one.what)}
        told |= {"start": one.start, "end": one.end, "text": one.text, "verdict": row["verdict"]}
        remark = {"accepted": ACCEPTED[one.kind].format(what=one.what)}
        out.append(told | {"said": remark if row["verdict"] == "accepted" else {}})
    return out, lost
