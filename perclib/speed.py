"""How quick a run is on this machine, beside the same learner of scikit-learn: ``perclib bench``.

Both libraries begin with the same arrays, check them, and end with weights, in one thread.  They
take turns over several copies of the arrays, since the place of an array in memory changes the
time; each figure is the shortest time of all turns, which other programs disturbed least.  On
sparse rows scikit-learn's classifier takes a step for its bias that is a hundredth of the others;
all else is the same on both sides.
"""

import math
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from tabulate import tabulate, tabulate_formats

from perclib import _rounds
from perclib._checks import count, one_of
from perclib._instances import entries
from perclib.online import run
from perclib.perceptron import Perceptron
from perclib.relatives import AveragedPerceptron
from perclib.streams import Stream

__all__ = ["Timing", "compared", "made", "written"]

KINDS = {"dense": np.float64, "dense, 32 bits": np.float32,
         "sparse": np.float64, "sparse, 32 bits": np.float32}  # fmt: skip
WIDTH, WORDS, VOCABULARY, COPIES = 50, 100, 50_000, 4
FIVE = "classifier with bias, five passes"


class Timing(NamedTuple):
    """How long a learner took over some examples.

    Parameters
    ----------
    learner : str
    examples : str
        A kind of arrays.
    seconds : float
        Of perclib, the least of all turns.
    others : float or None
        Those of scikit-learn; none where it is not installed.
    compiled : bool
        Whether perclib ran its compiled loop; without it the loop is Python's.
    """

    learner: str
    examples: str
    seconds: float
    others: float | None
    compiled: bool = True

    @property
    def ratio(self) -> float | None:
        """How many times as long scikit-learn took."""
        return None if self.others is None else self.others / self.seconds


