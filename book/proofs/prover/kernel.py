"""The trusted kernel: what can be said, exact arithmetic, and the rules that make a fact.

All that must be right for a fact of this book to be true is in this file and in the table of
`prover.axioms`; everything else in ``prover`` only looks for proofs and shows them.

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
space; each family of units is orthonormal, and orthogonal to every vector written without it.
A `Fact` says that its claim holds at every round t at which its hypotheses do.  Every function is
total, so no rule has to look for divisors that may be zero: instead, that ``a * (1/a)`` is 1 has to
be proved, from ``a > 0``.

**Why nothing that is given to a rule can fool it.**  A rule first copies what it is given (`own`)
into plain tuples, strings and whole numbers, which Python lets nobody change: a fraction becomes
``("/", n, d)``, a claim ``("|-", lhs, op, rhs)``, a hypothesis ``("&", label, claim, rounds)``.  It
copies only objects whose type is exactly `str`, `int`, `Fraction`, `tuple` or a class of this file;
of any other object it asks nothing but the type.  The rule then checks the copy and uses the copy.
Only a fact is not copied: it is looked up in the ledger by its identity (`_made`), and is asked
nothing, either.  So between the check and the use no method runs but those of these types.

Whatever a call leaves behind (the ledger, the atoms, the normal forms that are kept) holds such
unchangeable values alone.  So do all local names in the functions of this file, except for the
arguments of a rule, which are not looked at again once they are copied.  Comprehensions are not
used, since Python keeps the iterator of one under a hidden local name.  So nothing whose change
would matter is in the traceback of a refusal, or in the frames that another thread, a handler of
signals or the collection of garbage finds.

**Who is not kept out.**  Python has no walls inside a process.  Whoever replaces the names of this
module or writes into its private tables, changes the standard library, moves a running function to
another line (`sys.settrace`), writes to its local names (`f_locals`, from Python 3.13 on), or
takes objects from the interpreter (`gc`, `ctypes`) can make a `Fact` of anything.
"""

from __future__ import annotations

import weakref
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import chain, count, filterfalse, groupby, product, repeat, starmap
from math import gcd, lcm
from operator import itemgetter
from typing import Any, NamedTuple

from prover.axioms import AXIOMS

Term = Any  # a nested tuple, as above; `kind` says whether it is one
# What is given out: monomial, as sorted numbers of atoms -> coefficient; a whole one is an int
Poly = dict[tuple[int, ...], Fraction | int]

ZERO, ONE = Fraction(0), Fraction(1)
NOW, NEXT, LAST, END = ("t", 0), ("t", 1), ("T", 0), ("T", 1)
INDEXED = frozenset({"seq", "flag", "round", "state", "unit", "sum"})  # these end in a round


class ProofError(ValueError):
    """A step that the kernel does not accept; the message says why."""


def require(condition: bool, message: str, about: Any = None) -> None:
    """Refuse a step unless the condition is met."""
    if condition is not True:
        raise ProofError(message if about is None else f"{message}: {out(about)!r}")


# What can be said ------------------------------------------------------------------------------

_VECTORS, _TAKEN = ("zero", "vec", "state", "unit"), frozenset("tTsk")  # these are no names
_SHAPES = {
    **dict.fromkeys(("var", "vec"), "name"),
    **dict.fromkeys(("seq", "flag", "state", "unit"), "name base offset"),
    **{"zero": "", "round": "base offset", "sum": "body base offset", "inv": "number"},
    **{"root": "number", "dot": "vector vector", "^": "number exponent", "power": "number number"},
}


def kind(e: Term, free: str = "t") -> str:
    """Check that e is a term with `free` and T the only free rounds; say if number or vector."""
    return _kind(own(e), own(free))


@lru_cache(maxsize=20000)
def _kind(e: Term, free: str = "t") -> str:
    tag = _tag(e)
    if tag == "/":
        return "number"
    require(tag is not None, "this is no term", e)
    parts = e[1:]
    if tag in ("+", "*"):
        vectors = tuple(map(_kind, parts, repeat(free))).count("vector")
        fits = vectors <= 1 if tag == "*" else vectors in (0, len(parts))
    else:
        shape = tuple(_SHAPES.get(tag, "none").split())
        fits = len(parts) == len(shape) and all(map(_fits, parts, shape, repeat(free)))
        vectors = fits and (_kind(e[1], "s") == "vector" if tag == "sum" else tag in _VECTORS)
    require(fits, "this is no term here", e)
    return "vector" if vectors else "number"


