"""What to write instead: one sentence about what cannot be read, for a reader who is new to it.

Nothing here judges a proof.  A sentence is said of a line only after Python or the kernel refused
to read it, and where it offers a line in its place, Python can read that.
"""

import ast
import builtins
import re
from difflib import get_close_matches

SIGNS = {
    "≥": ">=", "≤": "<=", "⩾": ">=", "⩽": "<=", "=>": ">=", "=<": "<=", "²": "**2", "³": "**3",
    "^": "**", "·": "*", "×": "*", "⋅": "*", "−": "-", "–": "-", "“": '"', "”": '"',
}  # fmt: skip
# How it is written on paper, how it is written here, and what that is called.
ALWAYS = [
    (r"(?<![<>=!:])=(?!=)", "==", "== for “is equal to”"),
    (r"\]\s*\(", "]*(", "* for a product"),
]
UNREAD = [  # of what Python cannot read as it stands
    (r"√\s*\(", "sqrt(", "sqrt for √"),
    (r"√\s*(\w+)", r"sqrt(\1)", "sqrt for √"),
    (r"‖([^‖]+)‖|\|([^|]+)\|", r"norm(\1\2)", "norm for a length"),
    (r"[⟨<]\s*([^<>⟨⟩,=]+?)\s*,\s*([^<>⟨⟩,=]+?)\s*[⟩>]", r"(\1 @ \2)", "@ for an inner product"),
    (r"(?<![\w.])(\d+)\s*(?=[A-Za-z(])", r"\1*", "* for a product"),
    (r"(?<=[\w)\]])\s+(?=[\w(])", "*", "* for a product"),
]
KEYWORDS = re.compile(r"\b(and|or|not)\b")
FUNCTIONS = ["norm", "sqrt", "sum", "power"]
HEADS = ["Cauchy-Schwarz", "square", "suppose"]
CLOSING = {"(": ")", "[": "]", "{": "}"}
MISSING = (
    "There is no {} in this page, only what the proofs need: the kernel, exact numbers, and sqrt "
    "of sympy. Write fractions, such as Fraction(1, 2); run what needs {} on your own computer."
)
ABSENT = {"highspy", "matplotlib", "mpmath", "numpy", "pandas", "scipy", "sklearn", "tabulate"}


def read(formula):
    """Give what Python reads of a formula, or nothing."""
    try:
        return ast.parse(" ".join(formula.split()), mode="eval").body
    except SyntaxError:
        return None


def near(name, known):
    """Name the known name that is nearest to one, or nothing."""
    same = [one for one in known if one.lower() == name.lower()]
    return (same or get_close_matches(name, known, n=1) or [""])[0]


def meant(name, known, of):
    """Say which name may be meant, or which there are."""
    found = near(name, known)
    if found:
        return f"{name} is no {of}: did you mean {found}?"
    return f"{name} is no {of}: known here {'is' if len(known) == 1 else 'are'} {', '.join(known)}."


def brackets(text):
    """Say which bracket is missing in a text, if one is; texts in quotes are left out."""
    text, stack = re.sub(r"\"[^\"]*\"|'[^']*'", "", text), []
    for sign in text:
        if sign in CLOSING:
            stack.append(sign)
        elif sign in CLOSING.values():
            if not stack or CLOSING[stack[-1]] != sign:
                if stack:
                    return (
                        f"A “{CLOSING[stack[-1]]}” is missing before “{sign}”, "
                        f"to close “{stack[-1]}”."
                    )
                return f"There is a “{sign}” too many: delete it, or open a bracket before it."
            stack.pop()
    return f"A “{CLOSING[stack[-1]]}” is missing: “{stack[-1]}” is never closed." if stack else ""


def mended(text):
    """Write in Python what is written as on paper; give that, and what stands for what."""
    reasons = []
    for sign, ours in SIGNS.items():
        if sign in text:
            text = text.replace(sign, ours)
            reasons.append(f"{ours} for {sign}")
    for shape, ours, reason in UNREAD + ALWAYS:
        if (shape, ours, reason) in ALWAYS or read(re.sub(*ALWAYS[0][:2], text)) is None:
            text, times = re.subn(shape, ours, text)
            reasons += [reason] * bool(times)
    return text, reasons


