r"""Passes.

On a data set that satisfies the hypotheses of {prf:ref}`thm-block-novikoff` in every round, at most $\lfloor R^2\|u\|^2/\gamma^2\rfloor$ passes contain a mistake.
The first clean pass comes after at most that many passes with a mistake, and after it nothing changes any more.
"""

from prover import Proof
from separable.block_novikoff import bn, the_run

THEOREM = "cor-passes"

# A pass is counted by its first mistake.
bn.letters.add(flags="first")  # the first mistake of its pass
bn.assume("first", "first[t] <= tau[t]", at="rounds")
bn.sum_up("fewer", "first")
bn.step("passes", "sum(first[s]) <= R**2*(u @ u)/gamma**2", "fewer", "bound")
clean = Proof(vectors="v", states="w x", sequences="y")
for hypothesis in the_run[1:]:
    clean.assume(*hypothesis)
clean.assume("from v on", "w[1] == v")
clean.assume("v is right", "y[t]*(v @ x[t]) > 0", at="rounds")
clean.induction(
    "still", "w[t] == v", "from v on", "update", "rest", "wrong side", "v is right", end="t"
)
clean.cases("clean", "tau[t] == 0", "still", "wrong side", "v is right")

PROVES = {
    r"at most $\lfloor R^2\|u\|^2/\gamma^2\rfloor$ passes contain a mistake": "passes",
    "after a clean pass nothing changes": ("still", "clean"),
}
BY_HAND = {
    "a clean pass comes after at most that many others": "Passes.Passes",
    r"at most $\lfloor R^2\|u\|^2/\gamma^2\rfloor$ passes contain a mistake": "Passes.Passes",
    "after a clean pass nothing changes": "Passes.AfterAnyClean",
}
IN_PART = {
    "after a clean pass nothing changes": "where a tie is a mistake",
}
