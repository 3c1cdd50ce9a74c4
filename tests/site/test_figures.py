"""The figures to play with: their numbers against perclib, state by state, and states as text."""

import json
import random
import re
from functools import cache

import numpy as np
import pytest
import v8

from interactive import playground
from perclib import Perceptron, Stream, block_novikoff, largest_margin, losses, run, run_passes
from perclib.bounds import hinge_value
from perclib.learners import (
    ProjectedDescent,
    RegularizedLeader,
    StochasticGradient,
    chance,
    leader,
    regret,
)

SCRIPTS = {name: playground.SCRIPTS / f"{name}.js" for name in playground.FIGURE_ORDER}
ROOT = playground.SCRIPTS.parents[2]
ROUNDING = {"rtol": 1e-9, "atol": 1e-9}


@cache
def engine():
    """V8 with the scripts of the figures."""
    return v8.engine(*(path.read_text("utf-8") for path in SCRIPTS.values()))


def computed(figure, states):
    """What a figure computes of each state; one call of V8 for all of them."""
    code = f"JSON.stringify({json.dumps(states)}.map(Play.figures.{figure}.compute))"
    return json.loads(engine().eval(code))


def is_close(one, other):
    return np.shape(one) == np.shape(other) and np.allclose(one, other, **ROUNDING)


# --- Each figure against perclib ----------------------------------------------------------------


def agree_regret(state, found):
    """Of a ball of radius B = 1/R: with x = -g/B and y = 1 the chance is a loss of slope g/2B."""
    angles = np.radians(state["rounds"])
    slopes = np.column_stack([np.cos(angles), np.sin(angles)])
    if state["room"] == "segment":
        slopes[:, 0] = np.where(np.abs(np.array(state["rounds"]) - 180) < 90, -1, 1)
        slopes[:, 1] = 0
    B, eta, T = state["B"], state["eta"], len(slopes)
    fine = is_close(found["bound"], B**2 / (2 * eta) + eta * np.arange(T + 1) / 2)
    for row, (learner, path) in enumerate(
        ((RegularizedLeader, "leader"), (ProjectedDescent, "descent"))
    ):
        zero = learner.zero(2, 1 / B, rate=2 * eta * B, horizon=1)
        weights = [zero.weights]
        for t in range(1, T + 1):
            stream = Stream(-slopes[:t] / B, np.ones(t, dtype=int))
            done = run(zero, stream, loss=chance)
            weights.append(done.learner.weights)
            total = slopes[:t].sum(axis=0)
            size = np.linalg.norm(total)
            u = -B * total / size if size > 1e-9 else np.zeros(2)
            fine &= is_close(found["regrets"][row][t], 2 * B * regret(done, u))
        fine &= is_close(found[path], weights)
    return fine and all(
        made <= limit + 1e-9
        for row in found["regrets"]
        for made, limit in zip(row, found["bound"], strict=True)
    )


def chapter_function(chapter, name):
    """A function that a chapter defines."""
    text = (ROOT / "notebooks" / f"{chapter}.md").read_text("utf-8")
    code = re.search(rf"^def {name}\(.*?(?=^\S|\n\n\n)", text, re.M | re.S)[0]
    names = {"np": np}
    exec(code, names)
    return names[name]


