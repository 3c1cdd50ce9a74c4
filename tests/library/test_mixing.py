"""Passes over parts, mixed: what the theorem says, whoever runs them and whoever is killed."""

import os
import pickle
import signal
import socket
import sys
import warnings
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from chapters import defined
from scipy import sparse

from perclib.bounds import block_novikoff
from perclib.competitors import largest_margin
from perclib.datasets import separable
from perclib.mixing import (
    _applied,
    _named,
    by_mistakes,
    dask_map,
    dask_parts,
    equally,
    mix,
    run_mixed,
    run_part,
)
from perclib.online import run_passes
from perclib.perceptron import Perceptron
from perclib.relatives import AveragedPerceptron
from perclib.streams import Stream

STREAM = separable(400, 6, 0.05, seed=1).stream
PARTS = [STREAM[start : start + 100] for start in range(0, 400, 100)]
ZERO = Perceptron.zero(6)
RULES = [equally, by_mistakes]


def same(one, other):
    """Whether two results are the same bit by bit."""
    return one.learner.weights.tobytes() == other.learner.weights.tobytes() and all(
        np.array_equal(a, b) for a, b in zip(one[1:], other[1:], strict=True)
    )


def by_hand(part, w):
    """A pass of a part in fractions: its last weights, and its mistakes."""
    mistakes = 0
    for x in part:
        if sum(a * b for a, b in zip(w, x, strict=True)) <= 0:
            w, mistakes = [a + b for a, b in zip(w, x, strict=True)], mistakes + 1
    return w, mistakes


def test_it_is_the_algorithm_in_fractions():
    """Two parts of whole numbers with equal mixing weights, where floats round nothing."""
    rng = np.random.default_rng(5)
    for _ in range(30):
        parts = rng.integers(-2, 3, (2, 3, 3)).tolist()
        v, counts = [Fraction(0)] * 3, []
        while len(counts) < 6 and counts[-1:] != [[0, 0]]:
            ends, made = zip(*(by_hand(part, v) for part in parts), strict=True)
            counts.append(list(made))
            v = [(a + b) / 2 for a, b in zip(*ends, strict=True)]
        streams = [Stream(part, [1] * 3) for part in parts]
        done = run_mixed(Perceptron.zero(3), streams, limit=6, shares=equally)
        assert done.mistakes.tolist() == counts
        assert done.learner.weights.tolist() == v


@pytest.mark.parametrize("rule", RULES)
def test_the_weighted_mistakes_are_bounded(rule):
    bound = block_novikoff(STREAM, largest_margin(STREAM)).value
    done = run_mixed(ZERO, PARTS, limit=500, shares=rule)
    assert done.clean
    assert done.weighted <= bound
    assert done.weighted == pytest.approx((done.shares * done.mistakes).sum())
    assert (STREAM.margins(done.learner.weights) > 0).all()
    assert np.allclose(done.shares[:-1].sum(axis=1), 1)
    assert not done.shares[-1].any()
    assert not done.mistakes[-1].any()


def test_one_part_is_passes():
    done, plain = run_mixed(ZERO, [STREAM], limit=50), run_passes(ZERO, STREAM, limit=50)
    assert np.array_equal(done.learner.weights, plain.run.learner.weights)
    assert (len(done.mistakes), done.mistakes.sum()) == (plain.number, plain.run.mistake_count)


def test_the_limit_ends_it():
    done = run_mixed(Perceptron.zero(1), [Stream([[1], [1]], [1, -1])], limit=3)
    assert (len(done.mistakes), done.clean) == (3, False)


def test_parts_that_need_an_engine_are_refused():
    with pytest.raises(ValueError, match=r"^part: expected a Stream, got str; .*dask_map"):
        run_mixed(ZERO, ["a part"], limit=3)


def test_no_part_is_refused():
    with pytest.raises(ValueError, match="parts: expected at least one stream"):
        run_mixed(ZERO, [], limit=3)


