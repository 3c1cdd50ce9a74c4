"""What a chapter defines, for tests that look at it outside of its notebook."""

import re
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from perclib import freund_schapire
from perclib.bounds import hinge_value, slacks
from perclib.show import plots

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


LABEL = re.compile(
    r"^\(([\w-]+)\)=$|^:label: ([\w-]+)$|\$\$ ?\(([\w-]+)\)$|^ *:?name: ([\w-]+)$", re.MULTILINE
)


def labels(text):
    """Name all that a page can be asked for."""
    return {name for names in LABEL.findall(text) for name in names if name}


def defined(chapter, *names):
    """Run the cells of a chapter's text form that define functions, and return these functions."""
    text = (NOTEBOOKS / f"{chapter}.md").read_text(encoding="utf-8")
    cells = re.findall(r"^```\{code-cell\}.*?\n((?:.*\n)*?)```$", text, flags=re.MULTILINE)
    scope = {"np": np, "plt": plt, "plots": plots, "slacks": slacks}
    scope |= {"freund_schapire": freund_schapire, "hinge_value": hinge_value}
    for cell in cells:
        if any(f"\ndef {name}(" in cell for name in names):
            source = cell[re.search(r"^def ", cell, flags=re.MULTILINE).start() :]
            exec(source, scope)
    return [scope[name] for name in names]
