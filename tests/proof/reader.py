"""What is printed, read again: the second opinion on `prover.display`.

Claims, facts and theorems, as text and as LaTeX, are read into the kernel's terms by a reader that
shares no code with the parser of formulas or with the printer.  What kind each name is of is told,
as the first line of a proof tells it.
"""

import re
from fractions import Fraction

from prover.kernel import Claim, free_in, kind, normal

ROUNDS = {"": (), "at every round": ("rounds",), "at every mistake": ("tau", 1)}
ROUNDS |= {"at every other round": ("tau", 0)}
RELATIONS = {r"\ge": ">=", r"\le": "<=", "=": "=="} | {
    op: op for op in (">=", "<=", "==", ">", "<")
}
TEXT = re.compile(r"s<=|[A-Za-z_]\w*|\d+|\S")
LATEX = re.compile(r"\\[A-Za-z]+|[A-Za-z]|\d+|\S")
ENDS = {"<": ">", r"\langle": r"\rangle", "|": "|", r"\lVert": r"\rVert", "(": ")"}
MINUS = Fraction(-1)


class Reader:
    """One formula; `kinds` says of each name what it is."""

    def __init__(self, text, kinds, latex):
        if latex:  # a blank is not shown, unless it is what ends a command
            text = text.replace(r"\left(", "(").replace(r"\right)", ")")
            text = re.sub(r"(?<![A-Za-z]) ", "", text)
        self.tokens = (LATEX if latex else TEXT).findall(text)
        self.kinds, self.latex, self.at = kinds, latex, 0

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, *wanted):
        """Step over some tokens; or give the next one."""
        for token in wanted or (self.peek(),):
            assert self.peek() == token != "", f"{token} expected: {self.tokens[self.at :]}"
            self.at += 1
        return self.tokens[self.at - 1]

    def inside(self, start, end, read=None):
        self.take(start)
        found = (read or self.sum)()
        self.take(end)
        return found

    def pair(self, start):
        self.take(start)
        first = self.sum()
        self.take(",")
        second = self.sum()
        self.take(ENDS[start])
        return first, second

    # A sum of products of powers of atoms

    def sum(self):
        parts = []
        while not parts or self.peek() in ("+", "-"):
            sign = self.take() if self.peek() in ("+", "-") else "+"
            parts.append(("*", MINUS, self.product()) if sign == "-" else self.product())
        if any(kind_of(e) == "vector" for e in parts):
            parts = [vector(e) for e in parts]
        return parts[0] if len(parts) == 1 else ("+", *parts)

    def product(self):
        out = self.power()
        while True:
            if self.peek() in ("*", "/", r"\cdot"):
                sign, e = self.take(), self.power()
                out = ("*", out, ("inv", e) if sign == "/" else e)
            elif self.latex and self.peek() not in ("", "+", "-", ",", "}", *ENDS.values()):
                out = ("*", out, self.power())
            else:
                return out

    def power(self):
        base = self.atom()
        if self.peek() != "^":
            return base
        self.take("^")
        digits = self.peek(1) if self.latex else self.peek()
        whole = digits.isdigit() and (not self.latex or self.peek(2) == "}")
        exponent = self.exponent()
        if not whole:
            return ("power", base, exponent)
        norm = type(base) is tuple and base[0] == "root" and base[1][0] == "dot"
        squared = norm and base[1][1] == base[1][2] and exponent == 2
        return base[1] if squared else ("^", base, int(exponent))

    def exponent(self):
        return self.inside("{", "}") if self.latex else self.atom()

    def atom(self):
        token = self.peek()
        if token.isdigit():
            return Fraction(self.take())
        if token == "(":
            return self.inside("(", ")")
        if token in ("<", r"\langle"):
            return ("dot", *map(vector, self.pair(token)))
        if token in ("|", r"\lVert"):
            v = vector(self.inside(token, ENDS[token]))
            return ("root", ("dot", v, v))
        if token == r"\frac":
            self.take()
            return ("*", self.inside("{", "}"), ("inv", self.inside("{", "}")))
        if token == r"\sqrt" or (token == "sqrt" and self.peek(1) == "("):
            self.take()
            return ("root", self.inside(*("{}" if self.latex else "()")))
        if token in (r"\operatorname", "power") and self.peek(1) in ("{", "("):
            self.take(*((token, *"{power}") if self.latex else (token,)))
            return ("power", *self.pair("("))
        if token == r"\sum" or (token == "sum" and self.peek(1) == "("):
            return self.series()
        return self.named()

    def series(self):
        self.take()
        if self.latex:
            self.take("_", "{", "s", "=", "1", "}", "^")
            base, n = self.inside("{", "}", self.round)
            return ("sum", self.product(), base, n + 1)
        self.take("(")
        body = self.sum()
        self.take(",", "s<=")
        base, n = self.round()
        self.take(")")
        return ("sum", body, base, n + 1)

    # Names, and rounds

    def named(self):
        name = self.name()
        if name in ("t", "T", "s"):
            return ("round", name, 0)
        i = ()
        if self.peek() == "[":
            i = self.inside("[", "]", self.round)
        elif self.peek() == "_":
            self.take()
            i = self.inside("{", "}", self.round)
        if name == "k":
            return ("sum", ("flag", "tau", "s", 0), *(i or ("T", 1)))
        return (self.kinds[name], name, *i)

    def name(self):
        if not self.latex:
            return self.take()
        said = self.take()
        stem = "lam" if said == r"\lambda" else said.removeprefix("\\")
        if stem in ("mathrm", "mathtt"):
            stem = self.word()
        if self.peek() == "'":
            self.take()
            return stem + "_prime"
        if self.peek() == "_" and self.peek(2) == r"\mathrm":
            self.take("_", "{", r"\mathrm")
            below = self.word()
            self.take("}")
            return stem + below if below.isdigit() else f"{stem}_{below}"
        return stem

    def word(self):
        self.take("{")
        letters = ""
        while self.peek() != "}":
            letters += self.take().removeprefix("\\")
        self.take("}")
        return letters

    def round(self):
        base = "" if self.peek().isdigit() or self.peek() == "-" else self.take()
        sign = self.take() if self.peek() in ("+", "-") else "+"
        n = int(self.take()) if self.peek().isdigit() else 0
        return base, -n if sign == "-" else n


