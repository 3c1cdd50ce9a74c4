"""What tests read in the chapters."""

import json
import re
from functools import cache

LABEL = re.compile(
    r"^\(([\w-]+)\)=$|^:label: ([\w-]+)$|\$\$ ?\(([\w-]+)\)$|^ *:?name: ([\w-]+)$", re.MULTILINE
)


def labels(text):
    """Name all that a page can be asked for."""
    return {name for names in LABEL.findall(text) for name in names if name}


def code_cells(path):
    """List the code cells of a stored notebook."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def checked_by(cell):
    """Say by what a cell checks what the text claims, if it does."""
    return cell["metadata"].get("checks", {}).get("by")


def checks(path, by):
    """List the cells of a stored notebook that check what its text claims, by a run or by sympy."""
    return [cell for cell in code_cells(path) if checked_by(cell) == by]


@cache
def littlestone(labelings):
    """Give Littlestone's dimension of a set of labelings, each of the same points in order."""
    splits = [
        [frozenset(one for one in labelings if one[point] == label) for label in (False, True)]
        for point in range(len(next(iter(labelings))))
    ]
    return max((1 + min(map(littlestone, parts)) for parts in splits if all(parts)), default=0)