def agree_coins(state, found):
    """The regularized leader of perclib, and the chapter's own clipped coins."""
    R, kappa, eta, T = state["R"], state["kappa"], state["eta"], len(state["rounds"])
    y = 2 * np.array(state["rounds"], dtype=int) - 1
    zero = RegularizedLeader.zero(1, R, rate=kappa / R**2)
    scores, made, best = [0.0], [0.0], [0.0]
    moved, clipped, paid = np.zeros(0, dtype=bool), [], []
    if T:
        stream = Stream(np.ones((T, 1)), y)
        done = run(zero, stream, loss=chance, keep_weights=True)
        scores, made = done.weights[:, 0], np.append(0, np.cumsum(done.losses))
        for t in range(1, T + 1):
            told = Stream(np.ones((t, 1)), y[:t])
            best.append(float(chance(told.X @ leader(told, R), told.y).sum()))
        clipped, moved = chapter_function("08_randomized", "clipped")(stream, eta)
        paid = chance(clipped, y)
    limits = np.array(best) + (1 / (2 * kappa) + kappa / 4) * np.sqrt(range(T + 1))

    def against(u):
        """Two of three terms of the bound of clipped coins, for a comparator."""
        return np.maximum(0, 1 - u * y[moved]).sum() / 2 + u**2 / (2 * eta)

    least = against(found["u"])
    return (
        is_close(found["scores"], scores)
        and is_close(found["made"], made)
        and is_close(found["best"], best)
        and is_close(found["bound"], limits)
        and (np.array(made) <= limits + 1e-9).all()
        and is_close(found["clipped"][:T], clipped)
        and is_close(found["madeClipped"], np.append(0, np.cumsum(paid)))
        and is_close(found["boundClipped"], least + eta / 8 * moved.sum())
        and least <= min(map(against, np.linspace(-3, 3, 601))) + 1e-9
        and found["madeClipped"][-1] <= found["boundClipped"] + 1e-9
    )


def agree_experts(state, found):
    """The chapter's own Hedge."""
    N, eta, T = state["N"], state["eta"], len(state["rounds"])
    losses = (np.array(state["rounds"], dtype=int)[:, None] >> np.arange(N)) & 1
    p = chapter_function("11_experts", "hedge")(np.vstack([losses, np.zeros(N)]), eta)
    made = np.append(0, np.cumsum((p[:T] * losses).sum(axis=1)))
    best = np.vstack([np.zeros(N), np.cumsum(losses, axis=0)]).min(axis=1)
    bound = best + np.log(N) / eta + eta * np.arange(T + 1) / 8
    return (
        is_close(found["p"], p)
        and is_close(found["hedge"], made)
        and is_close(found["best"], best)
        and is_close(found["bound"], bound)
        and found["losses"] == losses.sum(axis=0).tolist()
        and (made <= bound + 1e-9).all()
    )


def agree_bowl(state, found):
    """Two instances along the axes, of squares that are the eigenvalues; both labels are zero."""
    values = np.array([1 / state["kappa"], 1])
    X = np.sqrt(values)[:, None] * np.array([[0.8, 0.6], [-0.6, 0.8]])
    hessian = 2 * X.T @ X / 2
    fine = True
    for name, matrix in (
        ("descent", np.eye(2) - state["eta"] * hessian),
        ("newton", (1 - state["step"]) * np.eye(2)),
    ):
        path = [np.linalg.matrix_power(matrix, t) @ state["start"] for t in range(41)]
        fine &= is_close(found[name], path)
    best = (state["kappa"] - 1) / (state["kappa"] + 1)
    worst = np.abs(1 - state["eta"] * values).max()
    fine &= is_close([found["best"], found["factor"]], [best, worst]) and best <= worst + 1e-12
    size = np.dot(state["start"], state["start"])
    return fine and is_close(found["rate"], size * best ** (2 * np.arange(41)))


def agree_powers(state, found):
    """hinge_value of perclib, at the power and over all powers."""

    def value(power):
        return hinge_value(state["B"], state["n"] * state["h"] ** power, power)

    powers = 1 + np.arange(41) / 8
    family = [value(power) for power in powers]
    return (
        is_close(found["loss"], state["n"] * state["h"] ** state["q"])
        and is_close(found["K"], value(state["q"]))
        and is_close(found["family"], family)
        and is_close(found["least"], min(family))
        and is_close(value(found["at"]), min(family))
    )


def random_numbers(seed):
    """Numbers between 0 and 1, by the generator of the script."""
    state = seed * 2654435761 % 2**32
    while True:
        state = (state * 1664525 + 1013904223) % 2**32
        yield (state + 0.5) / 2**32


