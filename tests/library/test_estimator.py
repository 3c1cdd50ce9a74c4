"""The interface of scikit-learn: its own checks, agreement with its perceptron, single examples."""

import pickle
from functools import partial

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.linear_model import Perceptron as Peer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from perclib import (
    AveragedPerceptron,
    MulticlassPerceptron,
    PassiveAggressive,
    Romma,
    VotedPerceptron,
    noisy,
    run,
)
from perclib.data import MulticlassStream
from perclib.estimator import (
    AveragedPerceptronClassifier,
    KernelPerceptronClassifier,
    MulticlassPerceptronClassifier,
    OnlineClassifier,
    PerceptronClassifier,
)

ALL = [
    PerceptronClassifier(passes=5),
    AveragedPerceptronClassifier(passes=5),
    KernelPerceptronClassifier(passes=3),
    MulticlassPerceptronClassifier(passes=5),
    OnlineClassifier(start=PassiveAggressive.zero, passes=5),
]
STREAM = noisy(300, 6, 0.05, 0.1, seed=3).stream
X, Y = STREAM.X, np.where(STREAM.y > 0, "spam", "ham")


@pytest.mark.filterwarnings("ignore")  # some checks of scikit-learn want warnings
@parametrize_with_checks(ALL)
def test_scikit_learn_checks_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("form", [np.array, sparse.csr_matrix, sparse.coo_array])
def test_it_is_the_perceptron_of_scikit_learn(form):
    ours = PerceptronClassifier(bias=0, passes=4).fit(form(X), Y)
    theirs = Peer(fit_intercept=False, shuffle=False, max_iter=4, tol=None).fit(form(X), Y)
    assert np.allclose(ours.coef_, theirs.coef_)
    assert ours.intercept_.tolist() == [0]
    assert ours.predict(form(X)).tolist() == theirs.predict(form(X)).tolist()
    assert (ours.mistake_count_, len(ours.mistakes_)) == (ours.mistakes_.sum(), 4 * len(X))


@pytest.mark.parametrize("bias", [1.0, 0.5])
@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
def test_a_bias_is_the_weight_of_a_lifted_stream(bias, form):
    for start in (AveragedPerceptron.zero, partial(Romma.zero, tie="plus"), VotedPerceptron.zero):
        model = OnlineClassifier(start=start, bias=bias, passes=2).fit(form(X), Y)
        done = run(start(7), STREAM.lifted(bias).repeated(2))
        assert model.mistakes_.tolist() == done.mistakes.tolist()
        scores = done.learner.scores(STREAM.lifted(bias).X)
        assert np.allclose(model.decision_function(form(X)), scores)
        assert (model.predict(form(X)) == "spam").tolist() == (scores >= 0).tolist()
    with pytest.raises(AttributeError, match="VotedPerceptron does not predict by weights"):
        model.coef_  # noqa: B018 - the look-up is what is tested


def test_several_classes():
    data, targets = load_iris(return_X_y=True)
    names = np.array(["c", "a", "b"])[targets]
    model = MulticlassPerceptronClassifier(passes=3).fit(data, names)
    places = np.searchsorted(["a", "b", "c"], names) + 1
    done = run(MulticlassPerceptron.zero(3, 5), MulticlassStream(data, places).lifted().repeated(3))
    assert np.allclose(np.column_stack([model.coef_, model.intercept_]), done.learner.weights)
    assert model.predict(data).tolist() == model.classes_[done.predict(
        np.column_stack([data, np.ones(150)])) - 1].tolist()  # fmt: skip
    two = MulticlassPerceptronClassifier().fit(data[:100], targets[:100])
    assert two.decision_function(data).shape == (150,)
    assert two.predict(data[:1])[0] == (two.decision_function(data[:1])[0] > 0)
    with pytest.raises(ValueError, match="Only binary classification is supported, got 3 classes"):
        PerceptronClassifier().fit(data, targets)


@pytest.mark.parametrize("model", ALL)
def test_one_by_one_is_all_at_once(model):
    whole = clone(model).set_params(passes=1).fit(X[:60], Y[:60])
    parts, rows, named = clone(model), clone(model), clone(model)
    for start in (0, 7, 8):
        stop = {0: 7, 7: 8, 8: 60}[start]
        parts.partial_fit(X[start:stop], Y[start:stop], ["ham", "spam"])
    for x, y in zip(X[:60], Y[:60], strict=True):
        rows.learn_one(x, y, ["spam", "ham"])
        named.learn_one({f"x{i}": v for i, v in enumerate(x)}, y, ["ham", "spam"])
    wanted = whole.decision_function(X)
    for other in (parts, rows, named, pickle.loads(pickle.dumps(named))):
        assert np.allclose(other.decision_function(X), wanted)
    assert [rows.predict_one(x) for x in X[:9]] == whole.predict(X[:9]).tolist()
    assert parts.mistake_count_ == whole.mistake_count_
    assert clone(model).predict_one(X[0]) is None


def test_features_have_names_or_places():
    model = PerceptronClassifier().learn_one({"free": 2, "you": 1}, True)
    assert model.feature_names_in_.tolist() == ["free", "you"]
    assert model.predict_one({}) is True
    for x, said in (({"now": 1}, "expected features of the first call"),
                    ({"you": np.nan}, "expected finite numbers")):  # fmt: skip
        with pytest.raises(ValueError, match=f"x: {said}"):
            model.learn_one(x, False)


def test_whole_numbers_may_be_objects():
    numbers = (Y == "spam").astype(int)
    model = PerceptronClassifier().fit(X, numbers.astype(object))
    assert model.classes_.tolist() == [0, 1]
    assert np.array_equal(model.predict(X), PerceptronClassifier().fit(X, numbers).predict(X))


EGGS = np.where(Y == "ham", "eggs", Y)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda m: m.partial_fit(X[:, :2], Y), "X has 2 features, but Perceptron"),
        (
            lambda m: m.partial_fit(np.where(X[3, 3] == X, np.nan, X), Y),
            r"X\[3, 3\]: expected",
        ),
        (
            lambda m: m.partial_fit(np.ma.array(X, mask=X > 1), Y),
            "X: expected an array with",
        ),
        (
            lambda m: m.partial_fit(X, EGGS),
            r"y.\d+.: expected one of .*, got eggs",
        ),
        (lambda m: m.partial_fit(X, Y[1:]), "inconsistent numbers of samples"),
        (
            lambda m: m.partial_fit(X, np.ma.array(Y, mask=Y == "ham")),
            "y: expected an array with",
        ),
        (
            lambda m: m.partial_fit(X, np.array(["a", 1.5] * 150, object)),
            "y: expected whole",
        ),
        (lambda m: m.partial_fit(X, Y, ["ham", "eggs"]), "classes: expected"),
        (lambda m: m.set_params(passes=0).fit(X, Y), "passes: expected a whole number"),
        (lambda m: m.learn_one({"x0": 1}, "eggs"), "y: expected one of"),
        (lambda m: clone(m).learn_one([1, 2], "no"), "classes: expected all classes in the first"),
    ],
)
def test_bad_input_is_refused(call, said):
    model = PerceptronClassifier().fit(X, Y)
    weights = model.learner_.weights
    with pytest.raises(ValueError, match=said):
        call(model)
    assert model.learner_.weights is weights


def test_it_stands_in_a_pipeline():
    pipe = make_pipeline(StandardScaler(), AveragedPerceptronClassifier(passes=3))
    assert pipe.fit(X, Y).score(X, Y) > 0.85
