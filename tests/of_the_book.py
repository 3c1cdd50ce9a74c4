"""Which tests are of the book: they look at it, or import what builds it.

Where Jupyter Book is not installed, as with the oldest and the newest versions of what the library
needs, they are left out.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILDERS = {"docutils", "sphinx", "jupyter_book"}
BUILT = re.compile(r'_build("? / "|/)html')


def files():
    """List the files of such tests: by what they say, or one that they import, or one of its."""
    folders = (ROOT / "tests", ROOT / "book" / "_ext")
    texts = {path.stem: path.read_text("utf-8") for f in folders for path in f.glob("*.py")}
    imports = {
        name: set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE))
        for name, text in texts.items()
    }
    found = {name for name in texts if BUILT.search(texts[name]) or imports[name] & BUILDERS}
    while more := {name for name in texts if imports[name] & found} - found:
        found |= more
    return sorted(f"{name}.py" for name in found if name.startswith("test_"))
