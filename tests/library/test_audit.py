"""The audit of a data set, against what is computed again in another way."""

import json
import math
import re
import sys
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import linprog
from tqdm import tqdm

from perclib import _large
from perclib._exact import combined_square
from perclib.auditing import Factors, _number, audit, factors
from perclib.bounds import block_novikoff, hinge_family
from perclib.competitors import (
    LargestMargin,
    ZeroCombination,
    best_comparator,
    zero_combination,
)
from perclib.datasets import bundled, noisy, separable
from perclib.online import run, run_passes
from perclib.perceptron import Perceptron
from perclib.streams import MulticlassStream, Stream

PLAIN = ["as given", "lifted"]
NAMES = [*PLAIN, *(n + bias for n in ("normalised", "standardised") for bias in ("", ", lifted"))]


def forms(stream, lift=1.0):
    """The six streams of an audit, made by NumPy alone."""
    X, y = stream.X, stream.y
    X = X.toarray() if stream.sparse else X
    norms = np.linalg.norm(X, axis=1, keepdims=True)
    unit = X / np.where(norms > 0, norms, 1)
    spread = X.std(axis=0)
    standard = (X - X.mean(axis=0)) / np.where(X.min(axis=0) < X.max(axis=0), spread, np.inf)
    made = [
        np.hstack([rows, np.full((len(y), n), lift)])
        for rows in (X, unit, standard)
        for n in (0, 1)
    ]
    return {name: Stream(rows, y) for name, rows in zip(NAMES, made, strict=True)}


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
        if view.separable is None:  # a relation that rounding has undone
            assert name not in PLAIN
            continue
        if "standardised" not in name or abs(view.margin or 1) > 1e-9:
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


def made_large(seed):
    """Streams with and without noise, of all scales, dense and sparse."""
    made = noisy(60, 4, 0.1, 0.2 * (seed % 2), seed).stream
    X = made.X * 2.0 ** (40 * (seed % 5 - 2)) * (1, 1, 30, 1e-3)
    return Stream(sparse.csr_array(X) if seed % 3 == 0 else X, made.y)


@pytest.mark.parametrize("q", [1, 1.5, 2, 3])
@pytest.mark.parametrize("seed", range(10))
def test_without_a_solver_bounds_are_rounded_up_and_floors_are_floors(q, seed):
    stream = made_large(seed)
    dense = Stream(stream.X.toarray(), stream.y) if stream.sparse else stream
    squares, radius, total = _large.size_of(stream)
    assert Fraction(radius) ** 2 >= stream.radius_square
    assert radius == pytest.approx(stream.radius, rel=1e-13)
    assert squares == pytest.approx((dense.X**2).sum(axis=1))
    assert total == pytest.approx(stream.y @ dense.X)
    for c in (0.1, 1.0, 30.0):
        u = total * (c / radius / np.linalg.norm(total))
        one = _large.ray(stream, radius, u)
        value, exact_value = _large.bound_up(one, 1.0, radius, q), hinge_family(stream, u, q).value
        assert exact_value <= value <= exact_value * (1 + 1e-10)
    best = best_comparator(dense, q).bound.value
    view = audit(stream, powers=(q,), solve=0)["as given"]
    assert view[q].floor <= best * (1 + 1e-9)
    assert best * (1 - 1e-9) <= view[q].value <= 1.2 * best
    again = hinge_family(stream, view[q].comparator, q).value
    assert again <= view[q].value or not view[q].comparator.any()  # that of 0 is T
    assert view[q].floor >= view.mistakes * (1 - 1e-12)
    made = [_large.combined(np.ones(60), total), *_large.margin_passes(stream, radius)]
    for one in made:
        exact_square = combined_square(stream.X, stream.y, one.times)
        assert Fraction(one.ceiling(radius)) ** 2 >= exact_square
        assert one.ceiling(radius) == pytest.approx(float(exact_square) ** 0.5, rel=1e-9)


def test_floors_without_a_solver_are_near_the_bounds():
    """Far nearer than the mistakes of the pass, which are a floor as well."""
    for seed in range(4):
        stream = noisy(2000, 10, 0.05, 0.05, seed).stream
        row = audit(stream, powers=(1,), solve=0)["as given"][1]
        assert row.mistakes < 0.7 * row.floor
        assert 0.85 * row.value < row.floor <= best_comparator(stream, 1).bound.value


