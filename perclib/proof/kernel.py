"""The trusted kernel: what can be said, exact arithmetic, and the rules that make a fact.

All that must be right for a fact of this book to be true is in this file and in the table of
`perclib.proof.axioms`; everything else in ``perclib.proof`` only looks for proofs and shows them.

**What can be said.**  A term is a nested tuple of names, whole numbers and fractions, checked node
by node on entry (`kind`).  A round is a pair ``base, n`` for the round base + n; the base is "t",
"T", "s" (bound by a sum) or "" (then it is round n).

.. code-block:: text

    number
      Fraction   ("var", name)
      ("seq", name, *round)
      ("flag", name, *round)
      ("round", *round)  its number
      ("dot", vector, vector)
      ("^", number, n)   n = 0, 1, 2, ...
      ("inv", number)    1/a, and 0 if a = 0
      ("root", number)   the root of max(a, 0)
      ("power", number, number)
                         max(a, 0)**q, or
                         max(a, 0) if q <= 0
    vector
      ("zero",)   ("vec", name)
      ("state", name, *round)
      ("unit", name, *round)
    number or vector
      ("+", a, b, ...)   of one kind
      ("*", a, b, ...)   at most one vector
      ("sum", body, *round)
                         over 1 <= s < round

**What it means.**  There is a run of T >= 1 rounds, and t is any one of them.  Sequences, flags and
states are defined at every integer; flags are 0 or 1.  Vectors live in any real inner product
space; each family of units is orthonormal, and orthogonal to every vector that does not mention it.
A `Fact` says that its claim holds at every round t at which its hypotheses do.  Every function is
total, so no rule has to ask what is divided by: that ``a * (1/a)`` is 1 has to be proved, from
``a > 0``.

**Why nothing that is given to a rule can fool it.**  A rule first copies what it is given (`own`),
and only if it is made of the types `str`, `int`, `Fraction`, `tuple` and of the classes of this
file, exactly; of any other object nothing but its type is asked.  It checks the copy, which nobody
else holds, and uses what it checked.  A fact alone is not copied: it is looked up in the ledger by
its identity (`_made`), and nothing is asked of it, either.  So from a check to the use of what it
checked no method runs but those of these types, and another thread, or the collection of garbage,
finds nothing to change.  Whoever replaces the names of this module, or takes its objects from the
interpreter (`gc`, `ctypes`), is not kept out.
"""

from __future__ import annotations

import weakref
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import count
from typing import Any, NamedTuple

from perclib.proof.axioms import AXIOMS

Term = Any  # a nested tuple, as above; `kind` says whether it is one
# monomial, as sorted numbers of atoms -> coefficient; a whole one is an int, which is quicker
Poly = dict[tuple[int, ...], Fraction | int]

ZERO, ONE = Fraction(0), Fraction(1)
UNIT: Poly = {(): 1}
NOW, NEXT, LAST, END = ("t", 0), ("t", 1), ("T", 0), ("T", 1)
INDEXED = frozenset({"seq", "flag", "round", "state", "unit", "sum"})  # these end in a round


class ProofError(ValueError):
    """A step that the kernel does not accept; the message says why."""


def require(condition: bool, message: str, about: Any = None) -> None:
    """Refuse a step unless the condition is met."""
    if condition is not True:
        raise ProofError(message if about is None else f"{message}: {about!r}")


# What can be said ------------------------------------------------------------------------------

_VECTORS, _TAKEN = ("zero", "vec", "state", "unit"), frozenset("tTsk")  # these are no names
_SHAPES = {
    **dict.fromkeys(("var", "vec"), "name"),
    **dict.fromkeys(("seq", "flag", "state", "unit"), "name base offset"),
    **{"zero": "", "round": "base offset", "sum": "body base offset", "inv": "number"},
    **{"root": "number", "dot": "vector vector", "^": "number exponent", "power": "number number"},
}


