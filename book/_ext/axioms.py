"""The axioms of the proof kernel as a table of formulas, made from the axioms themselves."""

from sphinx.util.docutils import SphinxDirective

from perclib.proof.axioms import AXIOMS
from perclib.proof.display import show_claim
from perclib.proof.kernel import Claim


def formula(claim):
    return f":math:`{show_claim(Claim(*claim), latex=True)}`"


class Axioms(SphinxDirective):
    """``.. axioms::``."""

    def run(self):
        rows = [("axiom", "claim", "if")]
        for name, (claim, *rests_on) in AXIOMS.items():
            rows.append((name, formula(claim), ", ".join(map(formula, rests_on))))
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: auto", ""]
        for row in rows:
            lines += [f"   {mark} - {cell}" for mark, cell in zip("*  ", row, strict=True)]
        return self.parse_text_to_nodes("\n".join(lines))


def setup(app):
    app.add_directive("axioms", Axioms)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
