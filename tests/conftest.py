"""What all tests share: no clock, no chance, nothing of the shell that starts them.

Environment variables are unset in pyproject.toml, under ``tool.pytest_env``, where the kernels of
the notebooks are reached as well.
"""

import os
from importlib.util import find_spec
from pathlib import Path

import of_the_book
import pytest
from hypothesis import HealthCheck, settings

collect_ignore = [] if find_spec("jupyter_book") else of_the_book.files()

# No deadline, no health check that reads the clock, and the same examples in every run.  To look
# for examples that no run has seen: pytest --hypothesis-profile=explore
TIMELESS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, database=None, **TIMELESS)
settings.register_profile("explore", max_examples=1000, **TIMELESS)
settings.load_profile("same")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What drives a browser or a cluster is thorough, as is what says so itself."""
    for item in items:
        if {"browser", "client"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="session")
def environment():
    """The environment without what make, which may be running these tests, tells its children."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", "GNUMAKE"))}


# Reasons for which a test may be skipped where everything can be installed.
SKIPS = (Path(__file__).parent / "skips.txt").read_text("utf-8").splitlines()


def unexpected(report):
    """Whether a test was skipped for a reason that the list does not have."""
    _, _, reason = report.longrepr
    return reason.removeprefix("Skipped: ") not in SKIPS


def pytest_sessionfinish(session):
    """Where CI is set, what should be there is there: another skip is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and os.environ.get("CI"):
        found = list(filter(unexpected, reporter.stats.get("skipped", [])))
        if found and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        for report in found:
            reporter.write_line(f"skipped, and not in tests/skips.txt: {report.nodeid}", red=True)