def kind(e: Term, free: str = "t") -> str:
    """Check that e is a term with no free round but `free` and T, and say which: number, vector."""
    if type(e) is Fraction and own(e) is not None:  # `own` refuses what is not exact
        return "number"
    require(type(e) is tuple and len(e) > 0 and type(e[0]) is str, "this is no term", e)
    tag, *parts = e
    if tag in ("+", "*"):
        vectors = [kind(a, free) for a in parts].count("vector")
        fits = vectors <= 1 if tag == "*" else vectors in (0, len(parts))
    else:
        shape = _SHAPES.get(tag, "none").split()
        fits = len(parts) == len(shape) and all(map(_fits, parts, shape, [free] * len(parts)))
        vectors = fits and (kind(e[1], "s") == "vector" if tag == "sum" else tag in _VECTORS)
    require(fits, "this is no term here", e)
    return "vector" if vectors else "number"


def _fits(a: Any, what: str, free: str) -> bool:
    if what == "name":
        return type(a) is str and a.isascii() and a.isidentifier() and a not in _TAKEN
    if what == "base":
        return type(a) is str and a in ("", "T", free)
    if what in ("offset", "exponent"):  # bounded, so that nothing overflows the stack
        return type(a) is int and (-64 if what == "offset" else 0) <= a <= 64
    return what in ("body", kind(a, "s" if what == "body" else free))


def _tag(e: Any) -> Any:
    return e[0] if type(e) is tuple and len(e) > 0 else None


def free_in(e: Term, base: str) -> bool:
    """Whether the round `base`, "t" or "s", occurs free; the body of a sum has its own s, no t."""
    mine = _tag(e) in INDEXED and e[-2] == base
    return mine or (_tag(e) not in (None, "sum") and any(free_in(a, base) for a in e[1:]))


def at(e: Term, base: str, i: tuple[str, int]) -> Term:
    """Put the round i for the free round `base`, "t" or "s"."""
    if _tag(e) in INDEXED and e[-2] == base:
        e = (*e[:-2], i[0], i[1] + e[-1])
    return e if _tag(e) in (None, "sum") else tuple(at(a, base, i) for a in e)


class Claim(NamedTuple):
    """What a fact says: ``lhs op rhs``, op one of >=, >, <=, < or ==."""

    lhs: Term
    op: str
    rhs: Term

    @property
    def gap(self) -> Term:
        """The difference of the sides that is claimed to be zero, non-negative or positive."""
        big, small = (self.rhs, self.lhs) if self.op in ("<=", "<") else (self.lhs, self.rhs)
        return ("+", big, ("*", -ONE, small))

    @property
    def strict(self) -> bool:
        """Whether the gap is claimed to be positive."""
        return self.op in (">", "<")

    def at(self, i: tuple[str, int]) -> Claim:
        """Say the same of another round than t."""
        return Claim(at(self.lhs, "t", i), self.op, at(self.rhs, "t", i))


class Hypothesis(NamedTuple):
    """A claim that facts rest on, and the rounds it is stated for.

    `rounds` is ("rounds",) for every round, (flag, 0) or (flag, 1) for those with that flag, and ()
    for a claim that is of no round, or that is supposed of the one round t.
    """

    label: str
    claim: Claim
    rounds: tuple[Any, ...] = ()

    @property
    def local(self) -> bool:
        """Whether it supposes something of the one round t."""
        return self.rounds == () and any(free_in(e, "t") for e in self.claim[::2])

    @property
    def case(self) -> tuple[Hypothesis, ...]:
        """What is supposed of round t where it is used."""
        return (flagged(*self.rounds),) if len(self.rounds) == 2 else ()


def flagged(name: str, value: int) -> Hypothesis:
    """Suppose that round t has this flag, 0 or 1."""
    return Hypothesis("", Claim(("flag", name, *NOW), "==", Fraction(value)))


def own(x: Any) -> Any:
    """Copy what comes in or goes out: nobody else holds a part of a fact, to change it later."""
    what = type(x)
    if what is str or what is int or what is Fact:
        return x
    if what is Fraction:
        n, d = x.numerator, x.denominator
        require(type(n) is type(d) is int and d > 0, "not exact")
        return Fraction(n, d)
    known = what is tuple or what is Claim or what is Hypothesis or what is Step
    require(known, "this is no part of a fact, and not made by a rule", x)
    return tuple.__new__(what, map(own, tuple.__iter__(x)))


