"""Numbers that are never false: bounds against exact fractions, at any magnitude."""

from fractions import Fraction
from math import inf, nextafter

import mpmath
import numpy as np
from hypothesis import assume, given, strategies as st
from strategies import dot, exact

from perclib import Stream, block_novikoff, freund_schapire, hinge_family
from perclib.bounds import slacks
from perclib.data import _exact, orthonormal

MARGINS = st.sampled_from([1e-130, 1e-20, 0.1, 1.0, 2.5, 1e20, 1e130])


def signed_margins(stream, u):
    return [y * dot(u, x) for x, y in zip(exact(stream.X), stream.y.tolist(), strict=True)]


def problem_of(seed):
    """A stream and a comparator: small whole numbers, numbers of one size, or of all sizes."""
    rng = np.random.default_rng(seed)
    trials, d = rng.integers(1, 7), rng.integers(1, 4)
    entries = [rng.integers(-3, 4, size=(n, d)).astype(float) for n in (trials, 1)]
    if seed % 3:
        entries = [rng.normal(size=m.shape) * 10.0 ** rng.integers(-120, 121) for m in entries]
    if seed % 3 == 2:
        entries = [m * 10.0 ** rng.integers(-12, 13, size=m.shape) for m in entries]
    X, (u,) = entries
    y = rng.choice([-1, 1], size=trials)
    if rng.random() < 0.5:  # separated by u, but for its rounding
        y = np.where(X @ u < 0, -1, 1)
    return Stream(X, y), u.tolist()


PROBLEMS = st.integers(0, 2**32).map(problem_of)


def at_most(least, root, value):
    """Whether ``least + sqrt(root) <= value``, exactly."""
    rest = Fraction(value) - least
    return rest >= 0 and rest**2 >= root


def refused_as_too_large(call):
    """The value of a call, unless it is refused because a float cannot hold it."""
    try:
        return call()
    except ValueError as refusal:
        if "finite" not in str(refusal) and "too small for a float" not in str(refusal):
            raise
        return None


@given(PROBLEMS)
def test_what_bounds_are_made_of_is_exact(problem):
    stream, u = problem
    u_array = np.array(u)
    margins = signed_margins(stream, u)
    assert _exact.least_margin(stream.X, stream.y, u_array) == min(margins)
    square = max(dot(x, x) for x in exact(stream.X))
    assert stream.radius_square == square
    assert stream.radius == inf or Fraction(stream.radius) ** 2 >= square
    if 0 < stream.radius < inf:
        assert Fraction(nextafter(stream.radius, 0)) ** 2 < square


@given(st.integers(0, 2**32))
def test_near_ties_are_told_apart(seed):
    """Rows whose norms and margins differ by less than floats tell."""
    rng = np.random.default_rng(seed)
    d, base = 6, rng.normal(size=6)
    X = np.array([rng.permutation(base) for _ in range(12)])
    for t in rng.integers(12, size=5):
        X[t, t % d] = np.nextafter(X[t, t % d], rng.choice([-9, 9]))
    stream = Stream(X, np.ones(12, dtype=int))
    assert stream.radius_square == max(dot(x, x) for x in exact(X))
    u = np.full(d, rng.choice([1.0, 0.1, -3.0]))
    margins = signed_margins(stream, u.tolist())
    assert _exact.least_margin(stream.X, stream.y, u) == min(margins)
    level = abs(float(margins[0])) or 1.0
    rows, _ = _exact.shortfalls(stream.X, stream.y, u, level)
    assert rows.tolist() == [t for t, m in enumerate(margins) if m < Fraction(level)]


@given(PROBLEMS, MARGINS)
def test_slacks_are_exact(problem, margin):
    stream, u = problem
    lacking = [max(Fraction(0), Fraction(margin) - m) for m in signed_margins(stream, u)]
    rows, lacks = _exact.shortfalls(stream.X, stream.y, np.array(u), margin)
    found = {int(t): lacks.fraction(i) for i, t in enumerate(rows)}
    assert found == {t: lack for t, lack in enumerate(lacking) if lack > 0}
    rounded = refused_as_too_large(lambda: slacks(stream, u, margin))
    if rounded is not None:
        assert rounded.tolist() == [_exact.up(lack) for lack in lacking]


