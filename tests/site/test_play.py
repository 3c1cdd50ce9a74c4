"""The playground: its engine against perclib, stream by stream, and situations as text."""

import json
from functools import cache

import numpy as np
import pytest
import v8

from interactive import playground
from perclib import (
    AveragedPerceptron,
    KernelPerceptron,
    MarginPerceptron,
    Perceptron,
    Stream,
    best_comparator,
    block_novikoff,
    freund_schapire,
    hinge_family,
    largest_margin,
    run,
)
from perclib.bounds import slacks
from perclib.learners import challenge
from perclib.learners.losses import TIES, predict

SCRIPTS = {name: playground.SCRIPTS / f"{name}.js" for name in playground.SCRIPT_ORDER}
ROUNDING = 1e-12  # relative, of a bound at a comparator; both compute it in a few operations
GAP = 1e-9  # relative, of a best comparator to the floor that proves it


@cache
def engine():
    """V8 with the scripts that need no page."""
    names = ("engine", "presets", "state", "measure", "lines")
    return v8.engine(*(SCRIPTS[name].read_text("utf-8") for name in names), PRELUDE)


def ask(function, cases):
    """Call a function of the scripts on each case; one call of V8 for all of them."""
    return json.loads(engine().eval(f"JSON.stringify({json.dumps(cases)}.map({function}))"))


# --- The engine against perclib ---------------------------------------------------------------


class Turned(Perceptron):
    """The rule of chapter 3 that moves by (h - y) x."""

    def update(self, x, y):
        turn = self.step * (predict(self.score(x), "plus") - y) * x
        return self.with_weights(self.weights + turn)


