"""The search for certificates: it needs no trust, since the kernel checks what it finds.

The gap of a claim is the difference of its sides.  A claim follows from named facts when its gap is
a sum of products of their gaps: any multiple of an equation, non-negative rational multiples of
products of inequalities.  The products are tried degree by degree.  Polynomial division
eliminates the equations.  A linear program finds the weights of the products: HiGHS chooses some
products, whose weights are then computed exactly.  `prover.kernel.certificate` checks the
result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import highspy
import numpy as np

from prover.facts import claim_of, gap_of, term_of
from prover.kernel import (
    INDEXED,
    ONE,
    ZERO,
    Claim,
    Fact,
    Poly,
    ProofError,
    Term,
    kind,
    normal,
)
from prover.polynomials import UNIT, add, is_vector, linear, mul, tree
from prover.terms import subterms

MOST_PRODUCTS, MOST_RULES = 4000, 60
TOO_LARGE = (
    "a number in the claim or in a fact is too large or too small for the search, which needs "
    "floating point"
)
Product = tuple[Fact, ...]


class Rule(NamedTuple):
    """An equation that is used to rewrite its leading monomial."""

    lead: tuple[int, ...]
    poly: Poly  # monic
    made: dict[int, Poly]  # the multiple of each source it is made of


class Source(NamedTuple):
    """An equation, by the weight and the fact that it has in a certificate."""

    weight: Term  # a vector if an equation of vectors is multiplied by it, else 1
    fact: Fact

    @property
    def poly(self) -> Poly:
        """The polynomial that is zero."""
        gap = gap_of(self.fact)
        return gap if self.weight == ONE else normal(("dot", self.weight, claim_of(self.fact).gap))


def written(e: Term) -> str:
    """Write a term as a text to sort terms by, the same text whatever was proved before.

    In e the factors of a product stand in the order in which the kernel met them; the text sorts
    them.
    """
    try:
        return repr(_in_order(e))
    except ValueError:  # Python writes no number of more than 4300 digits
        raise ProofError(TOO_LARGE) from None


def _in_order(e: Any) -> Any:
    if type(e) is not tuple:
        return e
    parts = [_in_order(x) for x in e]
    return (e[0], *sorted(parts[1:], key=repr)) if e[0] in ("dot", "+", "*") else tuple(parts)


@cache
def _rank(i: int) -> tuple[Any, ...]:
    """Order atoms so that an equation eliminates what comes later in a run, or is made of more."""
    e = term_of(i)
    late = any(x[0] in INDEXED and x[-2] in ("t", "T") and x[-1] > 0 for x in subterms(e) if x)
    kinds = ("round", "var", "flag", "seq", "sum", "dot", "root", "power", "inv", "unit", "vec")
    order = kinds.index(e[0]) if e[0] in kinds else len(kinds)
    return late, order, written(e)


def _key(m: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """Compare monomials lexicographically, the highest atom first."""
    return sorted(map(_rank, m), reverse=True)


@cache
def _monomial_key(m: tuple[int, ...]) -> list[tuple[Any, ...]]:
    return _key(m)


def _quotient(m: tuple[int, ...], lead: tuple[int, ...]) -> tuple[int, ...] | None:
    rest = list(m)
    for i in lead:
        if i not in rest:
            return None
        rest.remove(i)
    return tuple(rest)


def _shared(m: tuple[int, ...], n: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((Counter(m) & Counter(n)).elements())


def _minus(m: tuple[int, ...], part: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((Counter(m) - Counter(part)).elements()))


class Rewriting:
    """Equations as rewriting rules, with a record of how often each was used."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = list(sources)
        self.rules: dict[tuple[int, ...], Rule] = {}
        self.products: dict[Product, Poly] = {(): UNIT}  # of inequalities, rewritten
        waiting = list(enumerate(s.poly for s in self.sources))
        for i, p in waiting:
            self._add(p, {i: UNIT})
        self._complete()

    def _complete(self) -> None:
        """Add what two rules that overlap say of each other (Buchberger's step), within reason."""
        tried: set[tuple[Any, Any]] = set()
        while len(self.rules) < MOST_RULES:
            leads = list(self.rules)
            pairs = ((a, b) for n, a in enumerate(leads) for b in leads[:n] if (a, b) not in tried)
            pair = next((p for p in pairs if not set(p[0]).isdisjoint(p[1])), None)
            if pair is None:
                return
            tried.add(pair)
            a, b = (self.rules[m] for m in pair)
            common = _shared(a.lead, b.lead)
            if len(a.lead) + len(b.lead) - len(common) > 8:
                continue
            above: tuple[Poly, Poly] = {_minus(b.lead, common): 1}, {_minus(a.lead, common): 1}
            poly = add(mul(above[0], a.poly), mul(above[1], b.poly), -1)
            made = {j: mul(above[0], c) for j, c in a.made.items()}
            for j, c in b.made.items():
                made[j] = add(made.get(j, {}), mul(above[1], c), -1)
            self._add(poly, made)

    def _add(self, p: Poly, made: dict[int, Poly]) -> None:
        rest, steps = self.reduce(p)
        if not rest:
            return
        for j, c in multiples(steps).items():
            made[j] = add(made.get(j, {}), c, -1)
        lead = max(rest, key=_monomial_key)
        scale = normal(ONE / rest[lead])
        new = Rule(lead, mul(scale, rest), {j: mul(scale, c) for j, c in made.items()})
        old = [r for r in self.rules.values() if _quotient(r.lead, lead) is not None]
        for rule in old:  # what the new rule rewrites is added again
            del self.rules[rule.lead]
        self.rules[lead] = new
        for rule in old:
            self._add(rule.poly, dict(rule.made))

    def product(self, product: Product) -> Poly:
        """Rewrite a product of the gaps of inequalities."""
        if product not in self.products:
            gap = gap_of(product[-1])
            self.products[product] = self.reduce(mul(self.product(product[:-1]), gap))[0]
        return self.products[product]

    def reduce(self, p: Poly) -> tuple[Poly, list[tuple[Poly, Rule]]]:
        """Rewrite until no rule fits; give the rest, and each rule used with its factor."""
        rest: Poly = {}
        steps = []
        left = dict(p)
        while left:
            m = max(left, key=_monomial_key)
            c = left.pop(m)
            for rule in self.rules.values():
                q = _quotient(m, rule.lead)
                if q is not None:
                    for n, d in mul({q: -c}, rule.poly).items():
                        if n != m:
                            left[n] = left.get(n, 0) + d
                            if not left[n]:
                                del left[n]
                    steps.append(({q: c}, rule))
                    break
            else:
                rest[m] = c
        return rest, steps