@given(PROBLEMS)
def test_block_novikoff_is_the_least_float_that_is_not_below(problem):
    stream, u = problem
    gamma = min(signed_margins(stream, u))
    assume(gamma > 0)
    known = stream.radius_square * dot(u, u) / gamma**2
    bound = refused_as_too_large(lambda: block_novikoff(stream, u))
    if bound is not None:
        assert nextafter(bound.value, 0) < known <= bound.value
        assert Fraction(bound.margin) <= gamma
        assert Fraction(bound.norm) ** 2 >= dot(u, u)


@given(PROBLEMS, MARGINS)
def test_freund_schapire_is_the_least_float_that_is_not_below(problem, margin):
    stream, u = problem
    bound = refused_as_too_large(lambda: freund_schapire(stream, u, margin))
    assume(bound is not None)
    gamma = Fraction(margin)
    b_square = stream.radius_square * dot(u, u) / gamma**2
    d_square = sum(max(Fraction(0), 1 - m / gamma) ** 2 for m in signed_margins(stream, u))
    assert at_most(b_square + d_square, 4 * b_square * d_square, bound.value)
    assert not at_most(b_square + d_square, 4 * b_square * d_square, nextafter(bound.value, 0))


@given(st.integers(1, 30))
def test_at_equality_the_whole_part_is_the_number_of_mistakes(trials):
    stream = orthonormal([1, -1] * trials)
    u = stream.y / np.sqrt(2 * trials)
    assert block_novikoff(stream, u).value == 2 * trials
    assert int(freund_schapire(stream, 3 * u, 1e-3).value) >= 2 * trials
    for q in (1, 1.3, 2, 5):
        assert int(hinge_family(stream, u, q).value) >= 2 * trials


@given(st.fractions(min_value=0), st.integers(0, 400))
def test_roots_are_rounded_up(number, shift):
    number = number / 2**shift
    root = _exact.root_up(number)
    assert root**2 >= number
    assert root**2 <= number * (1 + Fraction(1, 2**97))
    assert _exact.root_up(number**2) == _exact.root_down(number**2) == number
    below = _exact.root_down(number)
    assert number * (1 - Fraction(1, 2**97)) <= below**2 <= number


@given(st.fractions(0, 10**6), st.fractions(0, 10**6), st.sampled_from([1.01, 1.5, 3.0, 1000.0]))
def test_a_root_of_the_family_is_above_the_exact_one_by_very_little(b_square, loss, q):
    assume(b_square and loss)
    with mpmath.workdps(100):
        real = lambda f: mpmath.mpf(f.numerator) / f.denominator
        c = mpmath.sqrt(real(_exact.family_root(b_square, loss, q)))
        exact = mpmath.sqrt(real(b_square)) + real(loss) ** (1 / mpmath.mpf(q)) * c ** (
            1 - 2 / mpmath.mpf(q)
        )
        assert exact <= c
        assert c * (1 - mpmath.mpf("1e-24") * q) <= exact


@given(PROBLEMS, st.sampled_from([1.0, 1.01, 1.5, 2.0, 3.0, 100.0, 1000.0]))
def test_hinge_bounds_are_sharp_for_all_powers(problem, q):
    """Against the root of the equation in 60 digits and more, found by bisection."""
    stream, u = problem
    bound = refused_as_too_large(lambda: hinge_family(stream, u, q))
    assume(bound is not None)
    lacking = [max(Fraction(0), 1 - m) for m in signed_margins(stream, u)]
    with mpmath.workdps(80 + 2 * int(np.log10(q))):
        real = lambda f: mpmath.mpf(f.numerator) / f.denominator
        b = mpmath.sqrt(real(stream.radius_square * dot(u, u)))
        loss = mpmath.fsum(real(a) ** q for a in lacking if a)
        assert bound.loss >= loss
        reach = loss ** (1 / mpmath.mpf(q))
        low = mpmath.sqrt(bound.value) * (1 - mpmath.mpf(q) * mpmath.mpf("5e-15"))
        rise = lambda c: b + reach * c ** (1 - 2 / mpmath.mpf(q))
        top = mpmath.sqrt(bound.value)
        assert top == 0 or top >= rise(top) * (1 - mpmath.mpf("1e-60"))
        if low > 0 and bound.value > 1e-300:
            assert low <= rise(low)