def check(c: Claim) -> None:
    """Refuse what is not a claim."""
    require(type(c) is Claim and len(c) == 3 and type(c.op) is str, "this is no claim")
    kinds = {kind(c.lhs), kind(c.rhs)}
    known = ("==",) if kinds == {"vector"} else ("==", ">=", ">", "<=", "<")
    require(len(kinds) == 1 and c.op in known, f"no relation {c.op!r} between such things")


# Exact arithmetic: polynomials over the rationals in atoms, which are terms ----------------------

_COUNT = count()
_ATOMS: dict[int, Term] = {}
_NUMBER_OF: dict[Term, int] = {}
_IS_VECTOR: set[int] = set()


def atom(i: int) -> Term:
    """Give the atom with that number."""
    return own(_ATOMS[i])


def _poly(e: Term) -> Poly:
    if e not in _NUMBER_OF:  # nothing that fails or interrupts here gives two atoms one number
        what, i = kind(e, "s" if free_in(e, "s") else "t"), next(_COUNT)
        _IS_VECTOR.update({i} if what == "vector" else ())
        _ATOMS[i], _NUMBER_OF[e] = e, i
    return {(_NUMBER_OF[e],): 1}


def tree(p: Poly) -> Term:
    """Write a polynomial as a term, the same for equal polynomials."""
    rows = [(*[ONE * c] * (c != 1 or not m), *map(_ATOMS.get, m)) for m, c in sorted(p.items())]
    terms = [("*", *row) if len(row) > 1 else row[0] for row in rows]
    return own(terms[0] if len(terms) == 1 else ("+", *terms))


def add(p: Poly, q: Poly, weight: Fraction | int = 1) -> Poly:
    """Give ``p + weight * q``."""
    out = {**p, **{m: p.get(m, 0) + weight * c for m, c in q.items()}}
    return {m: c for m, c in out.items() if c}


def mul(p: Poly, q: Poly) -> Poly:
    """Give ``p * q``; a flag is its own square."""
    out: Poly = {}
    for m, c in p.items():
        for n, d in q.items():
            mn = tuple(sorted((*m, *(i for i in n if i not in m or _ATOMS[i][0] != "flag"))))
            out[mn] = out.get(mn, 0) + c * d
    return {m: c for m, c in out.items() if c}


def linear(p: Poly) -> dict[int, Poly]:
    """Write a vector as a linear combination of atoms: the coefficient of each, by its number."""
    out: dict[int, Poly] = {}
    for m, c in p.items():
        (v,) = (i for i in m if i in _IS_VECTOR)
        out.setdefault(v, {})[tuple(i for i in m if i != v)] = c
    return out


def normal(e: Term) -> Poly:
    """Write a term as a polynomial in its atoms: the one test of equality that every rule uses."""
    return {m: own(c) for m, c in _checked(own(e)).items()}


def _checked(e: Term) -> Poly:
    """Give the same of what nobody else holds, to be read only."""
    kind(e, "s" if free_in(e, "s") else "t")
    return _normal(e)


@lru_cache(maxsize=20000)
def _normal(e: Term) -> Poly:
    if type(e) is Fraction:
        return {(): e.numerator if e.denominator == 1 else e} if e else {}
    tag, *parts = e
    out: Poly = {}
    if tag == "+":
        out = reduce(add, map(_normal, parts), out)
    elif tag in ("*", "^"):
        out = reduce(mul, map(_normal, parts if tag == "*" else parts[:1] * parts[1]), UNIT)
    elif tag == "sum":
        out = _normal_sum(*parts)
    elif tag == "round":
        out = add(_poly(("round", parts[0], 0)) if parts[0] else {}, UNIT, parts[1])
    elif tag == "dot":
        left, right = (linear(_normal(v)) for v in parts)
        for v, w in ((v, w) for v in left for w in right):
            out = add(out, mul(mul(left[v], right[w]), _inner(min(v, w), max(v, w))))
    elif tag == "inv":
        out = _normal_inverse(_normal(parts[0]))
    elif tag == "root":
        out = _poly(("root", tree(_normal(parts[0]))))
    elif tag == "power":  # every power of 0 is 0, and of 1 is 1
        a, q = map(_normal, parts)
        out = a if a in ({}, UNIT) else _poly(("power", tree(a), tree(q)))
    else:
        out = {} if tag == "zero" else _poly(e)
    return out