@lru_cache(500)
def rewriting_of(sources: tuple[Source, ...]) -> Rewriting:
    """Make rules of equations, or give those of one of the last searches that had the same."""
    return Rewriting(sources)


def multiples(steps: Iterable[tuple[Poly, Rule]]) -> dict[int, Poly]:
    """Add up the multiples of each source that the steps of a rewriting used."""
    used: dict[int, Poly] = {}
    for factor, rule in steps:
        for j, c in rule.made.items():
            used[j] = add(used.get(j, {}), mul(factor, c))
    return used


def _sources(goal: Poly, facts: Sequence[Fact], polys: Sequence[Poly]) -> list[Source]:
    """List the equations as numbers; one of vectors is multiplied by whatever it can meet."""
    out, vectors = [], []
    in_vectors = bool(goal) and any(is_vector(i) for i in next(iter(goal)))
    for f in facts:
        gap = gap_of(f)
        if kind(claim_of(f).lhs) == "vector":
            if gap:
                lead = max(linear(gap), key=_rank)
                vectors.append((lead, gap, f))
            if in_vectors:
                out.append(Source(ONE, f))
        else:
            out.append(Source(ONE, f))
    seen: set[Any] = set()
    waiting = [goal, *polys, *(s.poly for s in out)]
    while waiting:
        p = waiting.pop()
        for e in sorted({i for m in p for i in m}, key=_rank):  # not by number: that is history
            for pair in _inner_products(term_of(e)):
                for lead, _, f in vectors:
                    v = term_of(lead)
                    if v in pair and (lead, e, pair) not in seen:
                        seen.add((lead, e, pair))
                        z = pair[1] if pair[0] == v else pair[0]
                        out.append(Source(z, f))
                        waiting.append(out[-1].poly)
    return out


