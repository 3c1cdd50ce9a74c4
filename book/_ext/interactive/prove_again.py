"""The buttons "Prove it again with Coq": a theorem's own file is compiled in the page.

    ```{prove} notebooks/04_separable Block-Novikoff
    ```

For each theorem there is a file, fetched when its button is pressed: what the theorem rests on, as
the run of the proof files wrote it, the theorem with its proof, and changes to try.
"""

import re
from itertools import chain

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from interactive import web_kernel
from interactive.changes import offered_changes
from parts import load_on_pages, when_written, write_data
from prover.coq import export, theories
from runs import proof_runs


class Prove(SphinxDirective):
    """Put the button for a theorem, named by its page, where Coq can be put into the pages."""

    required_arguments, has_content, final_argument_whitespace = 2, True, True

    def run(self):
        if not web_kernel.coq_is_there():
            return []
        docname, theorem = self.arguments
        kept = self.env.metadata[self.env.docname].setdefault("perclib_proved_again", [])
        kept.append((docname, theorem))
        text = "Prove it again with Coq"  # a page may have several
        button = (
            f'<button class="prove-again" type="button" hidden data-file="{export.word(theorem)}"'
            f' aria-label="{text}: {theorem}">{text}</button>'
        )
        return [*self.parse_content_to_nodes(), nodes.raw("", button, format="html")]


def theorem_to_prove(name, text):
    """Give what runs before a theorem, file by file, the theorem, and changes to try."""
    texts = {path.stem: path.read_text("utf-8") for path in export.FILES} | {name: text}
    del texts["Points"]  # what the example needs, which stands after the theorem
    files = theories.in_order(texts, [name])  # those that the last one requires run before
    before = [theories.REQUIRED.sub("", texts[one]).strip() for one in files]
    theorem = re.search(rf"^Theorem {name}\s.*?\bQed\.", before[-1], re.MULTILINE | re.DOTALL)
    before[-1] = before[-1][: theorem.start()].strip()
    parts = [{"name": f"{one}.v", "text": each} for one, each in zip(files, before, strict=True)]
    return {"before": parts, "code": theorem[0], "breaks": offered_changes(name, theorem[0])}


def write_theorems(app, out):
    """Write a file for each theorem that has a button."""
    kept = (page.get("perclib_proved_again", ()) for page in app.env.metadata.values())
    for docname, theorem in chain(*kept):
        run = proof_runs.proofs_of(proof_runs.chapter_of(docname))
        told = (one for proof in run.files for one in proof["files"])
        file = next(run.folder / one["file"] for one in told if one["theorem"] == theorem)
        place = out / web_kernel.COQ_FOLDER / "theorems" / f"{file.stem}.json"
        write_data(place, theorem_to_prove(file.stem, file.read_text("utf-8")))


def setup(app):
    app.add_directive("prove", Prove)
    load_on_pages(app, 'class="prove-again"', "kernel/try.js", "coq/prove.js")
    when_written(app, write_theorems, 600)  # after ``web_kernel``
