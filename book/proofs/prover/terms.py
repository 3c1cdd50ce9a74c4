"""Formulas as they are written in a chapter, read into the terms of the kernel.

Formulas are strings in Python's own syntax, with ``u @ v`` for an inner product; the `Letters` of a
proof say what each name in them is.  So the letters of a proof have a name space of their own, and
no name of a chapter's data can get in their way.

>>> letters = Letters(numbers="gamma", vectors="u",
...                   states="w x", sequences="y")
>>> letters.claim("y[t]*(u @ x[t]) >= gamma").op
'>='
>>> letters.claim("z >= 0")
Traceback (most recent call last):
    ...
prover.kernel.ProofError: z is no letter of this proof, in: z >= 0
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fractions import Fraction

from prover.kernel import INDEXED, ZERO, Claim, ProofError, Term, at, kind

MINUS = Fraction(-1)
_KINDS = {
    "numbers": "var",
    "vectors": "vec",
    "sequences": "seq",
    "states": "state",
    "families": "unit",
    "flags": "flag",
}
_RELATIONS = {ast.GtE: ">=", ast.Gt: ">", ast.LtE: "<=", ast.Lt: "<", ast.Eq: "=="}


class Letters:
    """The names of a proof, and what each of them is.

    Parameters
    ----------
    numbers : str
        Names of numbers, separated by blanks.
    vectors : str
        Names of vectors.
    sequences : str
        Names of numbers that go with the rounds, such as labels.
    states : str
        Names of vectors that go with the rounds, such as weights.
    families : str
        Names of orthonormal families, one unit vector for each round.
    flags : str
        Names of sequences of zeros and ones.  ``tau`` is always one of them: it is 1 at the
        mistakes; ``k`` is their number, ``k[t]`` the number of those before round t.

    Notes
    -----
    ``t`` is any round and ``T`` the last one.  ``sum(f)`` adds f over all rounds s, ``sum(f, s <
    t)`` over those before round t.  ``sqrt(a)``, ``norm(u)``, ``a**q``, ``power(a, q)`` are roots,
    norms and powers; a whole number as exponent of ``**`` means repeated multiplication.
    """

    def __init__(self, **names: str) -> None:
        self.kinds: dict[str, str] = {"tau": "flag"}
        self.short: dict[str, Term] = {}
        self.add(**names)

    def add(self, **names: str) -> None:
        """Name more letters."""
        for what, list_ in names.items():
            if what not in _KINDS:
                raise ProofError(f"{what} is none of {', '.join(_KINDS)}")
            for name in list_.split():
                self._fresh(name)
                self.kinds[name] = _KINDS[what]
                suffix = ("t", 0) if _KINDS[what] in INDEXED else ()
                kind((_KINDS[what], name, *suffix))  # refuses what is no name

    def let(self, name: str, formula: str) -> None:
        """Abbreviate a formula; one named ``m[t]`` varies with the round, as in ``m[t+1]``."""
        bare = name.removesuffix("[t]")
        self._fresh(bare)
        if not bare.isidentifier():
            raise ProofError(f"an abbreviation has a name such as Z or Z[t], not {name}")
        self.short[name.replace("[t]", "[]")] = self.term(formula)

    def _fresh(self, name: str) -> None:
        if name in self.kinds or {name, name + "[]"} & set(self.short):
            raise ProofError(f"{name} has a meaning already")

    def claim(self, formula: str) -> Claim:
        """Read a claim; 0 stands for the zero vector as well."""
        e = self._parse(formula)
        if not isinstance(e, ast.Compare) or len(e.ops) != 1:
            raise ProofError(f"one of >=, >, <=, <, == is needed, in: {formula}")
        op = _RELATIONS.get(type(e.ops[0]))
        if op is None:
            raise ProofError(f"one of >=, >, <=, <, == is needed, in: {formula}")
        lhs, rhs = self._read(e.left, formula), self._read(e.comparators[0], formula)
        kinds = kind(lhs), kind(rhs)
        if kinds == ("vector", "number") and rhs == ZERO:
            rhs = ("zero",)
        elif kinds == ("number", "vector") and lhs == ZERO:
            lhs = ("zero",)
        return Claim(lhs, op, rhs)

    def term(self, formula: str) -> Term:
        """Read a number or a vector."""
        return self._read(self._parse(formula), formula)

    def _parse(self, formula: str) -> ast.expr:
        try:
            return ast.parse(" ".join(formula.split()), mode="eval").body
        except SyntaxError as error:
            raise ProofError(f"{error.msg}, in: {formula}") from None

    def _read(self, e: ast.expr, formula: str) -> Term:
        read = getattr(self, f"_read_{type(e).__name__}", None)
        if read is None:
            raise ProofError(f"{ast.unparse(e)} cannot be said, in: {formula}")
        return read(e, formula)

    def _read_Constant(self, e: ast.Constant, formula: str) -> Term:  # noqa: N802 - the node's name
        if type(e.value) is not int:
            raise ProofError(f"{e.value!r} is not exact: write a fraction, in: {formula}")
        return Fraction(e.value)

    def _read_UnaryOp(self, e: ast.UnaryOp, formula: str) -> Term:  # noqa: N802 - as above
        a = self._read(e.operand, formula)
        if not isinstance(e.op, ast.USub):
            raise ProofError(f"{ast.unparse(e)} cannot be said, in: {formula}")
        return -a if isinstance(a, Fraction) else times(MINUS, a)

    def _read_BinOp(self, e: ast.BinOp, formula: str) -> Term:  # noqa: N802 - as above
        a = self._read(e.left, formula)
        if isinstance(e.op, ast.Pow):
            return self._power(a, e.right, formula)
        b = self._read(e.right, formula)
        match e.op:
            case ast.Add():
                return plus(a, b)
            case ast.Sub():
                return plus(a, -b if isinstance(b, Fraction) else times(MINUS, b))
            case ast.Mult():
                return times(a, b)
            case ast.MatMult():
                return ("dot", a, b)
            case ast.Div():
                exact = isinstance(a, Fraction) and isinstance(b, Fraction) and b != 0
                return a / b if exact else times(a, ("inv", b))
        raise ProofError(f"{ast.unparse(e)} cannot be said, in: {formula}")

    def _power(self, a: Term, exponent: ast.expr, formula: str) -> Term:
        q = self._read(exponent, formula)
        if not isinstance(q, Fraction) or q.denominator != 1:
            return ("power", a, q)
        return ("^", a, int(q)) if q >= 0 else ("inv", ("^", a, -int(q)))

    def _read_Name(self, e: ast.Name, formula: str) -> Term:  # noqa: N802 - as above
        if e.id in ("t", "T", "s"):
            return ("round", e.id, 0)
        if e.id == "k":
            return count(("T", 1))
        if e.id in self.short:
            return self.short[e.id]
        if self.kinds.get(e.id) in ("var", "vec"):
            return (self.kinds[e.id], e.id)
        known = e.id in self.kinds or e.id + "[]" in self.short
        what = "needs a round, as in " + e.id + "[t]" if known else "is no letter of this proof"
        raise ProofError(f"{e.id} {what}, in: {formula}")

    def _read_Subscript(self, e: ast.Subscript, formula: str) -> Term:  # noqa: N802 - as above
        name, i = ast.unparse(e.value), self._round(e.slice, formula)
        if name == "k":
            return count(i)
        if name + "[]" in self.short:
            return at(self.short[name + "[]"], "t", i)
        if name not in self.kinds:
            raise ProofError(f"{name} is no letter of this proof, in: {formula}")
        if self.kinds[name] not in INDEXED:
            raise ProofError(f"{name} is the same in all rounds: no [...] there, in: {formula}")
        return (self.kinds[name], name, *i)

    def _read_Call(self, e: ast.Call, formula: str) -> Term:  # noqa: N802 - as above
        name, args = ast.unparse(e.func), e.args
        if name == "sum" and len(args) in (1, 2):
            end = self._before(args[1], formula) if len(args) == 2 else ("T", 1)
            return ("sum", self._read(args[0], formula), *end)
        terms = [self._read(a, formula) for a in args]
        if name == "sqrt" and len(terms) == 1:
            return ("root", terms[0])
        if name == "norm" and len(terms) == 1:
            return ("root", ("dot", terms[0], terms[0]))
        if name == "power" and len(terms) == 2:
            return ("power", *terms)
        raise ProofError(f"{ast.unparse(e)} cannot be said, in: {formula}")

    def _before(self, e: ast.expr, formula: str) -> tuple[str, int]:
        if ast.unparse(e).startswith("s < ") and isinstance(e, ast.Compare):
            return self._round(e.comparators[0], formula)
        raise ProofError(f"write sum(f) or sum(f, s < t), not {ast.unparse(e)}, in: {formula}")

    def _round(self, e: ast.expr, formula: str) -> tuple[str, int]:
        n = 0
        match e:
            case ast.BinOp(left=base, op=ast.Add(), right=ast.Constant(value=int(n))):
                e = base
            case ast.BinOp(left=base, op=ast.Sub(), right=ast.Constant(value=int(n))):
                e, n = base, -n
        match e:
            case ast.Constant(value=int(first)):
                return ("", first + n)
            case ast.Name(id="t" | "T" | "s" as base_):
                return (base_, n)
        raise ProofError(f"{ast.unparse(e)} is no round, in: {formula}")


def plus(a: Term, b: Term) -> Term:
    """Write a sum; the summands of a sum inside it become its own."""
    return ("+", *_parts("+", a), *_parts("+", b))


def times(a: Term, b: Term) -> Term:
    """Write a product; the factors of a product inside it become its own."""
    return ("*", *_parts("*", a), *_parts("*", b))


def _parts(tag: str, e: Term) -> tuple[Term, ...]:
    return e[1:] if type(e) is tuple and e[0] == tag else (e,)


def count(i: tuple[str, int]) -> Term:
    """Count the mistakes before a round."""
    return ("sum", ("flag", "tau", "s", 0), *i)


def subterms(e: Term) -> Iterator[Term]:
    """Yield e and all tuples inside it."""
    if type(e) is tuple:
        yield e
        for a in e:
            yield from subterms(a)
