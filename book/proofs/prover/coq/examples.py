"""Examples for Coq: the hypotheses of a theorem can hold together, as its witness shows.

An example states that there is all that the theorem binds, with all that it supposes, in the
theorem's own words; the data of the witness stand in its proof alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple

from prover.coq.letters import WIDTH, Key, lines_of
from prover.coq.terms import parts_of, write_number
from prover.kernel import Claim, ProofError, Term, free_in
from prover.theorems import Theorem, Witness


def why_none(theorem: Theorem) -> str:
    """Say why a theorem has no example; nothing if it has one."""
    spoken = {(e[0], e[1]) for e in parts_of(_claims(theorem)) if len(e) > 1}
    families = [name for tag, name in spoken if tag == "unit"]
    vectors = [name for tag, name in spoken if tag in ("vec", "state")]
    if len(families) > 1 or (families and vectors):
        return "an orthonormal family beside other vectors"
    if not theorem.hypotheses and not families:
        return "no hypotheses"
    try:
        given(theorem)
    except ProofError as error:
        return str(error)
    return ""


def _claims(theorem: Theorem) -> list[Claim]:
    """List the claim of a theorem, and those of its hypotheses."""
    supposed = [c for h in theorem.hypotheses for c in (h.claim, *(x.claim for x in h.case))]
    return [theorem.fact.claim, *supposed]


class _Root(NamedTuple):
    """The root of a number, a rational one times that of a whole one without square factors."""

    factor: Fraction
    of: int


def given(theorem: Theorem) -> list[str]:
    """Write what is known of each root and power in the hypotheses, and in the witness."""
    witness = theorem.witness
    found: dict[tuple[str, Any, Any], None] = {}
    for h in theorem.hypotheses:
        claims = [h.claim, *(c.claim for c in h.case)]
        sides = [e for c in claims for e in c[::2]]
        varies = bool(h.rounds) or any(free_in(e, "t") for e in sides)
        for t in range(1, witness.rounds + 1) if varies else (1,):
            if all(witness.holds(case.claim, t) for case in h.case):
                found.update((x, None) for e in sides for x in _functions(e, witness, t, 0))
    roots = [_root(base) for tag, base, _ in found if tag == "root"]
    names = {e[1] for e in parts_of(_claims(theorem)) if len(e) > 1}
    values = [x for name, x in witness.values.items() if name in names]
    bases = {r.of for r in roots} | {r.of for x in values for r in _roots_in(x)}
    out = [_between(d) for d in sorted(bases - {1})]
    for r in dict.fromkeys(roots):
        law, number = f"root_{r.of}" if r.of != 1 else "root_is", write_number(r.factor)
        out.append(f"pose proof ({law} {number} ltac:(lra)).")
    powers = [(base, exponent) for tag, base, exponent in found if tag == "power"]
    return out + [line for x in powers for line in _power(*x)]


def _functions(e: Term, witness: Witness, t: int, s: int) -> Iterator[tuple[str, Any, Any]]:
    """List the roots and powers of a term, with their values, at round t, and s in a sum."""
    if type(e) is Fraction:
        return
    tag, *parts = e
    if tag == "sum":
        end = {"": 0, "t": t, "T": witness.rounds, "s": s}[parts[1]] + parts[2]
        for r in range(1, end):
            yield from _functions(parts[0], witness, t, r)
        return
    for part in parts:
        if type(part) is tuple:
            yield from _functions(part, witness, t, s)
    if tag == "root":
        yield tag, witness.value(parts[0], t, s), None
    elif tag == "power":
        base, exponent = (witness.value(part, t, s) for part in parts)
        yield tag, base, exponent


def _root(a: Any) -> _Root:
    """Take the root of a number."""
    if type(a) is not Fraction or a < 0:
        raise ProofError("a root of a number that is negative or not rational")
    if a == 0:
        return _Root(a, 1)
    of = a.numerator * a.denominator
    square = next(n for n in range(math.isqrt(of), 0, -1) if of % n**2 == 0)
    return _Root(Fraction(square, a.denominator), of // square**2)


def _roots_in(value: Any) -> list[_Root]:
    """List the roots of which a number, or those of a sequence, are made."""
    if type(value) is tuple:
        return [r for x in value for r in _roots_in(x)]
    if type(value) is Fraction or value.is_Rational:
        return []
    if value.is_Add or value.is_Mul:
        return [r for x in value.args for r in _roots_in(x)]
    if value.is_Pow and value.base.is_Rational and abs(2 * value.exp) == 1:
        return [_root(Fraction(int(value.base.p), int(value.base.q)))]
    raise ProofError("a root that is not a square root")


def _number(a: Any) -> str:
    """Write a number; the root of d is called s_d."""
    if type(a) is Fraction:
        return write_number(a)
    if a.is_Rational:
        return write_number(Fraction(int(a.p), int(a.q)))
    if a.is_Pow:
        (r,) = _roots_in(a)
        root = f"({write_number(r.factor)} * s_{r.of})"
        return root if a.exp > 0 else f"(/ {root})"
    return f"({(' + ' if a.is_Add else ' * ').join(map(_number, a.args))})"


def _between(d: int) -> str:
    """Name the root of a whole number, with what is known of it."""
    low = math.isqrt(d * 10**6)
    bounds = f"({low} / 1000) ({low + 1} / 1000)"
    return (
        f"destruct (root_between {d} {bounds} ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) "
        f"as (s_{d} & root_{d} & ? & ? & ?)."
    )


def _power(base: Any, exponent: Any) -> Iterator[str]:
    """Write why a power is what it is, if that is rational."""
    if base in (0, 1):
        return  # by laws that need no numbers
    if type(base) is not Fraction or type(exponent) is not Fraction:
        raise ProofError("a power that is not rational")
    whole, degree = base.as_integer_ratio(), exponent.denominator
    roots = [round(n ** (1 / degree)) for n in whole]
    if tuple(n**degree for n in roots) != whole:
        raise ProofError("a power that is not rational")
    law = f"power_is {write_number(Fraction(*roots))} {exponent.numerator} {degree}"
    yield f"pose proof ({law} ltac:(lra) ltac:(lia) ltac:(lia))."


def data(theorem: Theorem, used: Sequence[Key], space: bool, runs: bool) -> list[str]:
    """Write the witness: a space, the last round, and what is put for each name."""
    values, rounds = theorem.witness.values, theorem.witness.rounds
    vectors = [values[name] for tag, name in used if tag == "vec"]
    vectors += [v for tag, name in used if tag == "state" for v in values[name]]
    dimension = max(map(len, vectors), default=1) or 1
    families = count()
    wide = any(tag == "unit" for tag, _ in used)
    place = "(wide line)" if wide else f"(coordinates {dimension - 1})"
    of: dict[str, Callable[[Any], str]] = {
        "var": _number,
        "vec": lambda v: _point(v, dimension),
        "seq": lambda a: _along([_number(x) for x in a]),
        "state": lambda a: _along([_point(v, dimension) for v in a]),
        "flag": lambda a: _along(["true" if x else "false" for x in a]),
        "unit": lambda _: f"(unit line {next(families)})",
    }
    texts = [of[tag](values.get(name)) for tag, name in used]
    return [place] * space + [f"{rounds}%nat"] * runs + texts


def _point(v: Sequence[Fraction], dimension: int) -> str:
    """Write a vector with its first coordinates, and zeros where it has no more."""
    *first, last = [*map(_number, v), *["0"] * (dimension - len(v))]
    out = last
    for x in reversed(first):
        out = f"({x}, {out})"
    return out


def _along(members: list[str]) -> str:
    """Write a sequence with some members."""
    if not members:
        raise ProofError("the witness has a sequence without members")
    while len(members) > 1 and members[-1] == members[-2]:
        members = members[:-1]
    first, *rest = members
    return f"(along {first} [{'; '.join(rest)}])" if rest else f"(steady {first})"


def statement(binders: Sequence[str], supposed: Sequence[str]) -> str:
    """State that there is all that is bound, with all that is supposed."""
    says = [f"({text})" if "->" in text or "forall" in text else text for text in supposed]
    first, *more = lines_of([f"exists {binders[0]}", *binders[1:]], WIDTH - 12)
    return ",\n  ".join(["\n    ".join([first, *more]), " /\\\n  ".join(map(_broken, says))])


def _broken(text: str) -> str:
    """Go on after the last arrow on a new line, if there is too much for one."""
    before, arrow, after = text.rpartition(" -> ")
    return f"{before} ->\n    {after}" if arrow and len(text) > WIDTH - 20 else text


def proof(theorem: Theorem, values: Sequence[str]) -> list[str]:
    """Prove an example on some data."""
    words = [*(f"{x}," for x in values[:-1]), f"{values[-1]}."]
    first, *more = lines_of(words, WIDTH - 12)
    return [*given(theorem), f"exists {first}", *(f"  {line}" for line in more), "can_hold."]
