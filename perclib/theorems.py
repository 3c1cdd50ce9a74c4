"""Theorems: proved facts with a name, and with a witness that they are not empty.

A theorem whose hypotheses contradict each other proves anything. So a `Theorem` comes with a
`Witness`, concrete exact data on which every hypothesis holds and a mistake is made; and it shows
its proof as on paper. Nothing here can make a fact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy import Add, Integer, Mul, Pow, Rational, Symbol

from perclib import language
from perclib._display import show_claim
from perclib.language import Claim, Hypothesis, T, t
from perclib.proof import Fact, label_of


def derivation(*facts: Fact) -> list[Fact]:
    """List all facts that some facts are made of, premises first."""
    seen: dict[int, Fact] = {}

    def visit(x: Any) -> None:
        if isinstance(x, tuple) and not isinstance(x, Claim | Hypothesis):
            for y in x:
                visit(y)
        elif isinstance(x, Fact) and id(x) not in seen:
            visit(x.step.args)
            seen[id(x)] = x

    visit(facts)
    return list(seen.values())


class Witness:
    """Concrete exact data for a theorem: a run of T rounds, and a value for every name.

    Parameters
    ----------
    mistakes : sequence of bool
        Whether each round is a mistake; empty for a theorem that is not about runs.
    **values
        A number, the numbers of a sequence (T or T+1 of them), a vector as a tuple of numbers, or
        the vectors of a state. Numbers are integers or fractions.
    """

    def __init__(self, mistakes: Sequence[bool] = (), **values: Any) -> None:
        self.mistakes, self.values = list(mistakes), values

    @classmethod
    def perceptron(cls, X: Sequence[Any], y: Sequence[int], **values: Any) -> Witness:
        """Run the perceptron, exactly, ties counting as mistakes; `w` are its weights.

        Parameters
        ----------
        X, y : sequences
            The instances, as tuples, and their labels.
        **values
            What else the theorem speaks of.

        Examples
        --------
        >>> Witness.perceptron([(1, 0), (0, 1)], [1, -1]).values["w"][-1]
        (Fraction(1, 1), Fraction(-1, 1))
        """
        w, missed = [tuple(Fraction(0) for _ in X[0])], []
        for x, label in zip(X, y, strict=True):
            missed.append(label * sum(a * Fraction(b) for a, b in zip(w[-1], x, strict=True)) <= 0)
            step_ = label if missed[-1] else 0
            w.append(tuple(a + step_ * Fraction(b) for a, b in zip(w[-1], x, strict=True)))
        return cls(missed, **{"w": w, "x": list(X), "y": list(y)} | values)

    def value(self, e: Any, round_: int) -> Any:
        """Evaluate an expression at a round: a Fraction, or a vector as a dict of coordinates."""
        rounds = {t: round_, T: len(self.mistakes)}
        if isinstance(e, Rational):
            return Fraction(e.p, e.q)
        if e in rounds:
            return Fraction(rounds[e])
        if isinstance(e, Pow):
            return self.value(e.base, round_) ** int(e.exp)
        if isinstance(e, Add | Mul) and not language._is_vector(e):
            out, *rest = (self.value(a, round_) for a in e.args)
            for a in rest:
                out = out + a if isinstance(e, Add) else out * a
            return out
        if isinstance(e, language._Gram):
            a, b = (self.value(v, round_) for v in e.args)
            return sum((c * b.get(i, 0) for i, c in a.items()), Fraction(0))
        if isinstance(e, language._Sum):
            stop = int(self.value(e.args[1], round_))
            e = Add(
                *(e.args[0].xreplace({language._S: Integer(s)}) for s in range(1, stop)),
                evaluate=False,
            )
            return self.value(e, round_)
        if isinstance(e, language._Root | language._Power):
            return self._power(e, round_)
        if isinstance(e, language._Unit):
            return {(e.args[0].name, self.value(e.args[1], round_)): Fraction(1)}
        if isinstance(e, Add | Mul):
            sums: dict[Any, Fraction] = {}
            for b, c in language._linear(e).items():
                for i, x in self.value(b, round_).items():
                    sums[i] = sums.get(i, Fraction(0)) + x * self.value(c, round_)
            return {i: x for i, x in sums.items() if x}
        return self._named(e, round_)

    def _power(self, e: Any, round_: int) -> Any:
        """Evaluate a root or a power as an algebraic number: a Fraction if it is rational."""
        base, exponent = sympy.sympify(self.value(e.args[0], round_)), Fraction(1, 2)
        if isinstance(e, language._Power):
            exponent = self.value(e.args[1], round_)
            rational = isinstance(exponent, Fraction)
            language._require(rational, "the witness has an exponent that is not rational")
            exponent = max(exponent, Fraction(1))
        number = base ** sympy.sympify(exponent) if sympy.Gt(base, 0) else Integer(0)
        return Fraction(number.p, number.q) if isinstance(number, Rational) else number

    def _named(self, e: Any, round_: int) -> Any:
        name = e.name if isinstance(e, Symbol) else e.args[0].name
        value: Any = self.values.get(name)
        value = [int(m) for m in self.mistakes] if name == "tau" else value
        language._require(value is not None, f"the witness has no value for {name}")
        if len(e.args) == 2:
            i = int(self.value(e.args[1], round_))
            language._require(1 <= i <= len(value), f"the witness has no {name}[{i}]")
            value = value[i - 1]
        if isinstance(e, language._Vec):
            return {("", i): Fraction(x) for i, x in enumerate(value) if x}
        return Fraction(value)

    def holds(self, c: Claim, round_: int) -> bool:
        """Evaluate a claim exactly."""
        a, b = (self.value(x, round_) for x in (c.lhs, c.rhs))
        if isinstance(a, dict) or isinstance(b, dict):
            return (a or {}) == (b or {})
        gap = sympy.sympify(a) - sympy.sympify(b)
        if not isinstance(gap, Rational):
            gap = _sign(gap)
        return bool(
            {">=": gap >= 0, "<=": gap <= 0, ">": gap > 0, "<": gap < 0, "==": gap == 0}[c.op]
        )


def _sign(number: Any) -> Any:
    """Give the sign of a real algebraic number: from its digits, or an exact test for zero."""
    digits = number.evalf(50)
    if abs(digits) > sympy.Float("1e-30", 50):
        return sympy.sign(digits)
    z = Symbol("z")
    language._require(
        sympy.minimal_polynomial(number, z) == z, f"the sign of {number} is not known"
    )
    return Integer(0)


class Theorem:
    """A fact with a name, and with a witness that its hypotheses do not contradict each other.

    On the witness, every hypothesis is evaluated exactly, at every round it is stated for, and so
    is the conclusion; a theorem about runs needs a witness with a mistake. Roots and powers are
    algebraic numbers, compared exactly. Chapter 4 introduces it.

    Parameters
    ----------
    name : str
    fact : Fact
        What was proved.
    witness : Witness
        Data for every name that occurs.

    Raises
    ------
    ProofError
        If the witness violates a hypothesis or the conclusion, or makes no mistake; the message
        says which, and at which round.

    Examples
    --------
    >>> from perclib.proof import assume, follows, scalars
    >>> a = scalars("a")
    >>> Theorem("square", follows(a**2 > 0, (assume("positive", a > 0),) * 2), Witness(a=2))
    Theorem (square). a^2 > 0
    Hypotheses:
        positive: a > 0
    >>> clash = follows(Claim(a * 0, ">", a * 0), assume("up", a > 0), assume("down", a < 0))
    >>> Theorem("empty", clash, Witness(a=2))
    Traceback (most recent call last):
        ...
    perclib.language.ProofError: empty: the witness violates down: a < 0
    """

    def __init__(self, name: str, fact: Fact, witness: Witness) -> None:
        self.name, self.fact, self.witness = name, fact, witness
        claims = [fact.claim, *(h.claim for h in fact.hypotheses)]
        labels = [h.label for h in fact.hypotheses]
        language._require(
            len(set(labels)) == len(labels), f"{name}: two hypotheses have the same label"
        )
        about_runs = any(e.has(t, T, language._Seq, language._Sum) for c in claims for e in c[::2])
        missed = witness.mistakes
        language._require(any(missed) or not about_runs, f"{name}: the witness makes no mistake")
        rounds = range(1, max(len(missed), 1) + 1)
        for h in fact.hypotheses:
            for i in rounds if not h.local else ():
                stated = {"mistakes": (True,), "others": (False,)}.get(h.at, (True, False))
                if not missed or missed[i - 1] in stated:
                    where = f" at round {i}" if h.at else ""
                    text = f"{name}: the witness violates {h.label}{where}: {show_claim(h.claim)}"
                    language._require(witness.holds(h.claim, i), text)
        local = [h.claim for h in fact.hypotheses if h.local]
        fits = [i for i in rounds if all(witness.holds(c, i) for c in local)]
        language._require(fits, f"{name}: the witness has no round of the case that is assumed")
        for i in fits:
            language._require(
                witness.holds(fact.claim, i), f"{name}: the witness violates the conclusion"
            )

    def lines(self, latex: bool = False) -> list[tuple[str, str, str]]:
        """List the labelled steps: label, claim, and what it was proved from."""
        steps = [f for f in derivation(self.fact) if label_of(f) and f.step.rule != "hypothesis"]
        known = {label_of(f) for f in steps} | {h.label for h in self.fact.hypotheses}
        return [(label_of(f), show_claim(f.claim, latex), _reasons(f, known)) for f in steps]

    def _write(self, latex: bool) -> list[str]:
        dollar, item = ("$", "- ") if latex else ("", "    ")
        head = f"**Theorem ({self.name}).** " if latex else f"Theorem ({self.name}). "
        out = [head + dollar + show_claim(self.fact.claim, latex) + dollar, "", "Hypotheses:", ""]
        for h in self.fact.hypotheses:
            rounds = {"rounds": "every round", "mistakes": "every mistake"}.get(
                h.at, "other rounds"
            )
            where = f" (at {rounds})" if h.at else ""
            out.append(f"{item}{h.label}: {dollar}{show_claim(h.claim, latex)}{dollar}{where}")
        steps = [f"{item}{a}: {dollar}{b}{dollar} ({c})" for a, b, c in self.lines(latex)]
        return [*out, *(["", "Proof:", "", *steps] if steps else [])]

    def __repr__(self) -> str:
        """Return the theorem with its hypotheses and steps, as text."""
        return "\n".join(line for line in self._write(latex=False) if line)

    def _repr_markdown_(self) -> str:
        return "\n".join(self._write(latex=True))


_WORDS = {"nonnegative": "squares", "induct": "induction", "cases": "cases", "root": "roots"}


def _reasons(step: Fact, known: set[str]) -> str:
    """Name what a step was proved from: known labels, then a word for each rule without one.

    Known are the other steps, the hypotheses of the theorem, and those that this step rests on;
    what was supposed on the way, and is proved by now, goes without a name.
    """
    known = known | {h.label for h in step.hypotheses}
    labels: dict[str, None] = {}
    words: dict[str, None] = {}

    def visit(x: Any) -> None:
        if type(x) is tuple:
            for y in x:
                visit(y)
        elif isinstance(x, Fact) and x is not step and label_of(x) in known:
            labels[label_of(x)] = None
        elif isinstance(x, Fact):
            words.update({_WORDS[rule]: None} if (rule := x.step.rule) in _WORDS else {})
            visit(x.step.args)

    visit(step)
    return ", ".join([*labels, *words])
