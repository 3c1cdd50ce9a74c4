"""How quick a run is on this machine, beside the same learner of scikit-learn.

Both libraries begin with the same arrays, check them, and end with weights.  They take turns in one
process; each figure is a median.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from scipy import sparse
from tabulate import tabulate

from perclib._checks import count
from perclib.data import Stream
from perclib.learners import AveragedPerceptron, Perceptron, run

__all__ = ["KINDS", "compared", "examples", "written"]

KINDS = {"dense": np.float64, "dense, 32 bits": np.float32,
         "sparse": np.float64, "sparse, 32 bits": np.float32}  # fmt: skip
WIDTH, WORDS, VOCABULARY = 50, 100, 50_000


def examples(kind: str, rows: int) -> tuple[Any, Any]:
    """Generate examples with noisy labels, the same ones in every call.

    Parameters
    ----------
    kind : str
        One of ``KINDS``.  Dense rows have 50 numbers.  Sparse rows have about a hundred of 50,000
        words; few of the words are frequent.
    rows : int
        Of dense ones; sparse ones are a tenth as many.
    """
    rng = np.random.default_rng(0)
    if kind.startswith("dense"):
        X: Any = rng.normal(size=(rows, WIDTH))
    else:
        rows = max(rows // 10, 2)
        words = (VOCABULARY * rng.random(WORDS * rows) ** 3).astype(np.int32)
        starts = np.arange(0, len(words) + 1, WORDS, dtype=np.int32)
        X = sparse.csr_array((rng.random(len(words)), words, starts), shape=(rows, VOCABULARY))
        X.sum_duplicates()
    f = X @ rng.normal(size=X.shape[1])
    y = np.where(f > np.median(f), 1, -1)
    return X.astype(KINDS[kind]), np.where(rng.random(rows) < 0.03, -y, y)


def compared(rows: int = 200_000, turns: int = 11) -> dict[str, list[float]]:
    """Time three learners over four kinds of arrays.

    Parameters
    ----------
    rows : int
        As in `examples`, at least 20.
    turns : int
        How often each side runs, after a first time that does not count.

    Returns
    -------
    dict
        For each learner how many times perclib's own time scikit-learn takes, by kind of arrays.
    """
    rows, turns = count("rows", rows, least=20), count("turns", turns)
    ratios: dict[str, list[float]] = {}
    for kind in KINDS:
        X, y = examples(kind, rows)
        for learner, ways in _pairs(X, y).items():
            times: list[list[float]] = [[], []]
            for _ in range(turns + 1):
                for way, so_far in zip(ways, times, strict=True):
                    begin = time.perf_counter()
                    way()
                    so_far.append(time.perf_counter() - begin)
            ours, theirs = (median(each[1:]) for each in times)
            ratios.setdefault(learner, []).append(theirs / ours)
    return ratios


def _pairs(X: Any, y: Any) -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """Return what each side runs, by the name of the learner."""
    from sklearn.linear_model import Perceptron as Peer, SGDClassifier  # only this command needs it

    from perclib.estimator import OnlineClassifier

    d, how, both = X.shape[1], {"fit_intercept": False, "shuffle": False}, [-1, 1]
    step = {"loss": "perceptron", "penalty": None, "learning_rate": "constant", "eta0": 1.0}
    mean = {"average": True, **step, **how}
    return {
        "perceptron, one pass": (
            lambda: run(Perceptron.zero(d), Stream(X, y)),
            lambda: Peer(**how).partial_fit(X, y, classes=both),
        ),
        "average, one pass": (
            lambda: run(AveragedPerceptron.zero(d), Stream(X, y)),
            lambda: SGDClassifier(**mean).partial_fit(X, y, classes=both),
        ),
        "classifier with bias, five passes": (
            lambda: OnlineClassifier(passes=5).fit(X, y),
            lambda: Peer(shuffle=False, max_iter=5, tol=None).fit(X, y),
        ),
    }


def written(ratios: dict[str, list[float]]) -> str:
    """Write what `compared` returns as a table, one learner a row."""
    head = ["times as quick as scikit-learn", *KINDS]
    rows = ([learner, *(f"{ratio:.1f}" for ratio in each)] for learner, each in ratios.items())
    return str(tabulate(rows, headers=head, disable_numparse=True))
