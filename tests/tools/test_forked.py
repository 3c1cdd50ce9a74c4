"""The kernels that run the book's notebooks are forked, and end with what started them."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from jupyter_client import KernelManager

from runs import notebook_runs

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only"),
    pytest.mark.thorough,
]
ROOT = Path(__file__).resolve().parents[2]
ASK = """
import os, sys
asked = (os.getcwd(), os.environ.get("ASKED"), "" in sys.path, os.getpid(), os.getppid(),
         "sympy" in sys.modules, "perclib" in globals())
"""


@contextmanager
def kernel(folder):
    """Start a kernel; give its manager and what runs code in it."""
    environment = {**os.environ, **notebook_runs.ENVIRONMENT, "ASKED": "yes"}
    manager = notebook_runs.kernel_manager(KernelManager, folder)
    manager.start_kernel(cwd=folder, env=environment)
    client = manager.blocking_client()
    client.start_channels()

    def value(code, name):
        reply = client.execute_interactive(code, user_expressions={name: name}, timeout=60)
        return eval(reply["content"]["user_expressions"][name]["data"]["text/plain"])

    try:
        client.wait_for_ready(timeout=60)
        yield manager, value
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def wait_for_end(pid):
    """Wait until a process has ended."""
    while Path(f"/proc/{pid}").exists():
        time.sleep(0.01)


def test_kernels_are_new_processes_that_share_what_is_imported(tmp_path):
    with kernel(tmp_path) as (_, value):
        folder, asked, beside, pid, parent, shared, named = value(ASK, "asked")
        assert (folder, asked, beside) == (str(tmp_path), "yes", True)
        assert shared
        assert not named
        assert len(os.listdir(f"/proc/{parent}/task")) == 1  # a fork would lose other threads
        with kernel(tmp_path) as (_, other):
            assert other(ASK, "asked")[4] == parent
            assert other(ASK, "asked")[3] not in (pid, os.getpid())


def test_a_kernel_ends_with_its_manager_which_sees_that_it_died(tmp_path):
    for end in ("shutdown", "kill"):
        with kernel(tmp_path) as (manager, value):
            pid = value(ASK, "asked")[3]
            if end == "shutdown":
                manager.shutdown_kernel(now=True)
            else:
                os.kill(pid, 9)
            wait_for_end(pid)
            while manager.is_alive():
                time.sleep(0.01)


START = """
import os, sys
sys.path[:0] = ["tests/tools", "book/_ext"]
import test_forked
with test_forked.kernel(sys.argv[1]) as (_, value):
    print(*value(test_forked.ASK, "asked")[3:5], flush=True)
    sys.stdin.read()
"""


def test_kernels_end_when_the_build_is_killed(tmp_path):
    build = subprocess.Popen(
        [sys.executable, "-c", START, tmp_path],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    kernels = build.stdout.readline().split()
    assert len(kernels) == 2
    build.kill()
    for pid in kernels:
        wait_for_end(pid)
