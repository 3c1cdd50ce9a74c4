"""The notebooks that readers download: plain Markdown, which reads well anywhere."""

import json
import re
from pathlib import Path

import pytest

from website.plain_markdown import Places, plain

SOURCES = Path(__file__).resolve().parents[2] / "_build/html/_sources/notebooks"
RAW = re.compile(r"\{[\w:-]+\}`|:::|```\{|^\([\w-]+\)=$|<!--", re.MULTILINE)
PLACES = Places(
    {"thm-x": ("Theorem 4.3", "a.html#thm-x"), "eq-y": ("(4.2)", "a.html#equation-eq-y")},
    {"notebooks/01_x": "A page"},
)
THEOREM = """(here)=
::::{prf:theorem} A name
:label: thm-x

By {eq}`eq-y`,

$$a=b$$ (eq-y)

::::
<!-- {letters}
- $a$: a number
-->
See {prf:ref}`thm-x`, {doc}`01_x` and a {term}`margin <margins>`.

:::{prf:proof}
By {prf:ref}`this <thm-x>`.
:::"""
PLAIN = """**Theorem 4.3 (A name).**

By (4.2),

$$a=b\\tag{4.2} $$

See Theorem 4.3, A page and a margin.

*Proof.*

By this.
∎"""


def test_a_text_is_plain():
    assert plain(THEOREM, PLACES) == PLAIN


def test_links_lead_to_the_published_page():
    published = PLACES._replace(address="https://book.example")
    assert (
        plain("{prf:ref}`thm-x`", published) == "[Theorem 4.3](https://book.example/a.html#thm-x)"
    )


@pytest.mark.parametrize("path", sorted(SOURCES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_nothing_of_myst_is_left(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    assert [found[0] for text in texts for found in RAW.finditer(text)] == []