def _normal_inverse(p: Poly) -> Poly:
    """1/a, where 1/0 = 0, so that 1/(a*b) = (1/a)*(1/b) and 1/(1/a) = a without a condition."""
    lead = _normal(ONE / p[min(p)]) if p else {}
    if len(p) > 1:
        return mul(lead, _poly(("inv", tree(mul(lead, p)))))
    factors = (_ATOMS[i] for m in p for i in m)
    inverses = (_normal(e[1]) if e[0] == "inv" else _poly(("inv", e)) for e in factors)
    return reduce(mul, inverses, lead)


def _normal_sum(body: Term, base: str, n: int) -> Poly:
    """Sum over 1 <= s < base+n: linear in the body, without the last summand of t+1 or s+1."""
    if base == "" and n <= 1:
        return {}
    if base in ("t", "s") and n > 0:
        last = _normal(at(body, "s", (base, n - 1)))
        return add(_normal_sum(body, base, n - 1), last)
    out: Poly = {}
    for m, c in _normal(body).items():
        inside = tuple(j for j in m if free_in(_ATOMS[j], "s"))
        outside = tuple(j for j in m if j not in inside)
        out = add(out, mul({outside: c}, _poly(("sum", tree({inside: 1}), base, n))))
    return out


def _inner(v: int, w: int) -> Poly:
    """Give the inner product of two vectors that are atoms, with all that is known of units."""
    (e, a), (f, b) = map(_summand, (v, w))
    x, y, i, j = _ATOMS[v], _ATOMS[w], _ATOMS[v][-2:], _ATOMS[w][-2:]
    if "unit" in (e[0], f[0]) and e[:2] != f[:2]:
        # of different families, or of one and of none; but a sum of sums may speak of any
        return {} if "sum" not in (e[0], f[0]) else _poly(("dot", x, y))
    if e[0] == x[0] == y[0] == "unit" and i == j:
        return UNIT
    if e == f == ("unit", e[1], "s", 0) and x[0] == y[0] == "sum" and i == j:
        return _normal_sum(tree(mul(a, b)), *i)  # <sum a_s e_s, sum b_s e_s>, both over s < i
    for unit, summand, c, n in ((x, f, b, j), (y, e, a, i)):
        alone = unit[0] == "unit" and unit[2:] == NOW and summand[2:] == ("s", 0)
        if alone and n in (NOW, END):
            return _normal(at(tree(c), "s", NOW)) if n == END else {}  # <e_t, sum c_s e_s>, s < n
    return _poly(("dot", x, y))


def _summand(v: int) -> tuple[Term, Poly]:
    """Give the vector in a sum that is an atom, and its coefficient; of no sum, itself."""
    e = _ATOMS[v]
    vectors = linear(_normal(e[1])) if e[0] == "sum" else {v: UNIT}
    return next((_ATOMS[i], c) for i, c in vectors.items())


# Facts -----------------------------------------------------------------------------------------


class Step(NamedTuple):
    """How a fact was made: the rule, and what it was given."""

    claim: Claim
    hypotheses: tuple[Hypothesis, ...]
    rule: str
    args: tuple[Any, ...]


class Fact:
    """A proved claim and the hypotheses it rests on, kept in a ledger that only rules write."""

    __slots__ = ("__weakref__",)

    def __new__(cls, *_: Any, **__: Any) -> Any:  # noqa: D102 - the message says it
        raise ProofError("a Fact is made only by a rule of the kernel")

    __init_subclass__ = __reduce_ex__ = __new__  # type: ignore[assignment]  # all three refuse

    step = property(lambda self: own(_made(self)), doc="How it was made, a `Step`.")
    claim = property(lambda self: own(_made(self).claim), doc="What was proved.")
    hypotheses = property(lambda self: own(_made(self).hypotheses), doc="What it rests on.")


_LEDGER: dict[int, tuple[weakref.ref[Fact], Step]] = {}


def _made(fact: Fact) -> Step:
    found = _LEDGER.get(id(fact))
    require(found is not None and found[0]() is fact, "this is no fact: it was not made by a rule")
    return found[1]  # type: ignore[index]  # `require` has seen that it is there


