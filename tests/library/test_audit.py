"""The audit of a data set, against what is computed again in another way."""

import json
import re
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import linprog

from perclib._exact import combined_square
from perclib.auditing import Factors, _number, audit, factors
from perclib.bounds import block_novikoff, hinge_family
from perclib.competitors import (
    LargestMargin,
    ZeroCombination,
    best_comparator,
    best_length,
    zero_combination,
)
from perclib.datasets import bundled, noisy, separable
from perclib.online import run, run_passes
from perclib.perceptron import Perceptron
from perclib.streams import Stream

NAMES = ["as given", "lifted", "normalised", "normalised, lifted"]


def forms(stream, lift=1.0):
    """The four streams of an audit, made by NumPy alone."""
    X, y = stream.X, stream.y
    X = X.toarray() if stream.sparse else X
    norms = np.linalg.norm(X, axis=1, keepdims=True)
    unit = X / np.where(norms > 0, norms, 1)
    column = np.full((len(y), 1), lift)
    return {
        name: Stream(rows, y)
        for name, rows in zip(
            NAMES, (X, np.hstack([X, column]), unit, np.hstack([unit, column])), strict=True
        )
    }


def is_separable(stream):
    """Ask a linear program for weights with y <w, x> >= 1; small whole numbers only."""
    signed = stream.y[:, None] * stream.X
    free = [(None, None)] * stream.dimension
    found = linprog(
        np.zeros(stream.dimension), A_ub=-signed, b_ub=-np.ones(len(signed)), bounds=free
    )
    return found.status == 0


def exact(rows):
    """Floats as fractions."""
    return [[Fraction(v) for v in row] for row in np.atleast_2d(rows).tolist()]


def check_proof(view, stream):
    """Look at the certificate in fractions, entry by entry."""
    rows = [[int(y) * v for v in row] for y, row in zip(stream.y, exact(stream.X), strict=True)]
    if isinstance(view.proof, LargestMargin):
        u = exact(view.proof.comparator)[0]
        least = min(sum(a * b for a, b in zip(row, u, strict=True)) for row in rows)
        assert least > 0
        assert Fraction(view.margin) ** 2 * sum(a * a for a in u) <= least**2
        a = exact(view.proof.weights)[0]
        assert min(a) >= 0
        hull = [sum(c * row[i] for c, row in zip(a, rows, strict=True)) for i in range(len(u))]
        assert sum(v * v for v in hull) <= (Fraction(view.ceiling) * sum(a)) ** 2
        assert view.separable is True
    else:
        assert isinstance(view.proof, ZeroCombination)
        assert min(view.proof.times) >= 1
        taken = list(zip(view.proof.rounds, view.proof.times, strict=True))
        assert all(sum(n * rows[t][i] for t, n in taken) == 0 for i in range(stream.dimension))
        assert (view.separable, view.ceiling, view.margin) == (False, 0, None)


def random_stream(seed):
    """Whole numbers, few of them, so that both kinds of stream and ties come up."""
    rng = np.random.default_rng(seed)
    trials, d = int(rng.integers(1, 14)), int(rng.integers(1, 5))
    X, y = rng.integers(-3, 4, size=(trials, d)), rng.choice([-1, 1], size=trials)
    if seed % 2:
        y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
    return Stream(X, y)


