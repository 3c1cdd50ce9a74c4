"""Two chapters in JupyterLab, as ``make lab`` shows them: drawn, folded as on the page, run, saved.

One server serves copies of the chapters; nothing is written to the repository.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
import refresh
from playwright.sync_api import TimeoutError as LateError

ROOT = Path(__file__).resolve().parents[2]
LABELS = ROOT / "_build" / "html" / "_static" / "labels.json"
RUN_CHAPTER = "03_perceptron.ipynb"  # with figures; nbval runs the others
CHAPTERS = (RUN_CHAPTER, "10_relatives.ipynb")  # with all that JupyterLab would draw otherwise
PATIENCE = 120_000  # milliseconds, on a machine with other work
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("lab")]

SILENT = re.compile(r"(?s:<!--.*?-->)|^:.*$", re.MULTILINE)  # comments and ends of solutions
# What is wrong with the notebook that is open, as a list of sentences.  Formulas and code are left
# out: braces and dollars are theirs.
FAULTS = r"""(cells) => {
  const name = /\/book\/|\d\d_[a-z]/; // of a page that has a title
  const raw = /:::|\{[a-z][\w:-]*\}|\([\w-]+\)=|<!--|-->|^\s*:[a-z]+:|\$|Unknown Directive/m;
  const found = [];
  const drawn = [...document.querySelectorAll(".jp-Notebook .jp-Cell")];
  if (drawn.length !== cells.length) return [`${drawn.length} cells of ${cells.length}`];
  for (const [n, cell] of drawn.entries()) {
    const told = cells[n];
    if (told.type === "code") {
      const source = cell.querySelector(".jp-InputPlaceholder") !== null;
      const outputs = cell.querySelector(".jp-OutputPlaceholder") !== null;
      if (source !== told.source_hidden) found.push(`cell ${told.id}: input folded: ${source}`);
      if (outputs !== told.outputs_hidden) found.push(`cell ${told.id}: output folded: ${outputs}`);
      continue;
    }
    const body = cell.querySelector(".myst");
    if (!body || (told.says && !body.textContent.trim())) {
      found.push(`cell ${told.id} is not drawn`);
      continue;
    }
    for (const { title } of body.querySelectorAll('[title$="Not Found"]')) {
      found.push(`cell ${told.id}: ${title}`);
    }
    for (const link of body.querySelectorAll("a[href*='/files/']")) {
      found.push(`cell ${told.id}: a link leads nowhere: ${link.textContent}`);
    }
    const copy = body.cloneNode(true);
    for (const inside of copy.querySelectorAll(".katex, code, pre, svg")) inside.remove();
    const words = copy.textContent.match(raw) || copy.textContent.match(name);
    if (words) found.push(`cell ${told.id}: raw markup: ${words[0]}`);
  }
  return found;
}"""
RUN = """async () => {
  for (const command of ["notebook:run-all-cells", "docmanager:save"]) {
    await jupyterapp.commands.execute(command);
  }
}"""
# Numbers of displays, theorems and exercises, by their labels.
NUMBERS = r"""() => Object.fromEntries(
  [...document.querySelectorAll('.jp-Notebook a[title^="Link to this"][href^="#"]')]
    .filter((link) => /\d/.test(link.textContent))
    .map((link) => [link.hash.slice(1), link.textContent.replace(/:$/, "")]))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab") / "notebooks"
    shutil.copytree(refresh.NOTEBOOKS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def server(folder):
    """A server as ``make lab`` starts it, on a free port; its address and its token."""
    if not LABELS.exists():
        pytest.skip("there is no built book: run make book")
    own = folder.parent / "own"  # settings and what else a user's folders hold
    places = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    environment = {
        **os.environ,
        **{f"JUPYTER_{name}": str(own / name) for name in places},
        **{f"JUPYTERLAB_{name}_DIR": str(own / name) for name in ("SETTINGS", "WORKSPACES")},
        "IPYTHONDIR": str(own / "ipython"),
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += [f"--config={ROOT}/book/lab/jupyter_server_config.py"]
    command += [f"--ServerApp.root_dir={folder}", "--ServerApp.port=0"]
    command += ["--ServerApp.ip=127.0.0.1", "--LabApp.expose_app_in_browser=True"]
    own.mkdir()
    with (own / "said").open("w") as said:
        process = subprocess.Popen(command, env=environment, stdout=said, stderr=said)
    try:
        while not (about := list((own / "RUNTIME_DIR").glob("jpserver-*.json"))):
            assert process.poll() is None, (own / "said").read_text()
            time.sleep(0.1)
        info = json.loads(about[0].read_text())
        yield info["url"], info["token"]
    finally:
        process.kill()
        process.wait()


def cells_for_browser(notebook):
    """What a browser is told of the cells: their kinds, and what is to be folded."""
    out = []
    for cell in notebook.cells:
        hidden = refresh.folded(cell).get("jupyter", {})
        folds = {name: name in hidden for name in refresh.HIDES}
        says = bool(SILENT.sub("", cell.source).strip())
        out.append({"id": cell.id, "type": cell.cell_type, "says": says, **folds})
    return out


def faults(page, notebook):
    """What is wrong with an open notebook, when it has been drawn or will not be."""
    cells = cells_for_browser(notebook)
    try:
        none = f"(cells) => !({FAULTS})(cells).length"
        page.wait_for_function(none, arg=cells, polling=500)
    except LateError:
        return page.evaluate(FAULTS, cells)
    return []


@pytest.mark.parametrize("name", CHAPTERS, ids=lambda name: name.removesuffix(".ipynb"))
def test_a_chapter_is_drawn(browser, server, folder, name):
    """And one of them is run, and saved as it was."""
    path, (url, token) = folder / name, server
    before = nbformat.read(path, as_version=4)
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    page.set_default_timeout(PATIENCE)
    page.goto(f"{url}lab/tree/{name}?reset&token={token}")
    assert faults(page, before) == []
    numbers, labels = page.evaluate(NUMBERS), json.loads(LABELS.read_text("utf-8"))["labels"]
    assert numbers == {label: labels[label][0] for label in numbers}
    if name != RUN_CHAPTER:
        return
    page.evaluate(RUN)
    after = nbformat.read(path, as_version=4)
    outputs = [output for cell in after.cells for output in cell.get("outputs", ())]
    assert "display_data" in {output.output_type for output in outputs}
    assert "error" not in {output.output_type for output in outputs}
    assert refresh.to_text(after) == path.with_suffix(".md").read_text("utf-8")
