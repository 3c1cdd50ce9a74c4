"""What the environment tells of an edition: where it is published, and whether it has solutions.

Nothing is told on a desk.  Where the book is published, ``BOOK_URL`` is the address of its first
folder and ``BOOK_REPOSITORY`` that of the repository; ``BOOK_SOLUTIONS=no`` is a handout.
"""

import os

REPOSITORY = os.environ.get("BOOK_REPOSITORY", "").rstrip("/")
URL = os.environ.get("BOOK_URL", "").rstrip("/")
HAS_SOLUTIONS = os.environ.get("BOOK_SOLUTIONS") != "no"
TOLD = (REPOSITORY, URL, HAS_SOLUTIONS)