def _fits(a: Any, what: str, free: str) -> bool:
    if what == "name":
        return type(a) is str and a.isascii() and a.isidentifier() and a not in _TAKEN
    if what == "base":
        return type(a) is str and a in ("", "T", free)
    if what in ("offset", "exponent"):  # bounded, so that nothing overflows the stack
        return type(a) is int and (-64 if what == "offset" else 0) <= a <= 64
    return what in ("body", _kind(a, "s" if what == "body" else free))


def _tag(e: Any) -> Any:
    return e[0] if type(e) is tuple and e and type(e[0]) is str else None


def free_in(e: Term, base: str) -> bool:
    """Whether the round `base`, "t" or "s", occurs free; a sum binds s, and its body has no t."""
    mine = _tag(e) in INDEXED and e[-2] == base
    return mine or (_tag(e) not in (None, "sum") and any(map(free_in, e[1:], repeat(base))))


def at(e: Term, base: str, i: tuple[str, int]) -> Term:
    """Substitute the round i for the free round `base`, "t" or "s"."""
    if _tag(e) in INDEXED and e[-2] == base:
        e = (*e[:-2], i[0], i[1] + e[-1])
    return e if _tag(e) in (None, "sum") else tuple(map(at, e, repeat(base), repeat(i)))


class Claim(NamedTuple):
    """What a fact says: ``lhs op rhs``, op one of >=, >, <=, < or ==."""

    lhs: Term
    op: str
    rhs: Term

    @property
    def gap(self) -> Term:
        """The difference of the sides that is claimed to be zero, non-negative or positive."""
        big, small = (self.rhs, self.lhs) if self.op in ("<=", "<") else (self.lhs, self.rhs)
        return ("+", big, ("*", Fraction(-1), small))

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
    for a claim that mentions no round t, or that is supposed at the one round t.
    """

    label: str
    claim: Claim
    rounds: tuple[Any, ...] = ()

    @property
    def local(self) -> bool:
        """Whether it supposes something of the one round t."""
        return self.rounds == () and any(map(free_in, self.claim, repeat("t")))

    @property
    def case(self) -> tuple[Hypothesis, ...]:
        """The assumptions about round t under which the hypothesis can be used."""
        return tuple(map(out, _case(own(self.rounds))))


def own(x: Any) -> Any:
    """Copy what a rule is given into unchangeable values; refuse what a fact cannot contain."""
    what = type(x)
    if what is str or what is int or what is Fact:
        return x
    if what is Fraction:
        n, d = x.numerator, x.denominator
        require(type(n) is type(d) is int and d > 0, "not exact")
        return _ratio(n, d)
    known = what is tuple or what is Claim or what is Hypothesis
    require(known, "this is no part of a fact, and not made by a rule", x)
    copy = tuple(map(own, tuple.__iter__(x)))
    require(_tag(copy) not in ("/", "|-", "&"), "this is a word of the kernel alone")
    return copy if what is tuple else ("|-" if what is Claim else "&", *copy)


def out(x: Any) -> Any:
    """Copy what goes out, into fractions, claims and hypotheses."""
    if type(x) is not tuple:
        return x
    if x[:1] == ("/",):
        return Fraction(x[1], x[2])
    made = Claim if x[:1] == ("|-",) else Hypothesis if x[:1] == ("&",) else None
    return made(*map(out, x[1:])) if made else tuple(map(out, x))


def _ratio(n: int, d: int) -> Term:
    g = gcd(n, d) if d > 0 else -gcd(n, d)
    return "/", n // g, d // g


def _strict(c: Term) -> bool:
    return c[2] in (">", "<")


def _gap(c: Term) -> Term:
    big, small = (c[3], c[1]) if c[2] in ("<=", "<") else (c[1], c[3])
    return ("+", big, ("*", ("/", -1, 1), small))


def _local(h: Term) -> bool:
    return h[3] == () and free_in(h[2], "t")


def _case(rounds: Any) -> tuple[Term, ...]:
    flag = ("flag", rounds[0], *NOW) if len(rounds) == 2 else None
    return (("&", "", ("|-", flag, "==", ("/", rounds[1], 1)), ()),) if flag else ()


def check(c: Term) -> None:
    """Refuse what is not a claim."""
    c = own(c) if type(c) is Claim else c
    require(_tag(c) == "|-" and len(c) == 4 and type(c[2]) is str, "this is no claim")
    kinds = _kind(c[1]), _kind(c[3])
    known = ("==",) if kinds[0] == "vector" else ("==", ">=", ">", "<=", "<")
    require(kinds[0] == kinds[1] and c[2] in known, f"no relation {c[2]!r} between such things")


# Exact arithmetic: polynomials over the rationals in atoms, which are terms ----------------------
# A polynomial has, in order, a monomial, numerator and denominator for each term.

_FIRST, _SECOND, _THIRD = map(itemgetter, range(3))
_UNIT = (((), 1, 1),)
_COUNT = count()
_ATOMS: dict[int, Term] = {}
_NUMBER_OF: dict[Term, int] = {}
_IS_VECTOR: set[int] = set()


def atom(i: int) -> Term:
    """Give atom number i: a term that polynomials treat as one letter."""
    return out(_ATOMS[i])


def _poly(e: Term) -> Any:
    if e not in _NUMBER_OF:  # nothing that fails or interrupts here gives two atoms one number
        what, i = _kind(e, "s" if free_in(e, "s") else "t"), next(_COUNT)
        _IS_VECTOR.update((i,) if what == "vector" else ())
        _ATOMS[i], _NUMBER_OF[e] = e, i
    return _alone((_NUMBER_OF[e],))


def _tree(p: Any) -> Term:
    """Write a polynomial as a term, the same for equal polynomials."""
    rows = tuple(map(_row, p))
    return rows[0] if len(rows) == 1 else ("+", *rows)


def _row(e: Any) -> Term:
    row = (*(() if e[0] and e[1] == e[2] else (("/", *e[1:]),)), *map(_ATOMS.get, e[0]))
    return ("*", *row) if len(row) > 1 else row[0]


def _alone(m: tuple[int, ...], n: int = 1, d: int = 1) -> Any:
    return ((m, n, d),)


def _groups(rows: Any) -> Any:
    """Put together what begins with the same."""
    return tuple(map(tuple, map(_SECOND, groupby(sorted(rows), _FIRST))))


def _sum(group: Any) -> Any:
    """Add up multiples of one monomial."""
    over = lcm(*map(_THIRD, group))
    return group[0][0], *_ratio(sum(map(lambda e: e[1] * (over // e[2]), group)), over)[1:]


def _add(*polys: Any) -> Any:
    groups = _groups(tuple(chain.from_iterable(polys)))
    return tuple(filter(_SECOND, map(_sum, groups)))


def _mul(p: Any, q: Any) -> Any:
    """Give ``p * q``; a flag is its own square."""
    return _add(tuple(starmap(_product, product(p, q))))


def _product(e: Any, f: Any) -> Any:
    m, n = e[0], f[0]
    n = tuple(filterfalse(lambda i: i in m and _ATOMS[i][0] == "flag", n)) if m else n
    return tuple(sorted((*m, *n))) if m and n else m or n, e[1] * f[1], e[2] * f[2]


def _linear(p: Any) -> Any:
    """Write a vector as a linear combination of atoms: pairs of one, by its number, and a poly."""
    return tuple(map(lambda g: (g[0][0], tuple(map(_SECOND, g))), _groups(tuple(map(_split, p)))))


def _split(e: Any) -> Any:
    v = next(filter(_IS_VECTOR.__contains__, e[0]))
    return v, (tuple(filter(v.__ne__, e[0])), *e[1:])


def normal(e: Term) -> Poly:
    """Write a term as a polynomial in its atoms: the one test of equality that every rule uses."""
    p = _checked(own(e))
    return dict(map(lambda e: (e[0], e[1] if e[2] == 1 else Fraction(e[1], e[2])), p))


@lru_cache(maxsize=20000)
def _checked(e: Term) -> Any:
    _kind(e, "s" if free_in(e, "s") else "t")
    return _normal(e)


@lru_cache(maxsize=20000)
def _normal(e: Term) -> Any:
    tag, parts = e[0], e[1:]
    if tag == "/":
        return _alone((), *parts) if parts[0] else ()
    if tag == "+":
        return _add(*map(_normal, parts))
    if tag in ("*", "^"):
        return reduce(_mul, map(_normal, parts if tag == "*" else parts[:1] * parts[1]), _UNIT)
    if tag == "sum":
        return _normal_sum(*parts)
    if tag == "round":
        return _add(_poly((tag, parts[0], 0)) if parts[0] else (), _normal(("/", parts[1], 1)))
    if tag == "dot":
        return _add(*starmap(_dot, product(*map(_linear, map(_normal, parts)))))
    if tag == "inv":
        return _normal_inverse(_normal(parts[0]))
    if tag in ("root", "power"):  # every power of 0 is 0, and of 1 is 1
        of = tuple(map(_normal, parts))
        return of[0] if of[1:] and of[0] in ((), _UNIT) else _poly((tag, *map(_tree, of)))
    return () if tag == "zero" else _poly(e)


def _normal_inverse(p: Any) -> Any:
    """1/a, where 1/0 = 0, so that 1/(a*b) = (1/a)*(1/b) and 1/(1/a) = a without a condition."""
    lead = _alone((), *_ratio(p[0][2], p[0][1])[1:]) if p else ()
    if len(p) > 1:
        return _mul(lead, _poly(("inv", _tree(_mul(lead, p)))))
    return reduce(_mul, map(_inverse, p[0][0]), lead) if p else ()


def _inverse(i: int) -> Any:
    e = _ATOMS[i]
    return _normal(e[1]) if e[0] == "inv" else _poly(("inv", e))


def _normal_sum(body: Term, base: str, n: int) -> Any:
    """Sum over 1 <= s < base+n: linear in the body, without the last summand of t+1 or s+1."""
    if base == "" and n <= 1:
        return ()
    if base in ("t", "s") and n > 0:
        last = _normal(at(body, "s", (base, n - 1)))
        return _add(_normal_sum(body, base, n - 1), last)
    return _add(*map(_outside, _normal(body), repeat((base, n))))


def _outside(term: Any, end: Any) -> Any:
    """Sum over one term, without what does not depend on s."""
    inside = tuple(filter(lambda j: free_in(_ATOMS[j], "s"), term[0]))
    outside = tuple(filterfalse(inside.__contains__, term[0]))
    return _mul(((outside, *term[1:]),), _poly(("sum", _tree(_alone(inside)), *end)))


def _dot(left: Any, right: Any) -> Any:
    (v, a), (w, b) = left, right
    return _mul(_mul(a, b), _inner(min(v, w), max(v, w)))


def _inner(v: int, w: int) -> Any:
    """Give the inner product of two vectors that are atoms, with all that is known of units."""
    (e, a), (f, b), x, y = _summand(v), _summand(w), _ATOMS[v], _ATOMS[w]
    i, j = x[-2:], y[-2:]
    if "unit" in (e[0], f[0]) and e[:2] != f[:2]:
        # of different families, or of one and of none; but a sum of sums may speak of any
        return () if "sum" not in (e[0], f[0]) else _poly(("dot", x, y))
    if e[0] == x[0] == y[0] == "unit" and i == j:
        return _UNIT
    if e == f == ("unit", e[1], "s", 0) and x[0] == y[0] == "sum" and i == j:
        return _normal_sum(_tree(_mul(a, b)), *i)  # <sum a_s e_s, sum b_s e_s>, both over s < i
    for unit, summand, c, n in ((x, f, b, j), (y, e, a, i)):
        alone = unit[0] == "unit" and unit[2:] == NOW and summand[2:] == ("s", 0)
        if alone and n in (NOW, END):
            # <e_t, sum c_s e_s>, s < n
            return _normal(at(_tree(c), "s", NOW)) if n == END else ()
    return _poly(("dot", x, y))


def _summand(v: int) -> tuple[Term, Any]:
    """Give the vector in a sum that is an atom, and its coefficient; of no sum, itself."""
    e = _ATOMS[v]
    i, c = _linear(_normal(e[1]))[0] if e[0] == "sum" else (v, _UNIT)
    return _ATOMS[i], c


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

    step = property(lambda self: Step(*map(out, _made(self))), doc="How it was made, a `Step`.")
    claim = property(lambda self: out(_made(self)[0]), doc="What was proved.")
    hypotheses = property(lambda self: out(_made(self)[1]), doc="What it rests on.")


_LEDGER: dict[int, tuple[weakref.ref[Fact], Any]] = {}  # claim, hypotheses, rule, arguments of each


def _made(fact: Fact) -> Any:
    found = _LEDGER.get(id(fact))
    require(found is not None and found[0]() is fact, "this is no fact: it was not made by a rule")
    return found[1]  # type: ignore[index]  # `require` has seen that it is there


def _fact(rule: str, args: tuple[Any, ...], claim: Term, given: tuple[Term, ...]) -> Fact:
    hypotheses = tuple(dict.fromkeys(given))
    for c in (claim, *map(_THIRD, hypotheses)):
        check(c)
    fact: Fact = object.__new__(Fact)
    i, forget = id(fact), _LEDGER.pop
    _LEDGER[i] = weakref.ref(fact, lambda _: forget(i)), (claim, hypotheses, rule, args)
    return fact


def _rests(facts: tuple[Fact, ...], *without: Term) -> tuple[Term, ...]:
    require(type(facts) is tuple, "a tuple of facts needed")
    rests = tuple(chain.from_iterable(map(_SECOND, map(_made, facts))))
    return tuple(filterfalse(without.__contains__, rests))


def _pairs(x: Any) -> Any:
    pairs = type(x) is tuple and all(map(lambda e: type(e) is tuple and len(e) == 2, x))
    require(pairs, "no pairs", x)
    return x


# Rules -----------------------------------------------------------------------------------------


def hypothesis(label: str, claim: Claim, rounds: tuple[Any, ...] = ()) -> Fact:
    """Assume a claim at its rounds; without a label, suppose it for a part of a proof."""
    h = _stated(own(Hypothesis(label, claim, rounds)))
    return _fact("hypothesis", h[1:], h[2], (h, *_case(h[3])))


def _stated(h: Term) -> Term:
    """Refuse what is no hypothesis."""
    require(_tag(h) == "&" and len(h) == 4, "this is no hypothesis")
    check(h[2])
    match h[1], h[3]:
        case str(), ():
            return h
        case str(label), ("rounds",) | (str(), 0 | 1) if label:
            return h
    raise ProofError("no such label, rounds")


def axiom(name: str) -> Fact:
    """Give one of the axioms, whose letters then stand for anything (`instance`)."""
    require(type(name) is str and name in dict(_AXIOMS), "no axiom", name)
    claims = dict(_AXIOMS)[name]
    premises = tuple(map(lambda c: ("&", "", c, ()), claims[1:]))
    return _fact("axiom", (name,), claims[0], premises)


_AXIOMS = own(tuple(map(lambda name: (name, tuple(starmap(Claim, AXIOMS[name]))), AXIOMS)))


def certificate(goal: Claim, terms: tuple[Any, ...]) -> Fact:
    """Accept a goal whose gap (`Claim.gap`) is identically a sum of products of gaps.

    A term ``(weight, facts)`` is the weight times the gap of each fact.  Where no equation is a
    factor, the weight is a rational number >= 0.  A vector as the weight of an equation of vectors
    stands for its inner product with the gap of the equation.
    """
    goal, terms = own(goal), own(terms)
    check(goal)
    rest, positive, used = _normal(_gap(goal)), False, ()
    for weight, facts in _pairs(terms):
        used = (*used, *_rests(facts))
        claims = tuple(map(_FIRST, map(_made, facts)))
        gaps = tuple(map(_gap, claims))
        if "==" not in map(_THIRD, claims):
            require(goal[2] != "==", "an equation does not follow from inequalities")
            require(_tag(weight) == "/" and weight[1] >= 0, "the sign of a weight is not known")
            positive = positive or (weight[1] > 0 and all(map(_strict, claims)))
        vectors = _kind(weight) == "vector" and len(gaps) == 1 and _kind(gaps[0]) == "vector"
        term = ("dot" if vectors else "*", weight, *gaps)
        rest = _add(rest, _checked(("*", ("/", -1, 1), term)))
    require(rest == (), "this does not follow: left over", _tree(rest))
    require(positive or not _strict(goal), "this does not follow strictly: no strict term is used")
    return _fact("certificate", (goal, terms), goal, used)


def cases(first: Fact, second: Fact) -> Fact:
    """Prove a claim from two cases: a > b and a <= b, or a flag is 1 and it is 0."""
    pairs = tuple(filter(lambda p: _opposite(*p), product(_rests((first,)), _rests((second,)))))
    require(pairs != (), "the two cases do not rest on opposite assumptions")
    claim = _made(first)[0]
    require(claim == _made(second)[0], "the two cases prove different claims")
    used = (*_rests((first,), pairs[0][0]), *_rests((second,), pairs[0][1]))
    return _fact("cases", (first, second), claim, used)


def _opposite(h: Term, g: Term) -> bool:
    (_, lhs, op, rhs), (_, left, other, right) = h[2], g[2]
    flag = _tag(lhs) == "flag" and (lhs, op, other) == (left, "==", "==")
    order = "==" not in (op, other) and _strict(h[2]) != _strict(g[2])
    signs = order and _add(_normal(_gap(h[2])), _normal(_gap(g[2]))) == ()
    return ((flag and {rhs, right} == {_ratio(0, 1), _ratio(1, 1)}) or signs) and h[3] == g[3] == ()


def induct(claim: Claim, base: Fact, step: Fact, end: tuple[str, int] = END) -> Fact:
    """Prove a claim at t, t+1, T or T+1 from claim(1) and claim(t) => claim(t+1) at every t."""
    claim, end = own(claim), own(end)
    check(claim)
    used = (*_rests((base,)), *_rests((step,), ("&", "", claim, ())))
    starts = _made(base)[0] == at(claim, "t", ("", 1))
    require(starts, "the induction does not start with its claim at 1")
    steps = _made(step)[0] == at(claim, "t", NEXT)
    require(steps, "the induction does not step to its claim at t+1")
    number = type(end) is tuple and _kind(("round", *end)) == "number"
    require(number and end in (NOW, NEXT, LAST, END), "an induction ends at t, t+1, T or T+1")
    require(not any(map(_local, used)), "the induction needs at every round what is supposed")
    return _fact("induct", (claim, base, step, end), at(claim, "t", end), used)


def image(e: Term, table: Any) -> Term:
    """Substitute terms for named numbers, vectors and runs, by a table of keys as in `instance`."""
    if type(e) is not tuple:
        return e
    found = dict(table).get(e[:2])
    if found is None:
        return tuple(map(image, e, repeat(table)))
    return at(found, "t", e[2:]) if e[0] in INDEXED else found


def instance(fact: Fact, new: tuple[tuple[Any, Term], ...]) -> Fact:
    """Substitute numbers and vectors for named ones, in a fact and in all that it rests on.

    `new` has pairs of a key, ("var", name) or the like, and a term; for a name that varies with the
    round, the term is its value at round t.  Only a flag can be substituted for a flag.
    """
    new, rests, claim = own(new), _rests((fact,)), _made(fact)[0]
    for key, value in _pairs(new):
        named = type(key) is tuple and len(key) == 2 and type(key[0]) is type(key[1]) is str
        require(named and key[0] in ("var", "vec", "seq", "state", "flag"), "no name", key)
        varies = key[0] in INDEXED
        require(_kind((*key, *NOW) if varies else key) == _kind(value), "another kind", value)
        fixed = not free_in(value, "t") or not any(map(itemgetter(3), rests))
        require(varies or fixed, f"{key[1]} cannot depend on the round")
        flag = _tag(value) == "flag" and value[2:] == NOW
        require(flag or key[0] != "flag", "only a flag is put for a flag")
        require(not _units(value) & _units((claim, *rests)), "the fact speaks of that family")
    given = tuple(map(_renamed, rests, repeat(new)))
    return _fact("instance", (fact, new), image(claim, new), given)


def _renamed(h: Term, new: Any) -> Term:
    _, label, claim, rounds = h
    flags = tuple(map(lambda a: image(("flag", a, *NOW), new)[1], rounds[:-1]))
    said = image(claim, new), (*flags, *rounds[-1:])
    return ("&", label + "'" if label and said != h[2:] else label, *said)


def _units(e: Any) -> frozenset[str]:
    inside = frozenset(chain.from_iterable(map(_units, e if type(e) is tuple else ())))
    return inside | {e[1]} if _tag(e) == "unit" else inside


def discharge(fact: Fact, assumed: Hypothesis, proof: Fact) -> Fact:
    """Replace a hypothesis by a proof of it, at every round that it is stated for."""
    h = _stated(own(assumed))
    require(h in _rests((fact,)), "the fact does not rest on this", h)
    rests = _rests((proof,), *_case(h[3]))
    require(_made(proof)[0] == h[2], f"this is not what {h[1] or 'it'} says")
    require(h[3] == () or not any(map(_local, rests)), "proved in a special case only")
    return _fact("discharge", (fact, h, proof), _made(fact)[0], (*_rests((fact,), h), *rests))
