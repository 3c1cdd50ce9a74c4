"""The interface of scikit-learn: its own checks, agreement with its perceptron."""

import pickle
from functools import partial

import numpy as np
import pytest
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.linear_model import Perceptron as Peer
from sklearn.utils.estimator_checks import parametrize_with_checks

from perclib import (
    AveragedPerceptron,
    KernelPerceptron,
    MulticlassPerceptron,
    PassiveAggressive,
    Romma,
    noisy,
    run,
)
from perclib.data import MulticlassStream
from perclib.estimator import OnlineClassifier


class Rbf:
    """A kernel whose name is the same in every process."""

    def __call__(self, A, B):
        return np.exp(-cdist(A, B, "sqeuclidean"))

    def __repr__(self):
        return "Rbf()"


AVERAGED = OnlineClassifier(start=AveragedPerceptron.zero, passes=5)
ALL = [
    OnlineClassifier(passes=5),
    AVERAGED,
    OnlineClassifier(start=partial(KernelPerceptron.zero, Rbf()), bias=0, passes=3),
    OnlineClassifier(start=PassiveAggressive.zero, passes=5),
]
STREAM = noisy(120, 6, 0.05, 0.1, seed=3).stream
X, Y = STREAM.X, np.where(STREAM.y > 0, "spam", "ham")


@pytest.mark.filterwarnings("ignore")  # some checks of scikit-learn want warnings
@parametrize_with_checks(ALL[:3:2])  # of weights, and of mistakes that a kernel compares
def test_scikit_learn_checks_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("form", [np.array, sparse.csr_matrix, sparse.coo_array])
def test_it_is_the_perceptron_of_scikit_learn(form):
    ours = OnlineClassifier(bias=0, passes=4).fit(form(X), Y)
    theirs = Peer(fit_intercept=False, shuffle=False, max_iter=4, tol=None).fit(form(X), Y)
    assert np.allclose(ours.coef_, theirs.coef_)
    assert ours.intercept_.tolist() == [0]
    assert ours.predict(form(X)).tolist() == theirs.predict(form(X)).tolist()
    assert (ours.mistake_count_, len(ours.mistakes_)) == (ours.mistakes_.sum(), 4 * len(X))


@pytest.mark.parametrize("bias", [1.0, 0.5])
@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
def test_a_bias_is_the_weight_of_a_lifted_stream(bias, form):
    for start in (AveragedPerceptron.zero, partial(Romma.zero, tie="plus")):
        model = OnlineClassifier(start=start, bias=bias, passes=2).fit(form(X), Y)
        done = run(start(7), STREAM.lifted(bias).repeated(2))
        assert model.mistakes_.tolist() == done.mistakes.tolist()
        scores = done.learner.scores(STREAM.lifted(bias).X)
        assert np.allclose(model.decision_function(form(X)), scores)
        assert (model.predict(form(X)) == "spam").tolist() == (scores >= 0).tolist()
    assert np.allclose(model.coef_ @ X.T + model.intercept_, scores)
    kernel = clone(ALL[2]).fit(X, Y)
    assert not hasattr(kernel, "coef_")


def test_several_classes():
    data, targets = load_iris(return_X_y=True)
    names = np.array(["c", "a", "b"])[targets]
    model = OnlineClassifier(passes=3).fit(data, names)
    places = np.searchsorted(["a", "b", "c"], names) + 1
    done = run(MulticlassPerceptron.zero(3, 5), MulticlassStream(data, places).lifted().repeated(3))
    assert np.allclose(np.column_stack([model.coef_, model.intercept_]), done.learner.weights)
    predicted = done.learner.predict(np.column_stack([data, np.ones(150)]))
    assert model.predict(data).tolist() == model.classes_[predicted - 1].tolist()
    with pytest.raises(ValueError, match="y: expected two classes, got one class: 0"):
        model.fit(data, 0 * targets)


@pytest.mark.parametrize("model", ALL)
def test_in_parts_is_all_at_once(model):
    whole = clone(model).set_params(passes=1).fit(X[:60], Y[:60])
    parts = clone(model)
    for rows in (slice(7), slice(7, 8), slice(8, 60)):
        parts.partial_fit(X[rows], Y[rows], ["ham", "spam"])
    wanted = whole.decision_function(X)
    for other in (parts, pickle.loads(pickle.dumps(parts))):
        assert np.allclose(other.decision_function(X), wanted)
    assert parts.mistake_count_ == whole.mistake_count_


TOAST = np.where(Y == "ham", "toast", Y)  # after all other words


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda m: m.partial_fit(X[:, :2], Y), "X has 2 features, but Online"),
        (lambda m: m.partial_fit(np.where(X[3, 3] == X, np.nan, X), Y), r"X\[3, 3\]: expected"),
        (lambda m: m.partial_fit(np.ma.array(X, mask=X > 1), Y), "X: expected an array with"),
        (lambda m: m.partial_fit(X, TOAST), r"y.\d+.: expected one of .*, got toast"),
        (lambda m: m.partial_fit(X, Y[1:]), "inconsistent numbers of samples"),
        (lambda m: m.partial_fit(X, np.ma.array(Y, mask=Y == "ham")), "y: expected an array with"),
        (lambda m: m.partial_fit(X, Y, ["ham", "eggs"]), "classes: expected"),
        (lambda m: m.fit(X, X[:, 0]), "continuous. Maybe you are trying to fit a classifier"),
        (lambda m: m.set_params(passes=0).fit(X, Y), "passes: expected a whole number"),
    ],
)
def test_bad_input_is_refused(call, said):
    model = OnlineClassifier().fit(X, Y)
    weights = model.learner_.weights
    with pytest.raises(ValueError, match=said):
        call(model)
    assert model.learner_.weights is weights
