r"""A mistake bound is a running time.

Let the mistakes of a pass over $T\ge1$ rounds be at most $K>0$, let a call cost as much as $c>0$ rows, and let $b=\bigl\lceil\sqrt{cT/K}\,\bigr\rceil$.
Then a pass that scores ahead costs at most

$$T+2\sqrt{cKT}+c\,(K+1) .$$
"""

from prover import Proof, Witness

THEOREM = "thm-cost"

# M mistakes, n calls, m rows scored; N = T.
cost = Proof(numbers="c N K M b g m n")
for line in [
    ("mistakes", "M <= K"),
    ("none less", "M >= 0"),
    ("bound", "K > 0"),
    ("call", "c >= 0"),
    ("root", "K*g**2 == c*N"),
    ("positive", "g > 0"),
    ("up", "b >= g"),
    ("next", "b <= g + 1"),
    ("rows", "m <= N + M*(b - 1)"),
    ("blocks", "b*(n - M) - (b - 1) + M <= N"),
]:
    cost.assume(*line)

cost.step("wasted", "M*(b - 1) <= K*g", "mistakes", "none less", "next", "positive")
cost.step("first", "b*(n - M - 1) <= N", "blocks", "none less")
cost.step("scaled", "c*(b*(n - M - 1)) <= K*g**2", "first", "call", "root")
cost.step("in b", "K*g**2 <= b*(K*g)", "up", "positive", "bound")
cost.step(
    "balance",
    "c*(n - M - 1) <= K*g",
    "scaled",
    "in b",
    "up",
    "positive",
    split="c*(n - M - 1) <= K*g",
)
cost.step("over g", "c*N/g == K*g", "root", "positive")
cost.step("time", "c*N >= 0", "root", "bound")
cost.step("over b", "c*N/b <= c*N/g", "up", "positive", "time")
cost.step(
    "cost", "m + c*n <= N + 2*(K*g) + c*(K + 1)", "rows", "wasted", "balance", "mistakes", "call"
)
cost.theorem(
    "A mistake bound is a running time", "cost", Witness(c=4, N=9, K=4, M=1, b=3, g=3, m=11, n=3)
)

PROVES = {
    "eq-cost": "cost",
    "eq-balance": ("over b", "over g"),
}
BY_HAND = {
    "eq-cost": "Ahead.Cost",
}
IN_PART = {
    "eq-cost": "from the counts of rows and calls, which are assumed",
}
