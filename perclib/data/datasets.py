"""Made streams, with a margin, with noise or without any margin, and streams of real data."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perclib._checks import Flags, Floats, count, labels, one_of, real
from perclib.data.streams import Stream

__all__ = [
    "Noisy",
    "Planted",
    "bundled",
    "noisy",
    "orthonormal",
    "separable",
]


class Planted(NamedTuple):
    """A stream that was made to be separated, and the comparator that separates it.

    Parameters
    ----------
    stream : Stream
    comparator : array of shape (d,)
        A unit vector u with ``y_t <u, x_t> >= margin`` in every round, up to rounding.
    margin : float
    """

    stream: Stream
    comparator: Floats
    margin: float


def separable(trials: int, dimension: int, margin: float, seed: int) -> Planted:
    """Random stream in the unit ball, separated through the origin by a random unit vector.

    The part of ``y_t x_t`` along the comparator is uniform on [margin, 1]; the part across it has
    a uniform direction, and a length uniform between 0 and the largest that the unit ball allows.

    Parameters
    ----------
    trials : int
        Number of rounds, T.
    dimension : int
        Number of coordinates, d, at least 2.
    margin : float
        Above 0 and below 1; by how much the comparator separates the stream.
    seed : int

    Returns
    -------
    Planted

    Notes
    -----
    Drawn in chapter 3, and the stream on which chapter 4 measures its bound.

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
    if margin in (0, 1):
        raise ValueError(f"margin: expected a number between 0 and 1, got {margin}")
    seed = count("seed", seed, least=0)
    rng = np.random.default_rng(seed)
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
    """A stream that was made to be separated before some of its labels were flipped.

    Parameters
    ----------
    stream : Stream
    comparator : array of shape (d,)
        A unit vector u with ``y_t <u, x_t> >= margin`` in every round whose label was kept, and
        at most ``-margin`` in the others, up to rounding.
    margin : float
    flipped : array of shape (T,)
        In which rounds the label was flipped.
    """

    stream: Stream
    comparator: Floats
    margin: float
    flipped: Flags


def noisy(trials: int, dimension: int, margin: float, flip: float, seed: int) -> Noisy:
    """Stream as `separable` makes it; each label is flipped independently, with probability `flip`.

    Parameters
    ----------
    trials, dimension, margin
        As in `separable`.
    flip : float
        Probability of a flip, from 0 to 1.
    seed : int
        With the same seed the instances and the comparator are those of `separable`.

    Returns
    -------
    Noisy

    Notes
    -----
    The stream on which chapters 5 and 6 measure their bounds.

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
    -1, and by the rule "minus" where it is +1.

    Parameters
    ----------
    y : array_like of shape (T,)

    Returns
    -------
    Stream
        Of dimension T and radius 1; the unit comparator ``y / sqrt(T)`` has margin
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
    positive : int
        Index into the data set's ``target_names``: the class labelled +1.
    negative : int
        That of the class labelled -1; the examples of all other classes are left out.

    Returns
    -------
    Stream

    Examples
    --------
    >>> bundled("iris", positive=0, negative=1)
    Stream('iris: setosa against versicolor', T=100, d=4)
    """
    try:  # imported here: only this function needs it
        from sklearn import datasets
    except ImportError:
        raise ImportError(
            "bundled: expected scikit-learn, which carries the data; use pip install scikit-learn"
        ) from None
    loaders = {
        "iris": datasets.load_iris,
        "wine": datasets.load_wine,
        "breast_cancer": datasets.load_breast_cancer,
        "digits": datasets.load_digits,
    }
    one_of("name", name, tuple(loaders))
    data = loaders[name]()
    for argument, value in (("positive", positive), ("negative", negative)):
        count(argument, value, least=0)
        if value >= len(data.target_names):
            raise ValueError(
                f"{argument}: expected a class from 0 to {len(data.target_names) - 1}, got {value}"
            )
    if positive == negative:
        raise ValueError(f"negative: expected another class than positive, got {negative} twice")
    chosen = np.isin(data.target, [positive, negative])
    y = np.where(data.target[chosen] == positive, 1, -1)
    title = f"{name}: {data.target_names[positive]} against {data.target_names[negative]}"
    return Stream(data.data[chosen], y, title)
