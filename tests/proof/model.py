"""Exact models of what the proof kernel can say, to evaluate its facts on: a judge from outside.

A `Model` is a run of a few rounds with a value for every name at every integer, made up lazily from
a seed: small rationals, vectors in one to three dimensions, and one more dimension for every unit
vector.  It is written from the docstring of `prover.kernel` alone, and shares no code with
the kernel's arithmetic or with the witnesses of theorems.
"""

from fractions import Fraction
from math import isqrt
from random import Random

SIZES = (0, 0, 1, 1, 1, -1, 2, -2, 3, 4, Fraction(1, 2), Fraction(-1, 2), Fraction(9, 4))
SIGNS = (1, -1)
STYLES = ("any", "any", "constant", "sign", "round", "not negative")


class InexactError(Exception):
    """A value is not rational, or out of reach: this model does not count."""


class Model:
    """One run, with a value for every name."""

    def __init__(self, seed):
        self.seed, self.cache = seed, {}
        random = Random(f"{seed}")
        self.rounds = random.choice((1, 2, 2, 3, 3, 4))
        self.dimension = random.randint(1, 3)
        self.learns = random.random() < 0.6  # w is then what a perceptron makes of y and x

    def __repr__(self):
        named = ((k, v) for k, v in self.cache.items() if len(k) == 3)
        seen = {f"{name}[{i}]" if i is not None else name: v for (_, name, i), v in named}
        return f"Model({self.seed}, T={self.rounds}, {seen})"

    def named(self, tag, name, i=None):
        """Give the value of a name: a rational number, or a vector as a dict."""
        key = (tag, bytes(name, "utf-8").decode(), i)  # a true string, whatever the name claims
        if key not in self.cache:
            self.cache[key] = self._make(*key)
        return self.cache[key]

    def _make(self, tag, name, i):
        random = Random(f"{self.seed} {tag} {name} {i}")
        style = Random(f"{self.seed} {tag} {name}").choice(STYLES) if i is not None else "any"
        if style == "constant":
            random = Random(f"{self.seed} {tag} {name} constant")
        if tag == "flag":
            return random.randint(0, 1)
        if tag == "unit":
            return {(name, i): 1}
        if tag == "state" and name == "w" and self.learns:
            if i <= 1:
                return {}
            before, x = self.named(tag, name, i - 1), self.named("state", "x", i - 1)
            step = self.named("flag", "tau", i - 1) * self.named("seq", "y", i - 1)
            return plus(before, {j: step * a for j, a in x.items()})
        if tag in ("vec", "state"):
            return {("", j): random.choice(SIZES) for j in range(self.dimension)}
        if style == "sign":
            return random.choice(SIGNS)
        if style == "round":
            return i
        value = random.choice(SIZES)
        return abs(value) if style == "not negative" else value

    def value(self, e, t, s=0):
        """Give the value of a term at round t; s is the index of the innermost sum."""
        if not isinstance(e, tuple):  # whole numbers are ints here, which are faster
            n, d = int(e.numerator), int(e.denominator)
            return n if d == 1 else Fraction(n, d)
        tag, parts = e[0], e[1:]
        if tag in ("seq", "flag", "state", "unit"):
            return self.named(tag, parts[0], self.round(parts[1:], t, s))
        if tag in ("var", "vec"):
            return self.named(tag, parts[0])
        if tag == "round":
            return self.round(parts, t, s)
        if tag == "zero":
            return {}
        if tag == "sum":
            end = self.round(parts[1:], t, s)
            if end > 80:
                raise InexactError
            return total([self.value(parts[0], t, r) for r in range(1, end)], parts[0])
        if tag == "^":
            return bounded(self.value(parts[0], t, s) ** parts[1])
        values = [self.value(a, t, s) for a in parts]
        if tag == "+":
            return total(values, e)
        if tag == "*":
            return product(values)
        if tag == "dot":
            a, b = values
            return sum(x * b[j] for j, x in a.items() if j in b)
        if tag == "inv":
            return 1 / Fraction(values[0]) if values[0] else 0
        if tag == "root":
            return power(values[0], Fraction(1, 2))
        if tag == "power":
            return power(*values)
        raise ValueError(f"no term: {e!r}")

    def round(self, i, t, s):
        """Give the number of a round."""
        base, n = i
        return {"t": t, "T": self.rounds, "s": s, "": 0}[base] + int(n)

    def holds(self, claim, t, s=0):
        """Whether a claim is true at round t."""
        a, b = (self.value(e, t, s) for e in (claim[0], claim[2]))
        if isinstance(a, dict) or isinstance(b, dict):
            a, b = (v if isinstance(v, dict) else {} for v in (a, b))
            return not any(plus(a, {j: -x for j, x in b.items()}).values())
        return {">=": a >= b, "<=": a <= b, ">": a > b, "<": a < b, "==": a == b}[str(claim[1])]

    def assumes(self, hypothesis, t):
        """Whether a hypothesis is true: at all rounds it is stated for, or at round t."""
        key = (hypothesis, t)
        if key not in self.cache:
            self.cache[key] = self._assumes(hypothesis, t)
        if self.cache[key] is InexactError:
            raise InexactError
        return self.cache[key]

    def _assumes(self, hypothesis, t):
        _, claim, rounds = hypothesis
        at = [t] if rounds == () else range(1, self.rounds + 1)
        if len(rounds) == 2:
            at = [r for r in at if self.named("flag", rounds[0], r) == rounds[1]]
        try:
            return all(self.holds(claim, r) for r in at)
        except InexactError:
            return InexactError


def plus(a, b):
    """Add two vectors."""
    return {j: a.get(j, 0) + b.get(j, 0) for j in {**a, **b}}


def is_vector(e):
    """Whether a term is a vector, by its first part that tells."""
    if not isinstance(e, tuple):
        return False
    if e[0] in ("zero", "vec", "state", "unit"):
        return True
    return e[0] in ("+", "*", "sum") and any(is_vector(a) for a in e[1:] if isinstance(a, tuple))


def total(values, e):
    """Add numbers, or vectors; e tells which."""
    if is_vector(e):
        out = {}
        for v in values:
            out = plus(out, v)
        return out
    return sum(values)


def product(values):
    """Multiply numbers, with at most one vector."""
    number, vector = 1, None
    for v in values:
        if isinstance(v, dict):
            vector = v
        else:
            number = bounded(number * v)
    return number if vector is None else {j: number * x for j, x in vector.items()}


def bounded(a):
    """Give up on numbers that grow too long."""
    if max(abs(a.numerator), a.denominator) > 10**60:
        raise InexactError
    return a


def root(n, degree):
    """Give the whole root of a natural number."""
    guess = isqrt(n) if degree == 2 else round(n ** (1 / degree)) if n < 10**15 else 0
    if guess**degree != n:
        raise InexactError
    return guess


def power(a, q):
    """Give max(a, 0) to the power q, or to the power 1 if q <= 0."""
    if a <= 0:
        return 0
    if q <= 0 or a == 1:
        return a
    if q.numerator > 12 or q.denominator > 4:
        raise InexactError
    roots = (
        root(n, q.denominator) if q.denominator > 1 else n for n in (a.numerator, a.denominator)
    )
    return bounded(Fraction(*roots) ** q.numerator)
