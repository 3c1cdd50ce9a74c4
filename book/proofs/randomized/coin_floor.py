r"""No learner below half the root.

Let $R>0$ and $d\ge T\ge1$.
Take any learner on $\mathbb R^d$ whose scores lie between $-1$ and $1$, each determined by the examples before it and by the instance.
Then there is a stream of $T$ orthogonal instances of norm $R$ on which the learner has regret at least $\frac12\sqrt T$ against some $u\in V$.
"""

from prover import Proof, Witness
from randomized.ftrl import half

THEOREM = "thm-coin-floor"

game = Proof(numbers="R", sequences="y f", families="e")
game.assume("label", "y[t]**2 == 1", at="rounds")
game.assume("adversary", "y[t]*f[t] <= 0", at="rounds")
game.assume("R", "R > 0")
game.let(
    u="sum(y[s]*e[s])/(R*sqrt(T))", mine="(1 - y[t]*f[t])/2", theirs="(1 - y[t]*(u @ (R*e[t])))/2"
)
game.sum_up("squares", "label")
game.induction("rounds", "sum(1, s < t) == t - 1")
game.step("in the ball", "u @ u == 1/R**2", "squares", "rounds", "round", "R")
game.step("score", "y[t]*(u @ (R*e[t])) == 1/sqrt(T)", "label", "R")
game.step("chance", "theirs[t] == (1 - 1/sqrt(T))/2", "score")

game.step("each", "mine[t] >= theirs[t] + 1/sqrt(T)/2", "chance", "adversary")
game.induction("sum", "sum(mine[s], s < t) >= sum(theirs[s], s < t) + (t - 1)/sqrt(T)/2", "each")
game.step("root", "T/sqrt(T) == sqrt(T)", "round")
game.step("floor", "sum(mine[s]) - sum(theirs[s]) >= sqrt(T)/2", "sum", "root")
game.theorem(
    "No learner below half the root",
    "floor",
    Witness([True] * 4, y=[1, -1, 1, 1], f=[0, half, 0, -1], R=2),
)

PROVES = {
    r"for every learner there is a stream of $T$ orthogonal instances with a regret of at least $\frac12\sqrt T$": "floor",
    "eq-floor-chance": "chance",
}
BY_HAND = {
    r"for every learner there is a stream of $T$ orthogonal instances with a regret of at least $\frac12\sqrt T$": "Adversary.CoinFloor",
}
IN_PART = {
    r"for every learner there is a stream of $T$ orthogonal instances with a regret of at least $\frac12\sqrt T$": "the regret over orthonormal instances with these labels",
}