@pytest.mark.parametrize("seed", range(40))
def test_every_number_is_what_it_says(seed):
    stream = random_stream(seed)
    found = audit(stream, powers=(1, 1.5, 2), passes=30, lift=2.0)
    assert [view.name for view in found.views] == NAMES
    for name, form in forms(stream, 2.0).items():
        view = found[name]
        if view.separable is None:  # a relation that rounding a length has undone
            assert "normalised" in name
            assert not is_separable(form)
            continue
        assert view.separable == is_separable(form)
        assert (view.trials, view.dimension) == (len(form), form.dimension)
        plain = run(Perceptron.zero(form.dimension), form)
        radius = np.linalg.norm(form.X, axis=1).max()
        assert view.radius == pytest.approx(radius)
        if name in ("as given", "lifted"):  # the others are rounded in another way
            check_proof(view, form)
            assert view.mistakes == plain.mistake_count
            many = run_passes(Perceptron.zero(form.dimension), form, limit=30)
            if view.separable:
                assert (view.passes, view.clean) == (many.number, many.clean)
                assert view.total == many.run.mistake_count
        if not view.separable:
            assert (view.passes, view.clean) == (1, False)
        total = (form.y[:, None] * form.X).sum(axis=0)
        if radius:
            expected = np.linalg.norm(total) / radius / np.sqrt(len(form))
            assert view.pull == pytest.approx(expected, abs=1e-12)
        for row in view.rows:
            assert view.mistakes <= row.value
            assert row.floor <= row.value * (1 + 1e-9)
            assert row.gap < 1e-6
            assert row.ratio == row.value / view.mistakes
            if row.q is None:
                assert view.total <= row.value == pytest.approx((view.radius / view.margin) ** 2)
            else:
                assert row.value <= len(form) * (1 + 1e-9)
                assert row.value == pytest.approx(best_comparator(form, row.q).bound.value)
                again = hinge_family(form, row.comparator, row.q).value
                assert row.value == pytest.approx(again)
        assert [row.q for row in view.rows] == [None] * bool(view.separable) + [1, 1.5, 2]
        assert view[1].value <= view[1.5].value * (1 + 1e-6)
        assert view[1].value <= view[2].value * (1 + 1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_the_four_factors_multiply_to_the_ratio(seed):
    stream, u, _ = separable(60, 4, 0.05, seed)
    for s in (stream, stream.repeated(3), Stream(sparse.csr_array(stream.X), stream.y)):
        split = factors(s, 3 * u)
        assert min(split) >= 1 - 1e-12
        bound = block_novikoff(s, u).value
        assert np.prod(split) == pytest.approx(bound / run(Perceptron.zero(4), s).mistake_count)
    done = run(Perceptron.zero(4), stream, keep_weights=True)
    rows, scores = stream.X[done.mistakes], done.scores[done.mistakes]
    norms, signed = (rows**2).sum(axis=1), stream.margins(u)
    last = done.weights[-1]
    cosine = last @ u / np.linalg.norm(last) / np.linalg.norm(u)
    assert factors(stream, u) == pytest.approx(
        (
            stream.radius**2 / norms.mean(),
            norms.sum() / (norms - 2 * abs(scores)).sum(),
            1 / cosine**2,
            (signed[done.mistakes].mean() / signed.min()) ** 2,
        )
    )
    audited = audit(stream)["as given"]
    assert np.prod(audited.factors) == pytest.approx(audited[None].ratio, rel=1e-9)


def test_a_floor_is_rounded_down():
    """In floats a quotient of rounded numbers is above the true one for every seventh stream."""
    for seed in range(60):
        stream = separable(12, 3, 0.05, seed).stream
        view = audit(stream, powers=())["as given"]
        assert Fraction(view.rows[0].floor) <= stream.radius_square / Fraction(view.ceiling) ** 2


def test_factors_refuse_what_does_not_separate():
    with pytest.raises(ValueError, match="above 0 in every round"):
        factors(Stream([[1]], [1]), [-1])


@pytest.mark.parametrize("seed", range(30))
def test_zero_combinations_are_zero_in_exact_arithmetic(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(20, 3)) * 10.0 ** rng.integers(-6, 7, size=3)
    stream = Stream(X, rng.choice([-1, 1], size=20))
    found = zero_combination(stream)
    assert (found is None) == is_separable(Stream(X / abs(X).max(axis=0), stream.y))
    if found:
        rows = exact(stream.y[:, None] * X)
        taken = list(zip(found.rounds, found.times, strict=True))
        assert all(sum(n * rows[t][i] for t, n in taken) == 0 for i in range(3))
        assert min(found.times) > 0
        assert np.gcd.reduce(np.array(found.times, dtype=object)) == 1


def test_a_relation_of_too_many_examples_is_left(monkeypatch):
    stream = Stream([[1, 0], [0, 1], [2, 3]], [1, 1, -1])
    assert zero_combination(stream) == ((0, 1, 2), (2, 3, 1))
    monkeypatch.setattr("perclib.competitors.EXACT", 2)
    assert zero_combination(stream) is None
    view = audit(stream, passes=3)["as given"]
    assert (view.separable, view.proof, view.passes) == (None, None, 3)
    assert view.ceiling > 0
    assert "whether the examples are separable is not decided" in view.left_out
    assert "?" in str(audit(stream, passes=3))


@pytest.mark.parametrize("q", [1, 1.5, 2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_the_best_length_is_the_best_of_its_ray(q, seed):
    stream = noisy(50, 3, 0.1, 0.2, seed).stream
    u = stream.y @ stream.X
    found = best_length(stream, u, q)
    for c in np.geomspace(1e-2, 1e2, 60):
        assert found.bound.value <= hinge_family(stream, c * u, q).value * (1 + 1e-5)
    best = best_comparator(stream, q)
    assert found.floor <= best.bound.value * (1 + 1e-9)
    assert best.bound.value <= found.bound.value * (1 + 1e-6)
    at_best = best_length(stream, best.comparator, q)
    assert at_best.bound.value == pytest.approx(best.bound.value, rel=1e-6)
    if q > 1:  # for the hinge loss the weights where it has its kink are not its slopes alone
        assert at_best.gap < 1e-3
    again = best_length(Stream(sparse.csr_array(stream.X), stream.y), u, q)
    assert (again.bound.value, again.floor) == pytest.approx((found.bound.value, found.floor))


def test_a_direction_with_nothing_ahead_leaves_the_comparator_zero():
    found = best_length(Stream([[1, 0], [2, 0]], [1, 1]), [-1, 0], q=1)
    assert (found.comparator.tolist(), found.bound.value) == ([0, 0], 2)


def test_beyond_its_size_the_run_itself_is_the_proof():
    stream = separable(400, 5, 0.1, seed=3).stream
    large, small = audit(stream, solve=0), audit(stream)
    for view, best in zip(large.views, small.views, strict=True):
        assert view.separable is True
        assert 0 < view.margin <= best.ceiling
        assert best.margin <= view.ceiling
        assert any("no solver was asked" in note for note in view.left_out)
        for row, least in zip(view.rows, best.rows, strict=True):
            assert least.value <= row.value * (1 + 1e-6)
            assert row.floor <= least.value * (1 + 1e-6)
            assert view.mistakes <= row.value
    check_proof(large["as given"], stream)
    assert large["as given"][1].value < 150
    thin = separable(400, 5, 0.005, seed=3).stream
    capped = audit(thin, solve=0, passes=1)["as given"]
    assert (capped.separable, capped.passes, capped.clean) == (None, 1, False)
    w = run(Perceptron.zero(5), thin).learner.weights
    assert capped.ceiling == pytest.approx(np.linalg.norm(w) / capped.mistakes)


def test_a_relation_with_a_wrong_sign_is_no_proof(monkeypatch):
    """Where the simplex method names examples that are not a vertex of the convex combinations."""
    found = type("Found", (), {"status": 0, "x": np.array([0.5, 0.5])})
    monkeypatch.setattr("perclib.competitors.linprog", lambda *_, **__: found)
    assert zero_combination(Stream([[1], [2]], [1, 1])) is None
    assert zero_combination(Stream([[1], [2]], [1, -1])) == ((0, 1), (2, 1))
    assert zero_combination(Stream(np.eye(2), [1, 1])) is None


def test_mistakes_that_add_up_to_zero_prove_that_nothing_separates():
    stream = Stream([[1, 0], [0, 1], [1, 1]], [1, 1, -1])
    view = audit(stream, solve=0, passes=9)["as given"]
    check_proof(view, stream)
    assert view.proof == ((0, 1, 2), (view.total // 3,) * 3)


@pytest.mark.thorough
def test_long_streams_and_sparse_ones(capsys):
    made = noisy(10_000, 20, 0.05, 0.05, seed=1).stream
    found = audit(made, powers=(1,), passes=2, solve=100_000, progress=True)
    assert "view" in capsys.readouterr().err
    for view in found.views:
        assert view.mistakes <= view[1].value <= len(made)
        assert view.separable is None
        assert len(view.left_out) == 3
    rng = np.random.default_rng(0)
    X = sparse.csr_array(np.where(rng.random((3000, 400)) < 0.01, rng.random((3000, 400)), 0))
    y = np.where(X @ rng.normal(size=400) > 0, 1, -1)
    thin, thick = audit(X, y, passes=4), audit(X.toarray(), y, passes=4)
    for one, other in zip(thin.views, thick.views, strict=True):
        assert one.mistakes == pytest.approx(other.mistakes, abs=5)
        assert one.radius == pytest.approx(other.radius)
        assert one.ceiling == pytest.approx(other.ceiling, rel=0.1)
    small = X[:100, :30]
    kinds = small, small.toarray(), sparse.coo_array(small)
    values = [audit(rows, y[:100])["lifted"][1].value for rows in kinds]
    assert values == pytest.approx([values[0]] * 3)


def test_it_prints_in_a_terminal_and_in_a_notebook_and_as_data():
    found = audit(bundled("iris", 0, 1))
    text = str(found)
    assert text == repr(found)
    first = text.splitlines()[0]
    assert first.startswith("iris: setosa against versicolor: T = 100, d = 4, 50 labels +1")
    assert max(map(len, text.splitlines())) < 100
    for name in NAMES:
        assert name in text
    page = found._repr_html_()
    assert page.count('scope="col"') == 4
    assert page.count("<caption>") == 1
    assert page.count('scope="row"') == len(list(found._lines()))
    assert "<script" not in audit(Stream([[1.0]], [1], "<script>"))._repr_html_()
    plain = found.as_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    view = plain["views"][0]
    assert view["rows"][0]["value"] == found["as given"][None].value
    assert view["margin"] == found["as given"].margin
    assert view["rows"][1]["ratio"] == found["as given"][1].ratio
    over = audit(bundled("iris", 1, 2))
    assert "never" in str(over)
    assert over.as_dict()["views"][0]["proof"]["times"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([[1.0]],), "y: expected labels -1 and +1, one for each row of X, got none"),
        ((Stream([[1]], [1]), [1]), "y: expected none beside a Stream"),
        (([[1.0], [2.0]], [0, 1]), "for labels 0 and 1 use 2"),
        (([[1.0], [2.0]], ["a", "b"]), "expected labels -1 and +1, got strings"),
        (([[1.0], [np.nan]], [1, 1]), "X[1, 0]: expected a finite number"),
        (([[1.0], [2.0]], [1]), "y: expected 2 entries"),
        (([1.0, 2.0], [1, 1]), "X: expected 2 axes"),
    ],
)
def test_what_is_no_data_set_is_refused(arguments, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        audit(*arguments)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ({"powers": (0.5,)}, "powers: expected a finite number of at least 1"),
        ({"powers": 2}, "powers: expected several numbers"),
        ({"powers": "12"}, "powers: expected several numbers"),
        ({"passes": 0}, "passes: expected a whole number of at least 1"),
        ({"lift": 0}, "lift: expected a finite number above 0"),
        ({"solve": -1}, "solve: expected a whole number of at least 0"),
    ],
)
def test_options_are_refused_by_name(option, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        audit([[1.0]], [1], **option)


def test_unknown_views_and_powers_are_named():
    found = audit([[1.0]], [1])
    with pytest.raises(KeyError, match="expected one of 'as given', 'lifted'"):
        found["given"]
    with pytest.raises(KeyError, match="as given has the powers None, 1, 2"):
        found["as given"][3]


def test_a_mean_of_many_vectors_is_exact_part_by_part(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 3)) * 10.0 ** rng.integers(-200, 200, size=(50, 3))
    X[rng.random(X.shape) < 0.3] = 0
    y, weights = rng.choice([-1, 1], size=50), rng.integers(0, 4, size=50).astype(float)
    rows, times = exact(X), [Fraction(a) for a in (weights * y).tolist()]
    sums = [sum(a * row[i] for a, row in zip(times, rows, strict=True)) for i in range(3)]
    wanted = sum(v * v for v in sums) / Fraction(weights.sum()) ** 2
    for block in (2**15, 7, 1):
        monkeypatch.setattr("perclib._exact.BLOCK", block)
        for kind in (X, sparse.csr_array(X)):
            assert combined_square(kind, y, weights) == wanted


def test_nothing_but_zeros():
    found = audit(np.zeros((3, 2)), [1, -1, 1])
    view = found["as given"]
    assert (view.radius, view.pull, view.separable, view.mistakes) == (0, 0, False, 3)
    assert view[1].value == 3


def test_directions_have_length_one():
    X = np.array([[3.0, 4.0], [0.0, 0.0], [1e200, 1e200], [-1e-200, 0.0]])
    for rows in (X, sparse.csr_array(X)):
        made = Stream(rows, [1, 1, -1, 1]).normalised()
        dense = made.X.toarray() if made.sparse else made.X
        assert np.allclose(dense, [[0.6, 0.8], [0, 0], [0.5**0.5] * 2, [-1, 0]], rtol=1e-15)
    twice = Stream(X, [1, 1, -1, 1]).repeated(2).normalised()
    assert (len(twice), twice._passes) == (8, 2)


def test_the_names_of_the_factors_are_in_the_table():
    text = str(audit([[1.0, 2.0], [3.0, 1.0]], [1, 1]))
    for field in Factors._fields:
        assert text.count(f"its factor of {field}") == 1


def test_a_bound_that_only_a_lifted_view_has_stands_first():
    found = audit([[1.0], [2.0]], [-1, 1])
    assert [view.separable for view in found.views] == [False, True, False, False]
    titles = [title for title, *_ in found._lines()]
    assert titles.index("Block-Novikoff") < titles.index("q = 1, hinge")
    cells = {title: cells for title, *cells in found._lines()}
    assert [bool(cell) for cell in cells["Block-Novikoff"]] == [False, True, False, False]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(999.4, "999.4"), (9999.6, "10000"), (-123456.0, "-123456"), (9999999.0, "9999999"),
     (1e7, "1e+07"), (-1e7, "-1e+07"), (12.345678, "12.35"), (0.00012345678, "0.0001235")],
)  # fmt: skip
def test_numbers_have_four_digits_or_a_whole_part(value, shown):
    assert _number(value) == shown
