"""The audit of a data set, against what is computed again in another way."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.optimize import linprog
from strategies import dot, exact

from perclib import (
    Perceptron,
    Stream,
    best_comparator,
    hinge_family,
    run,
    run_passes,
)
from perclib.bounds import _long_streams, zero_combination
from perclib.bounds.auditing import LEARNERS, audit
from perclib.bounds.competitors import LargestMargin, ZeroCombination
from perclib.bounds.report import LARGER, _written
from perclib.data import MulticlassStream, bundled, noisy, separable
from perclib.data._exact import combined_square
from perclib.data.files import examples

PLAIN = ["as given", "lifted"]
NAMES = [*PLAIN, *(n + bias for n in ("normalised", "standardised") for bias in ("", ", lifted"))]


def forms(stream):
    """The six streams of an audit, made by NumPy alone."""
    X, y = stream.X, stream.y
    X = X.toarray() if stream.sparse else X
    norms = np.linalg.norm(X, axis=1, keepdims=True)
    unit = X / np.where(norms > 0, norms, 1)
    spread = X.std(axis=0)
    standard = (X - X.mean(axis=0)) / np.where(X.min(axis=0) < X.max(axis=0), spread, np.inf)
    made = [np.hstack([rows, np.ones((len(y), n))]) for rows in (X, unit, standard) for n in (0, 1)]
    return {name: Stream(rows, y) for name, rows in zip(NAMES, made, strict=True)}


def is_separable(stream):
    """Ask a linear program for weights with y <w, x> >= 1; small whole numbers only."""
    signed = stream.y[:, None] * stream.X
    free = [(None, None)] * stream.dimension
    found = linprog(
        np.zeros(stream.dimension), A_ub=-signed, b_ub=-np.ones(len(signed)), bounds=free
    )
    return found.status == 0


def check_proof(view, stream):
    """Look at the certificate in fractions, entry by entry."""
    rows = [[int(y) * v for v in row] for y, row in zip(stream.y, exact(stream.X), strict=True)]
    columns = list(zip(*rows, strict=True))
    if isinstance(view.proof, LargestMargin):
        (u,), (a,) = exact(view.proof.comparator), exact(view.proof.weights)
        least = min(dot(row, u) for row in rows)
        assert least > 0
        assert Fraction(view.proof.margin) ** 2 * dot(u, u) <= least**2
        assert view.proof.margin == pytest.approx(float(least) / float(dot(u, u)) ** 0.5, rel=1e-9)
        assert min(a) >= 0
        hull = [dot(a, column) for column in columns]
        assert dot(hull, hull) <= (Fraction(view.ceiling) * sum(a)) ** 2
        assert view.separable is True
    else:
        assert isinstance(view.proof, ZeroCombination)
        assert min(view.proof.times) >= 1
        taken = list(zip(view.proof.rounds, view.proof.times, strict=True))
        assert all(sum(n * column[t] for t, n in taken) == 0 for column in columns)
        assert (view.separable, view.ceiling) == (False, 0)


def random_stream(seed):
    """Whole numbers, few of them, so that both kinds of stream and ties come up."""
    rng = np.random.default_rng(seed)
    trials, d = int(rng.integers(1, 14)), int(rng.integers(1, 5))
    X, y = rng.integers(-3, 4, size=(trials, d)), rng.choice([-1, 1], size=trials)
    if seed % 2:
        y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
    return Stream(X, y)


@pytest.mark.parametrize("seed", range(16))
def test_every_number_is_what_it_says(seed):
    stream = random_stream(seed)
    found = audit(stream, powers=(1, 1.5, 2), passes=30)
    assert [view.name for view in found.views] == NAMES
    for name, form in forms(stream).items():
        view = found[name]
        if view.separable is None:  # a relation that rounding has undone
            assert name not in PLAIN
            continue
        if "standardised" not in name or getattr(view.proof, "margin", 1) > 1e-9:
            assert view.separable == is_separable(form)
        assert (view.trials, view.dimension) == (len(form), form.dimension)
        plain = run(Perceptron.zero(form.dimension), form)
        radius = np.linalg.norm(form.X, axis=1).max()
        assert view.radius == pytest.approx(radius)
        if name in PLAIN:  # the others are rounded in another way
            check_proof(view, form)
            assert view.mistakes == plain.mistake_count
            many = run_passes(Perceptron.zero(form.dimension), form, limit=30)
            if view.separable:
                assert view.passes == (many.number if many.clean else None)
                assert many.run.mistake_count <= view[None].value
        if not view.separable:
            assert view.passes is None
        total = (form.y[:, None] * form.X).sum(axis=0)
        if radius:
            expected = np.linalg.norm(total) / radius / np.sqrt(len(form))
            assert view.pull == pytest.approx(expected, abs=1e-12)
        for row in view.rows:
            assert view.mistakes <= row.value
            if row.q is None:
                assert row.value == pytest.approx((view.radius / view.proof.margin) ** 2)
            else:
                assert row.value <= len(form) * (1 + 1e-9)
                assert row.value == pytest.approx(best_comparator(form, row.q).bound.value)
                again = hinge_family(form, row.comparator, row.q).value
                assert row.value == pytest.approx(again)
        assert [row.q for row in view.rows] == [None] * bool(view.separable) + [1, 1.5, 2]
        assert view[1].value <= view[1.5].value * (1 + 1e-6)
        assert view[1].value <= view[2].value * (1 + 1e-6)


@pytest.mark.parametrize("seed", range(30))
def test_zero_combinations_are_zero_in_exact_arithmetic(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(20, 3)) * 10.0 ** rng.integers(-6, 7, size=3)
    stream = Stream(X, rng.choice([-1, 1], size=20))
    found = zero_combination(stream)
    assert (found is None) == is_separable(Stream(X / abs(X).max(axis=0), stream.y))
    if found:
        rows = exact(stream.y[list(found.rounds), None] * X[list(found.rounds)])
        assert not any(dot(found.times, column) for column in zip(*rows, strict=True))
        assert min(found.times) > 0
        assert np.gcd.reduce(np.array(found.times, dtype=object)) == 1


def test_a_relation_of_too_many_examples_is_left(monkeypatch):
    stream = Stream([[1, 0], [0, 1], [2, 3]], [1, 1, -1])
    assert zero_combination(stream) == ZeroCombination((0, 1, 2), (2, 3, 1))
    monkeypatch.setattr("perclib.bounds.competitors.EXACT", 2)
    assert zero_combination(stream) is None
    found = audit(stream, passes=3)
    view = found["as given"]
    assert (view.separable, view.proof, view.passes) == (None, None, None)
    assert view.ceiling > 0
    (note,) = found.warnings
    assert "separable or not, as given" in note
    assert "a solver and 3 passes decided neither way" in note
    assert "?" in str(found)


def made_large(seed):
    """Streams with and without noise, of all scales, dense and sparse."""
    made = noisy(60, 4, 0.1, 0.2 * (seed % 2), seed).stream
    X = made.X * 2.0 ** (40 * (seed % 5 - 2)) * (1, 1, 30, 1e-3)
    return Stream(sparse.csr_array(X) if seed % 3 == 0 else X, made.y)


@pytest.mark.parametrize("seed", range(10))
def test_without_a_solver_bounds_are_rounded_up(seed):
    stream, q = made_large(seed), (1, 1.5, 2, 3)[seed % 4]
    dense = Stream(stream.X.toarray(), stream.y) if stream.sparse else stream
    radius, total = stream.radius, stream.y @ dense.X
    for c in (0.1, 1.0, 30.0):
        u = total * (c / radius / np.linalg.norm(total))
        one = _long_streams.ray(stream, radius, u)
        known = hinge_family(stream, u, q).value
        assert known <= _long_streams.bound_up(one, 1.0, radius, q) <= known * (1 + 1e-10)
    best = best_comparator(dense, q).bound.value
    view = audit(stream, powers=(q,), solve=0)["as given"]
    assert best * (1 - 1e-9) <= view[q].value <= 1.2 * best
    again = hinge_family(stream, view[q].comparator, q).value
    assert again <= view[q].value or not view[q].comparator.any()  # that of 0 is T
    made = [
        _long_streams.combined(np.ones(60), total),
        *_long_streams.margin_passes(stream, radius),
    ]
    for one in made:
        exact_square = combined_square(stream.X, stream.y, one.times)
        assert Fraction(one.ceiling(radius)) ** 2 >= exact_square
        assert one.ceiling(radius) == pytest.approx(float(exact_square) ** 0.5, rel=1e-9)


@pytest.mark.parametrize("last", [1, 0, -1])
def test_what_floats_do_not_decide_is_decided_exactly(last):
    """Rounding may move a margin of 1 by more than it is."""
    stream = Stream([[2.0**53, 2.0**53 - last], [1, -1]], [1, 1])
    first = _long_streams.combined(np.array([0.0, 1.0]), np.array([1.0, -1.0]))
    radius = stream.radius
    assert _long_streams.ray(stream, radius, first.total).margin == 0
    proof, ceiling = _long_streams.separation(stream, radius, True, [first])
    assert ceiling >= 2**0.5
    assert (proof is not None) == (last > 0)
    if proof:
        assert proof.margin == pytest.approx(0.5**0.5)
        assert _long_streams.separation(stream, radius, False, [first]) == (None, ceiling)


def test_one_table_is_solved_in_all_views_or_in_none():
    stream = noisy(100, 4, 0.1, 0.1, seed=0).stream
    for solve, solved in ((500, True), (499, False)):
        found = audit(stream, powers=(1,), solve=solve)
        assert any("no solver was asked" in note for note in found.warnings) is not solved
        assert all(f"\n- warning: {note}" in str(found) for note in found.warnings)


X, Y = np.random.default_rng(0).normal(size=(200, 3)), np.tile([1, -1], 100)


def test_labels_that_are_sorted_are_told():
    assert audit(X, Y, powers=(), passes=1).warnings == ()
    (warning,) = audit(X, np.sort(Y), powers=(), passes=1).warnings
    assert "labels change 1 times from row to row, in a random order about 100" in warning


def test_no_advice_from_a_difference_that_orders_alone_make():
    units = Stream(
        np.c_[np.tile([1, -1], 50) * 1.0, np.linspace(-500, 800, 100)], np.tile([1, -1], 50)
    ).shuffled(0)
    found = audit(units, powers=(1,))
    assert sum(found.tenths) == 50
    for best in NAMES[1:]:
        views = [
            replace(view, orders=(4, 6) if view.name == best else (7, 9)) for view in found.views
        ]
        line = f"\n- run the learner on the {best} examples: in every random order they cost "
        line += "fewer mistakes, 4 to 6, than as given, 7 to 9\n"
        assert line in str(replace(found, views=tuple(views), best=best))
        views[0] = replace(views[0], orders=(7, 6))  # the orders disagree
        assert "run the learner" not in str(replace(found, views=tuple(views), best=best))
    coin = Stream(np.zeros((20, 1)), np.tile([1, -1], 10))
    assert "\n- no form has fewer" in str(audit(coin, powers=()))


def test_beyond_its_size_the_run_itself_is_the_proof():
    stream = separable(400, 5, 0.1, seed=3).stream
    large, small = audit(stream, solve=0, passes=100), audit(stream)
    check_proof(large["as given"], stream)
    for view, best in zip(large.views, small.views, strict=True):
        assert 0 < view.proof.margin <= best.ceiling
        assert best.proof.margin <= view.ceiling
        for row, least in zip(view.rows, best.rows, strict=True):
            assert view.mistakes <= least.value * (1 + 1e-6) <= row.value * (1 + 1e-6) ** 2
    thin = separable(400, 5, 0.005, seed=3).stream
    capped = audit(thin, solve=0, passes=1)["as given"]
    assert (capped.separable, capped.passes) == (None, None)
    w = run(Perceptron.zero(5), thin).learner.weights
    assert capped.ceiling == pytest.approx(np.linalg.norm(w) / capped.mistakes)


def test_a_relation_with_a_wrong_sign_is_no_proof(monkeypatch):
    """Where the simplex method names examples that are not a vertex of the convex combinations."""
    found = type("Found", (), {"status": 0, "x": np.array([0.5, 0.5])})
    monkeypatch.setattr("perclib.bounds.competitors.linprog", lambda *_, **__: found)
    assert zero_combination(Stream([[1], [2]], [1, 1])) is None
    assert zero_combination(Stream([[1], [2]], [1, -1])) == ZeroCombination((0, 1), (2, 1))
    assert zero_combination(Stream(np.eye(2), [1, 1])) is None


def test_mistakes_that_add_up_to_zero_prove_that_nothing_separates():
    stream = Stream([[1, 0], [0, 1], [1, 1]], [1, 1, -1])
    view = audit(stream, solve=0, passes=9)["as given"]
    check_proof(view, stream)
    assert view.proof.rounds == (0, 1, 2)
    assert len(set(view.proof.times)) == 1


@pytest.mark.thorough
def test_long_streams_are_decided_by_a_solver_or_say_what_to_ask():
    made = noisy(10_000, 20, 0.05, 0.05, seed=1).stream
    found = audit(made, powers=(1,), passes=2, solve=100_000)
    assert [view.separable for view in found.views] == [False] * 6
    check_proof(found["as given"], made)
    near = separable(10_000, 20, 0.001, seed=1).stream
    (told, *_) = audit(near, powers=(1,), solve=100).warnings
    assert ": solve= asks a solver; a pass without a mistake proves" in told
    view = audit(near, powers=(), solve=2100)["as given"]
    assert (view.separable, view.passes) == (True, None)


def test_sparse_rows_are_the_dense_ones():
    rng = np.random.default_rng(0)
    X = sparse.csr_array(np.where(rng.random((300, 40)) < 0.1, rng.random((300, 40)), 0))
    y = np.where(X @ rng.normal(size=40) > 0, 1, -1)
    for solve in (0, 30_000):
        thin, thick = (audit(rows, y, passes=4, solve=solve) for rows in (X, X.toarray()))
        for one, other in zip(thin.views[:4], thick.views[:4], strict=True):  # the rest is centred
            assert one.mistakes == pytest.approx(other.mistakes, abs=5)
            assert (one.radius, one.ceiling) == pytest.approx(
                (other.radius, other.ceiling), rel=0.1
            )
            assert one[1].value == pytest.approx(other[1].value, rel=0.1)


def test_it_prints_in_a_terminal_and_in_a_notebook_and_as_data():
    found = audit(bundled("iris", 0, 1))
    text, page = str(found), found._repr_html_()
    assert text.startswith("iris: setosa against versicolor: T = 100, d = 4, labels +1: 50")
    assert max(len(line) for line in text.splitlines() if line[:2] != "- ") < 120
    view = found["as given"]
    ratios = [line.split()[4] for line in text.splitlines() if "- bound / mistakes" in line]
    assert ratios == [_written(view[q].value / view.mistakes) for q in (None, 1, 2)]
    assert (page.count("<table"), page.count("<th ")) == (1, 6)
    assert "<script" not in audit(Stream([[1.0]], [1], "<script>"))._repr_html_()
    plain = found.as_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    told = plain["views"][0]
    assert told["rows"][0]["value"] == view[None].value
    assert (told["proof"]["margin"], told["separable"]) == (view.proof.margin, True)
    assert told["weights"] == view.weights.tolist()
    over = audit(bundled("iris", 1, 2))
    assert over.as_dict()["views"][0]["proof"]["times"]
    assert replace(over, name=float("inf")).as_dict()["name"] is None


def test_a_mean_of_many_vectors_is_exact_part_by_part(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 3)) * 10.0 ** rng.integers(-200, 200, size=(50, 3))
    X[rng.random(X.shape) < 0.3] = 0
    y, weights = rng.choice([-1, 1], size=50), rng.integers(0, 4, size=50).astype(float)
    sums = [dot(weights * y, column) for column in exact(X.T)]
    wanted = dot(sums, sums) / Fraction(weights.sum()) ** 2
    for block in (2**15, 7, 1):
        monkeypatch.setattr("perclib.data._exact.BLOCK", block)
        for kind in (X, sparse.csr_array(X)):
            assert combined_square(kind, y, weights) == wanted


@pytest.mark.parametrize("solve", [0, 1000])
def test_nothing_but_zeros(solve):
    for rows in (np.zeros((3, 2)), sparse.csr_array((3, 2))):
        with np.errstate(all="raise"):
            view = audit(rows, [1, -1, 1], solve=solve)["as given"]
        assert (view.radius, view.pull, view.separable, view.mistakes) == (0, 0, False, 3)
        assert view[1].value == 3


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (999.4, "999.4"),
        (-123456.0, "-123456"),
        (-1e7, "-1e+07"),
        (0.00012345678, "0.0001235"),
    ],
)
def test_numbers_have_four_digits_or_a_whole_part(value, shown):
    assert _written(value) == shown


@pytest.mark.parametrize("solve", [0, 1000])
def test_a_margin_that_the_run_proves_is_one(solve, monkeypatch):
    """Where no solver finds weights, those of a clean pass are the proof; their margin is exact."""

    def lost(_):
        raise ValueError("the solver gave up")

    monkeypatch.setattr("perclib.bounds.competitors.largest_margin", lost)
    monkeypatch.setattr("perclib.bounds.competitors.zero_combination", lambda _: None)
    for seed in range(6):
        stream = separable(40, 3, 0.2, seed=seed).stream
        stream = Stream(3 * stream.X, stream.y)
        check_proof(audit(stream, solve=solve, passes=100)["as given"], stream)


def test_a_verdict_carries_over_from_lifted_rows():
    found = audit([[1, 2], [1, 2], [3, 1]], [1, -1, 1])
    for view in found.views:
        assert (view.separable, view.ceiling) == (False, 0)
        assert isinstance(view.proof, ZeroCombination)
    form = Stream([[1, 2], [1, 2], [3, 1]], [1, -1, 1]).standardised()
    proof = found["standardised"].proof
    rows = list(proof.rounds)
    assert not (np.array(proof.times) * form.y[rows] @ form.X[rows]).any()


def test_labels_come_with_rows_and_not_beside_a_stream():
    stream = Stream([[1.0], [-1.0]], [1, -1])
    for X, y in ((stream.X, None), (stream, stream.y), (MulticlassStream(stream.X, [1, 2]), None)):
        with pytest.raises(ValueError, match="y: expected labels beside rows of numbers, and none"):
            audit(X, y)


def test_the_larger_class_is_predicted_whichever_it_is():
    y = np.where(np.arange(60) < 45, 1, -1)
    one, other = (audit(X[:60], labels).learners for labels in (y, -y))
    assert one["always the larger class"] == other["always the larger class"]
    assert np.mean(one["always the larger class"]) > 0.6


def test_rows_columns_and_learners_have_their_names():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.normal(size=60), "b": 7.0}, index=range(100, 160))
    frame["y"] = np.where(frame.a > 0, "p", "q")
    frame.loc[130, "y"] = "p" if frame.loc[130, "y"] == "q" else "q"
    found = audit(examples(frame))
    assert next(iter(found.hardest)) == "row 130"
    assert found.hardest["row 130"] == 10
    assert sum(found["as given"].tenths) == found["as given"].mistakes
    assert f"as given {' '.join(map(str, found['as given'].tenths))}" in str(found)
    assert set(found.learners) == {*(kind.__name__ for kind in LEARNERS), LARGER}
    assert all(len(each) == 10 and max(each) <= 1 for each in found.learners.values())
    best = found[found.best]
    orders = [found["as given"].orders, *(view.orders for view in found.views)]
    assert sum(best.orders) == min(map(sum, orders))
    mixed = Stream(frame[["a", "b"]].to_numpy(), np.where(frame.y == "q", 1, -1)).shuffled(0)
    usual = 1 if (mixed.y[:54] > 0).sum() > 27 else -1
    assert found.learners["always the larger class"][0] == (mixed.y[54:] == usual).mean()
    form = forms(Stream(frame[["a", "b"]].to_numpy(), np.where(frame.y == "q", 1, -1)))["lifted"]
    wanted = [run(Perceptron.zero(3), form.shuffled(seed)).mistake_count for seed in range(10)]
    assert list(found["lifted"].orders) == wanted
    assert np.array_equal(found["lifted"].weights, run(Perceptron.zero(3), form).learner.weights)


def test_the_verdict_says_what_is_proved():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 2))
    y = np.where(X[:, 0] > 1.3, 1, -1)
    clean = audit(X, y)
    assert "with a bias can score all rows right" in clean.verdict
    y[:2] = -y[:2]  # two wrong labels
    found = audit(X, y)
    assert "with a bias cannot score all rows right" in found.verdict
    assert found.verdict.endswith(f"{LARGER}: {sum(found.tenths)}.")
    assert found.verdict[:40] in str(found)


def test_a_learner_is_compared_on_rows_that_it_has_not_seen():
    stream = noisy(200, 2, 0.1, 0.1, seed=1).stream
    found = audit(stream)
    form = forms(stream)[found.best]
    for kind in LEARNERS:
        for seed, share in enumerate(found.learners[kind.__name__]):
            mixed = form.shuffled(seed)
            said = run(kind.zero(form.dimension), mixed[:180]).learner.predict(mixed.X[180:])
            assert share == pytest.approx((said == mixed.y[180:]).mean(), abs=0.06)