def risk(w, p, of_zero):
    """The risk of weights, by the angle to the truth, with a share p of the labels turned."""
    size = np.linalg.norm(w)
    return p + (1 - 2 * p) * np.arccos(w[0] / size) / np.pi if size else of_zero


@cache
def clock_stream(seed, p):
    numbers, X, y = random_numbers(seed), [], []
    for _ in range(500):
        x = [
            np.sqrt(-2 * np.log(next(numbers))) * np.cos(2 * np.pi * next(numbers))
            for _ in range(6)
        ]
        X.append(x)
        y.append((1 if x[0] > 0 else -1) * (-1 if next(numbers) < p else 1))
    return Stream(X, y)


@cache
def weights_of_one_pass(learner, seed, p, eta):
    one = {
        "perceptron": Perceptron.zero(6),
        "descent": StochasticGradient.zero(6, losses.logistic, step=eta),
    }[learner]
    return run(one, clock_stream(seed, p), keep_weights=True).weights


@cache
def fitted(seed, p, N, passes):
    """Newton steps on the logistic loss, by its gradient in perclib, with half the squared norm."""
    stream = clock_stream(seed, p)
    X, y, w = stream.X[:N], stream.y[:N], np.zeros(6)
    for _ in range(passes):
        slopes = losses.logistic.slope(X @ w, y)
        share = -y * slopes
        curve = np.eye(6) + (X * (share * (1 - share))[:, None]).T @ X
        w = w - np.linalg.solve(curve, w + slopes @ X)
    return w


def agree_clocks(state, found):
    """Weights by perclib, and the risk of weights that chapter 1 proves."""
    p, eta, passes = state["p"], state["eta"], state["passes"]
    clock = found["clock"]

    def mean(weights):
        seeds = range(5 * state["seed"], 5 * state["seed"] + 5)
        return np.mean([[risk(w, p, 0.5) for w in weights(seed)] for seed in seeds], axis=0)

    fine = is_close(found["batch"], mean(lambda seed: [fitted(seed, p, N, passes) for N in clock]))
    for name in ("descent", "perceptron"):
        # bound to its name now
        made = mean(lambda seed, name=name: weights_of_one_pass(name, seed, p, eta)[clock])
        fine &= is_close(found[name], made)
    return fine and found["touched"] == [passes * N for N in clock]


def agree_factors(state, found):
    """The widest margin by the conic solver, the run by perclib, the factors by the theorem."""
    X, y = np.reshape(state["points"], (6, 2)), np.repeat([1, -1], 3)
    stream, one = Stream(X, y), Perceptron.zero(2)
    passes = run_passes(one, stream, limit=state["passes"]).number
    done = run(one, stream.repeated(passes), keep_weights=True)
    made, w = done.mistakes, done.learner.weights
    k = done.mistake_count
    fine = is_close(found["w"], w / 10) and found["k"] == k
    fine &= is_close(found["R"], stream.radius / 10)
    try:
        widest = largest_margin(stream)
    except ValueError:
        return fine and found["factors"] is None
    if found["factors"] is None:
        return False
    u = widest.comparator
    R, gamma = stream.radius, widest.margin
    X, f = np.tile(X, (passes, 1)), done.scores
    Q, N, M = (X[made] ** 2).sum(), w @ w, u @ w / np.linalg.norm(u)
    factors = [k * R**2 / Q, Q / N, N / M**2, (M / (k * gamma)) ** 2]
    bound = block_novikoff(stream, u).value
    return bool(
        fine
        and np.isclose(N, Q - 2 * np.abs(f[made]).sum())
        and np.allclose(found["factors"], factors, rtol=1e-5)
        and min(found["factors"]) >= 1 - 1e-9
        and np.isclose(found["ratio"] * k, bound, rtol=1e-5)
        and np.isclose(np.prod(found["factors"]), found["ratio"])
    )


