"""Exercises that answer: every key and every known mistake, computed from what the exercise asks.

What is computed here is typed into the script as a reader would type it.
"""

import json
import re
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations, count
from pathlib import Path

import numpy as np
import pytest
import sympy as sp
import v8
from chapters import littlestone

from perclib import (
    Perceptron,
    Stream,
    audit,
    best_comparator,
    block_novikoff,
    freund_schapire,
    hinge_family,
    largest_margin,
    losses,
    run,
    run_passes,
)
from perclib.data import RegressionStream
from perclib.learners import ProjectedDescent, RegularizedLeader, StochasticGradient
from website.notebook_source import open_comments

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "book" / "_ext"))
from interactive import playground

STATIC = playground.SCRIPTS.parent
NOTEBOOKS = STATIC.parents[1] / "notebooks"
EXERCISE = re.compile(r"^(:{3,})\{exercise\}.*\n:label: (\S+)\n((?:.*\n)*?)\1$", re.MULTILINE)
ANSWER = re.compile(r"^```\{answer\} (\w+)\n((?:.*\n)*?)```$", re.MULTILINE)


@cache
def book_answers():
    """Every answer of the chapters by its name, as the script is told of it."""
    found = {}
    for path in sorted(NOTEBOOKS.glob("*.md")):
        for _, label, text in EXERCISE.findall(open_comments(path.read_text("utf-8"))):
            for number, (kind, inside) in enumerate(ANSWER.findall(text), 1):
                options = dict(re.findall(r"^:(\w+): (.*)$", inside, re.MULTILINE))
                found[f"{label}-{number}"] = {
                    "chapter": path.stem,
                    "kind": kind,
                    "right": options["right"],
                    "letters": options.get("letters", "").split(),
                    "shows": options.get("shows"),
                    "than": options.get("than"),
                    "mistakes": re.findall(r"^- `(.+?)`: ", inside, re.MULTILINE),
                }
    return found


@cache
def scripts():
    names = ("play/engine", "play/presets", "play/state", "answers")
    return v8.engine(*((STATIC / f"{name}.js").read_text("utf-8") for name in names))


def judge(answer, text):
    """What the script says of a text."""
    given = f"{json.dumps(answer)}, {json.dumps(text)}"
    return json.loads(scripts().eval(f"JSON.stringify(Answers.judge({given}))"))


def number(right, *mistakes):
    return {"kind": "number", "right": right, "letters": [], "mistakes": list(mistakes)}


# --- What is right, and what mistakes come to, from the exercises ------------------------------


def least_steps(factor):
    """The number of steps until what is multiplied by a factor in each is at most a millionth."""
    return next(steps for steps in count() if factor**steps <= Fraction(1, 10**6))


def risks():
    law = [(-1, 1, Fraction(1, 2)), (1, 1, Fraction(1, 3)), (2, -1, Fraction(1, 6))]
    below, zero, above = (sum(p for x, y, p in law if y * w * x <= 0) for w in (-1, 0, 1))
    free = sum(
        min(sum(p for a, b, p in law if (a, b) == (x, y)) for y in (-1, 1)) for x, _, _ in law
    )
    assert below < above < zero
    return {"ex-risk-1": (below, [above, zero, free])}


