"""A notebook is run once, however often a build asks for it."""

import threading

import pytest

from runs import notebook_runs


@pytest.fixture(autouse=True)
def runs(tmp_path, monkeypatch):
    for name, value in (("amount_of_code", len), ("BEGUN_RUNS", {}), ("KEPT_RUNS", tmp_path)):
        monkeypatch.setattr(notebook_runs, name, value)


def test_a_notebook_that_runs_already_is_not_begun_again(monkeypatch):
    asked, go_on = [], threading.Event()

    def made(path):
        asked.append(path)
        go_on.wait(60)

    monkeypatch.setattr(notebook_runs, "run_outputs", made)
    first, second = (notebook_runs.begin_runs(["a.ipynb", "b.ipynb"]) for _ in range(2))
    go_on.set()
    assert first == second
    for future in first.values():
        future.result(timeout=60)
    assert sorted(asked) == ["a.ipynb", "b.ipynb"]
    over = notebook_runs.begin_runs(["a.ipynb"])["a.ipynb"]  # it may have changed since
    over.result(timeout=60)
    assert len(asked) == 3


def test_what_a_killed_build_left_is_removed_before_the_first_run_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(notebook_runs, "run_outputs", len)
    for name, there in (("left", False), ("own", True)):
        folder = tmp_path / f"running-{name}"
        folder.mkdir()
        notebook_runs.begin_runs([f"{name}.ipynb"])
        assert folder.exists() == there
