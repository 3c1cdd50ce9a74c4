"""How terms, claims and facts are written: as one line of text, as LaTeX, as a card.

Different terms are written differently: what a fact rests on can always be read off its print.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from prover.facts import flagged
from prover.kernel import Claim, Fact, Hypothesis, ProofError, Term, normal
from prover.terms import subterms

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4  # how tightly a term binds
DIGITS = 4300  # of a number that Python writes
_GREEK = frozenset(
    """alpha beta gamma delta epsilon zeta eta theta kappa lam mu nu xi rho sigma tau phi chi psi
    omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega ell""".split()
)


def show(e: Term, latex: bool = False) -> str:
    """Write a term."""
    return _write(e, latex)[0]


def show_claim(c: Claim, latex: bool = False) -> str:
    """Write a claim."""
    signs = {">=": r"\ge", "<=": r"\le", "==": "="} if latex else {}
    return f"{show(c.lhs, latex)} {signs.get(c.op, c.op)} {show(c.rhs, latex)}"


def _inside(e: Term, latex: bool, least: int) -> str:
    text, binds = _write(e, latex)
    if binds >= least:
        return text
    return rf"\left({text}\right)" if latex else f"({text})"


def _write(e: Term, latex: bool) -> tuple[str, int]:
    """Write a term, and say how tightly what is written binds."""
    if isinstance(e, Fraction):
        return _fraction(e, latex)
    tag, *parts = e
    if tag == "+":
        return _sum_of(parts, latex), SUM
    if tag == "*":
        return _product(parts, latex)
    if tag == "inv":
        return _product([e], latex)
    if tag in ("^", "power"):
        return _power(tag, parts[0], parts[1], latex)
    if tag == "sum":
        return _series(parts[0], parts[1], parts[2], latex)
    return _named(tag, parts, latex), POWER if tag == "dot" and parts[0] == parts[1] else ATOM


def _fraction(e: Fraction, latex: bool) -> tuple[str, int]:
    if max(abs(e.numerator), e.denominator) >= 10**DIGITS:
        raise ProofError(f"a number of more than {DIGITS} digits is not written out")
    if e.denominator == 1:
        return str(e), ATOM if e >= 0 else SUM
    sign = "-" if e < 0 else ""
    if latex:
        return rf"{sign}\frac{{{abs(e.numerator)}}}{{{e.denominator}}}", PRODUCT if e > 0 else SUM
    return str(e), PRODUCT if e > 0 else SUM


def _named(tag: str, parts: list[Any], latex: bool) -> str:
    if tag == "dot":
        a, b = (show(v, latex) for v in parts)
        if parts[0] == parts[1]:
            return _norm(a, latex) + ("^{2}" if latex else "^2")
        return rf"\langle {a},{b}\rangle" if latex else f"<{a},{b}>"
    if tag == "root":
        (v,) = parts
        if type(v) is tuple and v[0] == "dot" and v[1] == v[2]:
            return _norm(show(v[1], latex), latex)
        return rf"\sqrt{{{show(v, latex)}}}" if latex else f"sqrt({show(v)})"
    if tag == "zero":
        return "0"
    if tag == "round":
        return _round(*parts) if parts[1] == 0 else f"({_round(*parts)})"
    name = _name(parts[0], latex)
    return name + (_index(_round(*parts[1:]), latex) if len(parts) == 3 else "")


def _name(name: str, latex: bool) -> str:
    """Write a name; one that has no form of its own is spelled out, so that none look alike."""
    parts = re.fullmatch(r"([A-Za-z]+)(?:(\d+)|_([A-Za-z]+))?", name)
    if not latex or parts is None:
        return rf"\mathtt{{{name.replace('_', chr(92) + '_')}}}" if latex else name
    stem, below = parts[1], parts[2] or parts[3]
    greek = "lambda" if stem == "lam" else stem  # in Python, lambda is no name
    word = "\\" + greek if stem in _GREEK else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    return word + ("'" if below == "prime" else rf"_{{\mathrm{{{below}}}}}" if below else "")


def _round(base: str, n: int) -> str:
    return base + (f"{n:+d}" if n else "") if base else str(n)


def _index(i: str, latex: bool) -> str:
    return f"_{{{i}}}" if latex else f"[{i}]"


def _norm(v: str, latex: bool) -> str:
    return rf"\lVert {v}\rVert " if latex else f"|{v}|"


def _sum_of(parts: list[Term], latex: bool) -> str:
    out = ""
    for e in parts:
        sign, rest = _signed(e)
        text = _inside(rest, latex, PRODUCT)
        out += (f" {sign} " if out else sign.replace("+", "")) + text
    return out or "0"


def _signed(e: Term) -> tuple[str, Term]:
    """Split a term into its sign and what is left of it."""
    if isinstance(e, Fraction):
        return ("-", -e) if e < 0 else ("+", e)
    if e[0] == "*" and len(e) > 2 and isinstance(e[1], Fraction) and e[1] < 0:
        rest = e[2:] if e[1] == -1 else (-e[1], *e[2:])
        return "-", rest[0] if len(rest) == 1 else ("*", *rest)
    return "+", e


def _product(parts: list[Term], latex: bool) -> tuple[str, int]:
    above: list[Term] = []
    below: list[Term] = []
    for e in parts:
        inverse = type(e) is tuple and e[0] == "inv"
        (below if inverse else above).append(e[1] if inverse else e)
    sign, binds = "", PRODUCT
    if above and above[0] == -1 and len(above) > 1:
        sign, above, binds = "-", above[1:], SUM
    if latex and below:
        return rf"{sign}\frac{{{_factors(above, latex)}}}{{{_factors(below, latex)}}}", binds
    text = _factors(above, latex, PRODUCT if below or sign else SUM)
    for e in below:
        text += "/" + _inside(e, latex, POWER)
    alone = len(above) == 1 and not below and not sign
    return sign + text, _write(above[0], latex)[1] if alone else binds


def _factors(parts: list[Term], latex: bool, least: int = SUM) -> str:
    """Write a product; in LaTeX, what follows a sum is no part of it, nor a digit of a number."""
    out, least = "", PRODUCT if len(parts) > 1 else least
    for n, e in enumerate(parts, 1):
        nested = ("*", "inv", "sum") if latex and n < len(parts) else ("*", "inv")
        inner = least > SUM and type(e) is tuple and e[0] in nested
        text = _inside(e, latex, POWER if inner else least)
        digits = text[0].isdigit() or (text.startswith(r"\frac") and out[-1:].isdigit())
        times = r" \cdot " if digits else " "
        out += (times if latex else "*") + text if out else text
    return out or "1"


def _power(tag: str, a: Term, q: Any, latex: bool) -> tuple[str, int]:
    if tag == "power" and normal(q).keys() <= {()}:  # not to be taken for repeated multiplication
        text = f"{show(a, latex)}, {show(q, latex)}"
        return (rf"\operatorname{{power}}({text})" if latex else f"power({text})"), ATOM
    base = _inside(a, latex, ATOM)
    exponent = str(q) if tag == "^" else show(q, latex)
    if latex:
        return f"{base}^{{{exponent}}}", POWER
    plain = tag == "^" or _write(q, latex)[1] == ATOM
    return f"{base}^{exponent}" if plain else f"{base}^({exponent})", POWER


def _series(body: Term, base: str, n: int, latex: bool) -> tuple[str, int]:
    if body == ("flag", "tau", "s", 0):
        return "k" + ("" if (base, n) == ("T", 1) else _index(_round(base, n), latex)), ATOM
    last = _round(base, n - 1)
    if latex:
        return rf"\sum_{{s=1}}^{{{last}}} {_inside(body, latex, PRODUCT)}", PRODUCT
    return f"sum({show(body)}, s<={last})", ATOM


# Facts -----------------------------------------------------------------------------------------

_LABELS: weakref.WeakKeyDictionary[Fact, tuple[str, object]] = weakref.WeakKeyDictionary()
_CASES = ("mistake at t", "no mistake at t")


def is_plain(label: str) -> bool:
    r"""Whether a label is made of words, in one line, so that it cannot be taken for a formula.

    >>> is_plain("q = 1"), is_plain("margin\n    y >= 0")
    (True, False)
    >>> is_plain("a; mistake at t")
    False
    """
    return re.fullmatch(r"\w[\w' .,+=-]*", label) is not None and label not in _CASES


def labelled(fact: Fact, label: str, proof: object) -> Fact:
    """Give a fact its label in a proof; proofs are told apart by identity.

    Raises
    ------
    ProofError
        If the label is not made of words, or the fact has one already, which it keeps.
    """
    if not is_plain(label):
        raise ProofError(f"a label is made of words, not {label!r}")
    if fact in _LABELS:
        raise ProofError(f"{label}: the fact is called {label_of(fact)} already")
    _LABELS[fact] = label, proof
    return fact


def label_of(fact: Fact) -> str:
    """Give the label of a fact in its proof, or an empty text if it has none."""
    return _LABELS.get(fact, ("", None))[0]


def same_proof(fact: Fact, other: Fact) -> bool:
    """Whether two facts have their labels from one proof."""
    return _LABELS.get(fact, ("", fact))[1] is _LABELS.get(other, ("", other))[1]


def families_in_words(fact: Fact) -> dict[str, str]:
    """Say, for each family of units in a fact, what is supposed of the family.

    >>> from prover import Proof
    >>> fact = Proof(vectors="u", families="e").step("", "u @ e[t] == 0")
    >>> families_in_words(fact)
    {'e': 'orthonormal and orthogonal to u'}
    """
    claims = [fact.claim, *(h.claim for h in fact.hypotheses)]
    parts = [e for c in claims for side in c[::2] for e in subterms(side)]
    kinds = {e[1]: e[0] for e in parts if e[0] in ("vec", "state", "unit")}
    out = {}
    for family in sorted(name for name, what in kinds.items() if what == "unit"):
        others = ", ".join(sorted(kinds.keys() - {family}))
        out[family] = "orthonormal" + (f" and orthogonal to {others}" if others else "")
    return out


def rounds_in_words(h: Hypothesis, latex: bool = False) -> str:
    """Say at which rounds a hypothesis is stated."""
    if len(h.rounds) < 2:
        return "at every round" if h.rounds else ""
    flag, value = h.rounds
    if flag == "tau":
        return "at every mistake" if value else "at every other round"
    said = _name(flag, latex) + _index("t", latex)
    return f"where ${said} = {value}$" if latex else f"where {said} = {value}"


def name_of(h: Hypothesis, latex: bool = False) -> str:
    """Name a hypothesis: by its label, or by what it says."""
    if not h.label and h.claim in (flagged("tau", value).claim for value in (0, 1)):
        return "mistake at t" if h.claim.rhs == 1 else "no mistake at t"
    said = f"${show_claim(h.claim, True)}$" if latex else show_claim(h.claim)
    return h.label if is_plain(h.label) else f"{h.label!r}, {said}" if h.label else said


def names_of(hypotheses: Sequence[Hypothesis], latex: bool = False) -> dict[Hypothesis, str]:
    """Name hypotheses so that no two have the same name."""
    labels = [h.label for h in hypotheses]
    unique = [h._replace(label="") if labels.count(h.label) > 1 else h for h in hypotheses]
    return {h: name_of(u, latex) for h, u in zip(hypotheses, unique, strict=True)}


def show_fact(fact: Fact) -> str:
    """Write a fact as one line: its label, what it says, and in brackets what it rests on."""
    label, names = label_of(fact), names_of(fact.hypotheses)
    groups = [[n for h, n in names.items() if h.local == local] for local in (False, True)]
    groups.append([f"{e} {said}" for e, said in families_in_words(fact).items()])
    rests = "; ".join(", ".join(g) for g in groups if g)
    said = (f"{label}: " if label else "") + show_claim(fact.claim)
    return said + (f"   [{rests}]" if rests else "")


def fact_card(fact: Fact) -> str:
    """Write a fact as Markdown that wraps: its label, what it says, what it rests on."""
    label = label_of(fact)
    head = (f"**{label}.** " if label else "") + f"${show_claim(fact.claim, True)}$"
    names = [*names_of(fact.hypotheses, True).values()]
    rests = ", ".join([*names, *(f"{e} {said}" for e, said in families_in_words(fact).items())])
    return f"{head}\n\n" + (f"Rests on: {rests}." if rests else "Rests on nothing.")


# Set here because showing needs no trust; mypy wants methods in classes.
Fact.__repr__ = show_fact  # type: ignore[method-assign, assignment]  # the kernel shows nothing
Fact._repr_markdown_ = fact_card  # type: ignore[attr-defined]  # as above
