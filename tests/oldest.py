"""Print the oldest versions that pyproject.toml supports, as constraints for pip.

python tests/oldest.py > oldest.txt; pip install --constraint oldest.txt '.[test]'
"""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def oldest(project):
    """Turn each lower bound of the library and its tests into that version."""
    extras = project["optional-dependencies"]
    wanted = project["dependencies"] + extras["test"] + extras["fast"]
    return sorted({one.replace(">=", "==") for one in wanted if ">=" in one})


if __name__ == "__main__":
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    print("\n".join(oldest(pyproject["project"])))
