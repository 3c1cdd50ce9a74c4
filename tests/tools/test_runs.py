"""A notebook is run once, however often a build asks for it."""

import threading

from runs import notebook_runs


def test_a_notebook_that_runs_already_is_not_begun_again(tmp_path, monkeypatch):
    asked, go_on = [], threading.Event()

    def made(path):
        asked.append(path)
        go_on.wait(60)

    for name, value in (
        ("run_outputs", made),
        ("amount_of_code", len),
        ("BEGUN_RUNS", {}),
        ("KEPT_RUNS", tmp_path),
    ):
        monkeypatch.setattr(notebook_runs, name, value)
    first, second = (notebook_runs.begin_runs(["a.ipynb", "b.ipynb"]) for _ in range(2))
    go_on.set()
    assert first == second
    for future in first.values():
        future.result(timeout=60)
    assert sorted(asked) == ["a.ipynb", "b.ipynb"]
    notebook_runs.begin_runs(["a.ipynb"])["a.ipynb"].result(
        timeout=60
    )  # over: it may have changed since
    assert len(asked) == 3


def test_what_a_killed_build_left_is_removed_before_the_first_run_alone(tmp_path, monkeypatch):
    for name, value in (
        ("run_outputs", len),
        ("amount_of_code", len),
        ("BEGUN_RUNS", {}),
        ("KEPT_RUNS", tmp_path),
    ):
        monkeypatch.setattr(notebook_runs, name, value)
    left, own = tmp_path / "running-left", tmp_path / "running-own"
    left.mkdir()
    notebook_runs.begin_runs(["a.ipynb"])
    assert not left.exists()
    own.mkdir()
    notebook_runs.begin_runs(["b.ipynb"])
    assert own.exists()
