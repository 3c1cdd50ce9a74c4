"""A mark leads to its own statement: the box that it opens shows what it concludes, and no more."""

import json
import re
from pathlib import Path

import pytest
from markupsafe import Markup

from marks import coq_files, coq_text, notebook_runs

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"
CHAPTERS = [
    path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if '"steps"' in path.read_text()
]


def words(text):
    """What a piece of a page says, without its tags."""
    return Markup(text).striptags()


def boxes(page):
    """The boxes of a page, by label."""
    ends = re.compile(r'<div class="(?:coq docutils|cell)')
    out = {}
    for m in re.finditer(r'<div class="coq docutils container" id="proved-([\w-]+)">', page):
        end = ends.search(page, m.end())
        out.setdefault(m[1], []).append(page[m.end() : end.start() if end else None])
    return out


def named(notebook):
    """The steps that the cells of a notebook name, by label, in their order."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    out = {}
    for cell in cells:
        for label, steps in cell["metadata"].get("checks", {}).get("steps", {}).items():
            out.setdefault(label, []).extend([steps] if isinstance(steps, str) else steps)
    return out


def problems(page, notebook, made):
    """Where a mark of a page leads to anything but what its cells name for it."""
    shown, told = boxes(page), {mark["label"]: mark for mark in made.marks}
    files = {one["theorem"]: one["file"] for one in made.theorems}
    for label, steps in named(notebook).items():
        mark, places = told[label], shown.get(label, [])
        if len(places) != 1:
            yield f"{label} has {len(places)} boxes"
            continue
        said = re.findall(r"<code>(.*?)</code>", places[0], re.DOTALL)
        if [words(line).partition(": ")[0] for line in said] != steps:
            yield f"the box of {label} shows other steps than {steps}"
        if len(mark.get("stated", ())) != len(steps):
            yield f"{label}: one file does not state {steps}"
            continue
        text = (made.folder / files[mark["theorem"]]).read_text("utf-8")
        states = {s.name: s.source for s in coq_text.theorems(text)}
        whole = " ".join(" ".join(states[name] for name in mark["stated"]).split())
        pre = re.findall(r"<pre>(.*?)</pre>", places[0], re.DOTALL)
        if not pre or words(pre[0]) != whole:
            yield f"the box of {label} does not show what Coq reads of {steps}"
        if len(set(re.findall(r'href="\.\./coq/theories/\w+/(\w+\.v)"', places[0]))) != 1:
            yield f"{label} has not one file"
    links = re.findall(r'<a class="[^"]*\bby-(?:kernel|coq)\b[^"]*" href="#([\w-]+)"', page)
    for to in set(links) - {f"proved-{label}" for label in shown}:
        yield f"a mark leads to {to}"


@pytest.mark.parametrize("notebook", CHAPTERS, ids=lambda path: path.stem)
def test_a_mark_leads_to_what_its_cells_name(notebook):
    page = (HTML / "notebooks" / f"{notebook.stem}.html").read_text("utf-8")
    assert list(problems(page, notebook, notebook_runs.run_result(notebook))) == []


FAULTS = [
    (lambda page: page.replace('id="proved-eq-bn"', 'id="proved-eq-other"'), "eq-bn has 0 boxes"),
    (lambda page: page.replace("<code>bound: k", "<code>squeeze: k"), "shows other steps"),
    (lambda page: page.replace("Theorem Block_Novikoff\n", "Theorem Other\n"), "what Coq reads"),
    (lambda page: page.replace('href="#proved-eq-bn"', 'href="#check-11"'), "leads to check-11"),
]


@pytest.mark.parametrize(("fault", "said"), FAULTS)
def test_a_box_of_something_else_is_noticed(fault, said):
    (notebook,) = [path for path in CHAPTERS if path.stem == "04_separable"]
    page = (HTML / "notebooks" / "04_separable.html").read_text("utf-8")
    assert fault(page) != page
    assert any(
        said in x for x in problems(fault(page), notebook, notebook_runs.run_result(notebook))
    )


@pytest.mark.parametrize("file", coq_files.files_by_hand(), ids=lambda file: Path(file.path).stem)
def test_a_mark_by_hand_leads_to_its_theorem(file):
    """Its place on the page of Coq shows that theorem, and no other."""
    page = (HTML / "book" / "coq.html").read_text("utf-8")
    states = {s.name: s.source for s in coq_text.theorems(file.text)}
    for theorem in set(file.theorems.values()) - {""}:
        place = coq_files.coq_anchor(f"{file.path} {theorem}")
        (shown,) = re.findall(rf'<div[^>]* id="{place}">\n.*?<pre>(.*?)</pre>', page, re.DOTALL)
        assert words(shown) == " ".join(states[theorem].split())


def table_by_theorem():
    """The rows of the table on the page of Coq, and its sums: words, and counts of whole claims."""
    page = (HTML / "book" / "coq.html").read_text("utf-8")
    table = page.partition("How many claims of each theorem")[2].partition("</table>")[0]
    rows = [
        [words(cell) for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    ]
    _, *rows, sums = [
        [name, *(int(cell) if cell.isdigit() else cell for cell in cells)] for name, *cells in rows
    ]
    return rows, sums


def whole(cell):
    """How many claims a cell of the table says are concluded whole."""
    return cell if isinstance(cell, int) else int((re.match(r"(\d+)(?! in part)", cell) or "00")[0])


def marks_by_theorem():
    """The marks of each claim of each card on the page of theorems."""
    page = (HTML / "book" / "theorems.html").read_text("utf-8")
    for card in re.split(r'<p class="card-head', page)[1:]:
        name = re.search(r"(?:Theorem|Lemma|Corollary) [\d.]+", words(card))[0].rstrip(".")
        claims = card.partition('<details class="of-theorem')[2].partition("</details>")[0]
        yield (
            name,
            [
                [
                    words(mark)
                    for mark in re.findall(r'<a class="by [^>]*>.*?</a>', claim, re.DOTALL)
                ]
                for claim in re.findall(r"<li>.*?</li>", claims, re.DOTALL)
            ],
        )


def test_each_claim_is_proved_by_a_program_as_the_first_page_says():
    said = "Every theorem is proved on its page, and by programs as well.\n"
    assert said in (ROOT / "book" / "index.md").read_text("utf-8")
    page = words((HTML / "book" / "theorems.html").read_text("utf-8"))
    claims, proved = re.search(
        r"make (\d+) claims; programs have proved (\d+) of them", page
    ).groups()
    assert int(claims) == int(proved) > 0


def test_the_table_of_coq_counts_the_marks_of_each_theorem():
    rows, sums = table_by_theorem()
    cards = list(marks_by_theorem())
    assert [name for name, *_ in rows] == [name for name, _ in cards]
    for (name, claims, kernel, *by_coq), (_, marks) in zip(rows, cards, strict=True):
        assert whole(kernel) == sum("kernel" in those for those in marks), name
        some = sum("Coq" in those for those in marks)
        assert max(map(whole, by_coq)) <= some <= sum(map(whole, by_coq)), name
        assert claims >= some, name
    assert sums[1:] == [sum(map(whole, column)) for column in list(zip(*rows, strict=True))[1:]]