@pytest.mark.parametrize(
    ("mu", "message"),
    [
        ([1, 1], "shares, pass 1: expected the sum 1, got 2"),
        ([2, -1], "shares, pass 1: expected none below 0, got -1 of part 1"),
        ([1], r"shares, pass 1: expected shape \(2,\)"),
        (0.5, "shares, pass 1: expected one axis"),
        ([1, np.nan], "shares, pass 1"),
        ([0.5, 0.5 + 1e-9], "shares, pass 1: expected the sum 1, got 1.00000000"),
    ],
)
def test_mixing_weights_that_are_no_mean_are_refused(mu, message):
    with pytest.raises(ValueError, match=message):
        run_mixed(ZERO, PARTS[:2], limit=3, shares=lambda _: mu)


def test_mixing_weights_may_be_rounded():
    """Ten tenths, added one by one, are a float below 1."""
    tenths = [0.1] * 10
    assert np.cumsum(tenths)[-1] != 1  # Python's sum compensates from 3.12 on
    done = run_mixed(ZERO, [STREAM] * 10, limit=1, shares=lambda _: tenths)
    assert done.shares.tolist() == [tenths]


def test_a_learner_that_knows_more_than_weights_is_refused():
    """Only the weights come back, so an average over rounds would be lost in silence."""
    averaged = AveragedPerceptron.zero(6)
    with pytest.raises(ValueError, match=r"learner: expected a Perceptron, .* AveragedPerceptron"):
        run_mixed(averaged, PARTS, limit=3)


def test_a_mix_is_added_up_in_the_order_of_the_parts():
    """(0.3 + 0.4) - 0.7 is 0, and 0.3 + (0.4 - 0.7) is not."""
    ends, shares = [np.array([x]) for x in (1.2, 1.6, -1.4)], np.array([0.25, 0.25, 0.5])
    assert mix(ends, shares).tolist() == [0.0]
    assert mix(ends[::-1], shares[::-1]).tolist() != [0.0]


@pytest.mark.parametrize("rule", RULES)
def test_threads_give_the_same_bits(rule):
    with ThreadPoolExecutor(3) as pool:
        done = run_mixed(ZERO, PARTS, limit=50, shares=rule, engine=pool.map)
    assert same(done, run_mixed(ZERO, PARTS, limit=50, shares=rule))


def test_what_is_sent_is_weights_and_no_example():
    """The function with the weights, and what comes back: 8 bytes a weight, and little else."""
    wide = Stream(np.eye(500), [1] * 500)
    down = pickle.dumps(partial(run_part, Perceptron.zero(500)))
    back = pickle.dumps(run_part(Perceptron.zero(500), wide))
    assert 4000 <= len(down) < 5000
    assert 4000 <= len(back) < 5000


# --- Dask, on two worker processes ------------------------------------------------------------

pytestmark = pytest.mark.xdist_group("dask")  # one cluster for all tests here


@contextmanager
def cluster_of_two():
    """Two processes of this machine; what this file defines is sent to them as it is."""
    import cloudpickle
    import distributed

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def client():
    import distributed

    with cluster_of_two() as cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def cluster():
    """A cluster of its own, to be lost; none waits until a lost process is started again."""
    pytest.importorskip("distributed", reason="the extra scale is not installed")
    with cluster_of_two() as cluster:
        yield cluster


def held(client):
    """The parts, made by tasks, so that they can be made again."""
    return [client.submit(Stream, part.X, part.y, pure=False) for part in PARTS]


@pytest.mark.parametrize("rule", RULES)
def test_processes_give_the_same_bits(client, rule):
    done = run_mixed(ZERO, held(client), limit=50, shares=rule, engine=dask_map(client))
    assert same(done, run_mixed(ZERO, PARTS, limit=50, shares=rule))


def blocks(client, rows=100):
    """The same parts, as the blocks of an array of Dask."""
    import dask.array as da

    y = da.from_array(STREAM.y, chunks=rows)
    return dask_parts(client, da.from_array(STREAM.X, chunks=(100, -1)), y)


def killed_once(marker, function, part):
    """Kill the process that is the first to come here, after its work and before it says so."""
    result = function(part)
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return result
    return os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("fatal", [1, 2])