def _inner_products(e: Term) -> Iterator[tuple[Term, Term]]:
    if e[0] == "dot":
        yield e[1], e[2]


class Weighted(NamedTuple):
    """A proposal for a certificate."""

    terms: tuple[tuple[Term, Product], ...]


class Search:
    """What follows from some facts: products of their inequalities, modulo their equations."""

    def __init__(self, goal: Claim, facts: Sequence[Fact]) -> None:
        self.goal, self.gap = goal, normal(goal.gap)
        self.equations = [f for f in facts if claim_of(f).op == "=="]
        self.inequalities = [f for f in facts if claim_of(f).op != "=="]
        self.strict = {f: claim_of(f).strict for f in self.inequalities}
        gaps = [gap_of(f) for f in self.inequalities]
        self.rewriting = rewriting_of(tuple(_sources(self.gap, self.equations, gaps)))
        self.left: Poly = {}

    def products(self, degree: int) -> list[Product]:
        """List the products of up to that many inequalities."""
        every = range(1, degree + 1)
        return [p for n in every for p in combinations_with_replacement(self.inequalities, n)]

    def weigh(self, products: Sequence[Product]) -> Weighted | None:
        """Look for weights of these products; None if there are none."""
        aim = self.rewriting.reduce(self.gap)[0]
        self.left = aim
        products = [(), *products] if self.goal.op != "==" else []
        if len(products) > MOST_PRODUCTS:
            return None
        columns = list(map(self.rewriting.product, products))
        strict = [all(self.strict[f] for f in p) for p in products]
        wanted = strict if self.goal.strict else [False] * len(strict)
        weights = _weights(columns, aim, wanted, [1 + len(p) ** 2 for p in products])
        if weights is None:
            return None
        used = [(w, p) for w, p in zip(weights, products, strict=True) if w]
        return self._complete(used)

    def _complete(self, used: list[tuple[Fraction, Product]]) -> Weighted | None:
        rest = self.gap
        for w, p in used:
            rest = add(rest, reduce(mul, map(gap_of, p), normal(w)), -1)
        left, steps = self.rewriting.reduce(rest)
        if left:
            return None
        terms: list[tuple[Term, Product]] = list(used)
        for i, poly in multiples(steps).items():
            source = self.rewriting.sources[i]
            if poly:
                weight = tree(poly) if source.weight == ONE else ("*", tree(poly), source.weight)
                terms.append((weight, (source.fact,)))
        return Weighted(tuple(terms))


def _weights(
    columns: Sequence[Poly], aim: Poly, strict: Sequence[bool], cost: Sequence[float]
) -> list[Fraction] | None:
    """Solve sum x*column = aim with x >= 0; if some columns are strict, one of them with x > 0."""
    keep = _useful(columns, aim)
    chosen = [columns[j] for j in keep]
    strong = [n for n, j in enumerate(keep) if strict[j]]
    if (any(strict) and not strong) or (aim and not chosen):
        return None
    try:
        guess = _by_simplex(chosen, aim, strong, [cost[j] for j in keep]) if chosen else []
        if guess is None:
            return None
        support = [n for n, g in enumerate(guess) if g > 1e-9 * max(guess)]
        if strong and not set(support) & set(strong):
            return None
        x = _exact([chosen[n] for n in support], aim, [guess[n] for n in support])
    except (OverflowError, ValueError):  # beyond floating point, or not a number in the answer
        raise ProofError(TOO_LARGE) from None
    if x is None or min(x, default=ZERO) < 0:
        return None
    out = [ZERO] * len(columns)
    for n, value in zip(support, x, strict=True):
        out[keep[n]] = value
    return out


