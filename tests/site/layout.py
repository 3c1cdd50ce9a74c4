"""How the scripts of the book are laid out: .venv/bin/python tests/site/layout.py [FILE ...]

By JS Beautifier, until it has nothing more to change; lines are broken where their author breaks
them.  Without names all scripts are laid out.
"""

import sys
from pathlib import Path

import jsbeautifier

BOOK = Path(__file__).resolve().parents[2] / "book"
OPTIONS = jsbeautifier.default_options()
OPTIONS.indent_size = 2
OPTIONS.end_with_newline = True
OPTIONS.brace_style = "collapse,preserve-inline"
OPTIONS.keep_array_indentation = True
OPTIONS.max_preserve_newlines = 2
OPTIONS.operator_position = "preserve-newline"
OPTIONS.space_after_anon_function = True
ROUNDS = 9


def scripts():
    """List the scripts."""
    return sorted([*(BOOK / "_static").rglob("*.js"), *(BOOK / "lab").rglob("*.js")])


def laid_out(text):
    """Lay a script out; one round may leave something for the next."""
    for _ in range(ROUNDS):
        before, text = text, jsbeautifier.beautify(text, OPTIONS)
        if before == text:
            return text
    raise ValueError(f"still changing after {ROUNDS} rounds")


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:] or scripts()):
        path.write_text(laid_out(path.read_text("utf-8")), "utf-8")