def _fact(rule: str, args: tuple[Any, ...], claim: Claim, given: Any) -> Fact:
    hypotheses = tuple(dict.fromkeys(given))
    for c in (claim, *(h.claim for h in hypotheses)):
        check(c)
    fact: Fact = object.__new__(Fact)
    i, forget = id(fact), _LEDGER.pop
    _LEDGER[i] = weakref.ref(fact, lambda _: forget(i)), Step(claim, hypotheses, rule, args)
    return fact


def _rests(facts: tuple[Fact, ...], *without: Hypothesis) -> list[Hypothesis]:
    require(type(facts) is tuple, "a tuple of facts needed")
    return [h for f in facts for h in _made(f).hypotheses if h not in without]


def _pairs(x: Any) -> Any:
    require(type(x) is tuple and all(type(e) is tuple and len(e) == 2 for e in x), "no pairs", x)
    return x


# Rules -----------------------------------------------------------------------------------------


def hypothesis(label: str, claim: Claim, rounds: tuple[Any, ...] = ()) -> Fact:
    """Take a claim for granted, at the rounds it is stated for; without a label it is supposed."""
    h = _stated(Hypothesis(*own((label, claim, rounds))))
    return _fact("hypothesis", tuple(h), h.claim, (h, *h.case))


def _stated(h: Hypothesis) -> Hypothesis:
    """Refuse what is no hypothesis."""
    require(type(h) is Hypothesis and len(h) == 3, "this is no hypothesis")
    check(h.claim)
    exact = type(h.label) is str and type(h.rounds) is tuple
    exact = exact and all(type(a) is type(b) for a, b in zip(h.rounds, ("tau", 1), strict=False))
    known = exact and (h.rounds in ((), ("rounds",)) or h.rounds[1:] in ((0,), (1,)))
    require(known and (h.label != "" or h.rounds == ()), "no such label, rounds")
    return h


def axiom(name: str) -> Fact:
    """Give one of the axioms, whose letters then stand for anything (`instance`)."""
    require(type(name) is str and name in AXIOMS, "no axiom", name)
    claim, *premises = (Hypothesis("", Claim(*c)) for c in AXIOMS[name])
    return _fact("axiom", (name,), claim.claim, premises)


def certificate(goal: Claim, terms: tuple[Any, ...]) -> Fact:
    """Accept a goal whose gap is identically a sum of products of gaps.

    A term ``(weight, facts)`` is the weight times the gap of each fact.  Where no equation is a
    factor, the weight is a rational number >= 0.  A vector as the weight of an equation of vectors
    stands for their inner product.
    """
    goal, terms = own((goal, terms))
    check(goal)
    rest, positive, used = _normal(goal.gap), False, []
    for weight, facts in _pairs(terms):
        used += _rests(facts)
        claims = [_made(f).claim for f in facts]
        gaps = tuple(c.gap for c in claims)
        if not any(c.op == "==" for c in claims):
            require(goal.op != "==", "an equation does not follow from inequalities")
            require(type(weight) is Fraction and weight >= 0, "the sign of a weight is not known")
            positive = positive or (weight > 0 and all(c.strict for c in claims))
        vectors = kind(weight) == "vector" and len(gaps) == 1 and kind(gaps[0]) == "vector"
        rest = add(rest, _checked(("dot" if vectors else "*", weight, *gaps)), -1)
    require(rest == {}, "this does not follow: left over", tree(rest))
    require(positive or not goal.strict, "this does not follow strictly: no strict term is used")
    return _fact("certificate", (goal, terms), goal, used)


def cases(first: Fact, second: Fact) -> Fact:
    """Prove a claim in two cases: a > b or a <= b, a flag is 1 or 0."""
    pairs = [(h, g) for h in _rests((first,)) for g in _rests((second,)) if opposite(h, g)]
    require(pairs != [], "the two cases do not rest on opposite assumptions")
    claim = _made(first).claim
    require(claim == _made(second).claim, "the two cases prove different claims")
    used = [*_rests((first,), pairs[0][0]), *_rests((second,), pairs[0][1])]
    return _fact("cases", (first, second), claim, used)