def made(kind: str, rows: int) -> tuple[Any, Any]:
    """Make examples with noisy labels, the same ones in every call.

    Parameters
    ----------
    kind : {"dense", "dense, 32 bits", "sparse", "sparse, 32 bits"}
        Dense rows have 50 numbers.  Sparse rows have about a hundred of 50,000 words; few of the
        words are frequent.
    rows : int
        Of dense ones; sparse ones are a tenth as many.

    Returns
    -------
    X : array or csr_array of shape (rows, d)
    y : array of shape (rows,)
        -1 and +1.

    Raises
    ------
    ValueError
        If there is no such kind, or `rows` is not a whole number of at least 1.
    """
    one_of("kind", kind, tuple(KINDS))
    rows, rng = count("rows", rows), np.random.default_rng(0)
    if kind.startswith("dense"):
        X, flips = rng.normal(size=(rows, WIDTH)), 0.02
    else:
        rows, flips = max(rows // 10, 1), 0.05
        words = (VOCABULARY * rng.random(WORDS * rows) ** 3).astype(np.int32)
        starts = np.arange(0, len(words) + 1, WORDS, dtype=np.int32)
        X = sparse.csr_array((rng.random(len(words)), words, starts), shape=(rows, VOCABULARY))
        X.sum_duplicates()
    f = X @ rng.normal(size=X.shape[1])
    y = np.where(f > np.median(f), 1, -1)
    return X.astype(KINDS[kind]), np.where(rng.random(rows) < flips, -y, y)


def compared(rows: int = 200_000, turns: int = 5) -> list[Timing]:
    """Time three learners over four kinds of arrays.

    Parameters
    ----------
    rows : int
        As in `made`; fewer than 20 become 20.
    turns : int
        How often each side runs over each copy, after a first time that does not count.

    Returns
    -------
    list of Timing

    Raises
    ------
    ValueError
        If `turns` is not a whole number of at least 1, or `rows` not one of at least 2.
    """
    rows, turns = count("rows", rows, least=2), count("turns", turns)
    found, loaded = [], _rounds._compiled() is not None  # before any run, so that all are alike
    for kind in KINDS:
        X, y = made(kind, max(rows, 20))
        copies = [_pairs(X.copy(), y) for _ in range(COPIES)]
        for learner in copies[0]:
            with _one_thread():
                times = [_least(pairs[learner], turns) for pairs in copies]
            ours, theirs = map(min, zip(*times, strict=True))
            others, passes = theirs if theirs < math.inf else None, 5 if learner == FIVE else 1
            long = _rounds.is_long(passes * len(y), passes * entries(X).size)
            found.append(Timing(learner, kind, ours, others, loaded and long))
    return found


def _one_thread() -> AbstractContextManager[Any]:
    """Keep linear algebra to one thread, since several that wait for each other tell little."""
    try:
        from threadpoolctl import threadpool_limits  # which comes with scikit-learn
    except ImportError:
        return nullcontext()
    limits: AbstractContextManager[Any] = threadpool_limits(1)
    return limits


def _pairs(X: Any, y: Any) -> dict[str, tuple[Callable[[], Any], Callable[[], Any] | None]]:
    """Return what each side runs, by the name of the learner."""
    dimension = X.shape[1]
    ours = {
        "perceptron, one pass": lambda: run(Perceptron.zero(dimension), Stream(X, y)),
        "average, one pass": lambda: run(AveragedPerceptron.zero(dimension), Stream(X, y)),
    }
    try:
        from sklearn.linear_model import Perceptron as Peer, SGDClassifier

        from perclib.estimator import PerceptronClassifier
    except ImportError:
        return {name: (way, None) for name, way in ours.items()}
    how = {"fit_intercept": False, "shuffle": False}
    step = {"loss": "perceptron", "penalty": None, "learning_rate": "constant", "eta0": 1.0}
    theirs = {
        "perceptron, one pass": lambda: Peer(**how).partial_fit(X, y, classes=[-1, 1]),
        "average, one pass": lambda: SGDClassifier(average=True, **step, **how).partial_fit(
            X, y, classes=[-1, 1]
        ),
    }
    pairs: dict[str, Any] = {name: (ours[name], theirs[name]) for name in ours}
    pairs[FIVE] = (
        lambda: PerceptronClassifier(passes=5).fit(X, y),
        lambda: Peer(shuffle=False, max_iter=5, tol=None).fit(X, y),
    )
    return pairs


def _least(ways: tuple[Callable[[], Any] | None, ...], turns: int) -> list[float]:
    """Time ways that take turns; the first time modules are imported, and code is compiled."""
    times = [math.inf] * len(ways)
    for turn in range(turns + 1):
        for place, way in enumerate(ways):
            if way is not None:
                begin = time.perf_counter()
                way()
                took = time.perf_counter() - begin
                times[place] = min(times[place], took) if turn else math.inf
    return times


def written(timings: list[Timing], form: str = "simple", corner: str = "") -> str:
    """Write timings as a table, one learner a row.

    Parameters
    ----------
    timings : list of Timing
    form : str
        Of ``tabulate.tabulate``, such as "simple"; or "csv".
    corner : str, optional
        The text above the column of learners; by default it says what the numbers are.

    Returns
    -------
    str
        Ratios with one decimal; where scikit-learn is not installed, perclib's milliseconds.

    Raises
    ------
    ValueError
        If `timings` is something else, or there is no such form.

    Examples
    --------
    >>> print(written([Timing("perceptron", "dense", 0.5, 2.0)], "csv"))
    times as quick as scikit-learn,dense
    perceptron,4.0
    """
    if not isinstance(timings, list) or not all(isinstance(one, Timing) for one in timings):
        raise ValueError(f"timings: expected a list of Timing, got {timings!r:.60}")
    one_of("form", form, (*tabulate_formats, "csv"))
    ratios = all(one.ratio is not None for one in timings)
    head = corner or ("times as quick as scikit-learn" if ratios else "milliseconds")
    kinds = list(dict.fromkeys(one.examples for one in timings))
    rows: dict[str, list[str]] = {}
    for one in timings:
        number = one.ratio if one.ratio is not None else 1000 * one.seconds
        rows.setdefault(one.learner, [one.learner]).append(f"{number:.1f}")
    table = [[head, *kinds], *rows.values()]
    if form == "csv":
        return "\n".join(",".join(_quoted(cell) for cell in row) for row in table)
    told: str = tabulate(table, headers="firstrow", tablefmt=form, disable_numparse=True)
    return told


def _quoted(cell: str) -> str:
    return f'"{cell}"' if "," in cell else cell
