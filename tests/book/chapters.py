"""What tests read in the chapters."""

import re

LABEL = re.compile(
    r"^\(([\w-]+)\)=$|^:label: ([\w-]+)$|\$\$ ?\(([\w-]+)\)$|^ *:?name: ([\w-]+)$", re.MULTILINE
)


def labels(text):
    """Name all that a page can be asked for."""
    return {name for names in LABEL.findall(text) for name in names if name}