@pytest.mark.parametrize("made_by", ["tasks", "blocks"])
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(cluster, tmp_path, fatal, made_by):
    """In the first or the second pass, with what it holds; a file decides who and when."""
    import distributed

    marker, number = tmp_path / "killed", []
    with distributed.Client(cluster) as client:
        client.wait_for_workers(2)
        before, run_on_dask = set(client.run(os.getpid).values()), dask_map(client)

        def engine(function, parts):
            number.append(None)
            deadly = partial(killed_once, marker, function)
            return run_on_dask(deadly if len(number) == fatal else function, parts)

        parts = held(client) if made_by == "tasks" else blocks(client)
        done = run_mixed(ZERO, parts, limit=50, engine=engine)
        assert len(before - set(client.run(os.getpid).values())) == 1
    assert marker.exists()
    assert len(done.mistakes) > fatal
    assert same(done, run_mixed(ZERO, PARTS, limit=50))


def test_an_array_of_dask_is_run_in_its_blocks(client):
    done = run_mixed(ZERO, blocks(client), limit=50, engine=dask_map(client))
    assert same(done, run_mixed(ZERO, PARTS, limit=50))
    with pytest.raises(ValueError, match="y: expected 4 blocks, as many as X has, got 2"):
        blocks(client, rows=200)


def test_a_task_is_named_by_the_rows_of_its_blocks(client):
    """As `KilledWorker` tells it, whether the block is made or run; and no two calls share one."""
    import dask.array as da

    def names(rows, X=STREAM.X):
        X, y = da.from_array(X, chunks=(rows, -1)), da.from_array(STREAM.y, chunks=rows)
        return [part.key for part in dask_parts(client, X, y)]

    keys = names((150, 0, 250))
    told = ["block 0, rows 0 to 149 of X", "block 1 of X", "block 2, rows 150 to 399 of X"]
    assert [key.rpartition(", ")[0] for key in keys] == told
    assert not set(keys) & set(names((150, 0, 250)))
    held = [SimpleNamespace(key=key) for key in keys]
    assert _named([0, 2], held, "7") == "parts 0 (rows 0 to 149), 2 (rows 150 to 399) of pass 7"
    assert _named([1], held, "7") == "part 1 of pass 7"
    X = da.from_array(STREAM.X, chunks=(200, -1))
    some = dask_parts(client, X[X[:, 0] > 0], da.from_array(STREAM.y, chunks=200))
    told = ["block 0 of X", "block 1 of X"]  # how many rows are left is not known yet
    assert [part.key.rpartition(", ")[0] for part in some] == told


def test_sparse_blocks_are_run_and_refused_as_dense_ones_are(client):
    import dask
    import dask.array as da

    def parts(*rows):
        held = [dask.delayed(sparse.csr_array)(X) for X in rows]
        arrays = [da.from_delayed(X, (2, 2), meta=sparse.csr_array((0, 2))) for X in held]
        y = da.from_array(np.array([1, -1] * len(rows)), chunks=2)
        return dask_parts(client, da.concatenate(arrays), y)

    zero, engine = Perceptron.zero(2), dask_map(client)
    done = run_mixed(zero, parts(np.eye(2), 2 * np.eye(2)), limit=3, engine=engine)
    dense = [Stream(np.eye(2), [1, -1]), Stream(2 * np.eye(2), [1, -1])]
    assert same(done, run_mixed(zero, dense, limit=3))
    wrong = np.array([[1, 0], [0, np.inf]])
    with pytest.raises(ValueError, match=r"block 1: X\[1, 1\]: expected a finite number, got inf"):
        run_mixed(zero, parts(np.eye(2), wrong), limit=3, engine=engine)


def test_the_files_of_a_dataframe_are_the_parts(client, tmp_path):
    import dask.dataframe as dd
    import pandas as pd

    names = [f"x{i}" for i in range(6)]
    for number, part in enumerate(PARTS):
        frame = pd.DataFrame(part.X, columns=names).assign(label=part.y)
        frame.to_parquet(tmp_path / f"part{number}.parquet")
    parts = dask_parts(client, dd.read_parquet(tmp_path), "label")
    assert len(parts) == 4
    done = run_mixed(ZERO, parts, limit=50, engine=dask_map(client))
    assert same(done, run_mixed(ZERO, PARTS, limit=50))


