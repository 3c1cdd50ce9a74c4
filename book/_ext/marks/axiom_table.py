"""The axioms of the proof kernel as a table of formulas, made from the axioms themselves."""

from sphinx.util.docutils import SphinxDirective

from prover.axioms import AXIOMS
from prover.display import show_claim
from prover.kernel import Claim


def formula_of_claim(claim):
    return f":math:`{show_claim(Claim(*claim), latex=True)}`"


class AxiomTable(SphinxDirective):
    """``.. axioms::``."""

    def run(self):
        rows = [("axiom", "claim", "if")]
        for name, (claim, *rests_on) in AXIOMS.items():
            rows.append((name, formula_of_claim(claim), ", ".join(map(formula_of_claim, rests_on))))
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: auto", ""]
        for row in rows:
            lines += [f"   {mark} - {cell}" for mark, cell in zip("*  ", row, strict=True)]
        return self.parse_text_to_nodes("\n".join(lines))


def setup(app):
    app.add_directive("axioms", AxiomTable)
