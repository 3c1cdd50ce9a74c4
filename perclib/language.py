"""The language of the proof kernel: what can be said, and when an expression is zero.

Numbers and vectors are known only by name, vectors only through their inner products, so what is
proved of them holds in every dimension. All of this module but the names at its end is trusted:
together with the rules of `perclib.proof` it is all that must be right for a Fact to be true.

>>> gamma, y = scalars("gamma"), sequences("y")
>>> claim(y[t] * gamma >= 1).gap
gamma*y[t] - 1
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import sympy
from sympy import QQ, Add, Expr, Integer, Mul, Pow, Rational, Symbol, default_sort_key
from sympy.core.relational import Relational
from sympy.core.symbol import Str
from sympy.polys.fields import FracField
from sympy.polys.orderings import lex

from perclib._display import atom_precedence, show, show_atom


class ProofError(ValueError):
    """A step that the kernel does not accept; the message says why."""


def _require(condition: Any, message: str) -> None:
    if not condition:
        raise ProofError(message)


# ================================ TRUSTED: the language =======================================
# What can be said: numbers and vectors known only by name, sums over rounds, claims; and the exact
# arithmetic that decides whether an expression is zero. This part and the rules of perclib.proof,
# about 160 lines of code each, are all that must be right for a Fact to be true. They rely on sympy
# for four things:
# comparing expressions, replacing parts of them, collecting terms, and its field of rational
# functions over the rationals.

t, T = Symbol("t"), Symbol("T")  # any round, 1 <= t <= T, and the number of rounds
_S = sympy.Dummy("s", dummy_index=1)  # the bound index of every sum


class _Atom(Expr):  # type: ignore[misc]  # sympy is untyped
    is_commutative, __iter__, rank = True, None, 0

    def __new__(cls, *args: Any) -> Any:
        return Expr.__new__(cls, *args)

    @classmethod
    def class_key(cls) -> tuple[int, int, str]:  # the order of factors
        return 5, cls.rank, cls.__name__


class _Seq(_Atom):
    rank = 1  # a number y[t]: (name, index)


class _Root(_Atom):
    rank = 3  # the square root of max(v, 0): (v,)


class _Power(_Atom):
    rank = 3  # max(a, 0) to the power max(q, 1): (a, q)

    def __new__(cls, a: Any, q: Any) -> Any:
        if _is_vector(a) or _is_vector(q):
            raise ProofError(f"no power of {show(a)} with the exponent {show(q)}: not both numbers")
        return a if a in (0, 1) else Expr.__new__(cls, a, q)


class _Vec(_Atom):
    rank = 5  # a vector u or x[t]: (name,) or (name, index)


class _Unit(_Atom):
    rank = 6  # a vector e[t] of an orthonormal family: (name, index)


class _Sum(_Atom):
    rank = 2  # the sum of f(s) over 1 <= s < n: (f, n); if S is a sum, S[n] is its part before n

    def __new__(cls, f: Any, n: Any) -> Any:
        if f.has(_Sum, t) or _divisors(f) or (_is_vector(f) and _family(*_linear(f)) is None):
            raise ProofError(f"no sum over rounds of {show(f)}")
        return Expr.__new__(cls, f, n)

    def __getitem__(self, n: Any) -> Any:
        return _Sum(self.args[0], sympy.sympify(n))


class _Gram(_Atom):
    rank = 4  # the inner product of two named vectors, evaluated on orthonormal families

    def __new__(cls, a: Any, b: Any) -> Any:
        a, b = sorted((a, b), key=lambda v: (isinstance(v, _Sum), default_sort_key(v)))
        value = _orthonormal(a, b) if _family(a) == _family(b) else Integer(0)
        return Expr.__new__(cls, a, b) if value is None else value


def _family(v: Any) -> Any:
    (body,) = _linear(v.args[0]) if isinstance(v, _Sum) else (v,)
    return body.args[0] if isinstance(body, _Unit) else None


def _orthonormal(a: Any, b: Any) -> Any:
    """Give <e_i,e_j>, <e_i,sum c_s e_s>, <sum d_s e_s,sum c_s e_s>; None if it is not known."""
    if isinstance(b, _Unit):
        gap = a.args[1] - b.args[1]
        return Integer(gap == 0) if isinstance(gap, Rational) else None
    if not isinstance(b, _Sum):
        return None
    ((e, c),), n = _linear(b.args[0]).items(), b.args[1]
    if e.args[1] != _S:
        return None  # indexed by something else than the trial
    if isinstance(a, _Sum):
        d = _linear(a.args[0]).get(e)
        return _Sum(c * d, n) if d is not None and a.args[1] == n else None
    i, ahead = a.args[1], n - a.args[1]
    if i == t and (n == T + 1 or (isinstance(ahead, Integer) and ahead >= 1)):
        return c.xreplace({_S: i})
    return Integer(0) if isinstance(ahead, Integer) and ahead <= 0 else None


def _is_vector(e: Any) -> bool:
    if isinstance(e, Add | Mul | Pow):
        vectors = sum(map(_is_vector, e.args))
        if vectors not in (0, len(e.args) if isinstance(e, Add) else isinstance(e, Mul)):
            raise ProofError(f"{show(e)} mixes numbers and vectors")
        return vectors > 0
    return isinstance(e, _Vec | _Unit) or (isinstance(e, _Sum) and _is_vector(e.args[0]))


def _linear(v: Any) -> dict[Any, Any]:
    """Write a vector as a linear combination of named vectors."""
    if not isinstance(v, Add | Mul):
        return {} if v == 0 else {v: Integer(1)}
    out: dict[Any, Any] = {}
    for term in Add.make_args(v):
        (vector,) = (a for a in Mul.make_args(term) if _is_vector(a))
        for b, d in _linear(vector).items():
            out[b] = out.get(b, 0) + d * Mul(*(a for a in Mul.make_args(term) if a != vector))
    return out


def _gram(a: Any, b: Any) -> Any:
    if not all(v == 0 or _is_vector(v) for v in (a, b)):
        raise ProofError(f"no inner product of {show(a)} and {show(b)}: not both are vectors")
    return Add(*(c * d * _Gram(p, q) for p, c in _linear(a).items() for q, d in _linear(b).items()))


def _walk(e: Any, divisors: list[Any]) -> Any:
    """Check that e is made of +, *, integer powers, rationals and atoms; unfold partial sums."""
    if isinstance(e, Add | Mul):
        return e.func(*(_walk(a, divisors) for a in e.args))
    if isinstance(e, Pow) and isinstance(e.exp, Integer):
        divisors.extend([e.base] if e.exp < 0 else [])
        return Pow(_walk(e.base, divisors), e.exp)
    if isinstance(e, _Sum) and e.args[1] in (1, t + 1):  # the definition of a sum over 1 <= s < n
        return Integer(0) if e.args[1] == 1 else e[t] + e.args[0].xreplace({_S: t})
    if isinstance(e, _Root | _Power):
        for a in e.args:
            _walk(a, divisors)
    if isinstance(e, Rational | _Atom) or e == _S or (type(e) is Symbol and e == Symbol(e.name)):
        return e  # a Symbol with assumptions is another symbol, and is refused
    raise ProofError(f"{e} ({type(e).__name__}) is not a number that this kernel knows")


def _divisors(*exprs: Any) -> list[Any]:
    out: list[Any] = []
    for e in exprs:
        _walk(e, out)
    return out


def _fractions(*exprs: Any, key: Any = default_sort_key) -> list[Any]:
    """Write expressions as quotients of polynomials in their atoms over the rationals, exactly."""
    flat = [_walk(e, []) for e in exprs]
    atoms = sorted({a for e in flat for a in _leaves(e)}, key=key) or [_S]
    exact = FracField(atoms, QQ, lex)
    return [exact(exact.ring.from_expr(e)) if _whole(e) else exact.from_expr(e) for e in flat]


def _whole(e: Any) -> bool:  # no division: arithmetic of polynomials is enough, and faster
    return all(a.args[1] > 0 for a in e.atoms(Pow)) if isinstance(e, Expr) else True


def _leaves(e: Any) -> set[Any]:
    if isinstance(e, Add | Mul | Pow):
        return set().union(*map(_leaves, e.args))
    return set() if isinstance(e, Rational) else {e}


def _is_zero(e: Any) -> bool:
    """Decide whether an expression is zero identically: the one test that every rule relies on."""
    return bool(_fractions(e)[0] == 0)


class Claim(NamedTuple):
    """What a fact says: ``lhs op rhs``, op one of >=, >, <=, < or ==."""

    lhs: Any
    op: str
    rhs: Any

    @property
    def gap(self) -> Any:
        """The difference of the sides that is claimed to be zero, non-negative or positive."""
        return self.rhs - self.lhs if self.op in ("<=", "<") else self.lhs - self.rhs

    @property
    def amount(self) -> Any:
        """The gap of an inequality: what is claimed not to be negative."""
        _require(self.op != "==", "an inequality is needed here, to know a sign")
        return self.gap

    @property
    def strict(self) -> bool:
        """Whether the gap is claimed to be positive."""
        return self.op in (">", "<")

    def at(self, n: Any) -> Claim:
        """Say the same of another round."""
        new = {t: sympy.sympify(n)}
        return Claim(self.lhs.xreplace(new), self.op, self.rhs.xreplace(new))


class Hypothesis(NamedTuple):
    """A claim that facts rest on, and the rounds it is stated for ("" if it is of no round)."""

    label: str
    claim: Claim
    at: str = ""

    @property
    def local(self) -> bool:
        """Whether it is about one round t: a case, or an induction hypothesis."""
        return not self.at and t in self.claim.lhs.free_symbols | self.claim.rhs.free_symbols


class Step(NamedTuple):
    """How a fact was made: the rule, and what it was given."""

    claim: Claim
    hypotheses: tuple[Hypothesis, ...]
    rule: str
    args: tuple[Any, ...]


_MISTAKE, _QUIET = (Claim(_Seq(Str("tau"), t), "==", Integer(i)) for i in (1, 0))
_CASE: Final = {
    "": (),
    "rounds": (),
    "mistakes": (Hypothesis("mistake at t", _MISTAKE),),
    "others": (Hypothesis("no mistake at t", _QUIET),),
}


# ===================================== end of TRUSTED =====================================

_Atom.precedence = property(atom_precedence)
_Atom._sympystr = lambda e, printer: show_atom(e, False, printer._print)
_Atom._latex = lambda e, printer: show_atom(e, True, printer._print)


# Names -----------------------------------------------------------------------------------------

RESERVED: Final = {"t", "T", "s", "tau", "k"}


class _Family:
    def __init__(self, kind: Any, name: str) -> None:
        self.kind, self.name = kind, name

    def __getitem__(self, n: Any) -> Any:
        return self.kind(Str(self.name), sympy.sympify(n))


def _named(names: str, make: Any) -> Any:
    for name in names.split():
        _require(name not in RESERVED, f"{name} has a meaning of its own here")
    made = [make(name) for name in names.split()]
    return made[0] if len(made) == 1 else tuple(made)


def scalars(names: str) -> Any:
    """Name real numbers.

    >>> gamma, R = scalars("gamma R")
    """
    return _named(names, Symbol)


def sequences(names: str) -> Any:
    """Name real numbers that go with the rounds, such as the labels.

    >>> sequences("y")[t + 1]
    y[t+1]
    """
    return _named(names, lambda name: _Family(_Seq, name))


def vectors(names: str) -> Any:
    """Name vectors of one inner product space.

    >>> from perclib.proof import dot
    >>> u, v = vectors("u v")
    >>> dot(u + 2 * v, v)
    <u,v> + 2*|v|^2
    """
    return _named(names, lambda name: _Vec(Str(name)))


def states(names: str) -> Any:
    """Name vectors that go with the rounds, such as instances and weights.

    >>> from perclib.proof import dot
    >>> w, x = states("w x")
    >>> dot(w[t], x[t])
    <w[t],x[t]>
    """
    return _named(names, lambda name: _Family(_Vec, name))


def orthonormal(names: str) -> Any:
    """Name orthonormal families, each in a space of its own beside all other vectors.

    >>> from perclib.proof import dot
    >>> e = orthonormal("e")
    >>> dot(e[t], e[t]), dot(e[t], e[t + 1]), dot(e[t], vectors("u"))
    (1, 0, 0)
    """
    return _named(names, lambda name: _Family(_Unit, name))


def total(f: Any) -> Any:
    """Sum over the rounds a number or a vector that depends on t; ``total(f)[t]`` stops before t.

    >>> from perclib.proof import dot
    >>> d, e = sequences("d"), orthonormal("e")
    >>> total(d[t] ** 2), dot(e[t], total(d[t] * e[t]))
    (sum(d[s]**2, s<=T), d[t])
    """
    f = sympy.sympify(f).xreplace({t: _S})
    return _Sum(f, T + 1) if f != 0 else f


def sqrt(v: Any) -> Any:
    """Write a square root; what is known of it, `root` tells.

    >>> from perclib.proof import dot
    >>> sqrt(scalars("a")), sqrt(dot(vectors("u"), vectors("u")))
    (sqrt(a), |u|)
    """
    return _Root(sympy.sympify(v))


def power(a: Any, q: Any) -> Any:
    """Write a power with a real exponent; what is known of it, `powers` and `tangent` tell.

    It is meant for a >= 0 and q >= 1, and means the power of max(a, 0) to max(q, 1) elsewhere. For
    a whole number as exponent write ``a**2``; by `powers` the two are equal.

    >>> power(scalars("a"), scalars("q") + 1), power(scalars("a"), 2), power(1, scalars("q"))
    (a^(q + 1), a^2, 1)
    """
    return _Power(sympy.sympify(a), sympy.sympify(q))


tau = _Family(_Seq, "tau")
k = total(tau[t])


def eq(a: Any, b: Any) -> Claim:
    """Claim an equation of numbers or of vectors."""
    return Claim(sympy.sympify(a, strict=True), "==", sympy.sympify(b, strict=True))


def claim(relation: Any) -> Claim:
    """Read a claim as it is written, such as ``a**2 >= 0``.

    >>> claim(scalars("a") >= 1).gap
    a - 1
    """
    if isinstance(relation, Relational) and relation.rel_op in (">=", ">", "<=", "<"):
        return Claim(relation.lhs, relation.rel_op, relation.rhs)
    if isinstance(relation, Claim):
        return Claim(
            *(x if i == 1 else sympy.sympify(x, strict=True) for i, x in enumerate(relation))
        )
    raise ProofError(f"{relation!r} is not a claim; write eq(a, b) for an equation")
