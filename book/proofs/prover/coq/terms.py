"""Terms, claims and names as Coq writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from prover import kernel
from prover.kernel import INDEXED, Claim, Poly, ProofError, Term, free_in, kind
from prover.polynomials import tree

_T = TypeVar("_T")
# What the names of a lemma are, and what is put for one that nothing is said of.
TYPES = {
    **{"var": "R", "vec": "V", "seq": "nat -> R"},
    **{"state": "nat -> V", "flag": "nat -> bool", "unit": "nat -> V"},
}
DEFAULTS = {
    **{"var": "0", "vec": "zero", "seq": "(fun _ => 0)"},
    **{"state": "(fun _ => zero)", "flag": "(fun _ => false)"},
}
# Which of two vectors is written first in an inner product that is a normal form.
_RANK = {tag: n for n, tag in enumerate(("zero", "unit", "vec", "state", "+", "*", "sum"))}
# What a file for Coq means by a word, and so nothing else may be called.
_WORDS = """R S V T O I t s n z P E Ht Hs L N Z as at by end else exists fix for forall fun if in
let match mod return then using where with add apart dot ext ind inv lin nat norm orthonormal power
scale space sqrt sum vector vsum zero exp ln pi line rounds INR Type Prop Set absurd fraction
induction turned whole unit wide embed conj le_n"""
TAKEN = frozenset(re.findall(r"\w+", _WORDS))


def write_number(a: Fraction) -> str:
    """Write a rational number, in parentheses unless it is a whole one >= 0."""
    n = f"{a.numerator}" if a >= 0 else f"({a.numerator})"
    return n if a.denominator == 1 else f"({n} / {a.denominator})"


def write_round(base: str, n: int) -> str:
    """Write the round base + n."""
    if base == "":
        if n < 0:
            raise ProofError(f"in files for Coq rounds begin with 0, and there is no round {n}")
        return f"{n}%nat"
    if n < 0:
        raise ProofError(f"the files for Coq do not speak of round {base} - {-n}")
    return f"(S {write_round(base, n - 1)})" if n else base


def fold(op: str, parts: list[str], empty: str) -> str:
    """Join some terms by an operation; of none, give the empty one."""
    return f"({f' {op} '.join(parts)})" if len(parts) > 1 else (parts or [empty])[0]


@lru_cache(maxsize=20_000)
def normal(e: Term) -> Poly:
    """Give the kernel's normal form of a term of a fact; whoever asks reads it only."""
    return kernel.normal(e)


@lru_cache(maxsize=20_000)
def is_vector(e: Term) -> bool:
    """Whether a term, perhaps the body of a sum, is a vector."""
    return kind(e, "s" if free_in(e, "s") else "t") == "vector"


class Names:
    """What the names of a lemma are called in Coq; and what was asked for, in that order."""

    def __init__(self) -> None:
        self.of: dict[tuple[str, str], str] = {}
        self.asked: dict[tuple[str, str], str] = {}

    def __call__(self, tag: str, name: str) -> str:
        """Give the name of a letter, a new one if another letter has its own."""
        if (tag, name) not in self.of:
            new, others = name, {*self.of.values(), *TAKEN}
            if re.fullmatch(r"[hnPl]\d+|[HL]_.*|is_.*", new):
                new += "_"
            while new in others:
                new += "_"
            self.of[tag, name] = new
        self.asked[tag, name] = self.of[tag, name]
        return self.of[tag, name]


class Part(NamedTuple, Generic[_T]):
    """What was made, what was written down for it, and the names that were asked for."""

    made: _T
    texts: tuple[tuple[str, str], ...]
    names: tuple[tuple[tuple[str, str], str], ...]


class Page:
    """What is written down, by names: definitions and lemmas, each once, in their order."""

    def __init__(self) -> None:
        self.names = Names()
        self.texts: dict[str, str] = {}

    def part(self, make: Callable[[], _T]) -> Part[_T]:
        """Make something, and keep apart what is written down for it, new or not."""
        outer = self.texts, self.names.asked
        self.texts, self.names.asked = {}, {}
        try:
            return Part(make(), tuple(self.texts.items()), tuple(self.names.asked.items()))
        finally:
            self.texts, self.names.asked = outer

    def fits(self, part: Part[Any]) -> bool:
        """Whether a part of another page would be the same here; ask for its names, in order."""
        return all(self.names(*key) == name for key, name in part.names)

    def put(self, part: Part[_T]) -> _T:
        """Write down a part; give what was made."""
        for name, text in part.texts:
            self.texts.setdefault(name, text)
        for key, name in part.names:
            self.names.asked[key] = name
        return part.made