@pytest.mark.parametrize("last", [1, 0, -1])
def test_what_floats_do_not_decide_is_decided_exactly(last):
    """Rounding may move a margin of 1 by more than it is."""
    stream = Stream([[2.0**53, 2.0**53 - last], [1, -1]], [1, 1])
    first = _large.combined(np.array([0.0, 1.0]), np.array([1.0, -1.0]))
    radius = _large.size_of(stream).radius
    assert _large.ray(stream, radius, first.total).margin == 0
    proof, ceiling = _large.separation(stream, radius, True, [first])
    assert ceiling >= 2**0.5
    assert (proof is not None) == (last > 0)
    if proof:
        assert proof.margin == pytest.approx(0.5**0.5)
        assert _large.separation(stream, radius, False, [first]) == (None, ceiling)


def test_some_of_the_rounds_are_taken_once_for_all_directions(monkeypatch):
    """Of sparse rows they are a copy."""
    made, take, taken = noisy(100, 5, 0.1, 0.1, seed=2).stream, Stream.__getitem__, []
    stream = Stream(sparse.csr_array(made.X), made.y)
    monkeypatch.setattr(_large, "SAMPLE", 30)
    monkeypatch.setattr(Stream, "__getitem__", lambda s, at: taken.append(at) or take(s, at))
    _large.best_multiples(stream, stream.radius, list(np.eye(5)), (1.0, 2.0))
    assert taken == [slice(None, None, 4)]


def test_numbers_that_squares_do_not_hold_are_refused_beyond_the_solver():
    for size in (1e100, 1e-100):
        rows = [[size, 0.0], [0.0, size]]
        with pytest.raises(ValueError, match=r"X: expected the longest row .* power of 2"):
            audit(rows, [1, -1], solve=0)
        assert audit(rows, [1, -1])["as given"].separable


def test_one_table_is_solved_in_all_views_or_in_none():
    stream = noisy(100, 4, 0.1, 0.1, seed=0).stream
    for solve, solved in ((500, True), (499, False), (400, False)):
        found = audit(stream, powers=(1,), solve=solve)
        assert found.solved is solved
        said = [any("no solver was asked" in note for note in v.left_out) for v in found.views]
        assert said == [not solved] * 6
        assert ("for any view" in str(found)) is not solved


def test_progress_waits_for_a_terminal(monkeypatch, capsys):
    audit([[1.0]], [1])
    assert capsys.readouterr().err == ""
    asked = []
    monkeypatch.setattr("perclib.auditing.tqdm", lambda **how: asked.append(how) or tqdm(**how))
    audit([[1.0]], [1])
    audit([[1.0]], [1], progress=True)
    audit([[1.0]], [1], progress=False)
    assert [(how.get("delay"), how["disable"]) for how in asked] == [
        (2, None), (None, False), (None, True)]  # fmt: skip
    assert "6/6" in capsys.readouterr().err


def test_a_short_audit_shows_no_progress_in_a_terminal(monkeypatch, capsys):
    """However slow this machine is: a delay of 2 seconds stands for one without end."""
    ends = {2: math.inf}
    monkeypatch.setattr(
        "perclib.auditing.tqdm", lambda **how: tqdm(**how | {"delay": ends[how["delay"]]})
    )
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    audit([[1.0]], [1])
    assert capsys.readouterr().err == ""


def test_what_is_odd_about_the_data_is_said():
    def said(X, y):
        return " ".join(audit(X, y, powers=()).warnings)

    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 3)), np.tile([1, -1], 15)
    assert said(X, y) == ""
    assert "all labels are +1" in said(X, np.ones(30))
    assert "all labels are -1" in said(X, -np.ones(30))
    assert "rows are few, fewer than 2 d = 6" in said(X[:5], y[:5])
    assert "rows are few" not in said(X[:6], y[:6])
    X[:, 1] = 7
    for rows in (X, sparse.csr_array(X)):
        assert "of 3 columns 1 hold one value only (counted from 0: 1)" in said(rows, y)
        assert ("standardised they are 0" in said(rows, y)) == (rows is X)
    X[:, 2] = 0
    for rows in (X, sparse.csr_array(X)):
        assert "of 3 columns 2 hold one value only (counted from 0: 1, 2)" in said(rows, y)
    assert "(counted from 0: 0, 1, 2, 3, 4, ...)" in said(np.ones((30, 9)), y)


