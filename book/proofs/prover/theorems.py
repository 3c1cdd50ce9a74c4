"""Theorems: proved facts with a name, and with a witness that their hypotheses can hold.

A theorem whose hypotheses contradict each other proves anything.  So a `Theorem` comes with a
`Witness`, concrete exact data on which every hypothesis holds; the theorem shows its proof as on
paper, and refuses to divide by what may be zero.  Nothing here can make a fact, and all that is
printed or checked of a fact is read from the kernel.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from numbers import Rational
from types import MappingProxyType
from typing import Any

import mpmath
import sympy

from prover import kernel
from prover.display import (
    families_in_words,
    is_plain,
    label_of,
    name_of,
    rounds_in_words,
    same_proof,
    show,
    show_claim,
)
from prover.facts import premises_of, step_of
from prover.kernel import NOW, ONE, ZERO, Claim, Fact, Hypothesis, ProofError, Term, at
from prover.tactics import flag_cases, follows, induction, square
from prover.terms import subterms

Number = Any  # a Fraction, or a sympy expression for an algebraic number


def derivation(*facts: Fact) -> list[Fact]:
    """List all facts that some facts are made of, premises first."""
    seen: dict[int, Fact] = {}
    waiting = [(f, False) for f in reversed(facts)]
    while waiting:
        f, done = waiting.pop()
        if done:
            seen[id(f)] = f
        elif id(f) not in seen:
            waiting += [(f, True), *((g, False) for g in reversed(premises_of(f)))]
    return list(seen.values())


# Witnesses -------------------------------------------------------------------------------------


@dataclass(frozen=True, init=False, eq=False)
class Witness:
    """Concrete exact data for a theorem: a run of T rounds, and a value for every name.

    It cannot be changed.

    Parameters
    ----------
    mistakes : sequence of bool
        Whether each round is a mistake; empty for a theorem that is not about runs.
    **values
        A number, the numbers of a sequence (T or T+1 of them), a vector as a tuple of numbers, or
        the vectors of a state.  Numbers are integers, fractions, or real algebraic numbers of
        sympy, made of these by sums, products and powers.  A family of units gets no values: it is
        orthogonal to every vector that gets some.
    """

    rounds: int
    values: Mapping[str, Any]

    def __init__(self, mistakes: Sequence[bool] = (), **values: Any) -> None:
        if "tau" in values:
            raise ProofError("give the flags of the mistakes as the first argument, not as tau=")
        if not all(type(m) is bool or (type(m) is int and m in (0, 1)) for m in mistakes):
            raise ProofError(f"mistakes are True or False at each round, not {list(mistakes)!r}")
        frozen = {name: _frozen(name, x) for name, x in {**values, "tau": mistakes}.items()}
        object.__setattr__(self, "rounds", len(frozen["tau"]))
        object.__setattr__(self, "values", MappingProxyType(frozen))

    @classmethod
    def perceptron(cls, X: Sequence[Any], y: Sequence[int], **values: Any) -> Witness:
        """Run the perceptron, exactly, ties counting as mistakes; `w` are its weights.

        Parameters
        ----------
        X : sequence of tuples
            The instances.
        y : sequence of int
            Their labels.
        **values
            What else the theorem speaks of.

        Examples
        --------
        >>> Witness.perceptron([(1, 0), (0, 1)], [1, -1]).values["w"][-1]
        (Fraction(1, 1), Fraction(-1, 1))
        """
        w, missed = [tuple(ZERO for _ in X[0])], []
        for x, label in zip(X, y, strict=True):
            missed.append(label * sum(a * Fraction(b) for a, b in zip(w[-1], x, strict=True)) <= 0)
            step = label if missed[-1] else 0
            w.append(tuple(a + step * Fraction(b) for a, b in zip(w[-1], x, strict=True)))
        return cls(missed, **{"w": w, "x": list(X), "y": list(y)} | values)

    def value(self, e: Term, t: int = 1, s: int = 0) -> Number:
        """Evaluate a term at round t: a number, or a vector as a dict of coordinates."""
        if type(e) is Fraction:
            return e
        tag, *parts = e
        if tag in kernel.INDEXED:
            i = {"": 0, "t": t, "T": self.rounds, "s": s}[parts[-2]] + parts[-1]
            if tag == "sum":
                terms = [self.value(parts[0], t, r) for r in range(1, i)]
                return _total(terms, kernel.kind(parts[0], "s") == "vector")
            return Fraction(i) if tag == "round" else self._named(tag, parts[0], i)
        if tag == "+":
            terms = [self.value(a, t, s) for a in parts]
            return _total(terms, any(isinstance(a, dict) for a in terms))
        if tag == "*":
            out: Number = Fraction(1)
            for a in (self.value(a, t, s) for a in parts):
                out = _times(out, a)
            return out
        if tag == "zero":
            return {}
        if tag in ("var", "vec"):
            return self._named(tag, parts[0], None)
        return _function(tag, [self.value(a, t, s) if type(a) is not int else a for a in parts])

    def _named(self, tag: str, name: str, i: int | None) -> Number:
        if tag == "unit":
            return {(name, i): Fraction(1)}
        value: Any = self.values.get(name)
        if value is None:
            raise ProofError(f"the witness has no value for {name}")
        if i is not None:
            if not 1 <= i <= len(value):
                raise ProofError(f"the witness has no {name}[{i}]")
            value = value[i - 1]
        if tag in ("vec", "state"):
            return {j: x for j, x in enumerate(value) if x}
        if tag == "flag" and value not in (0, 1):
            raise ProofError(f"the flag {name} is 0 or 1 at each round, not {value}")
        return value

    def holds(self, c: Claim, t: int = 1) -> bool:
        """Evaluate a claim exactly."""
        a, b = (self.value(e, t) for e in (c.lhs, c.rhs))
        if isinstance(a, dict) or isinstance(b, dict):
            zero = _total([a or {}, _times(Fraction(-1), b or {})], True)
            return not any(sign(v) for v in zero.values())
        gap = sign(_plus(a, _times(Fraction(-1), b)))
        return {">=": gap >= 0, "<=": gap <= 0, ">": gap > 0, "<": gap < 0, "==": gap == 0}[c.op]


def _frozen(name: str, value: Any) -> Any:
    """Copy a number, or nested sequences of them, once; a number of NumPy would wrap around."""
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, sympy.Expr):
        return _exact(_algebraic(name, value))
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ProofError(f"{name} is made of integers, fractions and roots of them, not {value!r}")
    return tuple(_frozen(name, x) for x in value)


def _algebraic(name: str, e: Any) -> Any:
    """Make a number anew, of rational numbers, sums, products and powers that are real."""
    if isinstance(e, Rational):
        return sympy.Rational(int(e.numerator), int(e.denominator))
    if isinstance(e, sympy.Add | sympy.Mul):
        return (sympy.Add if e.is_Add else sympy.Mul)(*(_algebraic(name, a) for a in e.args))
    if isinstance(e, sympy.Pow) and isinstance(e.exp, sympy.Rational):
        base = _algebraic(name, e.base)
        if sign(base) > 0 or (e.exp.is_Integer and sign(base) != 0):
            return base ** _algebraic(name, e.exp)
    raise ProofError(f"{name} is made of real algebraic numbers, not of {e}")


def _exact(number: Any) -> Number:
    return Fraction(int(number.p), int(number.q)) if isinstance(number, sympy.Rational) else number


def _plus(a: Number, b: Number) -> Number:
    rational = isinstance(a, Fraction) and isinstance(b, Fraction)
    return a + b if rational else _exact(sympy.sympify(a) + sympy.sympify(b))


def _times(a: Number, b: Number) -> Number:
    if isinstance(a, dict) or isinstance(b, dict):
        vector, factor = (a, b) if isinstance(a, dict) else (b, a)
        return {i: _times(factor, x) for i, x in vector.items()}
    rational = isinstance(a, Fraction) and isinstance(b, Fraction)
    return a * b if rational else _exact(sympy.expand(sympy.sympify(a) * sympy.sympify(b)))


def _total(terms: Sequence[Number], vectors: bool) -> Number:
    if not vectors:
        out: Number = ZERO
        for a in terms:
            out = _plus(out, a)
        return out
    sums: dict[Any, Number] = {}
    for v in terms:
        for i, x in v.items():
            sums[i] = _plus(sums.get(i, ZERO), x)
    return {i: x for i, x in sums.items() if x != 0}


def _function(tag: str, parts: list[Number]) -> Number:
    a = parts[0]
    if tag == "dot":
        return _total([_times(x, parts[1][i]) for i, x in a.items() if i in parts[1]], False)
    if tag == "^":
        return a ** parts[1] if isinstance(a, Fraction) else _exact(sympy.expand(a ** parts[1]))
    if tag == "inv":
        return (
            (1 / a if isinstance(a, Fraction) else _exact(1 / sympy.sympify(a)))
            if sign(a)
            else ZERO
        )
    exponent = Fraction(1, 2) if tag == "root" else parts[1]
    if not isinstance(exponent, Fraction):
        raise ProofError(f"the witness has an exponent that is not rational: {exponent}")
    exponent = exponent if exponent > 0 else Fraction(1)
    number = sympy.sympify(a) ** sympy.sympify(exponent) if sign(a) > 0 else sympy.Integer(0)
    return _exact(number)


def sign(number: Number) -> int:
    """Give the sign of a real algebraic number: -1, 0 or 1, exactly.

    It is zero if its minimal polynomial says so; otherwise intervals of growing precision find out.

    >>> sign(sympy.sqrt(10**300 + 1) - 10**150)
    1
    >>> sign(sympy.sqrt(8) - 2 * sympy.sqrt(2))
    0
    """
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    number = sympy.sympify(number)
    for digits in (20, 200, 2000, 20000):
        if digits == 200:
            z = sympy.Symbol("z")
            if sympy.minimal_polynomial(number, z) == z:
                return 0
        interval = _interval(number, digits)
        if interval.a > 0 or interval.b < 0:
            return 1 if interval.a > 0 else -1
    raise ProofError(f"the sign of {number} is not known")


def _interval(e: Any, digits: int) -> Any:
    """Enclose a number made of rationals, sums, products and real powers."""
    mpmath.iv.dps = digits
    if isinstance(e, sympy.Rational):
        return mpmath.iv.mpf(int(e.p)) / mpmath.iv.mpf(int(e.q))
    parts = [_interval(a, digits) for a in e.args]
    if isinstance(e, sympy.Add | sympy.Mul):
        out = parts[0]
        for a in parts[1:]:
            out = out + a if isinstance(e, sympy.Add) else out * a
        return out
    if isinstance(e, sympy.Pow):
        if isinstance(e.exp, sympy.Integer):
            return parts[0] ** int(e.exp)
        return mpmath.iv.exp(mpmath.iv.log(parts[0]) * parts[1])
    raise ProofError(f"{e} is no algebraic number")


_ENDS = (NOW, kernel.NEXT, kernel.LAST, kernel.END)
_NAMES: weakref.WeakKeyDictionary[Fact, str] = weakref.WeakKeyDictionary()  # of theorems

# Theorems --------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False, eq=False)
class Theorem:
    """A fact with a name, and with a witness that its hypotheses do not contradict each other.

    On the witness every hypothesis is evaluated exactly, at every round it is stated for, and so is
    the conclusion.  The witness has a round of every kind that a hypothesis speaks of.  If the
    theorem speaks of rounds, its witness has at least two, and three where a hypothesis speaks of
    t+1.  What is printed is read from the fact, and a theorem cannot be changed.  Chapter 4
    introduces it.

    Parameters
    ----------
    name : str
    fact : Fact
        What was proved.
    witness : Witness
        Data for every name that occurs.
    lines_of : sequence of Fact
        The lines of the proof it is from: the hypotheses are listed in the order of these lines,
        and a line can prove that a divisor is not zero or a number under a root not negative.

    Attributes
    ----------
    divisors : dict of Term to Fact
        What the claim and the hypotheses divide by, each with a proof that it is > 0 or < 0.

    Raises
    ------
    ProofError
        If the fact is no `Fact` or rests on a special case; if by its hypotheses a divisor may be
        zero, a number under a root or a power negative, or an exponent not positive (the kernel
        has a meaning of its own for these); or if the witness violates a hypothesis or the
        conclusion, or lacks a kind of round.  The message says which, and at which round.
    """

    name: str
    fact: Fact
    witness: Witness
    lines_of: Sequence[Fact] = ()
    divisors: Mapping[Term, Fact] = field(init=False)

    def __post_init__(self) -> None:
        """Refuse what is no theorem, or an empty one."""
        name, fact = self.name, self.fact
        if type(fact) is not Fact:
            raise ProofError(f"{name}: only a Fact makes a Theorem, not {type(fact).__name__}")
        if type(self.witness) is not Witness:
            raise ProofError(f"{name}: a Witness is needed, not {type(self.witness).__name__}")
        object.__setattr__(self, "lines_of", tuple(self.lines_of))
        for h in fact.hypotheses:
            if h.local:
                raise ProofError(f"{name}: rests on a special case, {show_claim(h.claim)}")
        self._check_names()
        self._check_rounds()
        object.__setattr__(self, "divisors", MappingProxyType(self._check_defined()))
        for h in fact.hypotheses:
            self._check_on_witness(h)
        for i in range(1, max(self.witness.rounds, 1) + 1) if _varies(fact.claim) else (1,):
            if not self.witness.holds(fact.claim, i):
                raise ProofError(f"{name}: the witness violates the conclusion at round {i}")
        _NAMES.setdefault(fact, name)

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The hypotheses, in the order in which the theorem lists them."""
        places = {label_of(f): n for n, f in enumerate(self.lines_of)}
        last = len(places)
        return tuple(sorted(self.fact.hypotheses, key=lambda h: places.get(h.label, last)))

    def _terms(self) -> list[Term]:
        """List every part of the claim and of the hypotheses."""
        claims = [self.fact.claim, *(h.claim for h in self.fact.hypotheses)]
        return [e for c in claims for side in c[::2] for e in subterms(side)]

    def _check_names(self) -> None:
        """Refuse two things of one name, and what could be taken for a line of the print."""
        labels = [h.label for h in self.fact.hypotheses]
        if len(set(labels)) < len(labels):
            raise ProofError(f"{self.name}: hypotheses need different labels, not {labels}")
        for label in (self.name, *labels):
            if type(label) is not str or not is_plain(label):
                raise ProofError(
                    f"the names of a theorem and of its hypotheses consist of words, not {label!r}"
                )
        kinds: dict[str, str] = {}
        for e in self._terms():
            named = e[0] in ("var", "vec", "seq", "flag", "state", "unit")
            if named and kinds.setdefault(e[1], e[0]) != e[0]:
                raise ProofError(f"{self.name}: two things are called {e[1]}")

    def _check_rounds(self) -> None:
        """Refuse a witness of one round, and one in which a round and the next are all there is."""
        terms = [e for e in self._terms() if e[0] in kernel.INDEXED and e[-2] in ("t", "T")]
        supposed = {
            e for h in self.fact.hypotheses for side in h.claim[::2] for e in subterms(side)
        }
        shifts = [0, *(e[-1] for e in terms if e[-2] == "t" and e in supposed)]
        needed = 2 + max(shifts) - min(shifts)
        if terms and self.witness.rounds < needed:
            raise ProofError(
                f"{self.name}: it speaks of rounds, and the witness has {self.witness.rounds}, "
                f"where {needed} are needed"
            )

    def _check_defined(self) -> dict[Term, Fact]:
        """Refuse what is read otherwise than it is printed, in the claim or in a hypothesis.

        That is to divide by what could be zero at a round, a root or a power of what could be
        negative, and an exponent that could be zero or negative.  Gives each divisor with the fact
        that it is positive or negative.
        """
        terms = self._terms()
        if any(e[0] == "sum" and e[-2:] not in _ENDS and _partial(e[1]) for e in terms):
            raise ProofError(
                f"{self.name}: it has a quotient in a sum that may go on after round T, where "
                "nothing is known of the divisor"
            )
        found: dict[Term, Fact] = {}
        # What stands in a sum for each s is asked for at round t, which is any one.
        claims = [self.fact.claim, *(h.claim for h in self.fact.hypotheses)]
        parts = (x for c in claims for side in c[::2] for x in _parts(side))
        for (tag, *inside), flags in dict.fromkeys(parts):
            if tag == "inv":
                found[inside[0]] = self._shown(inside[0], "><", "is divided by, and could be zero")
            if tag in ("root", "power"):
                self._shown(inside[0], (">=",), f"has a {tag} taken, and could be negative", flags)
            if tag == "power":
                self._shown(inside[1], ">", "is an exponent, and could be zero or negative", flags)
        return found

    def _shown(self, a: Term, signs: Iterable[str], otherwise: str, flags: Any = ()) -> Fact:
        """Prove that a number has one of some signs, at rounds with some flags."""
        rests = self.fact.hypotheses
        here = [h for h in rests if not h.case or h.case[0].claim in flags]
        known = [*map(_supposed, here), kernel.axiom("first round"), kernel.axiom("last round")]
        squares = (e for e in subterms(a) if e[0] in ("^", "dot") and e[2] in (2, e[1]))
        known += [square(at(e[1], "s", NOW)) for e in squares]
        lines = [f for f in self.lines_of if {*f.hypotheses} <= {*rests}]
        for c in (Claim(a, op, ZERO) for op in signs):
            sums = partial(_sums, [c, *(h.claim for h in rests)], rests)
            ways: list[Callable[[], Fact]] = [
                *(partial(kernel.certificate, c, ((ONE, (f,)),)) for f in lines),
                partial(follows, c, *known),
                lambda c=c, sums=sums: follows(c, *known, *sums()),  # type: ignore[misc]  # of c
            ]
            fact = next(filter(None, map(_attempt, ways)), None)
            if fact is not None:
                return fact
        raise ProofError(f"{self.name}: {show(a)} {otherwise}")

    def _check_on_witness(self, h: Hypothesis) -> None:
        about_runs = bool(h.rounds) or _varies(h.claim)
        rounds = range(1, self.witness.rounds + 1) if about_runs else (1,)
        fits = [i for i in rounds if all(self.witness.holds(case.claim, i) for case in h.case)]
        if not fits:
            raise ProofError(f"{self.name}: the witness has no round that {h.label} speaks of")
        for i in fits:
            if not self.witness.holds(h.claim, i):
                where = f" at round {i}" if about_runs else ""
                said = show_claim(h.claim)
                raise ProofError(f"{self.name}: the witness violates {h.label}{where}: {said}")

    def rests_on(self) -> list[str]:
        """Name the theorems that this one was derived from directly."""
        found: dict[str, None] = {}
        seen: set[int] = set()

        def visit(f: Fact) -> None:
            for g in premises_of(f):
                if g in _NAMES:
                    found[_NAMES[g]] = None
                elif id(g) not in seen:
                    seen.add(id(g))
                    visit(g)

        visit(self.fact)
        return list(found)

    def lines(self, latex: bool = False) -> list[tuple[str, str, str]]:
        """List the labelled steps of its proof: label, claim, and reasons; the theorem last.

        A fact from another proof is named where it is applied; its own steps are not listed.
        """
        made = [f for f in derivation(self.fact) if label_of(f) and step_of(f).rule != "hypothesis"]
        steps = [f for f in made if f is not self.fact and same_proof(f, self.fact)] + [self.fact]
        known = {label_of(f) for f in steps} | {h.label for h in self.fact.hypotheses}
        names = {id(f): label_of(f) or self.name for f in steps}
        return [
            (names[id(f)], show_claim(f.claim, latex), _reasons(f, known, latex)) for f in steps
        ]

    def _write(self, latex: bool) -> list[str]:
        dollar, item = ("$", "- ") if latex else ("", "    ")
        head = f"**Theorem ({self.name}).** " if latex else f"Theorem ({self.name}). "
        out = [head + dollar + show_claim(self.fact.claim, latex) + dollar, ""]
        if self.hypotheses or families_in_words(self.fact):
            out += ["Hypotheses:", ""]
        for h in self.hypotheses:
            where = f" ({rounds_in_words(h, latex)})" if h.rounds else ""
            label = f"{h.label}: " if h.label else ""
            out.append(f"{item}{label}{dollar}{show_claim(h.claim, latex)}{dollar}{where}")
        for family, said in families_in_words(self.fact).items():
            out.append(f"{item}family {family}: {said}")
        steps = [
            f"{item}{a}: {dollar}{b}{dollar}" + f" ({c})" * bool(c) for a, b, c in self.lines(latex)
        ]
        return [*out, "", "Proof:", "", *steps]

    def __repr__(self) -> str:
        """Return the theorem with its hypotheses and steps, as text."""
        return "\n".join(line for line in self._write(latex=False) if line)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, Any]]:
        """Show the theorem as text and Markdown; its metadata is for the book's list of all."""
        hypotheses = [
            [h.label, show_claim(h.claim, True), rounds_in_words(h, True)] for h in self.hypotheses
        ]
        for family, said in families_in_words(self.fact).items():
            hypotheses.append(["family", show(("unit", family, "t", 0), True), said])
        told = {
            "name": self.name,
            "claim": show_claim(self.fact.claim, True),
            "lines": len(self.lines()),
            "steps": len(derivation(self.fact)),
            "hypotheses": hypotheses,
            "rests_on": self.rests_on(),
        }
        shown = {"text/plain": repr(self), "text/markdown": "\n".join(self._write(latex=True))}
        return shown, {"theorem": told}