def _by_simplex(
    columns: Sequence[Poly], aim: Poly, strong: Sequence[int], cost: Sequence[float]
) -> list[float] | None:
    """Solve the same in floating point, at the least cost."""
    rows = {m: i for i, m in enumerate(dict.fromkeys(m for p in (aim, *columns) for m in p))}
    entries = [(rows[m], n, float(c)) for n, p in enumerate(columns) for m, c in p.items()]
    target = [float(aim.get(m, 0)) for m in rows]
    price, most = np.array(cost, dtype=float), np.inf
    if strong and not aim:  # any multiple of a solution is one
        entries += [(len(rows), n, 1.0) for n in strong]
        target.append(1.0)
    elif strong:
        price[strong], most = -1.0, 1000.0
    # Of solutions that cost the same every version of the solver would take another.
    price += 1e-4 * np.arange(len(price)) / len(price)
    if not target:
        return [0.0] * len(columns)
    by_column: list[dict[int, float]] = [{} for _ in columns]
    for i, n, c in entries:
        by_column[n][i] = c
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(columns), len(target)
    program.col_cost_ = price
    program.col_lower_ = np.zeros(len(columns))
    program.col_upper_ = np.full(len(columns), most)
    program.row_lower_ = program.row_upper_ = np.array(target)
    program.a_matrix_.start_ = np.cumsum([0, *map(len, by_column)])
    program.a_matrix_.index_ = np.array([i for column in by_column for i in column])
    program.a_matrix_.value_ = np.array([c for column in by_column for c in column.values()])
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]  # it has no types
    solver.silent()
    solver.setOptionValue("solver", "simplex")
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return list(solver.getSolution().col_value)


def _useful(columns: Sequence[Poly], aim: Poly) -> list[int]:
    """Drop columns with a monomial that nothing else can cancel, again and again."""
    keep = list(range(len(columns)))
    while True:
        signs: dict[Any, set[bool]] = {m: {True, False} for m in aim}
        for j in keep:
            for m, c in columns[j].items():
                signs.setdefault(m, set()).add(c > 0)
        left = [j for j in keep if all(len(signs[m]) == 2 for m in columns[j])]
        if len(left) == len(keep):
            return keep
        keep = left


def _exact(columns: Sequence[Poly], aim: Poly, guess: Sequence[float]) -> list[Fraction] | None:
    """Solve sum x*column = aim over the rationals; what is not determined stays near the guess."""
    n = len(columns)
    rows = []
    for m in dict.fromkeys(m for p in (aim, *columns) for m in p):
        rows.append([Fraction(p.get(m, 0)) for p in (*columns, aim)])
    pivots: list[int] = []
    for j in range(n):
        r = len(pivots)
        pivot = next((i for i in range(r, len(rows)) if rows[i][j]), None)
        if pivot is None:
            continue
        rows[r], rows[pivot] = rows[pivot], rows[r]
        lead = rows[r][j]
        rows[r] = [v / lead for v in rows[r]]
        for i, row in enumerate(rows):
            if i != r and row[j]:
                rows[i] = [a - row[j] * b for a, b in zip(row, rows[r], strict=True)]
        pivots.append(j)
    if any(row[-1] for row in rows[len(pivots) :]):
        return None
    x = [Fraction(g).limit_denominator(64) for g in guess]
    for r, j in enumerate(pivots):
        x[j] = rows[r][-1] - sum(rows[r][i] * x[i] for i in range(n) if i not in pivots)
    return x
