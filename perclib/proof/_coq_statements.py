"""Claims and hypotheses as a person reads them in Coq: with few parentheses, and broken lines.

What is written is, to Coq, the same as what `_coq_terms` writes: only parentheses that change
nothing are left out.
"""

from __future__ import annotations

from fractions import Fraction

from perclib.proof._coq_terms import OPS, Names, is_vector, write_number, write_round
from perclib.proof.kernel import INDEXED, Claim, Hypothesis, Term, free_in

WIDTH = 74
# How loosely something is bound, by Coq's own numbers; all of these group to the left.
ATOM, CALL, POWER, PRODUCT, SUM = 0, 10, 30, 40, 50
FUNCTIONS = {"inv": "inv", "root": "sqrt", "power": "power"}


def say(e: Term, names: Names, limit: int = SUM) -> str:
    """Write a term, in parentheses if it is bound more loosely than the limit."""
    text, level = _said(e, names)
    return text if level <= limit else f"({text})"


def _said(e: Term, names: Names) -> tuple[str, int]:
    if type(e) is Fraction:
        return write_number(e), ATOM
    tag, *parts = e
    if tag in ("var", "vec"):
        return names(tag, parts[0]), ATOM
    if tag == "zero":
        return "zero", ATOM
    if tag == "dot":
        return f"⟨{say(parts[0], names)}, {say(parts[1], names)}⟩", ATOM
    if tag == "^":
        return f"{say(parts[0], names, CALL)} ^ {parts[1]}", POWER
    if tag in FUNCTIONS:
        return " ".join([FUNCTIONS[tag], *(say(a, names, ATOM) for a in parts)]), CALL
    if tag in INDEXED:
        return _indexed(tag, parts, names), CALL
    if tag == "+":
        return _joined("⊕" if is_vector(e) else "+", parts, names, SUM)
    scalars = [a for a in parts if not is_vector(a)]
    if len(scalars) == len(parts):
        return _joined("*", parts, names, PRODUCT)
    (vector,) = (a for a in parts if is_vector(a))
    if not scalars:
        return _said(vector, names)
    text, level = _joined("*", scalars, names, PRODUCT)
    return f"{text if level <= PRODUCT else f'({text})'} ⊙ {say(vector, names, POWER)}", PRODUCT


def _indexed(tag: str, parts: list[Term], names: Names) -> str:
    """Write what has a round: a letter, a flag as a number, a sum, or the round itself."""
    at = write_round(*parts[-2:])
    if tag == "round":
        return f"INR {at}"
    if tag == "sum":
        law = "vsum" if is_vector(parts[0]) else "sum"
        return f"{law} (fun s => {say(parts[0], names)}) {at}"
    call = f"{names(tag, parts[0])} {at}"
    return f"ind ({call})" if tag == "flag" else call


def _joined(op: str, parts: list[Term], names: Names, level: int) -> tuple[str, int]:
    """Write a sum or product: only the first part may be one itself without parentheses."""
    if len(parts) < 2:
        return _said(parts[0], names) if parts else ("0" if level == SUM else "1", ATOM)
    first, *rest = parts
    texts = [say(first, names, level), *(say(a, names, level - 1) for a in rest)]
    return f" {op} ".join(texts), level


def say_claim(c: Claim, names: Names, here: bool = False) -> str:
    """Write a claim, of every round if it speaks of one, on as many lines as it needs.

    Here, it speaks of a round that is given.
    """
    varies = not here and any(free_in(e, "t") for e in c[::2])
    left, right = say(c.lhs, names), say(c.rhs, names)
    between = " " if len(left) + len(right) < WIDTH else "\n  "
    text = f"{left}{between}{OPS[c.op]} {right}"
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
        return line
    before, _, after = text.rpartition(" -> ")
    return f"({name} : {before} ->\n      {after})"