def _partial(e: Term) -> bool:
    """Whether a summand has a quotient, a root or a power that depends on the round."""
    partial = (part for part in subterms(e) if part[0] in ("inv", "root", "power"))
    return any(kernel.free_in(part, "s") for part in partial)


def _parts(e: Term, flags: tuple[Claim, ...] = ()) -> Iterator[tuple[Term, tuple[Claim, ...]]]:
    """Yield all parts of a term, s put to t, with the flags of that round that multiply them."""
    if type(e) is tuple:
        yield at(e, "s", NOW), flags
        factors = [at(a, "s", NOW) for a in e if type(a) is tuple and e[0] == "*"]
        here = [a for a in factors if a[0] == "flag" and a[2:] == NOW]
        inside = (*flags, *(Claim(a, "==", ONE) for a in here))
        for a in e:
            yield from _parts(a, inside)


def _supposed(h: Hypothesis) -> Fact:
    return kernel.hypothesis(*h)


def _attempt(how: Callable[[], Fact]) -> Fact | None:
    try:
        return how()
    except ProofError:
        return None


def _sums(claims: Iterable[Claim], hypotheses: Iterable[Hypothesis]) -> list[Fact]:
    """Prove of the sums in some claims, where it can be, that they are not negative."""
    facts, found = [*map(_supposed, hypotheses)], []
    parts = (e for c in claims for side in c[::2] for e in subterms(side))
    for e in dict.fromkeys(e for e in parts if e[0] == "sum" and e[2:] in _ENDS):
        each = Claim(at(e[1], "s", NOW), ">=", ZERO)
        fact = _attempt(partial(flag_cases, each, *facts))
        if fact is not None:
            found.append(induction(Claim(("sum", e[1], *NOW), ">=", ZERO), fact, end=e[2:]))
    return found


def _varies(c: Claim) -> bool:
    return any(kernel.free_in(e, "t") for e in c[::2])


def _reasons(fact: Fact, known: set[str], latex: bool) -> str:
    """Name what a step was proved from: lines and hypotheses, other theorems, and induction."""
    labels: dict[str, None] = {}
    theorems: dict[str, None] = {}
    words: dict[str, None] = {}
    seen: set[int] = set()

    def visit(f: Fact) -> None:
        words.update({"induction": None} if step_of(f).rule == "induct" else {})
        for g in premises_of(f):
            if label_of(g) in known and _near(g, fact):
                labels[label_of(g)] = None
            elif g in _NAMES:
                theorems[_NAMES[g]] = None
            elif id(g) not in seen:
                seen.add(id(g))
                visit(g)

    visit(fact)
    local = {name_of(h, latex): None for h in fact.hypotheses if h.local}
    return ", ".join([*labels, *theorems, *local, *words])


def _near(x: Fact, fact: Fact) -> bool:
    return step_of(x).rule == "hypothesis" or same_proof(x, fact)
