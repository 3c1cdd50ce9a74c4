"""Write the exercises and the problems for lecturers as notebooks for nbgrader.

``make assignments`` writes one notebook for each chapter and each set of problems, in nbgrader's
folders: ``_build/assignments/source/NAME/NAME.ipynb``.  The text of an exercise is locked; under it
stands one cell, marked by hand, with the solution, for which ``nbgrader generate_assignment`` puts
a place to answer.  References are words, with the numbers of the built book.
"""

import json
import re
import sys
from pathlib import Path

import build
import nbformat

from runs.solutions_left_out import ANSWER, HINT, SOLUTION

OUT = build.BUILD / "assignments" / "source"
FLAGS = re.MULTILINE | re.DOTALL
EXERCISE = re.compile(r"^(:{3,})\{exercise\} (.+?)\n:label: (\S+)\n(.*?)^\1$", FLAGS)
LEVEL = re.compile(r"^\*[^*]*level (\d)\b.*?\*$", re.MULTILINE)
SET = re.compile(r"^### (.+?)\n(.*?)(?=^###? |\Z)", FLAGS)
PROBLEM = re.compile(r"^:::\{admonition\} (\d+)\. (.+?) \((\d+)\spoints.*?\)\n(.*?)^:::$", FLAGS)
SOLVED = re.compile(r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", FLAGS)
ROLE = re.compile(r"\{[\w:]+\}`(?:([^`<]+?) ?<)?([^`>]+)>?`")
CODE = re.compile(r"^```\{code-cell\}[^\n]*\n(?:---\n.*?\n---\n|(?::[^\n]*\n)*)\n*", FLAGS)
LABEL = re.compile(r"^(\$\$.*?\$\$) \([\w-]+\)$", FLAGS)
PLUMBING = re.compile(
    r"^(?:\+\+\+.*|:{3,}\{solution-\w+\}.*\n(?::class:.*\n)?\n?:{3,})$", re.MULTILINE
)
COMMENT = re.compile(r"^<!-- .*?-->\n", FLAGS)


def plain_text(text, told):
    """Give a text of the book as any notebook shows it; references are the words of the book."""

    def words(role):
        said, to = role.groups()
        page = to.removeprefix("/") if "/" in to else f"notebooks/{to}"
        return said or told["labels"].get(to, (told["titles"].get(page, to),))[0]

    for part in (ANSWER, HINT, PLUMBING, COMMENT):
        text = part.sub("", text)
    text = CODE.sub("```python\n", LABEL.sub(r"\1", text))
    return re.sub(r"\n{3,}", "\n\n", ROLE.sub(words, text)).strip()


def exercises(text):
    """List the exercises of a chapter: label, title, points, text, solution."""
    solutions = {match[0].split()[1]: match[0] for match in SOLUTION.finditer(text)}
    for match in EXERCISE.finditer(text):
        _, title, label, asked = match.groups()
        yield label, title, int(LEVEL.search(asked)[1]), asked, solutions.get(label, "")


def problems(text, solved):
    """List the problems of a set, in the same form."""
    solutions = {match[1]: match[2].replace("\n   ", "\n") for match in SOLVED.finditer(solved)}
    for match in PROBLEM.finditer(text):
        number, title, points, asked = match.groups()
        yield f"problem-{number}", title, int(points), asked, solutions[number]


def cell(text, name, points=0):
    """Give a cell with what nbgrader reads of it: locked, or an answer with its points."""
    told = {"schema_version": 3, "grade_id": name, "task": False, "locked": not points}
    told |= {"grade": bool(points), "solution": bool(points)}
    told |= {"points": points} if points else {}
    made = nbformat.v4.new_markdown_cell(text, metadata={"nbgrader": told})
    made.id = name
    return made


def notebook(title, asked, told):
    """Put the exercises of a chapter or a set into one notebook."""
    cells = [cell(f"# {title}", "title")]
    for label, name, points, text, solution in asked:
        head = f"## {name} ({points} point{'s' * (points > 1)})"
        cells.append(cell(f"{head}\n\n{plain_text(text, told)}", f"{label}-asked"))
        cells.append(cell(plain_text(solution, told), label, points))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def assignments(told):
    """Give each assignment, by its name."""
    for path in build.notebook_runs.notebooks_of_book():
        text = path.with_suffix(".md").read_text("utf-8")
        title = re.search(r"^# (.+)", text, re.MULTILINE)[1]
        if asked := list(exercises(text)):
            yield path.stem, notebook(f"Exercises: {title}", asked, told)
    lecturers = (build.ROOT / "book" / "lecturers.md").read_text("utf-8")
    solved = (build.ROOT / "book" / "solutions.md").read_text("utf-8")
    for match in SET.finditer(lecturers):
        name = "-".join(re.findall(r"\w+", match[1].lower()))
        yield name, notebook(match[1], problems(match[2], solved), told)


def main():
    """Write them, and say where."""
    labels = build.HTML / "_static" / "labels.json"
    if not labels.exists():
        sys.exit("The pages, which give references their numbers, are not built: run make book.")
    told = json.loads(labels.read_text("utf-8"))
    for name, made in assignments(told):
        path = Path(OUT, name, f"{name}.ipynb")
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(made, path)
    print(OUT.parent)


if __name__ == "__main__":
    main()
