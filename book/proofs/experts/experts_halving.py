r"""Halving for experts.

Let $M\ge1$ of $N$ experts be right in all rounds.
Halving makes a number $k$ of mistakes with

$$2^kM\le N .$$
"""

from prover import Proof, Witness

THEOREM = "thm-experts-halving"

halve = Proof(numbers="N M", sequences="n P")  # P is 2 to the mistakes so far
for label, claim, at in (
    ("all", "n[1] == N", ""),
    ("some are left", "n[T+1] >= M", ""),
    ("half leave", "2*n[t+1] <= n[t]", "mistakes"),
    ("no return", "n[t+1] <= n[t]", "others"),
    ("one", "P[1] == 1", ""),
    ("doubled", "P[t+1] == 2*P[t]", "mistakes"),
    ("as before", "P[t+1] == P[t]", "others"),
):
    halve.assume(label, claim, at)
power = "one", "doubled", "as before"
halve.induction("P", "P[t] >= 1", *power, end="t")
halve.induction("last P", "P[T+1] >= 1", *power)
halve.induction("left", "P[T+1]*n[T+1] <= N", "all", "half leave", "no return", "P", *power)
halve.step("halving", "P[T+1]*M <= N", "left", "some are left", "last P")

halve.theorem(
    "Halving for experts",
    "halving",
    Witness([True, False, True], N=4, M=1, n=[4, 2, 2, 1], P=[1, 2, 2, 4]),
)

PROVES = {
    "eq-experts-halving": "halving",
}
BY_HAND = {
    "eq-experts-halving": "Kernels.Count",
}