def risk_on_the_circle(p, weights, score):
    """Sort the places at which a score changes its sign, and look between them."""
    angles = [np.arctan2(w[1], w[0]) for w in [*weights, (1, 0)] if np.any(w)]
    cuts = np.sort((np.array(angles)[:, None] + [np.pi / 2, -np.pi / 2]).ravel() % (2 * np.pi))
    ends = np.append(cuts[1:], cuts[0] + 2 * np.pi)
    x = np.column_stack([np.cos((cuts + ends) / 2), np.sin((cuts + ends) / 2)])
    right = score(x) * x[:, 0]
    errs = np.select([right > 0, right < 0], [p, 1 - p], 1)
    return float(errs @ (ends - cuts) / (2 * np.pi))


def agree_votes(state, found):
    """The run by perclib; the risk of one weight vector in closed form."""
    p, T = state["p"], state["T"]
    numbers, X, y = random_numbers(state["seed"]), [], []
    for _ in range(T):
        angle = 2 * np.pi * next(numbers)
        X.append([np.cos(angle), np.sin(angle)])
        y.append((1 if X[-1][0] > 0 else -1) * (-1 if next(numbers) < p else 1))
    done = run(Perceptron.zero(2), Stream(X, y), keep_weights=True)
    weights = done.weights

    def more(arc):
        """What an arc adds on which the vote is tied or wrong."""
        return (1 - p - p * (arc["right"] < 0)) * (arc["to"] - arc["from"]) / (2 * np.pi)

    last = np.array([risk(w, p, 1) for w in weights])
    random = np.cumsum(last) / np.arange(1, T + 2)
    vote = [
        risk_on_the_circle(p, weights[:n], lambda x, n=n: np.sign(x @ weights[:n].T).sum(axis=1))
        for n in range(1, T + 2)
    ]
    return bool(
        found["k"] == done.mistake_count
        and is_close(found["last"], last)
        and is_close(found["random"], random)
        and is_close(found["average"], [risk(w, p, 1) for w in np.cumsum(weights, axis=0)])
        and is_close(found["vote"], vote)
        and (np.array(vote) <= 2 * random + 1e-9).all()
        and is_close(p + sum(map(more, found["wrong"])), vote[-1])
    )


