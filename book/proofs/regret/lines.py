r"""Lines are enough.

Let $g_t$ be a subgradient of $\ell_t$ at $w_t$ on $V$, in each round.
Then for every $u\in V$

$$\operatorname{Regret}_T(u)\le\sum_{t=1}^T\langle g_t,w_t-u\rangle .$$
"""

from prover import Proof, Witness

THEOREM = "thm-lines"

lines = Proof(vectors="u", states="w g", sequences="a b")
# a[t] is the loss of w[t], b[t] that of u
lines.assume("subgradient", "b[t] >= a[t] + g[t] @ (u - w[t])", at="rounds")
lines.step("each", "a[t] - b[t] <= g[t] @ (w[t] - u)", "subgradient")
lines.induction("linear", "sum(a[s]) - sum(b[s]) <= sum(g[s] @ (w[s] - u))", "each")
lines.theorem(
    "Lines are enough",
    "linear",
    Witness(
        [True] * 3, u=(1,), w=[(0,), (2,), (2,)], g=[(1,), (-1,), (0,)], a=[0, 1, 0], b=[1, 3, 0]
    ),
)

PROVES = {
    "eq-lines": "linear",
}