def cases(count, whole):
    """Draw what a run is made of; points of whole numbers, or of any."""
    rng = np.random.default_rng(7 + whole)
    draw = (
        (lambda *s: rng.integers(-4, 5, s).tolist())
        if whole
        else (lambda *s: rng.normal(size=s).tolist())
    )
    made = []
    for number in range(count):
        n = int(rng.integers(1, 12))
        labels = rng.choice([-1, 1], n).tolist()
        made.append(
            {
                "points": [[*x, y] for x, y in zip(draw(n, 2), labels, strict=True)],
                "rule": [*TIES, "turned"][number % 5],
                "order": ["placed", "adversary", "worst", "shuffled"][number // 5 % 4],
                "bias": ["none", "bias", "lift"][number // 20 % 3],
                "passes": int(rng.integers(1, 5)),
                "seed": number,
                "step": [1, 0.5, 2][number % 3],
                "start": draw(2) if number % 4 == 0 else [0, 0],
                "u": [[1, 0], [0, 1], [0.5, -2]][number % 3] if number % 2 else draw(2),
                "asked": [0.5, 1, 3][number % 3],
            }
        )
    return [case for case in made if any(case["u"])]


WHOLE, ANY = cases(420, True), cases(120, False)
KERNELS = ("polynomial", "gauss")
RELATIVES = ("margin", "average", *KERNELS)
LEARNERS = ("perceptron", *RELATIVES)


def learning(some, learner):
    """The same streams for a learner of chapter 10, as far as it is defined for them."""
    if learner == "perceptron":
        return some
    rules = ("mistake",) if learner == "margin" else TIES
    plain = {"bias": "none", "start": [0, 0], "step": 1} if learner in KERNELS else {}
    return [
        case
        | plain
        | {
            "learner": learner,
            "rule": rules[number % len(rules)],
            "beta": [0, 1, 4, 40][number % 4],
            "power": 1 + number % 4,
            "width": [0.25, 1, 3][number % 3],
        }
        for number, case in enumerate(some)
    ]


# What is asked of the engine about a case, in JavaScript; of a situation in the second part.
RUN = "c => { const run = Play.engine.run(c); return {...run, all: trialsOf(c, run)}; }"
BOUNDS = (
    "c => [1, 1.5, 2, 3].map((q) => Play.engine.bounds(trialsOf(c), comparatorOf(c), c.asked, q))"
)
DRAWN = """c => {
  const run = Play.engine.run(c), best = run.gram && Play.engine.kernelBest(run);
  const u = best ? best.u : comparatorOf(c), seen = run.gram && !best ? null : u;
  return {
    u: seen, track: seen && Play.engine.track(run, seen),
    average: run.gram || Play.engine.averages(run),
    at: [[0, 0], [0.5, -1]].map(Play.engine.scorer(c, run.weights.at(-1))) }; }"""
BEST = """c => [...[1, 2].map((q) => Play.engine.bestComparator(trialsOf(c), q)),
  Play.engine.largestMargin(trialsOf(c))]"""
PRELUDE = """
const trialsOf = (c, run = Play.engine.run(c)) => Play.engine.trials(run, c.bias);
const comparatorOf = (c) => (c.bias === "lift" ? [...c.u, 0.5] : c.u);
function situation(s) {
  const run = Play.engine.run(s), { u, asked } = Play.state.comparator(s);
  return { run, bounds: run.gram ? null : Play.engine.bounds(trialsOf(s, run), u, asked) };
}
"""


def kernel_of(case):
    """The kernel of a case as a function of two matrices."""
    if case["learner"] == "polynomial":
        return lambda A, B: (1 + A @ B.T) ** case["power"]
    return lambda A, B: np.exp(-case["width"] * ((A[:, None] - B) ** 2).sum(axis=2))


def learner_of(case):
    weights = np.array(case["start"] + [0] * (case["bias"] != "none"), dtype=float)
    kind = case.get("learner")
    if kind in KERNELS:
        return KernelPerceptron.zero(kernel_of(case), 2, tie=case["rule"])
    if kind == "average":
        return AveragedPerceptron(weights, case["rule"], case["step"])
    if kind == "margin":
        return MarginPerceptron(weights, step=case["step"], beta=case["beta"])
    if case["rule"] == "turned":
        return Turned(weights, "plus", case["step"])
    return Perceptron(weights, case["rule"], case["step"])


def stream_of(case, rounds):
    """The stream that came about, as perclib makes it; the order of some is the engine's."""
    points = np.array(case["points"], dtype=float)
    X, y = points[:, :2], points[:, 2].astype(int)
    if case["order"] == "adversary":
        rows = np.tile(X, (case["passes"], 1))
        seen = np.hstack([rows, np.ones((len(rows), 1))]) if case["bias"] != "none" else rows
        return Stream(rows, challenge(learner_of(case), seen).stream.y)
    if case["order"] == "placed":
        return Stream(X, y).repeated(case["passes"])
    order = [each["i"] for each in rounds]
    for start in range(0, len(order), len(X)):
        assert sorted(order[start : start + len(X)]) == list(range(len(X)))  # each once in a pass
    return Stream(X[order], y[order])


def agree(done, case, ours, near):
    """Compare weights: of the coordinates, or of the points where a learner keeps its mistakes."""
    if case.get("learner") not in KERNELS:
        assert near(done.weights, ours["weights"])
        return
    points = np.array(case["points"], dtype=float)[:, :2]
    kept = np.flatnonzero(np.diff(ours["weights"], axis=0).any(axis=1))
    changes = np.diff(ours["weights"], axis=0)[kept]
    assert (np.abs(changes).sum(axis=1) == 1).all()
    assert np.array_equal(np.abs(changes) @ points, done.learner.mistakes)
    assert np.array_equal(changes.sum(axis=1), done.learner.signs)


def tied_by_rounding(case, stream, *scores):
    """Whether a score is nearly 0, or nearly the margin that is asked, and not quite."""
    asked = case["beta"] if case.get("learner") == "margin" else 0
    gaps = [gap for f in scores for gap in (f, f * stream.y - asked)]
    return any(((gap != 0) & (np.abs(gap) < 1e-9)).any() for gap in gaps)


def runs_of(some):
    """Each case with the engine's run, perclib's, and the stream with what the bias adds."""
    for case, ours in zip(some, ask(RUN, some), strict=True):
        stream = stream_of(case, ours["rounds"])
        seen = stream.lifted() if case["bias"] != "none" else stream
        done = run(learner_of(case), seen, keep_weights=case.get("learner") not in KERNELS)
        yield case, ours, done, seen


def compared(some, exact):
    for case, ours, done, seen in runs_of(some):
        scores = np.array([each["f"] for each in ours["rounds"]])
        if not exact and tied_by_rounding(case, seen, scores, done.scores):
            continue  # no two orders of addition need agree on its sign
        assert [each["y"] for each in ours["rounds"]] == seen.y.tolist()
        if exact:
            assert np.array_equal(done.scores, scores)
            agree(done, case, ours, np.array_equal)
        else:
            assert np.allclose(done.scores, scores, rtol=1e-12, atol=1e-10)
            agree(done, case, ours, lambda a, b: np.allclose(a, b, rtol=0, atol=1e-10))
        assert [each["mistake"] for each in ours["rounds"]] == done.mistakes.tolist()
        assert ours["mistakes"] == done.mistake_count


@pytest.mark.parametrize("learner", LEARNERS)
def test_runs_are_those_of_perclib(learner):
    """Those on whole numbers to the last bit, where a kernel has whole values."""
    compared(learning(WHOLE, learner), exact=learner != "gauss")
    compared(learning(ANY, learner), exact=False)


PLACES = np.array([[0, 0], [0.5, -1]])


@pytest.mark.parametrize("learner", LEARNERS)
def test_what_is_drawn_of_a_run(learner):
    """Lengths of the weights along the comparator and in all, scores of places, averages."""
    some = learning(WHOLE + ANY, learner)[::3]
    for (case, ours, done, seen), drawn in zip(runs_of(some), ask(DRAWN, some), strict=True):
        if tied_by_rounding(case, seen, done.scores):
            continue

        def near(one, other):
            assert one == pytest.approx(np.array(other), rel=1e-9, abs=1e-9)

        near(drawn["at"], [done.learner.score(np.append(x, 1)[: seen.dimension]) for x in PLACES])
        if learner not in KERNELS:
            means = np.cumsum(done.weights, axis=0) / np.arange(1, len(seen) + 2)[:, None]
            near(drawn["average"], means)
        if drawn["u"] is None:
            continue
        u, points = np.array(drawn["u"]), np.array(case["points"], dtype=float)[:, :2]
        products = kernel_of(case)(points, points) if learner in KERNELS else np.eye(len(u))
        updated = seen.y * done.scores <= case["beta"] if learner == "margin" else done.mistakes
        at = np.flatnonzero(np.append(True, updated))
        w = np.array(ours["weights"])[at, : len(u)]
        assert [each["t"] for each in drawn["track"]] == at.tolist()
        near(
            [each["along"] for each in drawn["track"]], w @ products @ u / (u @ products @ u) ** 0.5
        )
        near([each["long"] ** 2 for each in drawn["track"]], ((w @ products) * w).sum(axis=1))


def test_the_worst_comes_first():
    """In each round the example of the pass that is left with the least y f."""
    some = [case for case in WHOLE if case["order"] == "worst"]
    for case, ours, _, _ in runs_of(some):
        n = len(case["points"])
        for t, each in enumerate(ours["rounds"]):
            left = {later["i"] for later in ours["rounds"][t : (t // n + 1) * n]}
            for i in left:
                *x, y = case["points"][i]
                x += [1] * (case["bias"] != "none")
                assert each["y"] * each["f"] <= y * np.dot(x, ours["weights"][t]) + 1e-12


@pytest.mark.thorough
def test_bounds_agree():
    some = WHOLE + ANY
    for case, ours, made in zip(some, ask(BOUNDS, some), ask(RUN, some), strict=True):
        stream, u = stream_of(case, made["rounds"]), case["u"]
        if case["bias"] == "lift":
            stream, u = stream.lifted(), [*u, 0.5]
        size, asked = np.linalg.norm(u), case["asked"]

        def near(one, other):
            assert one == pytest.approx(other, rel=ROUNDING, abs=1e-12)

        at = freund_schapire(stream, u, asked)
        near(ours[0]["R"], stream.radius)
        near(ours[0]["gamma"], asked / size)
        near(ours[0]["D"], at.slack / size)
        near(ours[0]["Delta"], (stream.radius * at.slack / size) ** 0.5)
        near(ours[0]["freundSchapire"], at.value)
        near(max(ours[0]["slacks"]) * size, slacks(stream, u, asked).max())
        for q, one in zip((1, 1.5, 2, 3), ours, strict=True):
            member = hinge_family(stream, np.array(u) / asked, q)
            near(one["loss"], member.loss)
            near(one["hinge"], member.value)
        least = (stream.y * (stream.X @ u)).min()
        if abs(least) > 1e-12:
            assert (ours[0]["blockNovikoff"] is not None) == (least > 0)
        if least > 1e-12:
            near(ours[0]["blockNovikoff"], block_novikoff(stream, u).value)


def test_best_comparators_are_proved():
    """Each floor is no larger than perclib's bound, and no bound smaller than perclib's floor."""
    some = [case for case in WHOLE + ANY if case["order"] in ("placed", "adversary")][::3]
    for case, ours, made in zip(some, ask(BEST, some), ask(RUN, some), strict=True):
        stream = stream_of(case, made["rounds"])
        stream = stream.lifted() if case["bias"] == "lift" else stream
        for q, one in zip((1, 2), ours, strict=False):
            theirs = best_comparator(stream, q)
            assert one["value"] == pytest.approx(hinge_family(stream, one["u"], q).value, rel=1e-9)
            assert one["floor"] <= theirs.bound.value * (1 + GAP)
            assert one["floor"] * (1 - ROUNDING) <= one["value"] <= one["floor"] * (1 + GAP)
        try:
            widest = largest_margin(stream)
        except ValueError:
            assert ours[2] is None
            continue
        assert ours[2]["margin"] == pytest.approx(widest.margin, rel=GAP)
        assert ours[2]["ceiling"] == pytest.approx(widest.ceiling, rel=GAP)


# --- Situations as text -----------------------------------------------------------------------


def situations():
    """The presets, and what the drawn cases make of them."""
    texts = [f"preset={name}" for name in ask("c => Object.keys(Play.PRESETS)", [0])[0]]
    for case in WHOLE[:40]:
        points = "*".join("_".join(map(str, point)) for point in case["points"])
        u = "_".join(map(str, case["u"]))
        texts.append(
            f"preset=thin&points={points}&order={case['order']}&seed={case['seed']}&rule={case['rule']}"
            f"&bias={case['bias']}&passes={case['passes']}&step={case['step']}&u={u}&c=0.5_0.25"
            f"&start={'_'.join(map(str, case['start']))}&t=1"
        )
    for number, text in enumerate(texts[-40:]):
        texts.append(f"{text}&learner={RELATIVES[number % 4]}&beta={number % 5}&power=3&width=0.5")
    return texts


def test_a_situation_comes_back_from_its_address():
    read = """c => { const state = Play.state.parse(c), again = Play.state.print(state);
      return [state, Play.state.parse(again), again]; }"""
    for text, (state, again, printed) in zip(situations(), ask(read, situations()), strict=True):
        assert state == again
        said = dict(part.split("=") for part in text.split("&"))
        kept = dict(part.split("=") for part in printed.split("&"))
        if "learner" not in said:  # others are held to what they are defined for
            assert kept.items() <= said.items() | {("t", "1")}
        assert kept.get("learner", state["learner"]) == state["learner"]


@pytest.mark.parametrize(
    "text",
    [
        "preset=__proto__",
        "points=1_2",
        "points=NaN_1_1",
        "u=0_0",
        "passes=1e9",
        "t=99999",
        "u=1e-300_0",
    ],
)
def test_an_address_that_cannot_be_is_mended(text):
    state, played = ask(
        "c => { const s = Play.state.parse(c); return [s, Play.engine.run(s)]; }", [text]
    )[0]
    assert state["points"]
    assert 1e-9 < np.linalg.norm(state["u"]) < 1e9
    assert 1e-4 < state["view"] < 1e4
    assert state["passes"] >= 1
    assert state["step"] > 1e-9
    assert state["t"] <= len(played["rounds"]) <= 4000


def test_lines_of_perclib_make_the_run(capsys):
    """What the lines print, counts, weights, bound and average, is the engine's."""
    told = """c => {
      const s = Play.state.parse(c), { run, bounds } = situation(s), { R, attained } = bounds ?? {};
      const best = run.gram && Play.engine.kernelBest(run), beta = s.beta / s.step;
      const margin = attained > 0 ? Play.engine.updatesBound(R, attained, beta) : null;
      const own = s.learner === "margin" ? margin : bounds?.freundSchapire;
      return {
        kind: s.learner, lines: Play.lines(s, run), last: run.weights.at(-1),
        mistakes: run.rounds.flatMap(({ mistake }, t) => mistake ? [t + 1] : []),
        updates: run.rounds.filter(({ times }) => times).length,
        mean: !run.gram && Play.engine.averages(run).at(-1),
        bound: run.gram ? best && best.value : own,
      }; }"""
    seen = set()
    for text, one in zip(situations(), ask(told, situations()), strict=True):
        exec(compile(one["lines"], text, "exec"), {"__name__": "lines"})
        first, *others = capsys.readouterr().out.splitlines()
        kind, weights = one["kind"], [float(w) for w in one["last"]]
        count = {
            "margin": f"{one['updates']} updates, weights {weights}",
            "polynomial": f"{len(one['mistakes'])} mistakes, in rounds {one['mistakes']}",
        }
        count["gauss"] = count["polynomial"]
        assert first == count.get(kind, f"{len(one['mistakes'])} mistakes, weights {weights}"), text
        if kind == "average":
            assert json.loads(others.pop().removeprefix("average ")) == one["mean"], text
        if one["bound"] is None:
            assert not others
            continue
        (bound,) = others
        seen.add(kind)
        rel = 1e-6 if kind in KERNELS else ROUNDING
        assert float(bound.removeprefix("bound ")) == pytest.approx(one["bound"], rel=rel), text
    assert seen == set(LEARNERS)


def test_no_bound_is_broken_where_its_hypotheses_hold():
    """A broken bound of a drawn stream lacks a hypothesis; each lack alone breaks some bound."""
    told = """c => { const bounds = Play.engine.bounds(trialsOf(c), comparatorOf(c), c.asked);
      const { blockNovikoff, freundSchapire, hinge } = bounds, { mistakes } = Play.engine.run(c);
      const best = Play.engine.bestComparator(trialsOf(c), 1).value;
      const all = [blockNovikoff ?? 1e99, freundSchapire, hinge, best];
      return [mistakes, ...all, Play.state.lacking(c)]; }"""
    two = {**WHOLE[0], "points": [[1, 0, 1], [-1, 0, -1]], "bias": "bias", "u": [1, 0], "asked": 1}
    two |= {"rule": "mistake", "order": "placed", "passes": 1, "start": [0, 0]}
    broken = set()
    for mistakes, *bounds, lacking in ask(told, [*WHOLE, *ANY, two]):
        if mistakes > min(bounds) * (1 + 1e-9):
            assert lacking
            broken |= set(lacking) if len(lacking) == 1 else set()
    assert broken == {"bias", "start", "turned"}