def test_blocks_without_rows_are_passed_over(client):
    """As a filter leaves them; they have no mistakes, and the parts of the others stay."""
    dd = pytest.importorskip("dask.dataframe", reason="Dask's tables are not installed")
    pd = pytest.importorskip("pandas", reason="the extra data is not installed")
    names = [f"x{i}" for i in range(STREAM.dimension)]
    frames = [pd.DataFrame(part.X, columns=names).assign(label=part.y) for part in PARTS]
    frames.insert(1, frames[0][:0])
    parts = dask_parts(client, dd.from_map(lambda number: frames[number], range(5)), "label")
    done = run_mixed(ZERO, parts, limit=50, engine=dask_map(client))
    assert not done.mistakes[:, 1].any()
    assert same(done, run_mixed(ZERO, [PARTS[0], None, *PARTS[1:]], limit=50))
    others = run_mixed(ZERO, PARTS, limit=50)
    assert np.array_equal(np.delete(done.mistakes, 1, axis=1), others.mistakes)


def test_what_a_block_holds_is_refused_by_its_number_and_row(client):
    import dask.array as da

    y = np.array(STREAM.y)
    y[250] = 3
    labels = da.from_array(y, chunks=100)
    parts = dask_parts(client, da.from_array(STREAM.X, chunks=(100, -1)), labels)
    with pytest.raises(ValueError, match=r"block 2: y\[50\]: expected"):
        run_mixed(ZERO, parts, limit=2, engine=dask_map(client))


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ("numpy", "blocks", r"X: expected an array or a dataframe of Dask.*got ndarray"),
        ("columns", "blocks", r"X: expected blocks of whole rows, got 2 blocks beside"),
        ("blocks", "numpy", r"y: expected an array of Dask or a column's name, got ndarray"),
        ("blocks", "label", r"y: expected the name of a column of X, got 'label'"),
    ],
)
def test_what_is_not_in_blocks_of_rows_is_refused_at_once(client, X, y, message):
    import dask.array as da

    given = {
        "numpy": (STREAM.X, np.array(STREAM.y)),
        "columns": (da.from_array(STREAM.X, chunks=(100, 3)), None),
        "blocks": (
            da.from_array(STREAM.X, chunks=(100, -1)),
            da.from_array(np.array(STREAM.y), chunks=100),
        ),
        "label": (None, "label"),
    }
    with pytest.raises(ValueError, match=message):
        dask_parts(client, given[X][0], given[y][1])


@pytest.mark.parametrize("rule", RULES)
def test_passes_one_by_one_give_the_same_bits(rule):
    """Each goes on from a pickle of the last, as after the loss of the process that mixes."""
    whole = run_mixed(ZERO, PARTS, limit=50, shares=rule)
    kept, mistakes, clean = pickle.dumps(ZERO), [], False
    while not clean:
        done = run_mixed(pickle.loads(kept), PARTS, limit=1, shares=rule)
        kept, clean = pickle.dumps(done.learner), done.clean
        mistakes.append(done.mistakes[0])
    assert pickle.loads(kept).weights.tobytes() == whole.learner.weights.tobytes()
    assert np.array_equal(mistakes, whole.mistakes)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("lost", [1, 2, 3])
