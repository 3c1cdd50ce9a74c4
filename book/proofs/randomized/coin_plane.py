r"""Two dimensions are enough.

Let $R>0$, $d\ge2$ and $T\ge1$.
Take any learner on $\mathbb R^d$ whose scores lie between $-1$ and $1$, each determined by the examples before it and by the instance.
Then there is a stream of $T$ instances of norm $R$ on which the learner has regret at least $\frac12\sqrt T$ against some $u\in V$.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-coin-plane"

plane = Proof(numbers="R", vectors="u", states="S x", sequences="y f")
for line in (
    ("label", "y[t]**2 == 1"),
    ("adversary", "y[t]*f[t] <= 0"),
    ("sum", "S[t+1] == S[t] + y[t]*x[t]"),
    ("across", "S[t] @ x[t] == 0"),
    ("radius", "x[t] @ x[t] == R**2"),
):
    plane.assume(*line, at="rounds")
plane.assume("start", "S[1] == 0")
plane.assume("R", "R > 0")
plane.assume("leader", "u == S[T+1]/(R**2*sqrt(T))")
plane.let(mine="(1 - y[t]*f[t])/2", theirs="(1 - y[t]*(u @ x[t]))/2")
plane.induction(
    "length", "S[t] @ S[t] == (t - 1)*R**2", "start", "sum", "across", "radius", "label"
)
plane.step("in the ball", "u @ u == 1/R**2", "leader", "length", "R", "round")

plane.induction("gain", "u @ S[t] == sum(y[s]*(u @ x[s]), s < t)", "start", "sum")
plane.induction("coins", "sum(mine[s], s < t) >= (t - 1)/2", "adversary")
plane.induction("split", "sum(theirs[s], s < t) == (t - 1)/2 - sum(y[s]*(u @ x[s]), s < t)/2")
plane.step("reach", "u @ S[T+1] == sqrt(T)", "leader", "length", "R", "round")
plane.step("floor", "sum(mine[s]) - sum(theirs[s]) >= sqrt(T)/2", "gain", "coins", "split", "reach")
plane.theorem(
    "Two dimensions are enough",
    "floor",
    Witness(
        [True] * 4,
        R=2,
        y=[1] * 4,
        f=[0] * 4,
        u=(Fraction(1, 4),) * 4,
        x=[tuple(2 * (i == j) for i in range(4)) for j in range(4)],
        S=[tuple(2 * (i < j) for i in range(4)) for j in range(5)],
    ),
)

PROVES = {
    r"for every learner there is a stream in two dimensions with a regret of at least $\frac12\sqrt T$": "floor",
}
BY_HAND = {
    r"for every learner there is a stream in two dimensions with a regret of at least $\frac12\sqrt T$": "Adversary.CoinPlane",
}
IN_PART = {
    r"for every learner there is a stream in two dimensions with a regret of at least $\frac12\sqrt T$": "the regret over instances orthogonal to the sum before them",
}
