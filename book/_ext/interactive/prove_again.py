"""The buttons "Prove it again with Coq": a theorem's own file is compiled in the page.

    ```{prove} notebooks/04_separable Block-Novikoff
    ```

For each theorem there is a file, fetched when its button is pressed: what the theorem rests on, the
theorem with its proof, and changes to try (``changes``).  The lemmas are those that the run of the
proof files wrote for this theorem; the library that readers download has them in files that several
theorems share, which are longer.  What stands in the directive is shown only where Coq could be put
into the pages (``web_kernel``).
"""

import json
import re
from itertools import chain
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

from interactive import web_kernel
from interactive.changes import offered_changes
from parts import load_on_pages, when_written
from prover.coq import export, theories
from runs import proof_runs


class Prove(Directive):
    """Put the button for a theorem, named by its page, where Coq can be put into the pages."""

    required_arguments, optional_arguments, has_content = 2, 0, True
    final_argument_whitespace = True

    def run(self):
        env = self.state.document.settings.env
        docname, theorem = self.arguments
        if not web_kernel.coq_is_there():
            return []
        theorems_by_page(env).setdefault(env.docname, []).append((docname, theorem))
        box = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, box)
        name = export.word(theorem)
        text = "Prove it again with Coq"
        label = f"{text}: {theorem}"  # a page may have several
        button = (
            f'<button class="prove-again" type="button" hidden data-file="{name}"'
            f' aria-label="{label}">{text}</button>'
        )
        return [*box.children, nodes.raw("", button, format="html")]


def theorems_by_page(env):
    """Give the theorems with a button, by the page that has it."""
    return vars(env).setdefault("perclib_proved_again", {})


def forget_page(app, env, docname):
    theorems_by_page(env).pop(docname, None)


def without_requirements(text):
    """Leave out the sentences that require files of the library, which run before."""
    return theories.REQUIRED.sub("", text).strip()


def theorem_to_prove(name, text):
    """Give what runs before a theorem, file by file, the theorem, and changes to try."""
    base = {path.stem: path.read_text("utf-8") for path in export.FILES}
    del base["Points"]  # what the example needs, which stands after the theorem
    files = [other for other in theories.in_order(base | {name: text}, [name]) if other != name]
    before = [{"name": f"{one}.v", "text": without_requirements(base[one])} for one in files]
    text = without_requirements(text)
    theorem = re.search(rf"^Theorem {name}\s.*?\bQed\.", text, re.MULTILINE | re.DOTALL)
    before.append({"name": f"{name}.v", "text": text[: theorem.start()].strip()})
    return {"before": before, "code": theorem[0], "breaks": offered_changes(name, theorem[0])}


def write_theorems(app, out):
    """Write a file for each theorem that has a button."""
    if not web_kernel.coq_is_there():
        return
    place = out / web_kernel.COQ_FOLDER / "theorems"
    place.mkdir(parents=True, exist_ok=True)
    for docname, theorem in chain(*theorems_by_page(app.env).values()):
        run = proof_runs.proofs_of(proof_runs.chapter_of(docname))
        told = (one for proof in run.files for one in proof["files"])
        file = next(one["file"] for one in told if one["theorem"] == theorem)
        told = theorem_to_prove(Path(file).stem, (run.folder / file).read_text("utf-8"))
        text = json.dumps(told, ensure_ascii=False)
        (place / f"{Path(file).stem}.json").write_text(text, encoding="utf-8")


def setup(app):
    app.add_directive("prove", Prove)
    app.connect("env-purge-doc", forget_page)
    scripts = ("kernel/try.js", "coq/prove.js")
    load_on_pages(app, lambda page: theorems_by_page(app.env).get(page), *scripts)
    when_written(app, write_theorems, 600)  # after ``web_kernel``