def of_formula(formula):
    """Say what to write instead of a formula that is no claim, or nothing."""
    if missing := brackets(formula):
        return missing
    if "≠" in formula or "!=" in formula:
        return "A claim cannot say that two sides differ: claim that one is larger, with > or <."
    text, reasons = mended(formula)
    tree = read(text)
    if isinstance(tree, ast.Compare) and len(tree.ops) > 1:
        sides = [ast.unparse(side) for side in (tree.left, *tree.comparators)]
        signs = re.findall(r"[<>=!]=|<|>", text)
        parts = [" ".join(part) for part in zip(sides, signs, sides[1:], strict=False)]
        return f"A claim has one sign: claim {' and '.join(parts)} each in a line of its own."
    if isinstance(tree, ast.BoolOp | ast.UnaryOp) and KEYWORDS.search(text):
        return "A claim says one thing: write each part in a line of its own, without and, or, not."
    if tree is None or not reasons:
        return ""
    return f"Write {text.strip()}: {', '.join(dict.fromkeys(reasons))}."


def of_refusal(said, letters):
    """Say what to write instead of what the kernel cannot read, or nothing where it judged.

    Parameters
    ----------
    said : str
        What the kernel says.
    letters : sequence of str
        The letters of the proofs that are there.
    """
    if found := re.fullmatch(r"(?:\w+: )?at='(.*)' is none of (.*)", said):
        places = [one.strip("' ") for one in found[2].split(", ")]
        return meant(found[1], [one for one in places if one], "place of a hypothesis")
    if found := re.fullmatch(r"(.+) is none of (.*)", said, re.DOTALL):
        head, colon, _ = found[1].partition(":")
        known = HEADS if colon else found[2].split(", ")
        return meant(head, known, "hint for the search" if colon else "line of this proof")
    message, cut, formula = said.rpartition(", in: ")
    if not cut:
        return ""
    if hint := of_formula(formula):
        return hint
    if found := re.search(r"(\w+) is no letter of this proof$", message):
        known = [name for name in letters if name != "tau"]
        return meant(found[1], [*known, "k", "tau"], "letter of this proof")
    if found := re.search(r"(?:^|: )(\w+)\(.*\) cannot be said$", message):
        return meant(found[1], FUNCTIONS, "function of the kernel")
    return ""


def of_error(error, line, names):
    """Say what to write instead of a line that Python cannot read or run, or nothing.

    Parameters
    ----------
    error : Exception
    line : str
        The line of the check.
    names : sequence of str
        What has a name there.
    """
    if isinstance(error, SyntaxError):
        if "unterminated" in error.msg:
            return "A quotation mark is missing: a text must end in the line where it begins."
        if isinstance(error, TabError) or "unexpected indent" in error.msg:
            what = "a tab" if line.startswith("\t") else "blanks"
            return f"This line begins with {what}: let it begin at the margin."
        outside = re.sub(r"\"[^\"]*\"", '""', line)
        if found := [f"{ours} for {sign}" for sign, ours in SIGNS.items() if sign in outside]:
            return f"Write {', '.join(found)}."
        return brackets(line)
    if isinstance(error, ModuleNotFoundError):
        return MISSING.format(error.name, error.name)
    if isinstance(error, NameError) and error.name:
        found = near(error.name, [*names, *dir(builtins)])
        return f"There is no {error.name} here: did you mean {found}?" if found else ""
    if isinstance(error, AttributeError) and error.name:
        known = [name for name in dir(error.obj) if not name.startswith("_")]
        return meant(error.name, known, f"part of a {type(error.obj).__name__}")
    return ""


def absent(tree):
    """Say that the page lacks what is imported, or nothing."""
    for node in ast.walk(tree):
        some = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        some += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in (one.partition(".")[0] for one in some):
            if name in ABSENT:
                return MISSING.format(name, name)
    return ""
