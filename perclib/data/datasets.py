"""Made streams, with a margin, with noise or without any margin, and streams of real data."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import Flags, Floats, count, labels, one_of, real
from perclib.data.streams import Stream

__all__ = ["Noisy", "Planted", "bundled", "noisy", "orthonormal", "separable"]


class Planted(NamedTuple):
    """A stream that was made to be separated, and the comparator that separates it."""

    stream: Stream
    comparator: (
        Floats  #: A unit vector u with ``y_t <u, x_t> >= margin`` for all t, up to rounding.
    )
    margin: float


def separable(trials: int, dimension: int, margin: float, seed: int) -> Planted:
    """Random stream in the unit ball, separated through the origin by a random unit vector.

    The part of ``y_t x_t`` along the comparator is uniform on [margin, 1]; the part across it has
    a uniform direction, and a length uniform between 0 and the largest that the unit ball allows.

    Drawn in chapter 3; chapter 4 measures its bound on it.

    Parameters
    ----------
    trials, dimension : int
        The number of rounds, T, and of coordinates, d, at least 2.
    margin : float
        From 0 to 1; by how much the comparator separates the stream.
    seed : int

    Examples
    --------
    >>> made = separable(trials=200, dimension=3, margin=0.1, seed=1)
    >>> stream, u, margin = made
    >>> bool((stream.y * (stream.X @ u)).min() >= margin - 1e-12)
    True
    >>> stream.radius <= 1 + 1e-12
    True
    """
    trials, dimension = count("trials", trials), count("dimension", dimension, least=2)
    margin = real("margin", margin, 0, 1)
    rng = np.random.default_rng(count("seed", seed, least=0))
    u = rng.normal(size=dimension)
    u /= np.linalg.norm(u)
    y = rng.choice([-1, 1], size=trials)
    along = rng.uniform(margin, 1, size=trials)
    across = rng.normal(size=(trials, dimension))
    across -= np.outer(across @ u, u)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    length = rng.uniform(0, 1, size=trials) * np.sqrt(1 - along**2)
    X = y[:, None] * (along[:, None] * u + length[:, None] * across)
    return Planted(Stream(X, y, f"planted, margin {margin:g}"), u, margin)


class Noisy(NamedTuple):
    """A stream that was made to be separated before some of its labels were flipped."""

    stream: Stream
    comparator: Floats  #: That of the stream before.
    margin: float  #: The same.
    flipped: Flags  #: In which rounds the label was flipped.


def noisy(trials: int, dimension: int, margin: float, flip: float, seed: int) -> Noisy:
    """Stream that `separable` makes, each label flipped independently, with probability `flip`.

    Chapters 5 and 6 measure their bounds on it.

    Examples
    --------
    >>> made = noisy(trials=1000, dimension=3, margin=0.1, flip=0.2, seed=1)
    >>> wrong = made.stream.y * (made.stream.X @ made.comparator) < 0
    >>> bool((wrong == made.flipped).all()), int(made.flipped.sum())
    (True, 214)
    """
    clean, u, _ = separable(trials, dimension, margin, seed)
    flip = real("flip", flip, 0, 1)
    flipped = np.random.default_rng([seed, trials]).random(trials) < flip
    name = f"{clean.name}, {flip:.0%} flipped"
    return Noisy(Stream(clean.X, np.where(flipped, -clean.y, clean.y), name), u, margin, flipped)


def orthonormal(y: ArrayLike) -> Stream:
    r"""Stream of the standard basis vectors :math:`e_1, \dots, e_T` with the given labels.

    From a zero start each score is zero.  So a perceptron that counts ties as mistakes errs in all
    T rounds, and its bound is T as well (chapter 4); by the rule "plus" it errs where the label is
    -1, and by the rule "minus" where it is +1.  The unit comparator ``y / sqrt(T)`` has margin
    ``1 / sqrt(T)`` on it.

    Examples
    --------
    >>> from perclib import Perceptron, run
    >>> stream = orthonormal([1, -1, 1])
    >>> stream.X[:2].tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    >>> for tie in ("mistake", "plus", "minus"):
    ...     print(run(Perceptron.zero(3, tie=tie), stream).mistake_count)
    3
    1
    2
    """
    signs = labels("y", y)
    return Stream(np.eye(len(signs)), signs, f"orthonormal, T={len(signs)}")


def bundled(name: str, positive: int, negative: int) -> Stream:
    """Two classes of one of scikit-learn's bundled data sets, in the order of the file.

    Parameters
    ----------
    name : {"iris", "wine", "breast_cancer", "digits"}
    positive, negative : int
        Indices into the data set's ``target_names``: the classes labelled +1 and -1.  The examples
        of other classes are left out.

    Examples
    --------
    >>> bundled("iris", positive=0, negative=1)
    Stream('iris: setosa against versicolor', T=100, d=4)
    """
    from sklearn import datasets  # imported here: only this function needs it

    one_of("name", name, ("iris", "wine", "breast_cancer", "digits"))
    data = getattr(datasets, f"load_{name}")()
    classes = set(range(len(data.target_names)))
    if len({positive, negative} & classes) < 2:
        raise ValueError(f"positive, negative: expected two of the classes {classes}")
    chosen = np.isin(data.target, [positive, negative])
    y = np.where(data.target[chosen] == positive, 1, -1)
    title = f"{name}: {data.target_names[positive]} against {data.target_names[negative]}"
    return Stream(data.data[chosen], y, title)
