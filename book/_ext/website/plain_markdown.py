"""The text of a chapter as plain Markdown, which reads well wherever a notebook is opened.

Roles become words with their numbers, directives bold titles; comments and labels go.
"""

import re
from typing import NamedTuple

ROLE = re.compile(r"\{([\w:]+)\}`([^`]+)`")
TARGET = re.compile(r"(.+?)\s*<([^>]+)>", re.DOTALL)
COMMENT = re.compile(r"^<!--.*?-->\n?", re.MULTILINE | re.DOTALL)
LABEL = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
NUMBERED = re.compile(r"(\$\$)\s*\(([\w-]+)\)$", re.MULTILINE)
FENCE = re.compile(r"(:{3,}|`{3,})\{([\w:-]+)\}[ ]*(.*)")
OPTION = re.compile(r":([\w-]+):[ ]*(.*)")
LABELLED = {"prf:proof": "*Proof.*", "solution-start": "**Solution**"}  # by what kind they are


class Places(NamedTuple):
    """What labels and pages are called, and where they are: (text, address) of each label."""

    labels: dict
    titles: dict
    address: str = ""  # of the published book, if there is one

    def named(self, label, words=""):
        """Give what a label is called, as a link if the book is published."""
        text, place = self.labels.get(label, (words or label, ""))
        text = words or text
        return f"[{text}]({self.address}/{place})" if self.address and place else text


def role(match, places):
    """Put words for a role."""
    kind, text = match.groups()
    explicit = TARGET.fullmatch(text)
    words, target = explicit.groups() if explicit else ("", text)
    if kind == "term":
        return words or text
    if kind == "doc":
        name = target.removeprefix("/").split("../")[-1]
        found = (title for page, title in places.titles.items() if page.endswith(name))
        return words or next(found, name)
    if kind.startswith("cite"):
        return " ".join(places.named(key.strip()) for key in target.split(","))
    return (
        places.named(target, words) if kind in {"eq", "ref", "numref", "prf:ref"} else f"`{text}`"
    )


def table(lines):
    """Write the rows of a list table as Markdown's table, the first as its head."""
    rows = re.split(r"^\* -", "\n".join(lines), flags=re.MULTILINE)[1:]
    rows = [[cell.strip() for cell in row.split("\n  -")] for row in rows]
    written = ["| " + " | ".join(row) + " |" for row in rows]
    return [*written[:1], "|" + " --- |" * len(rows[0]), *written[1:]]


def title_of(kind, words, label, places):
    """Write the title of a directive: what it is, its number and its name."""
    if kind in LABELLED:
        return LABELLED[kind]
    what = places.labels.get(label, ("",))[0]
    if kind == "list-table":
        return f"*{what}. {words}*"
    if not what:
        return f"**{words}**" if words else ""
    return f"**{what} ({words}).**" if words else f"**{what}.**"


def without_directives(lines, places):
    """Put titles for directives; what they hold stays."""
    out, rest = [], iter(lines)
    for line in rest:
        fence = FENCE.fullmatch(line)
        if fence is None:
            out.append(line)
            continue
        marks, kind, words = fence.groups()
        label, inside = "", []
        for below in rest:
            if below.strip() == marks:
                break
            option = OPTION.fullmatch(below)
            if option and not any(inside):
                label = option[2] if option[1] in {"label", "name"} else label
            else:
                inside.append(below)
        if kind == "solution-end":
            continue
        inside = table(inside) if kind == "list-table" else without_directives(inside, places)
        out += [title_of(kind, words.strip(), label, places), *([""] * bool(inside)), *inside]
        out += ["∎"] * (kind == "prf:proof")
    return out


def plain(text, places):
    """Write MyST Markdown as plain Markdown."""
    text = LABEL.sub("", COMMENT.sub("", text))
    text = "\n".join(without_directives(text.split("\n"), places))
    text = ROLE.sub(lambda match: role(match, places), text)

    def tag(match):
        number = places.labels.get(match[2], ("",))[0].strip("()")
        return rf"\tag{{{number}}} $$" if number else "$$"

    return re.sub(r"\n{3,}", "\n\n", NUMBERED.sub(tag, text)).strip("\n")
