r"""A floor for every learner.

Let $d\ge2$, $B,G>0$ and $T\ge1$, and let $V$ be the ball of radius $B$ around 0.
For every learner that plays points of $V$, each determined by the slopes before it, there are $g_1,\dots,g_T$ with $\|g_t\|=G$ and a $u\in V$ such that

$$\sum_{t=1}^T\langle g_t,w_t-u\rangle\ge BG\sqrt T .$$

By {eq}`eq-spring-best` the leader with the constant step meets the floor, and no learner has a smaller bound.
"""

from prover import Proof, Witness
from regret.norm import half

THEOREM = "thm-regret-floor"

floor = Proof(numbers="G B", vectors="u", states="w g S")
for label, claim in (
    ("across", "S[t] @ g[t] == 0"),
    ("not with it", "g[t] @ w[t] >= 0"),
    ("size", "g[t] @ g[t] == G**2"),
    ("sum", "S[t+1] == S[t] + g[t]"),
):
    floor.assume(label, claim, at="rounds")
for label, claim in (
    ("start", "S[1] == 0"),
    ("G", "G > 0"),
    ("B", "B > 0"),
    ("comparator", "u == -B/(G*sqrt(T))*S[T+1]"),
):
    floor.assume(label, claim)
floor.induction("length", "S[t] @ S[t] == (t - 1)*G**2", "start", "sum", "across", "size")
floor.step("in V", "u @ u == B**2", "comparator", "length", "G", "round")
floor.induction("gain", "u @ S[T+1] == sum(u @ g[s])", "start", "sum")
floor.step("reach", "u @ S[T+1] == -B*G*sqrt(T)", "comparator", "length", "G", "round")

floor.step("each", "g[t] @ (w[t] - u) >= -(u @ g[t])", "not with it")
floor.induction("all", "sum(g[s] @ (w[s] - u)) >= -sum(u @ g[s])", "each")
floor.step("floor", "sum(g[s] @ (w[s] - u)) >= B*G*sqrt(T)", "all", "gain", "reach")
floor.theorem(
    "A floor for every learner",
    "floor",
    Witness(
        [True] * 4,
        G=1,
        B=1,
        u=(-half,) * 4,
        w=[(0,) * 4] * 5,
        S=[tuple(int(i < n) for i in range(4)) for n in range(5)],
        g=[tuple(int(i == n) for i in range(4)) for n in range(4)],
    ),
)

PROVES = {
    r"for every learner there are slopes with a regret of at least $BG\sqrt T$": "floor",
    "eq-regret-floor": "floor",
}
BY_HAND = {
    "the leader with the constant step meets it, and no learner has a smaller bound": "RegretFloor.RegretFloor",
    r"for every learner there are slopes with a regret of at least $BG\sqrt T$": "RegretFloor.RegretFloor",
}