def opposite(h: Hypothesis, g: Hypothesis) -> bool:
    """Whether one of two assumptions holds in any case."""
    a, b = h.claim, g.claim
    flag = _tag(a.lhs) == "flag" and (a.lhs, a.op, b.op) == (b.lhs, "==", "==")
    order = "==" not in (a.op, b.op) and a.strict != b.strict
    signs = order and add(normal(a.gap), normal(b.gap)) == {}
    return ((flag and {a.rhs, b.rhs} == {ZERO, ONE}) or signs) and h.rounds == g.rounds == ()


def induct(claim: Claim, base: Fact, step: Fact, end: tuple[str, int] = END) -> Fact:
    """From claim(1), and claim(t) => claim(t+1) at every round t, to claim(t) or claim(T+1)."""
    claim, end = own((claim, end))
    check(claim)
    used = [*_rests((base,)), *_rests((step,), Hypothesis("", claim))]
    starts, steps = _made(base).claim == claim.at(("", 1)), _made(step).claim == claim.at(NEXT)
    require(starts, "the induction does not start with its claim at 1")
    require(steps, "the induction does not step to its claim at t+1")
    number = type(end) is tuple and kind(("round", *end)) == "number"
    require(number and end in (NOW, NEXT, LAST, END), "an induction ends at t or T+1")
    require(not any(h.local for h in used), "the induction needs at every round what is supposed")
    return _fact("induct", (claim, base, step, end), claim.at(end), used)


def image(e: Term, table: dict[Any, Term]) -> Term:
    """Put terms for named numbers, vectors and runs, by a table of keys as in `instance`."""
    if type(e) is tuple and e[:2] in table:
        return at(table[e[:2]], "t", e[2:]) if e[0] in INDEXED else table[e[:2]]
    return tuple(image(a, table) for a in e) if type(e) is tuple else e


def instance(fact: Fact, new: tuple[tuple[Any, Term], ...]) -> Fact:
    """Put other numbers and vectors for named ones, in a fact and in all that it rests on.

    `new` has pairs of a key, ("var", name) or the like, and a term; for what goes with the rounds
    the term is the one at round t.  For a flag only another flag is put.
    """
    new, table = own(new), {}
    rests, claim = _rests((fact,)), _made(fact).claim
    for key, value in _pairs(new):
        named = type(key) is tuple and len(key) == 2 and type(key[0]) is type(key[1]) is str
        require(named and key[0] in ("var", "vec", "seq", "state", "flag"), "no name", key)
        varies = key[0] in INDEXED
        require(kind((*key, *NOW) if varies else key) == kind(value), "another kind", value)
        fixed = not free_in(value, "t") or not any(h.rounds for h in rests)
        require(varies or fixed, f"{key[1]} cannot depend on the round")
        flag = _tag(value) == "flag" and value[2:] == NOW
        require(flag or key[0] != "flag", "only a flag is put for a flag")
        require(not _units(value) & _units((claim, *rests)), "the fact speaks of that family")
        table[key] = value
    out = []
    for h in rests:
        flags = [table.get(("flag", a), ("flag", a))[1] for a in h.rounds[:-1]]
        new_h = Hypothesis(h.label, Claim(*image(tuple(h.claim), table)), (*flags, *h.rounds[-1:]))
        out.append(new_h._replace(label=h.label + "'") if h.label and new_h != h else new_h)
    return _fact("instance", (fact, new), Claim(*image(tuple(claim), table)), out)


def _units(e: Any) -> set[str]:
    inside = set().union(*map(_units, e)) if isinstance(e, tuple) else set()
    return inside | {e[1]} if _tag(e) == "unit" else inside


def discharge(fact: Fact, assumed: Hypothesis, proof: Fact) -> Fact:
    """Replace a hypothesis by a proof of it, at every round that it is stated for."""
    h = _stated(own(assumed))
    require(h in _rests((fact,)), "the fact does not rest on this", h)
    rests = _rests((proof,), *h.case)
    require(_made(proof).claim == h.claim, f"this is not what {h.label or 'it'} says")
    require(h.rounds == () or not any(g.local for g in rests), "proved in a special case only")
    return _fact("discharge", (fact, h, proof), _made(fact).claim, [*_rests((fact,), h), *rests])
