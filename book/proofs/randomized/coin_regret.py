r"""The regret of coins is linear."""

from fractions import Fraction

from prover import Witness
from randomized.ball import coins

THEOREM = ""

coins.step("each", "mine[t] - theirs[t] == g[t] @ (w[t] - u)", "my coin", "their coin")
coins.induction("linear", "sum(mine[s]) - sum(theirs[s]) == sum(g[s] @ (w[s] - u))", "each")
coins.theorem(
    "The regret of coins is linear",
    "linear",
    Witness(
        [True] * 2,
        r=1,
        R=1,
        u=(1,),
        w=[(0,), (Fraction(1, 2),)],
        x=[(1,), (Fraction(1, 2),)],
        y=[1, -1],
    ),
)

PROVES = {
    "eq-coin-linear": "linear",
}
