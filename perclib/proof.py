"""A proof kernel small enough to read: inequalities about vectors, sums and mistakes.

A `Fact` is an inequality, a strict inequality or an equation, together with the hypotheses that it
rests on; only the rules in the part marked TRUSTED make one (the LCF way). What a fact speaks of:

* a run of ``T >= 1`` rounds. `t` is any one of its rounds, ``w[t]`` a state before round t and
  ``w[T+1]`` the state after the run; ``tau[t]`` is 1 if round t is a mistake and 0 if not; `k` is
  the number of mistakes and ``k[t]`` the number of those before round t;
* real numbers, and vectors of any inner product space, known only by their inner products; an
  orthonormal family lives in a space of its own, orthogonal to every other vector.

A hypothesis about round t holds for the rounds it is stated for (all of them, the mistakes, the
others), and what is proved from it is proved for those rounds.

>>> gamma, u, w, x, y = scalars("gamma"), vectors("u"), states("w"), states("x"), sequences("y")
>>> update = assume("update", eq(w[t + 1], w[t] + y[t] * x[t]), at="mistakes")
>>> margin = assume("margin", y[t] * dot(u, x[t]) >= gamma, at="mistakes")
>>> follows(dot(u, w[t + 1]) >= dot(u, w[t]) + gamma, dot(update, u), margin, label="progress")
progress: <u,w[t+1]> >= <u,w[t]> + gamma   [update, margin; mistake at t]
>>> follows(dot(u, w[t + 1]) >= dot(u, w[t]) + 2 * gamma, dot(update, u), margin)
Traceback (most recent call last):
    ...
perclib.language.ProofError: this does not follow: left over -gamma
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sympy
from sympy import Add, Expr, Integer, Mul, Rational, Symbol
from sympy.core.symbol import Str

from perclib._certificates import Term, weights as find_weights
from perclib._display import show, show_claim
from perclib.language import (  # the names of a proof are had from here as well
    _CASE,
    _MISTAKE,
    _QUIET,
    _S,
    Claim as Claim,
    Hypothesis as Hypothesis,
    ProofError as ProofError,
    Step,
    T as T,
    _divisors,
    _fractions,
    _Gram,
    _gram,
    _is_vector,
    _is_zero,
    _Power,
    _require,
    _Root,
    _Seq,
    _Sum,
    _Unit,
    _Vec,
    claim as claim,
    eq as eq,
    k as k,
    orthonormal as orthonormal,
    power as power,
    scalars as scalars,
    sequences as sequences,
    sqrt as sqrt,
    states as states,
    t as t,
    tau as tau,
    total as total,
    vectors as vectors,
)

# ========================= TRUSTED: all that can make a Fact ===================================


class Fact:
    """A proved claim and the hypotheses it rests on, kept in a ledger that only rules write."""

    __slots__ = ("__weakref__",)

    def __new__(cls, *_: Any, **__: Any) -> Any:  # noqa: D102 - the message says it
        raise ProofError("a Fact is made only by a rule of the kernel")

    __init_subclass__ = __reduce_ex__ = __new__  # type: ignore[assignment]  # all three refuse

    @property
    def step(self) -> Step:
        """What was proved, from which hypotheses, by which rule, and out of what."""
        if type(self) is not Fact or self not in _LEDGER:
            raise ProofError("this Fact was not made by a rule of the kernel")
        return _LEDGER[self]

    claim = property(lambda self: self.step.claim, doc="What was proved.")
    hypotheses = property(lambda self: self.step.hypotheses, doc="What it rests on.")


_LEDGER: weakref.WeakKeyDictionary[Fact, Step] = weakref.WeakKeyDictionary()


def _mint(rule: str, args: tuple[Any, ...], claim: Claim, *given: Iterable[Hypothesis]) -> Fact:
    _require(type(claim) is Claim and all(isinstance(e, Expr) for e in claim[::2]), "not a claim")
    _divisors(claim.lhs, claim.rhs)
    kinds = {_is_vector(e) for e in (claim.lhs, claim.rhs, claim.gap) if e != 0}
    ops = ("==",) if True in kinds else ("==", ">=", ">", "<=", "<")
    _require(len(kinds) < 2 and claim.op in ops, f"no relation {claim.op!r} between such things")
    fact: Fact = object.__new__(Fact)
    _LEDGER[fact] = Step(claim, tuple(dict.fromkeys(h for hs in given for h in hs)), rule, args)
    return fact


def _rests(facts: Iterable[Fact], *without: Hypothesis) -> list[Hypothesis]:
    facts = list(facts)
    _require(all(type(f) is Fact for f in facts), "only a Fact proves anything")
    return [h for f in facts for h in f.hypotheses if h not in without]


def _nonzero(known: Sequence[Fact], *exprs: Any) -> None:
    """Refuse new divisions but by factors of gaps that are known to be positive."""
    old = _divisors(*(e for f in known for e in f.claim[::2]))  # no Fact divides by zero
    divisors = [e for e in _divisors(*exprs) if e not in old]
    gaps = [f.claim.gap for f in known if f.claim.strict]
    tops = [p.numer for p in _fractions(*divisors, *gaps)]
    for divisor, p in zip(divisors, tops, strict=False):
        for gap in tops[len(divisors) :]:
            while p and not (common := p.gcd(gap)).is_ground:
                p = p.exquo(common)
        _require(p and p.is_ground, f"division by {show(divisor)}, not known to be positive")


def hypothesis(label: str, claim: Claim, at: str = "") -> Fact:
    """Take a claim for granted, at the rounds it is stated for; divisions are multiplied out."""
    _require(at in _CASE, f"at={at!r} is none of {', '.join(map(repr, _CASE))}")
    _nonzero((), claim.lhs, claim.rhs)
    return _mint("hypothesis", (label, claim, at), claim, [Hypothesis(label, claim, at)], _CASE[at])


def certificate(goal: Claim, terms: tuple[Any, ...], known: tuple[Fact, ...] = ()) -> Fact:
    """Accept goal.gap = sum of weight * product of gaps, identically; terms: (weight, facts)."""
    rest, positive = goal.gap, False
    for weight, facts in terms:
        if not any(f.claim.op == "==" for f in facts):
            _require(goal.op != "==", "an equation does not follow from inequalities")
            sign = isinstance(weight, Rational) and weight >= 0
            _require(sign, f"the sign of the multiplier {show(weight)} is not known")
            positive |= weight > 0 and all(f.claim.strict for f in facts)
        rest -= weight * Mul(*(f.claim.gap for f in facts))
        _is_vector(weight), _is_vector(rest)  # refuse mixtures
    _nonzero(known, goal.lhs, goal.rhs, *(weight for weight, _ in terms))
    if not _is_zero(rest):
        raise ProofError(f"this does not follow: left over {show_remainder(rest)}")
    _require(positive or not goal.strict, "this does not follow strictly: no strict term is used")
    used = [f for _, facts in terms for f in facts]
    return _mint("certificate", (goal, terms, known), goal, _rests([*used, *known]))


def cancel(goal: Claim, fact: Fact, factors: tuple[Fact, ...]) -> Fact:
    """Divide a fact by the product of positive gaps, to get the goal."""
    _require(all(f.claim.strict for f in factors), "only what is positive is cancelled")
    op, strict = fact.claim.op, fact.claim.strict
    enough = op == "==" if goal.op == "==" else strict or not goal.strict
    _require(enough, f"a claim with {goal.op} needs more than {op}")
    _nonzero(factors, goal.lhs, goal.rhs)
    rest = fact.claim.gap - goal.gap * Mul(*(f.claim.gap for f in factors))
    if not _is_zero(rest):
        raise ProofError(f"what is cancelled leaves over {show_remainder(rest)}")
    return _mint("cancel", (goal, fact, factors), goal, _rests([fact, *factors]))


def root(fact: Fact, square: bool) -> Fact:
    """From v >= 0, its root: sqrt(v)**2 == v, or sqrt(v) >= 0 (and > 0 if v > 0)."""
    v, op = fact.claim.amount, ">" if fact.claim.strict else ">="
    claim = Claim(_Root(v) ** 2, "==", v) if square else Claim(_Root(v), op, Integer(0))
    return _mint("root", (fact, square), claim, _rests([fact]))


def powers(fact: Fact, q: Any, whole: bool = False) -> Fact:
    """From a >= 0: a**q >= 0 (and > 0 if a > 0), or what a**q is if q is a whole number >= 1."""
    a, op = fact.claim.amount, ">" if fact.claim.strict else ">="
    _require(not whole or (isinstance(q, Integer) and q >= 1), f"{show(q)} is no whole number >= 1")
    _nonzero((fact,), q)
    claim = Claim(_Power(a, q), "==", a**q) if whole else Claim(_Power(a, q), op, Integer(0))
    return _mint("powers", (fact, q, whole), claim, _rests([fact]))


def tangent(base: Fact, at: Fact, exponent: Fact) -> Fact:
    """From a >= 0, m >= 0, q >= 1: m*a**q >= m**q*(m + q*(a - m)) (Bernoulli's inequality)."""
    a, m, q = base.claim.amount, at.claim.amount, exponent.claim.amount + 1
    claim = Claim(m * _Power(a, q), ">=", _Power(m, q) * (m + q * (a - m)))
    return _mint("tangent", (base, at, exponent), claim, _rests([base, at, exponent]))


def nonnegative(v: Any, known: tuple[Fact, ...] = ()) -> Fact:
    """<v,v> >= 0."""
    _nonzero(known, v)
    return _mint("nonnegative", (v, known), Claim(_gram(v, v), ">=", Integer(0)), _rests(known))


def inner(fact: Fact, other: Fact) -> Fact:
    """From vectors a == b and c == d, <a,c> == <b,d>."""
    _require(fact.claim.op == other.claim.op == "==", "the inner product is of equations")
    left, right = (_gram(fact.claim[i], other.claim[i]) for i in (0, 2))
    return _mint("inner", (fact, other), Claim(left, "==", right), _rests([fact, other]))


def cases(first: Fact, second: Fact) -> Fact:
    """Prove a claim in two cases: mistake or none, a > b or a <= b."""
    _require(first.claim == second.claim, "the two cases prove different claims")
    for h in first.hypotheses:
        for g in second.hypotheses:
            a, b = h.claim, g.claim
            order = "==" not in (a.op, b.op) and a.strict != b.strict and _is_zero(a.gap + b.gap)
            opposite = (order and not _divisors(a.gap, b.gap)) or {a, b} == {_MISTAKE, _QUIET}
            if opposite and not h.at and not g.at:
                rests = _rests([first], h), _rests([second], g)
                return _mint("cases", (first, second), first.claim, *rests)
    raise ProofError("the two cases do not rest on opposite assumptions")


def induct(claim: Claim, base: Fact, step: Fact, end: Any = T + 1) -> Fact:
    """From claim(1), and claim(t) => claim(t+1) at every round t, to claim(t) or claim(T+1)."""
    _require(type(claim) is Claim, "not a claim")
    _nonzero((), claim.lhs, claim.rhs)
    _require(base.claim == claim.at(1), "the induction does not start with its claim at round 1")
    _require(step.claim == claim.at(t + 1), "the induction does not step to its claim at t+1")
    _require(end in (t, t + 1, T + 1), "the induction ends at no round of the run")
    known = Hypothesis("induction", claim)
    rests = _rests([base]), _rests([step], known)
    for h in (h for hs in rests for h in hs if h.local):
        raise ProofError(f"the induction needs {show_claim(h.claim)} at every round: {h.label}")
    return _mint("induct", (claim, base, step, end), claim.at(end), *rests)


def instance(fact: Fact, new: tuple[tuple[Any, Any], ...], known: tuple[Fact, ...] = ()) -> Fact:
    """Put other numbers and vectors for named ones, in a fact and in all that it rests on."""
    table = dict(new)

    def image(e: Any) -> Any:
        if isinstance(e, _Seq | _Vec) and len(e.args) == 2 and e.func(e.args[0], t) in table:
            return table[e.func(e.args[0], t)].xreplace({t: image(e.args[1])})
        if isinstance(e, _Gram):
            return _gram(*map(image, e.args))
        return table[e] if e in table else e.func(*map(image, e.args)) if e.args else e

    def put(c: Claim) -> Claim:
        return Claim(image(c.lhs), c.op, image(c.rhs))

    said = (fact.claim, *(h.claim for h in fact.hypotheses))
    families = {e.args[0] for c in said for side in c[::2] for e in side.atoms(_Unit)}
    schema = any(h.at for h in fact.hypotheses)
    for key, value in new:
        varies = isinstance(key, _Seq | _Vec) and key.args[1:] == (t,) and key != _MISTAKE.lhs
        fixed = isinstance(key, _Vec) and len(key.args) == 1
        fixed = fixed or (type(key) is Symbol and key not in (t, T))
        _require(varies or fixed, f"{show(key)} is not a name that stands for anything")
        _require(not (fixed and schema and value.has(t)), f"{show(key)} cannot depend on the round")
        _require(value == 0 or _is_vector(key) == _is_vector(value), f"wrong kind: {show(value)}")
        fresh = not families & {e.args[0] for e in value.atoms(_Unit)}
        _require(fresh, f"{show(value)} uses an orthonormal family that the fact speaks of")
        _nonzero(known, value)
    changed = ((h, put(h.claim)) for h in _rests([fact]))
    rests = [h if c == h.claim else Hypothesis(h.label + "'", c, h.at) for h, c in changed]
    return _mint("instance", (fact, new, known), put(fact.claim), rests, _rests(known))


def discharge(fact: Fact, assumed: Hypothesis, proof: Fact) -> Fact:
    """Replace a hypothesis by a proof of it (at every round that it is stated for)."""
    _require(assumed in fact.hypotheses, f"the fact does not rest on {assumed}")
    known = next(h for h in fact.hypotheses if h == assumed)
    _require(proof.claim == known.claim, f"not what {known.label} says: {proof}")
    rests = _rests([proof], *_CASE[known.at])
    _require(not (known.at and any(h.local for h in rests)), "proved in a special case only")
    return _mint("discharge", (fact, known, proof), fact.claim, _rests([fact], known), rests)


# ===================================== end of TRUSTED =====================================


# Display ---------------------------------------------------------------------------------------

_LABELS: weakref.WeakKeyDictionary[Fact, str] = weakref.WeakKeyDictionary()


def _labelled(fact: Fact, label: str) -> Fact:
    if label:
        _LABELS[fact] = label
    return fact


def show_remainder(e: Any) -> str:
    """Write what a certificate leaves over, multiplied out."""
    return show(sympy.expand(_fractions(e)[0].as_expr()))


def label_of(fact: Fact) -> str:
    """Give the label of a fact in the text, "" if it has none."""
    return _LABELS.get(fact, "")


def show_fact(fact: Fact, latex: bool = False) -> str:
    """Write a fact with its label and, in brackets, the hypotheses it rests on."""
    groups = [[h.label for h in fact.hypotheses if h.local == local] for local in (False, True)]
    label, rests = label_of(fact), "; ".join(", ".join(dict.fromkeys(g)) for g in groups if g)
    said = show_claim(fact.claim, latex)
    if latex:
        tag = rf"\text{{{label}: }}" if label else ""
        tail = rf"\qquad[\text{{{rests}}}]" if rests else ""
        return rf"$\displaystyle {tag}{said}{tail}$"
    return (f"{label}: " if label else "") + said + (f"   [{rests}]" if rests else "")


# Set here, outside the trusted part, because display needs no trust; mypy wants methods in classes.
Fact.__repr__ = show_fact  # type: ignore[method-assign, assignment]
Fact._repr_latex_ = lambda fact: show_fact(fact, latex=True)  # type: ignore[attr-defined]


# How proofs are written ------------------------------------------------------------------------


def dot(a: Any, b: Any) -> Any:
    """Take the inner product of two vectors, or of vector equations that are facts.

    >>> u, v = vectors("u v")
    >>> dot(assume("double", eq(u, 2 * v)), v)
    <u,v> == 2*|v|^2   [double]
    """
    if isinstance(a, Fact) or isinstance(b, Fact):
        return inner(*(c if isinstance(c, Fact) else follows(eq(c, c)) for c in (a, b)))
    return _gram(sympy.sympify(a), sympy.sympify(b))


def assume(label: str, relation: Any, at: str = "") -> Fact:
    """Take a hypothesis for granted.

    Parameters
    ----------
    label : str
        Its name in the text and in what is proved from it.
    relation : Claim or relation
        What is taken for granted.
    at : {"", "rounds", "mistakes", "others"}
        The rounds it is stated for, if it is about round t.

    Raises
    ------
    ProofError
        If it is about round t and does not say at which rounds, or divides.

    Examples
    --------
    >>> assume("radius", dot(states("x")[t], states("x")[t]) <= scalars("R") ** 2, at="mistakes")
    radius: |x[t]|^2 <= R^2   [radius; mistake at t]
    """
    fact = hypothesis(label, claim(relation), at)
    _require(
        not any(h.local and h.label == label for h in fact.hypotheses), f"{label}: at which rounds?"
    )
    return _labelled(fact, label)


def suppose(relation: Any, label: str = "") -> Fact:
    """Suppose something for a while: one of two `cases`, or about the one round t."""
    c = claim(relation)
    return hypothesis(label or show_claim(c), c)


def mistake() -> Fact:
    """Suppose that round t is a mistake."""
    return hypothesis("mistake at t", _MISTAKE)


def no_mistake() -> Fact:
    """Suppose that round t is not a mistake."""
    return hypothesis("no mistake at t", _QUIET)


def follows(relation: Any, *terms: Any, known: Sequence[Fact] = (), label: str = "") -> Fact:
    """Prove a claim from facts: their sum, with non-negative rational weights, must give it.

    The weights are searched for here, without trust; `certificate` then checks them.

    Parameters
    ----------
    relation : Claim or relation
        What is to be proved.
    *terms : Fact or tuple
        What it is proved from: facts, and products written as tuples of facts and numbers.
        Equations may carry any weight.
    known : sequence of Fact
        To divide, some fact (a term, or one of these) must say that the divisor is positive.
    label : str, optional
        The label of the result.

    Raises
    ------
    ProofError
        If it does not follow; the message says what is left over.

    Examples
    --------
    >>> a, b = scalars("a b")
    >>> pos_a, pos_b = assume("a", a > 0), assume("b", b > 0)
    >>> follows((a + b) ** 2 > a**2, (pos_a, pos_b), (pos_b, pos_b))
    (a + b)^2 > a^2   [a, b]
    """
    goal = claim(relation)
    products: list[tuple[Any, tuple[Fact, ...]]] = []
    for term in terms:
        parts = term if isinstance(term, tuple) else (term,)
        facts = tuple(f for f in parts if isinstance(f, Fact))
        weight = Mul(*(p for p in parts if not isinstance(p, Fact)))
        products += [(weight, facts)]
        if weight != 1 and any(f.claim.op == "==" for f in facts):
            products += [(Integer(1), facts)]
    products.append((Integer(1), ()))
    target = Term(goal.gap, goal.op == "==", goal.strict)
    weights = find_weights(target, [_term(w, facts) for w, facts in products], _fractions)
    used = tuple((w * x, facts) for x, (w, facts) in zip(weights, products, strict=True) if x != 0)
    known = tuple(dict.fromkeys([*known, *(f for _, fs in products for f in fs if f.claim.strict)]))
    divides = _divisors(goal.lhs, goal.rhs, *(w for w, _ in used))
    return _labelled(certificate(goal, used, known if divides else ()), label)


def _term(weight: Any, facts: tuple[Fact, ...]) -> Term:
    claims = [f.claim for f in facts]
    gap = weight * Mul(*(c.gap for c in claims))
    return Term(gap, any(c.op == "==" for c in claims), all(c.strict for c in claims))


def step(label: str, fact: Fact) -> Fact:
    """Give a fact the label it has in the text."""
    return _labelled(fact, label)


def divide(relation: Any, fact: Fact, *by: Fact, label: str = "") -> Fact:
    """Prove a claim that, multiplied by positive numbers, is a fact.

    >>> a, b = scalars("a b")
    >>> divide(b >= 1, assume("h", a * b >= a), assume("positive", a > 0))
    b >= 1   [h, positive]
    """
    return _labelled(cancel(claim(relation), fact, by), label)


def square(e: Any, known: Sequence[Fact] = ()) -> Fact:
    """Know that a square is non-negative.

    >>> square(scalars("a") - 1)
    (a - 1)^2 >= 0
    """
    return nonnegative(sympy.sympify(e) * _Unit(Str("1"), Integer(1)), tuple(known))


def inverse(fact: Fact) -> Fact:
    """Know that one over a positive number is positive.

    >>> inverse(assume("positive", scalars("a") > 0))
    1/a > 0   [positive]
    """
    one = follows(Claim(Integer(1), ">", Integer(0)))
    return cancel(Claim(1 / fact.claim.gap, ">", Integer(0)), one, (fact,))


def absurd(relation: Any, clash: Fact) -> Fact:
    """Prove anything from ``0 > 0``."""
    goal = claim(relation)
    return cancel(goal, follows(eq(0, 0)) if goal.op == "==" else clash, (clash,))


def unsquare(relation: Any, squares: Fact, nonneg: Fact, label: str = "") -> Fact:
    """Prove a >= b from a**2 >= b**2 and a >= 0 (and a > b from a**2 > b**2).

    Parameters
    ----------
    relation : Claim or relation
        a >= b, b <= a, or one of them strictly.
    squares, nonneg : Fact
        What is known of the squares, and that the larger number is not negative.
    label : str, optional
        The label of the result.

    Examples
    --------
    >>> a, b = scalars("a b")
    >>> unsquare(a >= b, assume("squares", a**2 >= b**2), assume("sign", a >= 0))
    a >= b   [sign, squares]
    """
    goal = claim(relation)
    upward = goal.op in ("<=", "<")
    low, high = (goal.lhs, goal.rhs) if upward else (goal.rhs, goal.lhs)
    contrary = suppose(Claim(low, ">=" if goal.strict else ">", high))
    zero = Claim(Integer(0), ">", Integer(0))
    clash = follows(zero, (contrary, contrary), (nonneg, contrary), squares)
    direct = follows(goal, suppose(Claim(high, ">" if goal.strict else ">=", low)))
    return _labelled(cases(absurd(goal, clash), direct), label)


def cauchy_schwarz(a: Any, b: Any, label: str = "") -> Fact:
    """<a,b>**2 <= <a,a> <b,b>, proved from nothing but squared norms being non-negative.

    >>> cauchy_schwarz(*vectors("u v"))
    <u,v>^2 <= |u|^2*|v|^2
    """
    aa, ab, bb = (_gram(p, q) for p, q in ((a, a), (a, b), (b, b)))
    goal, zero = Claim(ab**2, "<=", aa * bb), Integer(0)
    plus, minus, a_norm, b_norm = (nonnegative(v) for v in (a + b, a - b, a, b))
    some_b, no_b = (suppose(Claim(bb, op, zero)) for op in (">", "<="))
    some_a, no_a = (suppose(Claim(aa, op, zero)) for op in (">", "<="))
    none = follows(goal, (plus, minus), (a_norm, no_a), (b_norm, no_b), (a_norm, b_norm))
    inner_case = cases(cancel(goal, nonnegative(aa * b - ab * a), (some_a,)), none)
    outer = cases(cancel(goal, nonnegative(bb * a - ab * b), (some_b,)), inner_case)
    return _labelled(outer, label)


def induction(
    relation: Any,
    *,
    start: Sequence[Any] = (),
    rounds: Sequence[Any] = (),
    mistakes: Sequence[Any] = (),
    others: Sequence[Any] = (),
    end: Any = T + 1,
    label: str = "",
) -> Fact:
    """Prove a claim about state t at T+1 (or t): from `start` at 1, then round by round.

    Parameters
    ----------
    relation : Claim or relation
        The claim about state t, or about T+1, which is then proved for every round on the way.
    start : sequence
        The terms, as for `follows`, that prove it at round 1.
    rounds, mistakes, others : sequence
        The terms that prove it at t+1 from t in every round, or in the two cases.
    end : expression
        What to prove it for: T+1, or any round t.
    label : str, optional
        The label of the result.

    Raises
    ------
    ProofError
        If a step does not follow, or uses what is known in one case only.

    Examples
    --------
    >>> induction(k >= 0, rounds=[square(tau[t]), indicator()], label="count")
    count: k >= 0
    """
    c = claim(relation)
    if t not in c.lhs.free_symbols | c.rhs.free_symbols:
        c = Claim(c.lhs.xreplace({T + 1: t}), c.op, c.rhs.xreplace({T + 1: t}))
    known, base, after = hypothesis("induction", c), follows(c.at(1), *start), c.at(t + 1)
    if not mistakes and not others:
        last = follows(after, known, *rounds)
    else:
        first = follows(after, known, mistake(), *rounds, *mistakes)
        second = follows(after, known, no_mistake(), *rounds, *others)
        needed = [
            any(h.claim == c_ for h in f.hypotheses)
            for f, c_ in ((first, _MISTAKE), (second, _QUIET))
        ]
        last = cases(first, second) if all(needed) else first if needed[1] else second
    return _labelled(induct(c, base, last, sympy.sympify(end)), label)


def indicator() -> Fact:
    """tau[t] is 0 or 1.

    >>> indicator()
    tau[t]^2 == tau[t]
    """
    goal = eq(tau[t] ** 2, tau[t])
    return cases(follows(goal, mistake()), follows(goal, no_mistake()))


def sum_up(fact: Fact, label: str = "") -> Fact:
    """Sum a fact about round t over all rounds.

    >>> d = sequences("d")
    >>> sum_up(assume("slack", d[t] >= 0, at="rounds"))
    sum(d[s], s<=T) >= 0   [slack]
    """
    lhs, op, rhs = fact.claim
    c = Claim(total(lhs), op if op == "==" else op[0] + "=", total(rhs))
    return induction(c, rounds=[fact], label=label)


def linear(s: Any) -> Fact:
    """Know that a sum over rounds is the sum of the sums of its terms, constants taken out.

    >>> a, d = scalars("a"), sequences("d")
    >>> linear(total((a + d[t]) ** 2))
    sum((d[s] + a)^2, s<=T) == sum(d[s]^2, s<=T) + 2*a*(sum(d[s], s<=T)) + a^2*(sum(1, s<=T))
    """
    parts = [a.as_independent(_S) for a in Add.make_args(sympy.expand(s.args[0]))]
    return induction(eq(s, Add(*(c * _Sum(f, T + 1) for c, f in parts))))


def substitute(fact: Fact, new: Mapping[Any, Any], known: Sequence[Fact] = ()) -> Fact:
    """Apply a fact to other numbers and vectors; a hypothesis that changes gets a prime.

    Parameters
    ----------
    fact : Fact
    new : mapping
        What to put for which name; of sequences and states, for the one at round t.
    known : sequence of Fact
        That what is divided by is positive.

    Examples
    --------
    >>> a, b = scalars("a b")
    >>> substitute(assume("positive", a > 0), {a: b**2})
    b^2 > 0   [positive']
    """
    pairs = tuple((key, sympy.sympify(value)) for key, value in new.items())
    return instance(fact, pairs, tuple(known))


def supply(fact: Fact, label: str, *terms: Any, known: Sequence[Fact] = ()) -> Fact:
    """Prove the hypothesis of that label, so that the fact no longer rests on it.

    Parameters
    ----------
    fact : Fact
    label : str
        The label of the hypothesis.
    *terms, known
        What proves it, as for `follows`; of a hypothesis about mistakes it is known that round t
        is one.

    Examples
    --------
    >>> a, b = scalars("a b")
    >>> general = follows(a + 1 > 0, assume("sign", a >= 0))
    >>> supply(substitute(general, {a: b**2}), "sign'", square(b))
    b^2 + 1 > 0
    """
    for h in fact.hypotheses:
        if h.label == label:
            case = [hypothesis(c.label, c.claim) for c in _CASE[h.at]]
            proof = follows(h.claim, *terms, *case, known=known)
            return discharge(fact, h, proof)
    raise ProofError(f"{label} is none of {', '.join(h.label for h in fact.hypotheses)}")