def test_what_was_lost_goes_on_from_a_file(rule, lost, tmp_path, monkeypatch, capsys):
    """Lost in a pass, or while the file of the pass before is written."""
    learner, path = Perceptron(np.full(6, 0.1), "plus", 0.3), tmp_path / "passes.npz"
    whole = run_mixed(learner, PARTS, limit=50, shares=rule)
    left = [lost]

    def engine(function, parts):
        left[0] -= 1
        if not left[0]:
            raise ConnectionError
        return map(function, parts)

    how = {"limit": 50, "shares": rule, "resume": path}
    with pytest.raises(ConnectionError):
        run_mixed(learner, PARTS, engine=engine, **how)
    assert path.exists() == (lost > 1)
    known = path.read_bytes() if lost > 1 else None

    def half(file, **_):
        file.write(b"PK")
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(np, "savez", half)
        with pytest.raises(ConnectionError):
            run_mixed(learner, PARTS, **how)
    assert (path.read_bytes() if path.exists() else None) == known
    assert same(run_mixed(learner, PARTS, progress=True, **how), whole)
    assert f"{len(whole.mistakes)}/50" in capsys.readouterr().err
    assert same(run_mixed(learner, PARTS, engine=lambda *_: 1 / 0, **how), whole)  # nothing is left
    for other, parts in ((learner, PARTS[1:]), (ZERO, PARTS)):
        with pytest.raises(ValueError, match="resume: expected passes of this learner over"):
            run_mixed(other, parts, **how)


class Desk:
    """A client of Dask that does everything at once, and notes what it is asked for."""

    def __init__(self, holders=()):
        self.names, self.fetched, self.holders = [], [], holders

    def submit(self, function, *arguments, key=None, pure=None):
        del pure
        self.names += [key] * bool(key)
        return function(*arguments)

    def gather(self, results):
        self.fetched.append(sum(isinstance(one, tuple) for result in results for one in result))
        return results

    def who_has(self, futures):
        return {future.key: self.holders[future.key] for future in futures}


@pytest.mark.parametrize("together", [1, 2, 3, 32])
def test_a_task_of_dask_is_named_by_its_parts(together):
    """As `KilledWorker` tells it; and no two passes share a task."""
    desk = Desk()
    done = run_mixed(ZERO, PARTS, limit=50, engine=dask_map(desk, together=together))
    assert same(done, run_mixed(ZERO, PARTS, limit=50))
    names = {
        1: ["part 0", "part 1", "part 2", "part 3"],
        2: ["parts 0, 1", "parts 2, 3"],
        3: ["parts 0, 1, 2", "part 3"],
        32: ["parts 0, 1, 2, 3"],
    }[together]
    assert [name.split(" of ")[0] for name in desk.names] == names * len(done.mistakes)
    assert len(set(desk.names)) == len(desk.names)


@pytest.mark.parametrize("rule", RULES)
def test_no_more_weights_are_held_than_parts_are_run_together(rule):
    desk = Desk()
    parts = [STREAM[start : start + 10] for start in range(0, 400, 10)]
    done = run_mixed(ZERO, parts, limit=50, shares=rule, engine=dask_map(desk, together=3))
    assert same(done, run_mixed(ZERO, parts, limit=50, shares=rule))
    assert max(desk.fetched) == 3
    assert sum(desk.fetched) == 40 * (len(done.mistakes) - done.clean)