def repeating():
    T = sp.Symbol("T")

    def paid(rounds):
        last = total = 0
        for y in [1, -1] * (rounds // 2):
            total, last = total + (last - y) ** 2, y
        return total

    def in_general(some):
        line = sp.interpolate([(2, some(2)), (4, some(4))], T)
        assert all(line.subs(T, rounds) == some(rounds) for rounds in range(6, 30, 2))
        return line

    ours, constant = in_general(paid), T  # the mean 0 pays 1 in each round
    mistakes = [ours, 4 * T, 4 * T - constant, 4 * (T - 1) - constant]
    return {"ex-last-1": (ours - constant, mistakes)}


def steps():
    X = sp.Matrix([[1, 0], [0, 3]])
    low, high = sorted((2 * X.T * X / X.rows).eigenvals())
    best = 2 / (low + high)
    factor = Fraction(int((1 - best * low).p), int((1 - best * low).q))
    promised = sp.ceiling(high / low / 4 * sp.log(10**6))
    return {
        "ex-step-size-1": (best, [2 / (2 * low + 2 * high), 1 / high, 2 / high, 1 / low]),
        "ex-step-size-2": (least_steps(factor**2), [promised, least_steps(factor)]),
    }


def cyclic():
    w, eta = sp.symbols("w eta")

    def step(weight, y):
        return sp.expand(weight - 2 * eta * (weight - y))

    (limit,) = sp.solve(step(step(w, 1), -1) - w, w)
    both = RegressionStream([[1], [1]], [1, -1]).repeated(99)
    last = run(StochasticGradient.zero(1, losses.squared, step=0.25), both).learner
    assert np.isclose(last.weights[0], float(limit.subs(eta, 0.25)))
    mistakes = [sp.factor(step(limit, 1)), limit**2, 0, step(step(0, 1), -1)]
    return {"ex-cyclic-1": (limit, mistakes)}


def by_hand():
    stream = Stream([[-1, -1], [0, 1], [1, -1]], [-1, 1, 1])
    last = run_passes(Perceptron.zero(2), stream, limit=9).run.learner.weights
    each = run(Perceptron.zero(2), stream, keep_weights=True).weights
    mistakes = [[int(x) for x in v] for v in (each[3], each[1], -last)]
    return {"ex-by-hand-1": ([int(x) for x in last], mistakes)}


def corrected():
    same = Stream([[1, 1]], [1]).repeated(20)

    def mistakes(step):
        return run(Perceptron(np.array([-4.0, 0.0]), step=step), same).mistake_count

    scores = run(Perceptron(np.array([-4.0, 0.0]), step=0.5), same).scores
    short = int(4 / 0.5) + 1  # an update that adds the step size to the score
    right = mistakes(0.5)
    return {"ex-corrected-1": (right, [int((scores < 0).sum()), mistakes(1.0), short])}


def three_points():
    V = [sp.Matrix(v) for v in ((1, 2), (3, 0), (4, 1))]
    near = list(V)
    for a, b in combinations(V, 2):
        t = -a.dot(b - a) / (b - a).dot(b - a)
        near += [a + t * (b - a)] if 0 < t < 1 else []
    z = min(near, key=lambda v: v.dot(v))
    margin = z.norm()
    best = largest_margin(Stream([[1, 2], [3, 0], [-4, -1]], [1, 1, -1]))
    assert np.isclose(best.margin, float(margin))
    assert z[0] == z[1]
    bound = max(v.dot(v) for v in V) / margin**2
    unscaled = min(v[0] + v[1] for v in V)
    shortest = min(v.norm() for v in V)
    return {
        "ex-three-points-1": (margin, [unscaled, margin**2, shortest, z[0]]),
        "ex-three-points-2": (sp.floor(bound), [bound, sp.ceiling(bound)]),
    }


def slack_bounds():
    X, y = [Fraction(2), Fraction(1), Fraction(1, 2), Fraction(1)], [1, 1, -1, -1]
    stream = Stream([[float(x)] for x in X], y)

    def parts(margin):
        d = [max(Fraction(0), margin - b * a) for a, b in zip(X, y, strict=True)]
        D = sp.sqrt(sum(each**2 for each in d))
        value = (max(X) + D) ** 2 / sp.Integer(margin) ** 2
        assert np.isclose(float(value), freund_schapire(stream, [1], margin).value)
        return d, D, value

    R = sp.Integer(2)
    d, D, right = parts(1)
    summed = (R + sp.Rational(sum(d))) ** 2
    _, longer, second = parts(2)
    return {
        "ex-fs-hand-1": (right, [sp.sqrt(right), summed, R**2 + D**2, (1 + D) ** 2]),
        "ex-fs-hand-2": (
            second,
            [(R + longer) ** 2, (R + longer) ** 2 / 2, (R + D) ** 2 / 4, (R + longer) / 2],
        ),
    }


def wrong_delta():
    c, a, b = sp.symbols("c a b", positive=True)  # a is R times the norm of u, b is D
    bound = (1 + b / a * c**2) * (a**2 + a * b / c**2)  # in units of R = 1, at c times the best
    factor = sp.factor(bound / (a + b) ** 2)
    most = sp.factor(factor.subs(b, a))  # where a = b
    assert sp.simplify(most - factor - (c - 1 / c) ** 2 * (a - b) ** 2 / (4 * (a + b) ** 2)) == 0
    mistakes = [most - 1, sp.sqrt(most), 1 + 4 * (most - 1), c**2]
    return {"ex-fs-wrong-delta-1": (most, [sp.simplify(each) for each in mistakes])}


def four_rounds():
    stream = Stream(np.ones((4, 1)), [1, 1, -1, 1])
    ftrl, ogd = (
        run(kind.zero(1, radius=1, rate=4, horizon=4), stream).scores.astype(int).tolist()
        for kind in (RegularizedLeader, ProjectedDescent)
    )
    free = np.cumsum([0, 1, 1, -1]).tolist()
    return {"ex-four-rounds-1": (ftrl, [ogd, free])}


def late():
    """Exercise on the leader without a spring, played for several T."""
    T = sp.Symbol("T", positive=True)
    for rounds in (1, 2, 7, 20):
        slopes = [Fraction(1, 2)] + [Fraction((-1) ** t) for t in range(1, rounds)]
        sums = [sum(slopes[:t]) for t in range(rounds + 1)]
        paid = -sum(g * ((s > 0) - (s < 0)) for g, s in zip(slopes, sums, strict=False))
        assert paid == rounds - 1
        assert paid + abs(sums[-1]) == rounds - Fraction(1, 2)
    return {"ex-late-1": (T - sp.Rational(1, 2), [T - 1, T + sp.Rational(1, 2)])}


def elsewhere():
    radius, center, slope, root = 3, 10, 2, 10
    found = radius * slope * root
    return {"ex-elsewhere-1": (found, [(center + radius) * slope * root, found // 2])}


def data_coins():
    squares = [1] + [sp.Rational(1, 100)] * 99
    bound = [sp.sqrt((1 + sum(squares[:n])) / 2) for n in (99, 100)]
    return {"ex-data-coins-1": (bound[0], [sp.sqrt(sp.Rational(100, 2)), bound[1]])}


def pegasos():
    R, m = sp.symbols("R m", positive=True)
    both, one = ((factor * R) ** 2 / (2 * m) for factor in (2, 1))
    return {"ex-pegasos-1": (both, [one, R**2 / m])}


def off():
    a = sp.Symbol("a", positive=True)
    kappa = sp.sqrt(2) * a
    over_root = 1 / (2 * kappa) + kappa / 4
    (best,) = sp.solve(sp.diff(over_root, a), a)
    factor = sp.expand(over_root / over_root.subs(a, best))
    low, high = sorted(sp.solve(factor - 2, a))
    (one_sided,) = sp.solve(a / 2 - 2, a)
    return {
        "ex-off-1": (factor, [over_root, 2 * factor, a]),
        "ex-off-2": (high, [low, one_sided]),
    }


def clip():
    """Exercise on clipped coins with a margin, the radius ten times the margin in its number."""
    R, T, g, eta = sp.symbols("R T g eta", positive=True)
    bound = 1 / (2 * eta * g**2) + eta * R**2 * T / 8
    (best,) = sp.solve(sp.diff(bound, eta), eta)
    least = sp.simplify(bound.subs(eta, best))

    def first_below(price):
        at = least.subs({R: 10, g: 1})
        return next(n for n in range(1, 999) if at.subs(T, n) < price * n)

    half = sp.Rational(1, 2)
    first = first_below(half * (1 - sp.Rational(1, 10)))
    return {
        "ex-clip-1": (least, [2 * least, least / 2]),
        "ex-clip-2": (sp.Integer(first), [first_below(half), first - 1]),
    }


def hinge():
    stream, B = Stream([[1]] * 23, [1] * 20 + [-1] * 3), sp.Integer(1)
    losses = [max(0, 1 - int(y)) for y in stream.y]
    L1, L2 = sum(losses), sum(each**2 for each in losses)

    def of_one(loss):
        return (B / 2 + sp.sqrt(B**2 / 4 + loss)) ** 2

    def of_two(loss):
        return (B + sp.sqrt(loss)) ** 2

    for q, value in ((1, of_one(L1)), (2, of_two(L2))):
        assert np.isclose(float(value), hinge_family(stream, [1], q).value)
    b = sp.Symbol("b", positive=True)
    first, second = 20 * b + 3, ((20 * b + 3) / (20 * b - 3)) ** 2
    low, best = sorted(sp.solve(first - second, b), key=lambda at: first.subs(b, at))
    assert np.isclose(float(first.subs(b, best)), best_comparator(stream, 1).bound.value)
    (pole,) = sp.solve(20 * b - 3, b)
    root = sp.sqrt(of_two(L2))
    return {
        "ex-hinge-hand-1": (of_one(L1), [L1, of_two(L1), sp.sqrt(of_one(L1))]),
        "ex-hinge-hand-2": (of_two(L2), [L2, B**2 + L2, of_one(L2), of_two(L1), root]),
        "ex-hinge-floor-1": (best, [low, 20 * best, pole, 1]),
    }


def data():
    plus, minus = 30, 6
    S, T = plus - minus, plus + minus
    loss, B = T - S, 1

    def pull(more):
        return sp.Integer(S - more) / sp.sqrt(T + more)

    def root_of_one(B, loss):
        return sp.Rational(B, 2) + sp.sqrt(sp.Rational(B, 2) ** 2 + loss)

    enough = next(more for more in range(S) if pull(more) <= 1)
    found = audit(Stream([[1]] * T, [1] * plus + [-1] * minus))["as given"]
    assert np.isclose(found.pull, float(pull(0)))
    u, gamma, radius = sp.Matrix([1, 0]), 3, 5
    met = [sp.Matrix([3, 4]), sp.Matrix([4, -3])]
    assert (sp.zeros(2, 1).dot(met[0]), met[0].dot(met[1])) == (0, 0)  # both are ties
    w = met[0] + met[1]
    direction, along = w.dot(w) * u.dot(u) / u.dot(w) ** 2, u.dot(w)
    margins = (sp.Rational(along, gamma) / 2) ** 2
    assert direction * margins * 2 == sp.Rational(radius, gamma) ** 2  # the other two are 1
    B_hard, n = sp.Rational(10, 2), 6
    c = n * (1 + B_hard)
    root = root_of_one(int(B_hard), c)
    return {
        "ex-data-pull-1": (pull(0), [S, sp.sqrt(T), sp.Rational(S, T)]),
        "ex-data-pull-2": (
            root_of_one(B, loss) ** 2, [loss, B**2 + loss, root_of_one(B, loss)],
        ),
        "ex-data-pull-3": (enough, [S, enough - 1, enough + 1]),
        "ex-data-four-1": (direction, [1 / direction, 1]),
        "ex-data-four-2": (margins, [sp.sqrt(margins), 4 * margins]),
        "ex-data-hard-1": (
            root**2, [B_hard**2 + c, B_hard**2 + n, B_hard**2 + c + B_hard * sp.sqrt(c), root],
        ),
    }  # fmt: skip


def relatives():
    """XOR by a polynomial kernel, and rounds for a small tail."""
    corners, own = [(a, b) for a in (-1, 1) for b in (-1, 1)], sp.sqrt(2)
    (R2,) = {(1 + a * a + b * b) ** 2 for a, b in corners}
    (gamma,) = {a * b * own * a * b for a, b in corners}
    (of_corners,) = {a * a + b * b for a, b in corners}
    bound = R2 / gamma**2
    rounds = [
        int(sp.ceiling(sp.log(c * 20) / (each * small)))
        for c, each, small in ((1, 2, 1e-4), (2, 2, 1e-4), (1, 1, 1e-4), (1, 2, 1e-2))
    ]

    return {
        "ex-xor-1": (bound, [R2, R2 / gamma, sp.sqrt(bound), of_corners / gamma**2]),
        "ex-no-test-1": (rounds[0], rounds[1:]),
    }


def classes():
    """A gentler penalty, and pairs of points."""
    epsilon = sp.Symbol("epsilon", positive=True)
    factor = sp.log(1 - epsilon) / sp.log(1 - epsilon / 2)

    points = [tuple(j == i for j in range(10)) for i in range(10)]
    pairs = [tuple(map(max, a, b)) for a, b in combinations(points, 2)]
    return {
        "ex-gentle-1": (sp.limit(factor, epsilon, 0), [1]),
        "ex-two-points-1": (
            littlestone(frozenset(pairs)),
            [len(pairs).bit_length() - 1, littlestone(frozenset(points))],
        ),
    }


def a_pass():
    T, K, c = 10**6, 100, 400
    b, total = sp.sqrt(sp.Rational(c * T, K)), T + 2 * sp.sqrt(c * K * T)
    of_one = T + sp.sqrt(c * K * T) + c * (K + 1)
    return {
        "ex-pass-1": (b, [sp.sqrt(2) * b, sp.sqrt(c), sp.sqrt(c * T)]),
        "ex-pass-2": (total + c * (K + 1), [total, total + c * K, of_one]),
    }


def two_parts():
    """The mixing weights of the first machine with which both scores are positive."""
    mu = sp.Symbol("mu")
    z = sp.Matrix([1, 0]), sp.Matrix([-2, 1])
    mix = mu * z[0] + (1 - mu) * z[1]
    low, high = (sp.solve(mix.dot(one), mu)[0] for one in z)
    inside, some = (low + high) / 2, sp.Rational(1, 2)
    assert all(mix.dot(one).subs(mu, inside) > 0 for one in z)
    return {
        "ex-two-parts-1": (low, [some, 1 - low, high]),
        "ex-two-parts-2": (high, [1, low, sp.Rational(3, 4)]),
    }


def second_machine():
    a, s, T, d, beta = sp.Rational(1, 10**9), 40, 10**8, 10**7, 10**9
    work = a * s * T
    m = sp.sqrt(work * beta / (16 * d))
    seconds = work / m + 16 * d * m / beta
    assert seconds == 2 * work / m
    one_way, thin = (sp.sqrt(work * beta / (each * d)) for each in (8, 4))
    return {
        "ex-pays-1": (m, [m**2, one_way, thin]),
        "ex-pays-2": (seconds, [work / m, work, 2 * seconds]),
    }


def mirrors():
    """A step in the mirror of the entropy, and the best number for asking."""
    kept = [sp.Rational(1, 2) * sp.exp(-sp.log(3)), sp.Rational(1, 2)]
    first = kept[0] / sum(kept)
    b, R = sp.symbols("b R", positive=True)
    bound = (2 * b + R**2) ** 2 / (8 * b)
    (best,) = sp.solve(sp.diff(bound, b), b)
    assert sp.simplify(bound.subs(b, best)) == R**2
    assert sp.simplify(bound.subs(b, R**2)) == sp.Rational(9, 8) * R**2
    return {
        "ex-mirror-hand-1": (first, [kept[0], 1 - first]),
        "ex-asking-1": (best, [R**2, R / 2]),
    }


def margins():
    """A step at a price, uneven margins, orthonormal instances, and where a logarithm wins."""
    k, R, g, b = sp.symbols("k R g b", positive=True)

    def updates(score):
        """Where progress meets growth, if a score adds so much to a squared length."""
        return sp.solve((k * g) ** 2 - k * (R**2 + score), k)[0]

    x, y, C = (3, 4), -1, sp.Rational(1, 100)
    whole = sp.Rational(1, x[0] ** 2 + x[1] ** 2)  # from zero the loss is 1
    eta = min(C, whole)
    T, a = sp.symbols("T a", positive=True)

    def first(log, twice=2):
        """The dimension from which on the bound with the logarithm is the smaller one."""
        return max(d for d in range(2, 500) if 5 * twice * log(d) >= d) + 1

    d = first(lambda d: np.log(2 * d))
    return {
        "ex-proximal-1": (eta * y * x[0], [whole * y * x[0], -eta * y * x[0], eta * y]),
        "ex-uneven-1": (updates(2 * b), [updates(b), updates(0) + 2 * b]),
        "ex-second-loses-1": (
            sp.sqrt(a * T + T) * sp.sqrt(T),
            [sp.sqrt(a * T) * sp.sqrt(T), sp.sqrt(a + 1) * sp.sqrt(T)],
        ),
        "ex-log-wins-1": (
            d,
            [
                first(np.log),
                first(lambda d: np.log2(2 * d)),
                first(lambda d: np.log(2 * d), 1),
                d - 1,
            ],
        ),
    }


CHAPTERS = (
    risks, repeating, steps, cyclic, by_hand, corrected, three_points,
    slack_bounds, wrong_delta, late, elsewhere, data_coins, pegasos, four_rounds, off,
    clip, hinge, data, relatives, classes, a_pass, two_parts, second_machine,
    mirrors, margins,
)  # fmt: skip
RUN = ("stream", "comparator")
KEYS = sorted(name for name, answer in book_answers().items() if answer["kind"] not in RUN)
STREAMS = sorted(name for name, answer in book_answers().items() if answer["kind"] == "stream")


@cache
def computed():
    return {name: one for chapter in CHAPTERS for name, one in chapter().items()}


def typed(value):
    """Write a value as a reader may type it."""
    if isinstance(value, list):
        return f"({', '.join(map(typed, value))})"
    return sp.sstr(sp.sympify(value))


@pytest.mark.parametrize("name", KEYS)
def test_keys_and_known_mistakes_are_computed(name):
    right, mistakes = computed()[name]
    assert judge(book_answers()[name], typed(right)) == {"holds": True}
    found = [judge(book_answers()[name], typed(mistake)) for mistake in mistakes]
    assert found == [
        {"holds": False, "known": i} for i in range(len(book_answers()[name]["mistakes"]))
    ]


def test_all_that_is_computed_is_asked():
    assert sorted(computed()) == KEYS


# --- Counterexamples: the engine of the page beside perclib -----------------------------------


def of_units(X, y, _u):
    doubled = X * ([2] + [1] * (X.shape[1] - 1))
    one, other = (run(Perceptron.zero(X.shape[1]), Stream(Z, y)).mistakes for Z in (X, doubled))
    return not np.array_equal(one, other)


def of_claims(X, y, _u):
    try:
        limit = block_novikoff(Stream(X, y), largest_margin(Stream(X, y)).comparator).value
    except ValueError:
        return False
    done = run(Perceptron.zero(X.shape[1]), Stream(X, y).repeated(60))
    counts = done.mistakes.reshape(60, -1).sum(axis=1)
    late = np.flatnonzero(done.mistakes)[-1] + 1 > limit * (1 + 1e-6)  # the solver's rounding
    return bool(late or ((counts[:-1] == 1) & (counts[1:] > 0)).any())


def of_examples(X, y, u):
    once = np.unique(np.column_stack([X, y]), axis=0)
    bound = freund_schapire(Stream(once[:, :-1], once[:, -1].astype(int)), u, 1).value
    k = run(Perceptron.zero(X.shape[1]), Stream(X, y)).mistake_count
    return len(y) == 2 and k > bound * (1 + 1e-9)


def of_printed(X, y, u):
    stream = Stream(X, y)
    at, size = hinge_family(stream, u, 1), np.linalg.norm(u)
    left = run(Perceptron.zero(X.shape[1]), stream).mistake_count - at.loss
    half = (stream.radius * size) ** 2 / 2
    right = half + size * np.sqrt(half / 2 + at.loss)
    return len(y) == 1 and left > right + 1e-9


SHOWS = {
    "units": (of_units, 5),
    "claims": (of_claims, 4),
    "examples": (of_examples, 2),
    "printed": (of_printed, 2),
}


def stream_text(X, y, u, over=1):
    """Write a stream as a reader types it, each coordinate divided by a number."""
    rows = [f"({', '.join(f'{x}/{over}' for x in row)})" for row in X]
    some = " ".join(f"{row}{label:+d}"[:-1] for row, label in zip(rows, y, strict=True))
    return some if u is None else f"{some} u = ({', '.join(map(str, u))})"


def drawn(rounds, with_comparator):
    """Draw streams of small whole numbers, on the line and in the plane."""
    rng = np.random.default_rng(23)
    for i in range(400):
        n, d = int(rng.integers(1, rounds + 1)), 1 + i % 2
        X, y = rng.integers(-2, 3, (n, d)), rng.choice([-1, 1], n)
        if i % 4 == 1:  # two that are separable
            X, y = np.eye(2, dtype=int)[rng.integers(0, 2, n)], np.ones_like(y)
        if with_comparator and i % 8 == 0:
            X, y = np.zeros_like(X), np.full_like(y, y[0])
        u = [Fraction(int(a), 4) for a in rng.integers(-4, 5, d)] if with_comparator else None
        yield X, y, u


@pytest.mark.parametrize("name", STREAMS)
def test_counterexamples_are_judged_as_perclib_does(name):
    answer = book_answers()[name]
    theirs, rounds = SHOWS[answer["shows"]]
    assert judge(answer, answer["right"])["holds"]
    found = []
    for X, y, u in drawn(rounds, answer["shows"] in ("examples", "printed")):
        if not X.any() and u is None:
            continue
        holds = theirs(X.astype(float), y, u and [float(a) for a in u])
        assert judge(answer, stream_text(X, y, u))["holds"] == holds, stream_text(X, y, u)
        if u is None:  # the scale of a stream changes nothing, a tie among thirds is a tie
            assert judge(answer, stream_text(X, y, u, over=3))["holds"] == holds
        found.append(holds)
    assert 5 < sum(found) < len(found) - 5


def test_a_claim_is_refuted_by_name():
    """Streams that refute one claim, the other, both and none; and one without a margin."""
    answer = {"kind": "stream", "shows": "claims", "letters": [], "mistakes": []}
    for text, refuted in {
        "(1, 0)+ (1, 0)+ (0, 1)+": "That refutes the first claim.",
        "(-1, 0)+ (2, 2)+": "That refutes the third claim.",
        "(1, 0)+ (0, 1)+": "",
        "(1, 0)+ (-1, 0)+ (2, 2)+": "no comparator has one",
    }.items():
        said = judge(answer, text)
        assert said["holds"] == refuted.startswith("That")
        assert refuted in said["say"]
        assert bool(refuted) == ("refutes" in said["say"] or "no comparator" in said["say"])


# --- Comparators: their bounds in fractions and roots ------------------------------------------

THAN = book_answers()["ex-fs-smaller-1"]


def exact_bound(X, y, u):
    """The bound of Freund and Schapire at the margin 1, by sympy."""
    slacks = [max(0, 1 - b * sum(p * q for p, q in zip(x, u, strict=True)))
              for x, b in zip(X, y, strict=True)]  # fmt: skip
    root = sp.sqrt(max(x[0] ** 2 + x[1] ** 2 for x in X) * (u[0] ** 2 + u[1] ** 2))
    return sp.expand((root + sp.sqrt(sum(each**2 for each in slacks))) ** 2)


def test_bounds_of_comparators_are_exact():
    """Against sympy, also where bounds are equal or differ by next to nothing."""
    rng = np.random.default_rng(3)
    orders = []
    for number in range(60):
        n = int(rng.integers(1, 6))
        X = [[sp.Rational(int(a), 2) for a in row] for row in rng.integers(-4, 5, (n, 2))]
        y = rng.choice([-1, 1], n).tolist()
        given = [sp.Rational(int(a), 3) for a in rng.integers(-3, 4, 2)]
        own = [sp.Rational(int(a), 3) for a in rng.integers(-3, 4, 2)]
        if number % 3 == 0:
            own = [given[0] + sp.Rational(1, 60), given[1]]
        if number % 3 == 1:
            own = list(given)
        rows = " ".join(f"{typed(x)}{b:+d}"[:-1] for x, b in zip(X, y, strict=True))
        said = judge({**THAN, "than": f"{rows} u = {typed(given)}"}, typed(own))
        bound, other = exact_bound(X, y, own), exact_bound(X, y, given)
        assert said["holds"] == bool(bound < other), (rows, given, own)
        first, second = re.findall(r"(?:bound is|given one,) (.*?), about", said["say"])
        for told, value in ((first, bound), (second, other)):
            read = re.sub(r"√(\d+)", r"*sqrt(\1)", told.replace("−", "-"))
            read = re.sub(r"(^|[ -])\*", r"\1", read)
            assert sp.simplify(sp.sympify(read, rational=True) - value) == 0, (told, value)
        orders.append(re.search(r", (larger|as large|smaller) ", said["say"])[1])
        assert (orders[-1] == "as large") == (sp.simplify(bound - other) == 0)
    assert min(map(orders.count, ("larger", "as large", "smaller"))) > 5


# --- What is read ------------------------------------------------------------------------------


def test_reading_is_exact():
    """Random terms with roots are equal to what sympy makes of them, and to nothing near it."""
    rng = np.random.default_rng(5)

    def term(depth):
        if depth == 0:
            whole = int(rng.integers(1, 13))
            return [str(whole), f"sqrt({whole})", f"{whole}/7"][int(rng.integers(3))]
        return f"({term(depth - 1)} {'+-*/'[int(rng.integers(4))]} {term(depth - 1)})"

    read = 0
    for _ in range(150):
        text = term(2)
        value = sp.radsimp(sp.sympify(text))
        if not value.is_finite:
            assert judge(number("1"), text) == {"refused": "That divides by zero."}
            continue
        read += 1
        assert judge(number(sp.sstr(value)), text) == {"holds": True}, text
        assert not judge(number(f"{sp.sstr(value)} + 1/10^12"), text)["holds"]
    assert read > 120


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(1, 2)", "no label"),
        ("(sqrt(2), 1)+", "fractions"),
        ("(1)+ " * 61, "more than 60"),
        ("(1)+", "comparator is missing"),
    ],
)
def test_streams_that_cannot_be_read_are_told(text, said):
    answer = {"kind": "stream", "shows": "printed", "letters": [], "mistakes": []}
    assert said in judge(answer, text)["refused"]


def test_decimals_are_told_their_digits_and_a_known_mistake():
    answer = number("3/sqrt(2)", "9/2", "13/3")
    assert judge(answer, "2.1213203436") == {"holds": True, "digits": 11}
    assert judge(answer, "4.33") == {"holds": False, "known": 1}
