"""The perceptron in scikit-learn's seat."""

import pickle
import re
from functools import partial

import numpy as np
import pandas
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier
from sklearn.linear_model import Perceptron as Peer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import has_fit_parameter

from perclib.datasets import bundled, noisy
from perclib.descent import StochasticGradient
from perclib.estimator import (
    AveragedPerceptronClassifier,
    KernelPerceptronClassifier,
    MulticlassPerceptronClassifier,
    OnlineClassifier,
    PerceptronClassifier,
    _present,
)
from perclib.geometry import SecondOrderPerceptron, Winnow
from perclib.kernels import KernelPerceptron
from perclib.losses import logistic
from perclib.margins import MarginPerceptron, PassiveAggressive, Romma
from perclib.online import run, run_passes
from perclib.perceptron import Perceptron
from perclib.relatives import AveragedPerceptron, MulticlassPerceptron, VotedPerceptron
from perclib.streams import MulticlassStream, Stream


@parametrize_with_checks(
    [
        PerceptronClassifier(),
        PerceptronClassifier(tie="plus", passes=5),
        AveragedPerceptronClassifier(passes=3),
        MulticlassPerceptronClassifier(passes=20),
        KernelPerceptronClassifier(passes=3),
        KernelPerceptronClassifier(kernel="linear", tie="plus", passes=5),
        OnlineClassifier(),
        OnlineClassifier(start=VotedPerceptron.zero, passes=3),
        OnlineClassifier(start=partial(Winnow.zero, rate=0.1), passes=5),
        OnlineClassifier(start=SecondOrderPerceptron.zero, passes=3),
    ]
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("passes", [1, 3])
def test_it_is_the_perceptron(passes):
    stream = bundled("iris", 1, 2).shuffled(seed=3)
    classes = np.where(stream.y > 0, "versicolor", "virginica")
    model = PerceptronClassifier(bias=0, passes=passes, step=0.5).fit(stream.X, classes)
    learner = Perceptron.zero(4, step=0.5)
    flipped = stream.__class__(stream.X, -stream.y)  # "versicolor" comes first
    done = run_passes(learner, flipped, limit=passes).run
    assert np.array_equal(model.mistakes_, done.mistakes)
    assert np.array_equal(model.learner_.weights, done.learner.weights)
    peer = Peer(fit_intercept=False, shuffle=False, max_iter=passes, tol=None, eta0=0.5)
    peer.fit(stream.X, classes)
    assert np.array_equal(model.learner_.weights, peer.coef_[0])
    assert np.array_equal(model.predict(stream.X), peer.predict(stream.X))


def test_parts_are_the_whole():
    stream = bundled("wine", 0, 1).shuffled(seed=1)
    whole = PerceptronClassifier(bias=2.0).fit(stream.X, stream.y)
    parts = PerceptronClassifier(bias=2.0)
    for rounds in (slice(0, 1), slice(1, 40), slice(40, None)):
        parts.partial_fit(stream.X[rounds], stream.y[rounds], classes=[-1, 1])
    assert np.array_equal(parts.mistakes_, whole.mistakes_)
    assert np.array_equal(parts.decision_function(stream.X), whole.decision_function(stream.X))
    assert whole.learner_.weights.shape == (14,)
    assert whole.learner_.weights[-1] != 0
    assert np.abs(whole.learner_.weights[-1]) % 2 == 0


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("held", [[3], [7, 3], [3, 7, 7, 3], [3, 5, 7], [7, 3, 0, 5], [0, 255]])
def test_two_numbers_are_found_as_all_numbers_are(kind, held):
    numbers = np.array(held).astype(kind)
    found, known = _present(numbers), np.unique(numbers)
    assert (found.dtype, found.tolist()) == (known.dtype, known.tolist())


def test_what_is_no_number_is_found_too():
    numbers = np.array([1.0, np.nan, -1.0])
    assert np.array_equal(_present(numbers), np.unique(numbers), equal_nan=True)


def test_it_goes_into_a_pipeline():
    stream = bundled("breast_cancer", 0, 1).shuffled(seed=0)
    model = make_pipeline(StandardScaler(), PerceptronClassifier(passes=5))
    search = GridSearchCV(model, {"perceptronclassifier__bias": [0, 1.0]}, cv=3)
    assert search.fit(stream.X, stream.y).best_score_ > 0.9
    assert clone(model).get_params()["perceptronclassifier__passes"] == 5


def test_ties_predict_what_the_rule_says():
    X, y = [[1.0], [-1.0]], ["a", "b"]
    for tie, expected in (("plus", "b"), ("minus", "a"), ("mistake", "b"), ("correct", "b")):
        model = PerceptronClassifier(tie=tie, bias=0).fit(X, y)
        assert model.predict([[0.0]]).tolist() == [expected]


def test_what_it_refuses():
    model = PerceptronClassifier()
    for y, message in (
        (["a", "b", "c"], "Only binary classification is supported, got 3 classes"),
        (["a", "a", "a"], "y: expected two classes, got one class: a"),
    ):
        with pytest.raises(ValueError, match=message):
            model.fit([[1.0], [2.0], [3.0]], y)
    model.fit([[1.0], [2.0]], ["a", "b"])
    with pytest.raises(ValueError, match=r"y\[1\]: expected one of \['a', 'b'\], got c"):
        model.partial_fit([[1.0], [2.0]], ["a", "c"])
    with pytest.raises(ValueError, match="passes: expected a whole number of at least 1"):
        PerceptronClassifier(passes=0).fit([[1.0], [2.0]], [0, 1])
    with pytest.raises(ValueError, match="step: expected a finite number above 0"):
        PerceptronClassifier(step=0).fit([[1.0], [2.0]], [0, 1])
    with pytest.raises(ValueError, match="bias: expected a finite number of at least 0"):
        PerceptronClassifier(bias=-1.0).fit([[1.0], [2.0]], [0, 1])
    with pytest.raises(ValueError, match="Unknown label type"):
        model.fit([[1.0], [2.0]], [0.5, 1.5])


@pytest.mark.parametrize("bias", [0, 1.0, 2.5])
@pytest.mark.parametrize("rows", [np.asarray, sparse.csr_array, sparse.coo_matrix])
def test_it_has_the_attributes_of_a_linear_model(bias, rows):
    stream = bundled("iris", 1, 2).shuffled(seed=3)
    model = PerceptronClassifier(bias=bias, passes=7).fit(rows(stream.X), stream.y)
    assert model.coef_.shape == (1, 4)
    assert model.intercept_.shape == (1,)
    assert (model.n_iter_, model.n_features_in_) == (7, 4)
    scores = stream.X @ model.coef_[0] + model.intercept_[0]
    assert np.allclose(model.decision_function(rows(stream.X)), scores)
    assert np.allclose(model.decision_function(stream.X), scores)
    assert (model.intercept_[0] == 0) == (bias == 0)
    assert model.partial_fit(rows(stream.X), stream.y).n_iter_ == 1


def test_the_classes_of_later_calls_are_those_of_the_first():
    X = [[1.0], [-1.0]]
    model = PerceptronClassifier().partial_fit(X, ["a", "b"], classes=["b", "a"])
    model.partial_fit(X, ["a", "a"], classes=["a", "b"]).partial_fit(X, ["a", "b"])
    for classes in (["a", "c"], ["a"], ["a", "b", "c"]):
        with pytest.raises(
            ValueError, match=r"classes: expected \['a', 'b'\], as in the first call"
        ):
            model.partial_fit(X, ["a", "b"], classes=classes)


@pytest.mark.parametrize("passes", [1, 3])
def test_it_is_the_averaged_perceptron(passes):
    stream = bundled("digits", 3, 8).shuffled(seed=2)
    model = AveragedPerceptronClassifier(bias=0, passes=passes).fit(stream.X, stream.y)
    learner = run(AveragedPerceptron.zero(64), stream.repeated(passes)).learner
    weights = run(Perceptron.zero(64), stream.repeated(passes), keep_weights=True).weights
    assert np.array_equal(model.coef_[0], learner.average.weights)
    assert np.allclose(model.coef_[0], weights.mean(axis=0), rtol=1e-12)
    assert np.array_equal(model.predict(stream.X), learner.average.predict(stream.X))


def test_averages_of_parts_are_those_of_the_whole():
    stream = bundled("wine", 0, 1).shuffled(seed=1)
    whole = AveragedPerceptronClassifier().fit(sparse.csr_array(stream.X), stream.y)
    parts = AveragedPerceptronClassifier()
    for rounds in (slice(0, 1), slice(1, 40), slice(40, None)):
        parts.partial_fit(stream.X[rounds], stream.y[rounds], classes=[-1, 1])
    assert np.allclose(parts.coef_, whole.coef_, rtol=1e-9)
    assert parts.learner_.rounds == len(stream)


def test_it_is_the_kernel_perceptron():
    stream = bundled("digits", 3, 8).shuffled(seed=2)
    X = sparse.csr_array(stream.X)
    linear = KernelPerceptronClassifier(kernel="linear", passes=2).fit(X, stream.y)
    plain = PerceptronClassifier(bias=0, passes=2).fit(stream.X, stream.y)
    assert np.array_equal(linear.mistakes_, plain.mistakes_)
    assert np.array_equal(linear.decision_function(X), plain.decision_function(stream.X))

    def gauss(A, B):
        apart = (A**2).sum(axis=1)[:, None] - 2 * A @ B.T + (B**2).sum(axis=1)
        return np.exp(-0.001 * apart)

    named = KernelPerceptronClassifier(kernel="rbf", parameters={"gamma": 0.001})
    own = KernelPerceptronClassifier(kernel=gauss).fit(stream.X, stream.y)
    for rounds in (slice(0, 9), slice(9, None)):
        named.partial_fit(stream.X[rounds], stream.y[rounds], classes=[-1, 1])
    assert np.array_equal(named.mistakes_, own.mistakes_)
    done = run(KernelPerceptron.zero(gauss, 64), stream)
    assert np.array_equal(own.mistakes_, done.mistakes)
    scores = [done.learner.score(x) for x in stream.X[:20]]
    assert np.allclose(own.decision_function(stream.X[:20]), scores, rtol=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kernel": "gauss"}, "kernel: expected one of .*, got 'gauss'"),
        ({"kernel": np.dot, "parameters": {"a": 1}}, "parameters: expected none for a kernel"),
        ({"kernel": 3}, "kernel: expected a Callable, got int"),
    ],
)
def test_kernels_that_are_none_are_refused(arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        KernelPerceptronClassifier(**arguments).fit([[0], [1]], [0, 1])


def test_it_is_the_multiclass_perceptron():
    data = load_digits()
    names = np.array(list("jihgfedcba"))[data.target]
    model = MulticlassPerceptronClassifier(passes=2).fit(data.data, names)
    lifted = MulticlassStream(data.data, 10 - data.target).lifted()  # the names are sorted
    done = run(MulticlassPerceptron.zero(10, 65), lifted.repeated(2))
    assert np.array_equal(model.mistakes_, done.mistakes)
    assert np.array_equal(model.coef_, done.learner.weights[:, :-1])
    assert np.array_equal(model.intercept_, done.learner.weights[:, -1])
    assert np.array_equal(model.predict(data.data), model.classes_[done.predict(lifted.X) - 1])
    assert model.decision_function(data.data[:3]).shape == (3, 10)


def test_two_of_many_classes_are_told_apart_as_by_one_perceptron():
    stream = bundled("iris", 1, 2).shuffled(seed=3)
    two = MulticlassPerceptronClassifier(bias=0).fit(stream.X, -stream.y)
    one = run(Perceptron.zero(4, tie="plus"), stream)
    assert np.array_equal(two.mistakes_, one.mistakes)
    assert two.decision_function(stream.X).shape == (100,)
    assert two.predict(stream.X).tolist() == (-one.predict(stream.X)).tolist()


def test_parameters_changed_after_fit_change_nothing_or_are_refused():
    X, y = [[2.0, 1.0], [-1.0, 3.0], [0.5, -2.0]], ["b", "a", "b"]
    for kind in (
        PerceptronClassifier,
        AveragedPerceptronClassifier,
        MulticlassPerceptronClassifier,
    ):
        model = kind(bias=1.0).fit(X, y)
        before = model.decision_function(X).tolist(), model.intercept_.tolist()
        model.set_params(bias=5.0)
        assert (model.decision_function(X).tolist(), model.intercept_.tolist()) == before
        with pytest.raises(ValueError, match=r"bias: expected 1.0, its value when .*, got 5.0"):
            model.partial_fit(X, y)
        model.set_params(bias=1.0, passes=9, shuffle=True).partial_fit(X, y)
        assert len(model.mistakes_) == 6
        again = model.set_params(bias=5.0, passes=1, shuffle=False).fit(X, y)
        assert again.coef_.tolist() == kind(bias=5.0).fit(X, y).coef_.tolist()
    model = PerceptronClassifier(tie="plus", bias=0).fit(X, y).set_params(tie="minus")
    assert model.predict([[0.0, 0.0]]).tolist() == ["b"]
    with pytest.raises(ValueError, match="tie: expected 'plus', its value when the model was"):
        model.partial_fit(X, y)
    degree = {"degree": 1}
    model = KernelPerceptronClassifier(kernel="poly", parameters=degree).fit(X, y)
    model.partial_fit(X, y)
    degree["degree"] = 5
    with pytest.raises(ValueError, match=r"parameters: expected .*: 1}, its value .*: 5}; use fit"):
        model.partial_fit(X, y)


def test_how_to_shuffle_is_refused_by_its_name():
    X, y = [[1.0], [-1.0]], ["a", "b"]
    with pytest.raises(ValueError, match="shuffle: expected True or False, got 'yes'"):
        PerceptronClassifier(shuffle="yes").fit(X, y)
    with pytest.raises(ValueError, match="random_state: 'x' cannot be used to seed"):
        PerceptronClassifier(shuffle=True, random_state="x").fit(X, y)


def test_each_shuffled_pass_has_an_order_of_its_own():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    y = np.where(X @ [1, 2, 3] + rng.normal(size=40) > 0, 1, 0)
    kinds = PerceptronClassifier, KernelPerceptronClassifier, MulticlassPerceptronClassifier
    for kind in kinds:
        one, two, three = (
            kind(passes=3, shuffle=True, random_state=seed).fit(X, y) for seed in (0, 0, 1)
        )
        assert np.array_equal(one.mistakes_, two.mistakes_)
        assert not np.array_equal(one.mistakes_, three.mistakes_)
        assert len(one.mistakes_) == 120
    order = np.random.RandomState(0)
    perceptron, mistakes = Perceptron.zero(3), []
    for _ in range(3):
        places = order.permutation(40)
        done = run(perceptron, Stream(X[places], 2 * y[places] - 1))
        perceptron, mistakes = done.learner, [*mistakes, *done.mistakes]
    made = PerceptronClassifier(bias=0, passes=3, shuffle=True, random_state=0).fit(X, y)
    assert np.array_equal(made.learner_.weights, perceptron.weights)
    assert made.mistakes_.tolist() == mistakes
    with pytest.raises(ValueError, match=r"random_state|seed"):
        PerceptronClassifier(shuffle=True, random_state="x").fit(X, y)
    with pytest.raises(ValueError, match="passes: expected a whole number of at least 1"):
        PerceptronClassifier(passes=0).fit(X, y)


@pytest.mark.parametrize("size", [3, 200_000])
def test_a_fit_that_is_refused_changes_nothing(size):
    """Long instances are looked at by the run alone."""
    X, y = np.ones((size, 2)), np.where(np.arange(size) % 2, "a", "b")
    model = PerceptronClassifier().fit(X, y)
    before = model.__dict__.copy()
    bad = X.copy()
    bad[-1] = np.nan
    for refused in (model.fit, model.partial_fit):
        place = rf"^X\[{size - 1}, 0\]: expected a finite number, got nan; Input X contains NaN"
        with pytest.raises(ValueError, match=place):
            refused(bad, np.where(y == "a", "a", "c") if refused == model.fit else y)
        assert model.__dict__ == before
    assert set(model.predict(X)) <= {"a", "b"}


@pytest.mark.parametrize("rows", [np.asarray, np.float32, sparse.csr_matrix])
def test_shuffled_passes_with_a_bias_are_those_of_lifted_rows(rows):
    """Of more numbers than are copied, in orders that the test draws as well."""
    made = noisy(5000, 30, 0.1, 0.1, seed=4).stream
    X = rows(made.X)
    model = PerceptronClassifier(bias=0.5, passes=2, shuffle=True, random_state=3).fit(X, made.y)
    rng, learner = np.random.RandomState(3), Perceptron.zero(31)
    whole = Stream(X, made.y).lifted(0.5)
    for _ in range(2):
        learner = run(learner, whole[rng.permutation(5000)]).learner
    assert model.learner_ == learner


@pytest.mark.parametrize("classes", [2, 3])
def test_a_score_that_no_float_holds_is_refused(classes):
    X, y = np.array([[1.0, 0.0], [0.0, 1e300], [-1.0, 0.0]]), [0, classes - 1, 1]
    linear = (PerceptronClassifier(bias=0), AveragedPerceptronClassifier(bias=0))
    kernels = (KernelPerceptronClassifier(kernel="linear"),)
    models = [*linear, *kernels] if classes == 2 else []
    for model in (*models, MulticlassPerceptronClassifier(bias=0)):
        model.fit(X, y)
        for way in (model.predict, model.decision_function):
            with pytest.raises(ValueError, match=r"X\[1\]: expected a finite score, got -?inf"):
                way([[1.0, 1.0], [1.0, 1e300]])


X_OF_FOUR, Y_OF_FOUR = np.array([[1.0], [2.0], [-1.0], [-2.0]]), np.array([1, 1, -1, -1])
LEARNERS = [
    PerceptronClassifier,
    AveragedPerceptronClassifier,
    KernelPerceptronClassifier,
    MulticlassPerceptronClassifier,
    OnlineClassifier,
]


@pytest.mark.parametrize("learner", LEARNERS)
def test_arguments_that_are_not_there_are_refused_by_the_class_that_was_called(learner):
    """Scikit-learn looks at the signature before it gives weights; it does not find any."""
    X, y, name = X_OF_FOUR, Y_OF_FOUR, learner.__name__
    model = learner()
    assert not has_fit_parameter(model, "sample_weight")
    wanted = f"{name}.fit: expected no sample_weight, since each round counts as one"
    for call in (
        lambda: model.fit(X, y, sample_weight=np.ones(4)),
        lambda: make_pipeline(model).fit(X, y, **{f"{name.lower()}__sample_weight": np.ones(4)}),
        lambda: GridSearchCV(model, {"passes": [1]}, cv=2, error_score="raise").fit(
            X, y, sample_weight=np.ones(4)
        ),
    ):
        with pytest.raises(TypeError, match=re.escape(wanted)):
            call()
    with pytest.raises(TypeError, match=rf"{name}\.partial_fit: expected no sample_weight"):
        model.partial_fit(X, y, classes=[-1, 1], sample_weight=np.ones(4))
    with pytest.raises(TypeError, match=rf"{name}\.fit: got an unexpected keyword argument 'w'"):
        model.fit(X, y, w=1)
    with pytest.raises(TypeError, match=rf"{name}\.fit: too many positional arguments"):
        model.fit(X, y, np.ones(4))
    with pytest.raises(TypeError, match=rf"{name}\.fit: missing a required argument: 'y'"):
        model.fit(X)
    with pytest.raises(ValueError, match=f"{name} doesn't support sample_weight"):
        AdaBoostClassifier(model).fit(X, y)
    bag = BaggingClassifier(model, n_estimators=3, random_state=0)  # it draws examples instead
    assert bag.fit(X, y).score(X, y) > 0.5


def test_what_a_refusal_of_weights_advises_repeats_the_examples():
    with pytest.raises(TypeError, match="rows = ") as refusal:
        PerceptronClassifier().fit(X_OF_FOUR, Y_OF_FOUR, sample_weight=[2, 0, 1, 3])
    advice = re.search(r"rows = (.*?), then (X\[rows\])", str(refusal.value))
    names = {"np": np, "y": Y_OF_FOUR, "X": X_OF_FOUR, "sample_weight": [2, 0, 1, 3]}
    names["rows"] = eval(advice[1], names)
    assert eval(advice[2], names).tolist() == [[1], [1], [-1], [-2], [-2], [-2]]


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("learner", LEARNERS)
def test_one_example_at_a_time_is_the_whole(learner, named):
    stream = bundled("wine", 0, 1).shuffled(seed=1)[:60]
    names = [f"feature {i}" for i in range(stream.dimension)]
    whole = learner().partial_fit(stream.X, stream.y, classes=[-1, 1])
    model = learner()
    rows = [dict(zip(names, x, strict=True)) for x in stream.X.tolist()] if named else stream.X
    assert model.predict_one(rows[0]) is None
    for t, (x, y) in enumerate(zip(rows, stream.y.tolist(), strict=True)):
        swapped = dict(reversed(x.items())) if named and t else x  # names come in any order
        assert model.learn_one(swapped, y, None if t else [1, -1]) is model
    assert [model.predict_one(x) for x in rows] == whole.predict(stream.X).tolist()
    assert vars(model).pop("feature_names_in_", np.array([])).tolist() == names * named
    assert np.array_equal(model.mistakes_, whole.mistakes_)
    assert np.array_equal(model.decision_function(stream.X), whole.decision_function(stream.X))


def test_names_of_features_are_those_of_a_table():
    frame = pandas.DataFrame({"a": [1.0, -1.0], "b": [2.0, 5.0]})
    model = PerceptronClassifier().partial_fit(frame, ["no", "yes"])
    assert model.predict_one({"b": 5, "a": -1}) == model.predict(frame)[1] == "yes"
    for (_, row), y in zip(frame[["b", "a"]].iterrows(), ["no", "yes"], strict=True):
        model.learn_one(row, y)
    again = PerceptronClassifier(passes=2).fit(frame, ["no", "yes"])
    assert np.array_equal(model.decision_function(frame), again.decision_function(frame))
    assert model.feature_names_in_.tolist() == ["a", "b"]


def test_a_feature_that_is_left_out_is_zero():
    model, full = PerceptronClassifier(), PerceptronClassifier()
    for x, y in (({"a": True, "b": 1}, True), ({"b": 3}, False), ({}, False)):
        model.learn_one(x, y)
        full.learn_one({"a": 0, "b": 0} | x, y)
    assert model.coef_.tolist() == full.coef_.tolist() == [[1, -2]]
    assert model.predict_one({"a": 2}) is True
    assert model.predict_one({"b": 1}) is False


@pytest.mark.parametrize(
    ("x", "y", "classes", "message"),
    [
        ({"c": 1.0}, True, None, "x: expected features of the first call, ['a', 'b'], got 'c'"),
        ({"a": np.nan}, True, None, "x['a']: expected a finite number, got nan"),
        ({"a": None}, True, None, "x['a']: expected a finite number, got None"),
        ({"b": "much"}, True, None, "x['b']: expected a finite number, got 'much'"),
        ([1.0, np.nan], True, None, "Input X contains NaN"),
        ({"a": 1.0}, "b", None, "y[0]: expected one of [False, True], got b"),
        ([1.0], True, None, "X has 1 features, but PerceptronClassifier is expecting 2"),
        (1.0, True, None, "x: expected a dict or a row of numbers, got 1.0"),
        ([[1.0, 2.0]], True, None, "x: expected a dict or a row of numbers, got [[1.0, 2.0]]"),
        ({"a": 1.0}, True, [0, 1, 2], "classes: expected [False, True], as in the first call"),
    ],
)
def test_one_example_that_is_refused_changes_nothing(x, y, classes, message):
    model = PerceptronClassifier().learn_one({"a": 1.0, "b": 2.0}, True)
    before = vars(model).copy()
    with pytest.raises(ValueError, match=re.escape(message)):
        model.learn_one(x, y, classes)
    assert vars(model) == before


def test_the_first_example_has_to_say_enough():
    model = PerceptronClassifier()
    with pytest.raises(ValueError, match="classes: expected all classes in the first call, for"):
        model.learn_one([1.0], 1)
    with pytest.raises(ValueError, match="x: expected strings as names of features, got 3"):
        model.learn_one({3: 1.0}, True)
    with pytest.raises(TypeError, match=r"PerceptronClassifier\.learn_one: got an unexpected"):
        model.learn_one([1.0], True, w=2)
    assert vars(model) == vars(PerceptronClassifier())
    model.fit(X_OF_FOUR, Y_OF_FOUR)
    with pytest.raises(ValueError, match="x: expected a row of 1 numbers, since the learner"):
        model.predict_one({"a": 1.0})


STARTS = {
    "none": (None, Perceptron.zero),
    "margin": (partial(MarginPerceptron.zero, beta=0.5),) * 2,
    "passive-aggressive": (partial(PassiveAggressive.zero, C=0.1),) * 2,
    "ROMMA": (Romma.zero,) * 2,
    "vote": (VotedPerceptron.zero,) * 2,
    "average": (AveragedPerceptron.zero,) * 2,
    "Winnow": (partial(Winnow.zero, rate=0.05),) * 2,
    "second order": (partial(SecondOrderPerceptron.zero, a=2.0),) * 2,
    "kernel": (partial(KernelPerceptron.zero, lambda A, B: (1 + A @ B.T) ** 2),) * 2,
    "descent": (partial(StochasticGradient.zero, loss=logistic, step=0.1),) * 2,
}


@pytest.mark.parametrize("rows", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize(("start", "zero"), STARTS.values(), ids=STARTS)
def test_any_learner_has_a_seat(start, zero, rows):
    """It has the run of the learner over lifted rows, and its predictions."""
    stream = bundled("iris", 1, 2).standardised().shuffled(seed=3)
    names = np.where(stream.y > 0, "virginica", "setosa")
    X, lifted = rows(stream.X), Stream(rows(stream.X), stream.y).lifted(0.5)
    model = OnlineClassifier(start=start, bias=0.5, passes=2).fit(X, names)
    done = run(zero(5), lifted.repeated(2))
    assert np.array_equal(model.mistakes_, done.mistakes)
    assert type(model.learner_) is type(done.learner)
    labels = done.predict(lifted.X)
    assert np.array_equal(np.sign(model.decision_function(X)), labels)
    assert np.array_equal(model.predict(X), np.where(labels >= 0, "virginica", "setosa"))
    parts = OnlineClassifier(start=start, bias=0.5)
    for part in (slice(0, 30), slice(30, None)):
        parts.partial_fit(X[part], names[part], classes=["setosa", "virginica"])
    assert np.array_equal(parts.mistakes_, done.mistakes[:100])


@pytest.mark.parametrize(
    ("start", "scores"),
    [
        (VotedPerceptron.zero, lambda learner, X: [vote_of(learner, x) for x in X]),
        (
            partial(Winnow.zero, rate=0.05),
            lambda learner, X: (
                2 * np.exp(-0.05 * np.abs(learner.total).max()) * X @ np.sinh(0.05 * learner.total)
            ),
        ),
        (
            partial(SecondOrderPerceptron.zero, a=2.0),
            lambda learner, X: [
                learner.total @ np.linalg.solve(np.linalg.inv(learner.inverse) + np.outer(x, x), x)
                for x in X
            ],
        ),
    ],
    ids=["vote", "Winnow", "second order"],
)
def test_a_score_that_is_not_linear_is_that_of_the_formula(start, scores):
    stream = noisy(300, 6, 0.1, 0.1, seed=5).stream
    model = OnlineClassifier(start=start, bias=0).fit(stream.X, stream.y)
    wanted = scores(model.learner_, stream.X)
    assert np.allclose(model.decision_function(stream.X), wanted, rtol=1e-9, atol=1e-12)


def vote_of(learner, x):
    """The votes of all weights, one by one."""
    lives = [*learner.lifetimes, learner.rounds + 1 - learner.lifetimes.sum()]
    return np.sign([*(learner.past @ x), learner.weights @ x]) @ lives


def test_a_seat_of_any_learner_is_searched_and_pickles():
    stream = bundled("breast_cancer", 0, 1).shuffled(seed=0)
    model = make_pipeline(StandardScaler(), OnlineClassifier(passes=5))
    grid = {"onlineclassifier__start": [None, Romma.zero, partial(Winnow.zero, rate=0.01)]}
    search = GridSearchCV(model, grid, cv=3).fit(stream.X, stream.y)
    assert search.best_score_ > 0.9
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    assert np.array_equal(again.predict(stream.X), search.predict(stream.X))


def test_another_start_after_fit_is_refused():
    model = OnlineClassifier(start=Romma.zero).fit([[1.0], [-1.0]], ["a", "b"])
    model.set_params(start=Romma.zero).partial_fit([[1.0]], ["a"])
    model.set_params(start=VotedPerceptron.zero)
    with pytest.raises(ValueError, match=r"^start: expected .*Romma.*, its value when "):
        model.partial_fit([[1.0]], ["a"])
    model = OnlineClassifier(start=partial(Winnow.zero, rate=0.5)).fit([[1.0], [-1.0]], ["a", "b"])
    model.set_params(start=partial(Winnow.zero, rate=0.5)).partial_fit([[1.0]], ["a"])
    model.set_params(start=partial(Winnow.zero, rate=0.1))
    with pytest.raises(ValueError, match=r"^start: .*rate=0.5.*, its value .*rate=0.1"):
        model.partial_fit([[1.0]], ["a"])


def test_arguments_that_a_method_lacks_are_refused_by_its_public_name():
    model = MulticlassPerceptronClassifier().fit([[1.0], [-1.0]], ["a", "b"])
    for method in ("fit", "partial_fit", "learn_one", "predict", "predict_one"):
        with pytest.raises(TypeError, match=f"^MulticlassPerceptronClassifier.{method}: "):
            getattr(model, method)([[1.0]], ["a"], ["a", "b"], 4)
    with pytest.raises(TypeError, match=r"^OnlineClassifier.decision_function: missing .*'X'"):
        OnlineClassifier().decision_function()


def test_a_start_that_needs_more_than_a_dimension_is_refused():
    with pytest.raises(ValueError, match=r"^start: .* of the dimension alone, .*partial.*'rate'"):
        OnlineClassifier(start=Winnow.zero).fit([[1.0], [-1.0]], ["a", "b"])