def agree_blocks(state, found):
    """The chapter's own pass, over a stream that has its mistakes at these places."""
    T, k, c, b = (state[name] for name in "Tkcb")
    numbers, places = random_numbers(1), np.arange(k)
    if state["where"] == "random":
        places[1:] = [T * (i + next(numbers)) // k for i in range(1, k)]
    X = np.zeros((T, k))
    X[:, 0] = 1
    X[places] = np.eye(k)
    ahead, stream = chapter_function("12_at_scale", "ahead"), Stream(X, np.ones(T, dtype=int))

    def cost(b):
        _, made, calls, rows = ahead(stream, b, np.zeros(k))
        return len(made) == k and (rows + c * calls) / T, calls, rows

    bound = (T + 2 * np.sqrt(c * k * T) + c * (k + 1)) / T
    best = int(np.ceil(np.sqrt(c * T / k)))
    some = slice(None, None, 5)  # of the lengths
    lengths = np.array(found["lengths"])
    most = (T + k * (lengths - 1) + c * (k + np.ceil((T - k) / lengths))) / T
    return bool(
        [found["cost"], found["calls"], found["rows"]] == list(cost(b))
        and is_close(found["costs"][some], [cost(each)[0] for each in found["lengths"][some]])
        and is_close(found["most"], most)
        and (np.array(found["costs"]) <= most + 1e-9).all()
        and (state["where"] == "random" or is_close(found["costs"][:20], most[:20]))
        and [found["best"], found["bound"]] == [best, bound]
        and is_close(found["grown"][T // 1000 - 1], cost(best)[0])
        and is_close(found["bounds"][T // 1000 - 1], bound)
        and (np.array(found["grown"]) <= found["bounds"]).all()
    )


def draw_rounds(values):
    rng = random.Random(7)
    return [rng.choices(values, k=number) for number in (0, 1, 2, 5, 20, 40, 80)]


def draw_points(seed):
    """Six examples; most such sets are turned so that a margin is left."""
    points = np.random.default_rng(seed).integers(-20, 21, (6, 2))
    if seed % 4:
        points[points @ [2, 1] == 0] = [3, 1]
        points *= (np.sign(points @ [2, 1]) * np.repeat([1, -1], 3))[:, None]
    return points.ravel().tolist()


FIGURES = {
    "votes": agree_votes,
    "blocks": agree_blocks,
    "clocks": agree_clocks,
    "factors": agree_factors,
    "powers": agree_powers,
    "bowl": agree_bowl,
    "regret": agree_regret,
    "coins": agree_coins,
    "experts": agree_experts,
}
# What a state is drawn from.
CHOICES = {
    "votes": {"p": [0.1, 0, 0.3], "T": [10, 30, 60], "seed": range(1, 21)},
    "blocks": {
        "T": [1000, 2000],
        "k": [1, 2, 10, 50],
        "where": ["random", "first"],
        "c": [1, 10, 100, 1000],
        "b": [1, 2, 15, 60, 500],
    },
    "clocks": {"passes": [1, 2, 3, 5], "p": [0, 0.1, 0.3], "eta": [0.02, 0.2, 1], "seed": [1, 2]},
    "factors": {"passes": [1, 20], "points": [draw_points(seed) for seed in range(12)]},
    "powers": {
        "B": [0, 0.5, 2, 6],
        "n": range(1, 41),
        "h": [0.1, 0.5, 1, 2.5],
        "q": [1, 1.5, 2, 3.125, 6],
    },
    "bowl": {
        "kappa": [1, 1.5, 4, 10, 100],
        "eta": [0.05, 0.5, 1, 1.8, 2, 2.2],
        "step": [0.5, 1, 1.5, 2],
        "start": [[0, 0], [0.8, -1.1], [-1.25, 0.305], [0, 1]],
    },
    "regret": {
        "room": ["disc", "segment"],
        "B": [0.5, 1, 1.5, 2],
        "eta": [0.02, 0.1, 0.25, 1, 2],
        "rounds": draw_rounds(range(360)),
    },
    "coins": {
        "R": [1, 1.5, 4, 10],
        "kappa": [0.2, 0.7, 1.4, 2, 8],
        "eta": [0.1, 0.25, 1, 2, 4],
        "rounds": draw_rounds([0, 1, 1]),
    },
    "experts": {
        "N": range(2, 7),
        "eta": [0.1, 0.5, 0.8, 2, 4],
        "rounds": draw_rounds(range(64)),
    },
}


def states_of(figure):
    rng = random.Random(11)
    return [{key: rng.choice(some) for key, some in CHOICES[figure].items()} for _ in range(24)]


@pytest.mark.parametrize("figure", playground.FIGURES)
def test_numbers_are_those_of_perclib(figure):
    states = states_of(figure)
    for state, found in zip(states, computed(figure, states), strict=True):
        assert FIGURES[figure](state, found), state


# --- States as text -----------------------------------------------------------------------------


@pytest.mark.parametrize("figure", FIGURES)
def test_a_state_comes_back_from_its_text(figure):
    kind = f"Play.figures.{figure}"
    code = (
        f"{json.dumps(states_of(figure))}.map((s) => [s, "
        f"Play.kind.parse({kind}, Play.kind.print({kind}, s))])"
    )
    for before, after in json.loads(engine().eval(f"JSON.stringify({code})")):
        assert after == before


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("text", ["", "__proto__=1", "rounds=x&eta=&B=Infinity", "rounds=1.5_2"])
def test_what_cannot_be_is_left_out(figure, text):
    kind = f"Play.figures.{figure}"
    code = f"JSON.stringify([Play.kind.parse({kind}, {json.dumps(text)}), Play.kind.start({kind})])"
    parsed, start = json.loads(engine().eval(code))
    assert parsed == start