def test_neighbours_that_one_worker_holds_are_run_together():
    """And what nobody holds yet by itself; the mix has the order of the parts all the same."""

    class Held(Stream):
        key = property(lambda self: self.name)

    parts = [Held(part.X, part.y, str(number)) for number, part in enumerate(PARTS * 2)]
    holders = {"0": ["b"], "1": ["a"], "2": ["b", "a"], "3": [], "4": ["a"], "5": ["b"], "6": ()}
    desk = Desk(holders | {"7": ["a"]})
    done = run_mixed(ZERO, parts, limit=50, engine=dask_map(desk, together=5))
    assert same(done, run_mixed(ZERO, parts, limit=50))
    one_pass = desk.names[: len(desk.names) // len(done.mistakes)]
    assert [name.split(" of ")[0] for name in one_pass] == [
        "parts 0, 2", "parts 1, 4", "part 3", "part 5", "part 6", "part 7",
    ]  # fmt: skip


@pytest.mark.parametrize("together", [1, 3])
def test_a_small_batch_gives_the_same_bits(client, together):
    parts = [client.submit(Stream, part.X, part.y, pure=False) for part in PARTS * 3]
    done = run_mixed(ZERO, parts, limit=50, engine=dask_map(client, together=together))
    assert same(done, run_mixed(ZERO, PARTS * 3, limit=50))


def test_weights_that_stayed_as_they_were_are_not_sent():
    learner = run_mixed(ZERO, PARTS[:2], limit=500).learner  # which makes no mistake on these
    sent = _applied(partial(run_part, learner), PARTS)
    assert [one is None for one, _ in sent[:2]] == [True, True]
    assert [(one is None) == (made == 0) for one, made in sent] == [True] * 4


def fatal(function, part):
    """Kill the process at the parts of the third hundred of rounds."""
    if part is not None and np.array_equal(part.X, PARTS[2].X):
        os.kill(os.getpid(), signal.SIGKILL)
    return function(part)


@pytest.mark.thorough  # it starts processes
@pytest.mark.parametrize(("parts", "told"), [([2], "part 0 of"), ([0, 2], "parts 0, 1 of")])
def test_a_part_whose_workers_die_is_named(cluster, parts, told):
    """It is in the only task, since Dask suspects what waits behind it as well."""
    import distributed

    with distributed.Client(cluster) as client:
        run_on_dask = dask_map(client)
        with pytest.raises(distributed.KilledWorker, match=told):
            run_mixed(
                ZERO, [PARTS[place] for place in parts], limit=5,
                engine=lambda function, parts: run_on_dask(partial(fatal, function), parts),
            )  # fmt: skip


@pytest.mark.thorough  # it starts processes
def test_a_block_whose_workers_die_is_named_by_its_rows(cluster):
    import dask.array as da
    import distributed

    with distributed.Client(cluster) as client:
        X = da.from_array(STREAM.X, chunks=(100, -1))
        parts = dask_parts(client, X, da.from_array(STREAM.y, chunks=100))
        run_on_dask = dask_map(client)
        with pytest.raises(distributed.KilledWorker, match=r"part 0 \(rows 200 to 299\)"):
            run_mixed(
                ZERO, [parts[2]], limit=5,
                engine=lambda function, parts: run_on_dask(partial(fatal, function), parts),
            )  # fmt: skip


@pytest.mark.thorough  # it starts processes
@pytest.mark.parametrize("lost", [2, 3])
@pytest.mark.filterwarnings("ignore")  # Dask warns as it goes
def test_a_scheduler_that_is_lost_leaves_a_file_to_go_on_from(cluster, lost, tmp_path):
    import distributed

    hard = separable(400, 6, 0.01, seed=1).stream
    streams = [hard[start : start + 100] for start in range(0, 400, 100)]
    path, whole, begun = tmp_path / "passes.npz", run_mixed(ZERO, streams, limit=50), []
    client = distributed.Client(cluster)
    parts = [client.submit(Stream, part.X, part.y, pure=False) for part in streams]
    run_on_dask = dask_map(client, together=1)

    def engine(function, parts):
        begun.append(None)
        ends = run_on_dask(function, parts)
        if len(begun) == lost:  # in the middle of a pass, with its weights still on the workers
            cluster.close()
        return ends

    with pytest.raises((CancelledError, OSError)):  # as Dask says it
        run_mixed(ZERO, parts, limit=50, engine=engine, resume=path)
    client.close()
    assert len(np.load(path)["mistakes"]) == lost - 1 < len(whole.mistakes)
    assert same(run_mixed(ZERO, streams, limit=50, resume=path), whole)


@pytest.mark.thorough  # it starts processes
def test_the_chapter_runs_beside_others_that_listen_where_dask_would():
    """Dask warns, on the chapter's page, of a port that it took by number and that is in use."""
    dask = pytest.importorskip("distributed", reason="the extra scale is not installed")
    (on_two_processes,) = defined("12_at_scale", "on_two_processes")
    on_two_processes.__globals__.update(
        {name: globals()[name] for name in ("Stream", "run_mixed", "dask_map")},
        Client=dask.Client,
        LocalCluster=dask.LocalCluster,
    )
    with socket.socket() as other, warnings.catch_warnings():
        with suppress(OSError):  # somebody is there already
            other.bind(("", 8787))
            other.listen()
        warnings.simplefilter("error")
        done = on_two_processes(PARTS, ZERO)
    assert done.clean
