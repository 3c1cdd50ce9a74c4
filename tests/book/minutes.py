"""How long a first reading takes: .venv/bin/python tests/book/minutes.py CHAPTER.md ...

It is counted from the text.  What is read is open: nothing folded, no exercise, nothing that may be
skipped, nothing under "Going further".  It is read at 130 words a minute, a formula in the line
being a word; a display, a figure, a table or a check by sympy takes half a minute, a line of other
code that is shown a tenth; and what is in a theorem or a proof is read twice.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book" / "_ext"))
from website.notebook_source import open_comments  # noqa: E402 - found by the line above

SECTION = re.compile(r"^(?=#+ )", re.MULTILINE)
SKIPPED = re.compile(r"#+ .*\n+\*(This section m|M)ay be skipped|## Going further\n")
EXERCISES = re.compile(r"^## Exercises$.*?(?=^## )", re.MULTILINE | re.DOTALL)
FOLD = re.compile(r"^```\{letters\}.*?^```$", re.MULTILINE | re.DOTALL)
CELL = re.compile(r"^```\{code-cell\}.*?^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^(:{3,})(\{[\w:]+\}).*?^\1$", re.MULTILINE | re.DOTALL)
PROOF = re.compile(r"^\*The proof may be skipped.*?^:::\{prf:proof\}.*?^:::$", re.M | re.DOTALL)
DISPLAY = re.compile(r"^\$\$.*?\$\$.*?$", re.MULTILINE | re.DOTALL)
CAPTION = re.compile(r"^ +caption: (.*?)\n +\w+: ", re.MULTILINE | re.DOTALL)
SILENT = re.compile(r"^(\+\+\+|\(.*\)=|:[\w-]+:|```|:::).*$", re.MULTILINE)
WORD = re.compile(r"\$[^$]+\$|[\w'’-]*\w")


def minutes(text, until="\n## Going further"):
    """Count the minutes that a chapter takes up to a heading, its lecture by default."""
    seconds = 0.0
    for part in open_parts(open_comments(text).partition("\n---\n")[2], until):
        for block in (part, *(found[0] for found in BLOCK.finditer(part) if twice(found[2]))):
            displays = len(DISPLAY.findall(block)) + block.count("\n|figure ")
            words = WORD.findall(SILENT.sub("", DISPLAY.sub("", block).replace("|code", "")))
            seconds += 60 * len(words) / 130 + 30 * displays + 6 * block.count("|code")
    return seconds / 60


def open_parts(text, until):
    """List the sections of a first reading, each with its heading."""
    text = PROOF.sub("", CELL.sub(seen, FOLD.sub("", EXERCISES.sub("", text))))
    text = BLOCK.sub(lambda found: "" if "dropdown" in found[0] else found[0], text)
    return [part for part, skipped in sections(text.partition(until)[0]) if not skipped]


def sections(text):
    """Give each section, with its heading, and whether a first reading skips it."""
    level = 0  # of the heading under which all is skipped
    for part in SECTION.split(text):
        own = part.index(" ") if part.startswith("#") else 0
        if level == 0 or own <= level:
            level = own if SKIPPED.match(part) else 0
        yield part, level > 0


def seen(found):
    """Give what is seen of a cell: a caption, or a word for each line of code."""
    *head, body = re.split(r"\n---\n|\n\n", found[0], maxsplit=1 + ("\n---\n" in found[0]))
    caption = CAPTION.search(head[-1])
    if "hide-" not in head[-1]:
        if re.search(r"by: (algebra|sympy)$", head[-1], re.MULTILINE):
            return "|figure "  # the formula at its end
        return "|code " * body.count("\n")
    return f"|figure {caption[1]}" if caption and "hide-input" in head[-1] else ""


def twice(directive):
    return directive.startswith("{prf:") and directive not in (
        "{prf:definition}",
        "{prf:algorithm}",
    )


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}: {minutes(Path(name).read_text(encoding='utf-8')):.0f} minutes")
