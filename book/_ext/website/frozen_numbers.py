"""Numbers of theorems that a release has given do not move without a word.

``book/numbers.csv``, which a release writes, lists each label and what it is called.  A build in
which a label is called otherwise, or is gone, fails until the change log says so: "Theorem 4.3 is
now Theorem 4.4", or "Theorem 4.3 is gone".  New labels are free, and so is a book of some chapters.
"""

import csv
import re
from pathlib import Path

from sphinx.util import logging

from runs import left_out
from website.labels_for_lab import places_of_labels

FROZEN = Path("book", "numbers.csv")
NUMBERED = re.compile(r"(?:Theorem|Lemma|Corollary|Proposition|Definition|Algorithm) \d+\.\d+")
logger = logging.getLogger(__name__)


def numbers(labels):
    """Give what each theorem or its like is called, by its label."""
    return {key: title for key, (title, _) in labels.items() if NUMBERED.fullmatch(title)}


def unannounced(frozen, now, changes):
    """List what moved, in the words that the change log lacks."""
    for label, was in frozen.items():
        sentence = f"{was} is now {now[label]}" if label in now else f"{was} is gone"
        if now.get(label) != was and not re.search(rf"{re.escape(sentence)}\b", changes):
            yield label, sentence


def warn_of_moved(app, env):
    """Warn of each number that moved and is not announced; no page is written again for that."""
    frozen = Path(app.confdir, FROZEN)
    if not frozen.exists() or left_out.pages_left_out():
        return ()
    with frozen.open(encoding="utf-8", newline="") as file:
        rows = {row["label"]: row["number"] for row in csv.DictReader(file)}
    changes = Path(app.confdir, "CHANGELOG.md").read_text("utf-8")
    for label, sentence in unannounced(rows, numbers(places_of_labels(env)), changes):
        logger.warning("CHANGELOG.md has to say that %s, for %s of %s", sentence, label, FROZEN)
    return ()


def setup(app):
    app.connect("env-get-updated", warn_of_moved, priority=900)  # numbers are given there
