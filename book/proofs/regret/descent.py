r"""Regret of projected descent.

Let $V$ be closed, convex and not empty, $\eta>0$, $w_1\in V$, and let $w_{t+1}$ be the point of $V$ nearest to $w_t-\eta g_t$, for any vectors $g_1,\dots,g_T$.
Then for every $u\in V$

$$\sum_{t=1}^T\langle g_t,w_t-u\rangle\le\frac{\|u-w_1\|^2}{2\eta}+\frac\eta2\sum_{t=1}^T\|g_t\|^2 .$$
"""

from prover import Proof, Witness
from regret.spring import three

THEOREM = "thm-descent"

down = Proof(numbers="eta", vectors="u", states="w g p")
down.let(far="(w[t] - u) @ (w[t] - u)")
down.assume("move", "p[t] == w[t] - eta*g[t]", at="rounds")
down.assume("angle", "(w[t+1] - p[t]) @ (u - w[t+1]) >= 0", at="rounds")
down.assume("step", "eta > 0")
down.step(
    "round",
    "g[t] @ (w[t] - u) <= (far[t] - far[t+1])/(2*eta) + eta/2*(g[t] @ g[t])",
    "move",
    "angle",
    "step",
    "square: w[t+1] - p[t]",
)
down.induction(
    "sum",
    "sum(g[s] @ (w[s] - u)) <= (far[1] - far[T+1])/(2*eta) + sum(eta/2*(g[s] @ g[s]))",
    "round",
    "step",
)
down.step(
    "descent",
    "sum(g[s] @ (w[s] - u)) <= far[1]/(2*eta) + sum(eta/2*(g[s] @ g[s]))",
    "sum",
    "step",
    "square: w[T+1] - u",
)

down.theorem(
    "Regret of projected descent",
    "descent",
    Witness([True] * 3, eta=1, u=(1,), p=[(-1,), (0,), (0,)], g=three["g"], w=three["w"]),
)

PROVES = {
    "eq-descent-regret": "descent",
}
