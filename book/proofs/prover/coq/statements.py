"""Claims and hypotheses as a person reads them in Coq: with few parentheses, and broken lines.

What is written is, to Coq, the same as what `terms` writes once Coq's own ``a - b`` and
``a / b`` are unfolded and ``- a`` is ``(-1) * a``, which the tactic ``plain`` does; norms and sums
have notations in the preamble.
"""

from __future__ import annotations

from fractions import Fraction

from prover.coq.terms import (
    OPS,
    Names,
    is_vector,
    negated,
    signed,
    write_number,
    write_round,
)
from prover.kernel import INDEXED, Claim, Hypothesis, Term, free_in

WIDTH = 74
# How loosely something is bound, by Coq's own numbers; most of these group to the left.
ATOM, CALL, POWER, SIGN, PRODUCT, BIG, SUM = 0, 10, 30, 35, 40, 41, 50
LOOSE = 200  # between brackets of its own


def say(e: Term, names: Names, limit: int = SUM) -> str:
    """Write a term, in parentheses if it is bound more loosely than the limit."""
    text, level = _said(e, names)
    return text if level <= limit else f"({text})"


def _said(e: Term, names: Names) -> tuple[str, int]:
    if type(e) is Fraction:
        whole = e < 0 or e.denominator == 1
        return (write_number(e), ATOM) if whole else (f"{e.numerator} / {e.denominator}", PRODUCT)
    tag, *parts = e
    if tag in ("var", "vec"):
        return names(tag, parts[0]), ATOM
    if tag == "zero":
        return "zero", ATOM
    if tag == "dot":
        if is_square(e):
            return f"‖{say(parts[0], names, LOOSE)}‖²", ATOM
        return f"⟨{say(parts[0], names, LOOSE)}, {say(parts[1], names, LOOSE)}⟩", ATOM
    if tag == "root" and is_square(parts[0]):
        return f"norm {say(parts[0][1], names, ATOM)}", CALL
    if tag == "^":
        return f"{say(parts[0], names, CALL)} ^ {parts[1]}", POWER
    if tag == "inv":
        return f"/ {say(parts[0], names, POWER)}", SIGN
    if tag in ("root", "power"):
        function = "sqrt" if tag == "root" else "power"
        return " ".join([function, *(say(a, names, ATOM) for a in parts)]), CALL
    if tag == "sum":
        body, end = parts[0], _end(*parts[1:])
        return f"{'∑⊕' if is_vector(body) else '∑'} s {end}, {say(body, names, BIG)}", BIG
    if tag in INDEXED:
        return _indexed(tag, parts, names), CALL
    return _sum(parts, names) if tag == "+" else _product(e, names)


def is_square(e: Term) -> bool:
    """Whether a term is the inner product of a vector with itself."""
    return type(e) is tuple and e[0] == "dot" and e[1] == e[2]


def _indexed(tag: str, parts: list[Term], names: Names) -> str:
    """Write what has a round: a letter, a flag as a number, or the round itself."""
    at = write_round(*parts[-2:])
    if tag == "round":
        return f"INR {at}"
    call = f"{names(tag, parts[0])} {at}"
    return f"ind ({call})" if tag == "flag" else call


def _end(base: str, n: int) -> str:
    """Write where a sum ends: before a round, or at the round before that."""
    return f"<= {write_round(base, n - 1)}" if base and n > 0 else f"< {write_round(base, n)}"


def _sum(parts: list[Term], names: Names) -> tuple[str, int]:
    """Write a sum; what has the factor -1 is taken away."""
    if len(parts) < 2:
        return _said(parts[0], names) if parts else ("0", ATOM)
    plus, minus = ("⊕", "⊖") if any(map(is_vector, parts)) else ("+", "-")
    first, *others = map(signed, parts)
    out = say(first, names, SUM)
    for part in others:
        rest = negated(part)
        op, summand = (plus, part) if rest is None else (minus, rest)
        out += f" {op} {say(summand, names, SUM - 1)}"
    return out, SUM


def _product(e: Term, names: Names) -> tuple[str, int]:
    """Write a product: an inverse divides what stands before it."""
    parts, rest = e[1:], negated(e)
    scalars = [a for a in parts if not is_vector(a)]
    if len(scalars) < len(parts):
        (vector,) = (a for a in parts if is_vector(a))
        if rest is not None:
            return f"(-1) ⊙ {say(rest, names, SIGN)}", PRODUCT
        if not scalars:
            return _said(vector, names)
        return f"{say(('*', *scalars), names, PRODUCT)} ⊙ {say(vector, names, SIGN)}", PRODUCT
    if rest is not None:
        return f"- {say(rest, names, POWER)}", SIGN
    if len(parts) < 2:
        return _said(parts[0], names) if parts else ("1", ATOM)
    out = say(parts[0], names, PRODUCT)
    for part in parts[1:]:
        divides = type(part) is tuple and part[0] == "inv"
        op, factor = ("/", part[1]) if divides else ("*", part)
        out += f" {op} {say(factor, names, POWER)}"
    return out, PRODUCT


def say_claim(c: Claim, names: Names, here: bool = False) -> str:
    """Write a claim, of every round if it speaks of one, on as many lines as it needs.

    Here, it speaks of a round that is given.
    """
    varies = not here and any(free_in(e, "t") for e in c[::2])
    left, right = say(c.lhs, names), f"{OPS[c.op]} {say(c.rhs, names)}"
    one = f"{left} {right}"
    text = one if len(one) < WIDTH else f"{fitted(left)}\n  {fitted(right)}"
    return at_rounds(f"\n  {text}" if varies else text, varies).replace("-> \n", "->\n")


def say_hypothesis(h: Hypothesis, names: Names) -> str:
    """Write a hypothesis, of the rounds that it is stated for."""
    claims = [*(case.claim for case in h.case), h.claim]
    return at_rounds(" -> ".join(_compared(c, names) for c in claims), bool(h.rounds))


def _compared(c: Claim, names: Names) -> str:
    return f"{say(c.lhs, names)} {OPS[c.op]} {say(c.rhs, names)}"


def at_rounds(text: str, varies: bool) -> str:
    """State something at every round."""
    return f"forall t : nat, (1 <= t <= T)%nat -> {text}" if varies else text


def bind(name: str, text: str) -> str:
    """Write a hypothesis with its name; what does not fit on a line goes on after an arrow."""
    line = f"({name} : {text})"
    if len(line) <= WIDTH or " -> " not in text:
        return fitted(line)
    before, _, after = text.rpartition(" -> ")
    return f"({name} : {before} ->\n      {fitted(f'{after})')}"


def fitted(line: str) -> str:
    """Break a line that is too long before an operation, inside of as few brackets as there are."""
    depth, places = 0, []
    for n, c in enumerate(line[:WIDTH]):
        depth += (c in "(⟨") - (c in ")⟩")
        if line[n : n + 3] in (" + ", " - ", " * ", " / "):
            places.append((depth, line[n + 1] in "*/", -n))
    if len(line) <= WIDTH or not places:
        return line
    n = -min(places)[-1]
    return f"{line[:n]}\n      {fitted(line[n + 1 :])}"