def negated(e: Term) -> Term | None:
    """Give what a product has beside its first factor, if that is -1; else None."""
    if type(e) is not tuple or e[0] != "*" or len(e) < 3 or e[1] != -1:
        return None
    return e[2] if len(e) == 3 else ("*", *e[2:])


def signed(e: Term) -> Term:
    """Give a summand; a number below 0 is -1 times a number, as it is when it is taken away."""
    return ("*", Fraction(-1), -e) if type(e) is Fraction and e < 0 else e


def write(e: Term, names: Names, sort: bool = False) -> str:
    """Write a term; sorted, if equal normal forms are to be written alike.

    A factor -1 that stands first multiplies all that follows it, as a minus does.
    """
    if type(e) is Fraction:
        return write_number(e)
    tag, *parts = e
    if tag in INDEXED - {"sum", "round"}:
        call = f"{names(tag, parts[0])} {write_round(*parts[1:])}"
        return f"ind ({call})" if tag == "flag" else f"({call})"
    if tag in ("var", "vec"):
        return names(tag, parts[0])
    if tag == "round":
        return f"(INR {write_round(*parts)})"
    if tag == "zero":
        return "zero"
    if tag == "sum":
        vectors = is_vector(parts[0])
        body = bare(write(parts[0], names, sort))
        return f"{'vsum' if vectors else 'sum'} (fun s => {body}) {write_round(*parts[1:])}".join(
            "()"
        )
    if tag in ("+", "*"):
        vectors, rest = is_vector(e), negated(e)
        if rest is not None:
            return f"((-1) {'⊙' if vectors else '*'} {write(rest, names, sort)})"
        parts = list(map(signed, parts)) if tag == "+" else parts
        texts = [write(a, names, sort) for a in parts]
        if tag == "+":
            texts = sorted(texts) if sort else texts
            return fold("⊕" if vectors else "+", texts, "0")
        scalars = [x for a, x in zip(parts, texts, strict=True) if not is_vector(a)]
        scalars = sorted(scalars) if sort else scalars
        if not vectors:
            return fold("*", scalars, "1")
        (v,) = (x for a, x in zip(parts, texts, strict=True) if is_vector(a))
        return f"({fold('*', scalars, '1')} ⊙ {v})" if scalars else v
    if tag == "dot":
        pair = sorted((_RANK[v[0]], write(v, names, sort)) for v in parts)
        texts = [x for _, x in pair] if sort else [write(v, names) for v in parts]
        return f"⟨{bare(texts[0])}, {bare(texts[1])}⟩"
    if tag == "^":
        return f"({write(parts[0], names, sort)} ^ {parts[1]})"
    function = {"inv": "inv", "root": "sqrt", "power": "power"}[tag]
    return f"({' '.join([function, *(atomic(write(a, names, sort)) for a in parts)])})"


def atomic(text: str) -> str:
    """Put parentheses around what is not one word."""
    return f"({text})" if " " in text and text[0] not in "(⟨" else text


def bare(text: str) -> str:
    """Leave out the outer parentheses, if they are a pair."""
    depth = 0
    for n, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return text[1:-1] if text[0] == "(" and n == len(text) - 1 else text
    return text


def write_poly(p: Poly, names: Names, vectors: bool) -> str:
    """Write a normal form, the same for equal ones."""
    if not p:
        return "zero" if vectors else "0"
    return write(tree(p), names, sort=True)


OPS = {">=": ">=", ">": ">", "<=": "<=", "<": "<", "==": "="}


def write_claim(c: Claim, names: Names) -> str:
    """Write a claim."""
    return f"{bare(write(c.lhs, names))} {OPS[c.op]} {bare(write(c.rhs, names))}"


def sides(c: Claim) -> tuple[Term, Term]:
    """Give the side that is claimed to be larger, and the other."""
    return (c.rhs, c.lhs) if c.op in ("<=", "<") else (c.lhs, c.rhs)


def write_gap(c: Claim, names: Names) -> str:
    """Write the difference of the sides, which is claimed to be > 0, >= 0 or 0."""
    big, small = sides(c)
    return f"({write(big, names)} - {write(small, names)})"


def parts_of(x: Any) -> Iterator[Term]:
    """List all tagged tuples inside of something: terms, their parts, and what is named."""
    if isinstance(x, tuple | list):
        if len(x) > 0 and type(x[0]) is str:
            yield x
        for a in x:
            yield from parts_of(a)
