r"""The printed order of the two terms."""

from prover import Witness
from regret.osd import osd

THEOREM = ""

osd.assume("some", "sizes > 0")
osd.assume("chosen", "eta*sqrt(sizes) == norm(u)")
osd.step("length", "(u @ u)/(2*eta) == norm(u)*sqrt(sizes)/2", "chosen", "step", "some")
osd.step("price", "eta/2*sizes == norm(u)*sqrt(sizes)/2", "chosen", "some")
osd.step("chosen first", "seen - own <= norm(u)*sqrt(sizes)", "regret", "length", "price")
osd.theorem(
    "The step size chosen first",
    "chosen first",
    Witness.perceptron([(3,), (1,), (4,)], [1, 1, -1], u=(5,), eta=1),
)

PROVES = {
    "eq-wrong-order": "chosen first",
}