def test_the_larger_class_is_a_row_and_advice_names_the_cause():
    units = Stream(np.c_[np.tile([1, -1], 50) * 1.0, np.linspace(-500, 800, 100)],
                   np.tile([1, -1], 50)).shuffled(0)  # fmt: skip
    found = audit(units, powers=(1,))
    assert found.trivial == 50
    assert "always the larger class" in str(found)
    assert any(line.startswith("units or zero points: standard") for line in found.advice)
    iris = bundled("iris", 0, 1)
    assert "standardised the examples cost 1 mistake, and as given 2;" in audit(iris).advice[0]
    causes = ["bias", *["lengths"] * 2, *["units or zero points"] * 2]
    for best, cause in zip(NAMES[1:], causes, strict=True):
        views = [replace(view, mistakes=9 - 5 * (view.name == best)) for view in found.views]
        line = f"{cause}: {best} the examples cost 4 mistakes, and as given 9; "
        line += f"run the learner on the {best} examples"
        assert replace(found, views=tuple(views)).advice[0] == line
    coin = Stream(np.zeros((20, 1)), np.tile([1, -1], 10))
    assert any("no form has fewer" in line for line in audit(coin, powers=()).advice)
    rare = separable(100, 3, 0.2, seed=1).stream
    X, y = np.vstack([rare.X, rare.X[:1] * 0.001]), np.append(rare.y, rare.y[0])
    assert any(line.startswith("few hard examples: as given") for line in audit(X, y).advice)
    X, y = np.vstack([rare.X, rare.X[:1] * 1000]), np.append(rare.y, rare.y[0])
    for solve in (0, len(y) * 4):
        advice = audit(X, y, solve=solve).advice
        assert any(line.startswith("lengths: as given") for line in advice)
        assert not any(line.startswith("few") for line in advice)


def test_a_bound_that_no_float_holds_is_refused_with_and_without_the_solver():
    for solve in (0, 10):
        with pytest.raises(ValueError, match="expected the bound to be a finite float"):
            audit([[2e85], [1e-80]], [1, 1], solve=solve)


def test_beyond_its_size_the_run_itself_is_the_proof():
    stream = separable(400, 5, 0.1, seed=3).stream
    large, small = audit(stream, solve=0, passes=100), audit(stream)
    assert (large.solved, small.solved) == (False, True)
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
    for one, other in zip(thin.views[:4], thick.views, strict=False):  # sparse ones are not centred
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
    assert max(len(line) for line in text.splitlines() if line[:1] != "-") < 110
    for word in ("as given", "normalised,", "standardised,"):
        assert word in text
    page = found._repr_html_()
    assert page.count('scope="col"') == 6
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
        (
            (MulticlassStream([[1.0]], [1]),),
            "X: expected a Stream, of labels -1 and +1",
        ),
        ((Stream([[1]], [1]), [1]), "y: expected no labels beside a Stream"),
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
    powers = "a power q of a bound in the view as given, one of None, 1, 2"
    with pytest.raises(KeyError, match=powers):
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


@pytest.mark.parametrize("solve", [0, 1000])
def test_nothing_but_zeros(solve):
    for rows in (np.zeros((3, 2)), sparse.csr_array((3, 2))):
        with np.errstate(all="raise"):
            view = audit(rows, [1, -1, 1], solve=solve)["as given"]
        assert (view.radius, view.pull, view.separable, view.mistakes) == (0, 0, False, 3)
        assert view[1].value == view[1].floor == 3


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
    assert [view.separable for view in found.views] == [False, True, False, False, True, True]
    titles = [title for title, *_ in found._lines()]
    assert titles.index("Block-Novikoff") < titles.index("q = 1, hinge")
    cells = {title: cells for title, *cells in found._lines()}
    assert [bool(cell) for cell in cells["Block-Novikoff"]] == [
        False, True, False, False, True, True]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "shown"),
    [(999.4, "999.4"), (9999.6, "10000"), (-123456.0, "-123456"), (9999999.0, "9999999"),
     (1e7, "1e+07"), (-1e7, "-1e+07"), (12.345678, "12.35"), (0.00012345678, "0.0001235")],
)  # fmt: skip
def test_numbers_have_four_digits_or_a_whole_part(value, shown):
    assert _number(value) == shown
