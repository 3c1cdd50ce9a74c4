r"""The standard optimal algorithm.

Let $H$ be a finite class that is not empty.
On every realizable stream Littlestone's learner makes a number $k$ of mistakes with

$$k\le\dim H .$$
"""

from prover import Proof, Witness

THEOREM = "thm-standard"

# D is the dimension; true and other are those of the two parts
dims = Proof(sequences="D true other l")
for label, claim, at in (
    ("recursion", "l[t] <= D[t] - 1", "rounds"),
    ("lesser", "l[t] == true[t]", "mistakes"),
    ("next", "D[t+1] == true[t]", "rounds"),
    ("subclass", "true[t] <= D[t]", "rounds"),
    ("realizable", "D[T+1] >= 0", ""),
):
    dims.assume(label, claim, at)
dims.step("drop", "D[t+1] <= D[t] - 1", "recursion", "lesser", "next")
dims.step("no growth", "D[t+1] <= D[t]", "next", "subclass")
dims.induction("account", "D[T+1] <= D[1] - k", "drop", "no growth")
dims.step("standard", "k <= D[1]", "account", "realizable")

dims.theorem(
    "The standard optimal algorithm",
    "standard",
    Witness([True, False, True], D=[2, 1, 1, 0], true=[1, 1, 0], l=[1, 0, 0]),
)

PROVES = {
    "eq-standard": "standard",
    "eq-dim-drop": "drop",
}