def kind_of(e):
    return kind(e, "s" if free_in(e, "s") else "t")


def vector(e):
    """Read 0 as the zero vector where a vector stands."""
    return e if kind_of(e) == "vector" else ("zero",)


def read_claim(text, kinds, latex=False):
    """Read a claim."""
    parts = re.split(r" (\\ge|\\le|>=|<=|==|=|>|<) ", text)
    assert len(parts) == 3, text
    readers = [Reader(side, kinds, latex) for side in parts[::2]]
    sides = [reader.sum() for reader in readers]
    assert not any(reader.peek() for reader in readers), text
    if "vector" in map(kind_of, sides):
        sides = [vector(e) for e in sides]
    return Claim(sides[0], RELATIONS[parts[1]], sides[1])


def same(one, two):
    """Whether two claims are the same, but for how their sides are multiplied out."""
    sides = (one.lhs, two.lhs), (one.rhs, two.rhs)
    return one.op == two.op and all(normal(plain(a)) == normal(plain(b)) for a, b in sides)


def plain(e):
    """Write what is printed alike, and equal, alike: the square of a norm, 1/(a*b) and 1/a/b."""
    if type(e) is not tuple:
        return e
    e = tuple(plain(a) for a in e)
    if e[0] == "inv" and type(e[1]) is tuple and e[1][0] == "*":
        return ("*", *(plain(("inv", a)) for a in e[1][1:]))
    norm = e[0] == "^" and e[2] == 2 and type(e[1]) is tuple and e[1][0] == "root"
    return e[1][1] if norm and e[1][1][0] == "dot" and e[1][1][1] == e[1][1][2] else e


def kinds_of(*claims):
    """Say of each name in some claims what it is."""
    found = {}
    waiting = [side for c in claims for side in c[::2]]
    while waiting:
        e = waiting.pop()
        if type(e) is tuple:
            waiting += e
            if e[0] in ("var", "vec", "seq", "flag", "state", "unit"):
                found[e[1]] = e[0]
    return found


def read_theorem(text, kinds, latex=False):
    """Read the name, the claim, the hypotheses with their rounds, the families, and the lines."""
    dollar = r"\$" if latex else ""
    head = re.match(rf"\W*Theorem \((.*?)\)\.\W*? {dollar}(.*?){dollar}$", text, re.MULTILINE)
    item = r"^- (.*)$" if latex else r"^    (.*)$"
    before, _, after = text.partition("Proof:")
    hypotheses, families = {}, {}
    for line in re.findall(item, before, re.MULTILINE):
        label, said = line.split(": ", 1)
        if label.startswith("family "):
            families[label.removeprefix("family ")] = said
            continue
        claim, where = re.fullmatch(rf"{dollar}(.*?){dollar}(?: \(([aw].*)\))?", said).groups()
        hypotheses[label] = read_claim(claim, kinds, latex), rounds_of(where or "")
    lines = []
    for line in re.findall(item, after, re.MULTILINE):
        said = line.split(": ", 1)[1]
        lines.append(said.split("$")[1] if latex else without_reasons(said, kinds))
    return head[1], read_claim(head[2], kinds, latex), hypotheses, families, lines


def rounds_of(words):
    """Read at which rounds a hypothesis is stated."""
    flag = re.fullmatch(r"where (\w+)\[t\] = ([01])|where \$\\?(\w+)_\{t\} = ([01])\$", words)
    return (flag[1] or flag[3], int(flag[2] or flag[4])) if flag else ROUNDS[words]


def without_reasons(text, kinds):
    """Leave away the brackets at the end of a line, if the line is no claim with them."""
    try:
        read_claim(text, kinds)
    except (AssertionError, KeyError, ValueError):
        ends = [n for n in range(len(text)) if text.startswith(" (", n)]
        return text[: max(n for n in ends if text[n:].count("(") == text[n:].count(")"))]
    return text
