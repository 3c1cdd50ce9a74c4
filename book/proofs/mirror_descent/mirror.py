r"""Regret of mirror descent.

Let the learner do mirror descent ({prf:ref}`def-mirror`) on any slopes $g_1,\dots,g_T$.
For every $u\in V$

$$\sum_{t=1}^T\langle g_t,w_t-u\rangle\le\frac{\mathcal D_1(u)}\eta+\frac\eta{2\mu}\sum_{t=1}^T\|g_t\|_*^2 .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-mirror"

mirror = Proof(numbers="eta mu P", vectors="u", states="w theta g", sequences="psi n r")
# psi[t] is psi(w_t), P is psi(u), n[t] the dual norm of g_t, r[t] the norm of w_{t+1} - w_t
mirror.let(
    D="P - psi[t] - theta[t] @ (u - w[t])",
    bend="psi[t+1] - psi[t] - theta[t] @ (w[t+1] - w[t])",
    price="eta*n[t]**2/(2*mu)",
)
for label, claim in (
    ("curved", "bend[t] >= mu/2*r[t]**2"),
    ("dual", "g[t] @ (w[t] - w[t+1]) <= n[t]*r[t]"),
    ("move", "theta[t+1] == theta[t] - eta*g[t]"),
):
    mirror.assume(label, claim, at="rounds")
for label, claim in (
    ("end", "D[T+1] >= 0"),
    ("step", "eta > 0"),
    ("mu", "mu > 0"),
):
    mirror.assume(label, claim)
mirror.step(
    "round",
    "eta*(g[t] @ (w[t] - u)) == D[t] - D[t+1] + eta*(g[t] @ (w[t] - w[t+1])) - bend[t]",
    "move",
)
mirror.step(
    "square",
    "eta*(n[t]*r[t]) - mu/2*r[t]**2 <= eta*price[t]",
    "mu",
    "square: eta*n[t] - mu*r[t]",
)
mirror.step(
    "paid",
    "g[t] @ (w[t] - u) <= (D[t] - D[t+1])/eta + price[t]",
    "round",
    "square",
    "dual",
    "curved",
    "step",
)
mirror.induction(
    "sum", "sum(g[s] @ (w[s] - u)) <= (D[1] - D[T+1])/eta + sum(price[s])", "paid", "step"
)
mirror.step("regret", "sum(g[s] @ (w[s] - u)) <= D[1]/eta + sum(price[s])", "sum", "end", "step")
half = Fraction(1, 2)
run = {
    "eta": 1,
    "mu": 1,
    "w": [(0,), (1,), (1,), (0,)],
    "theta": [(0,), (1,), (1,), (0,)],
    "g": [(-1,), (0,), (1,)],
    "psi": [0, half, half, 0],
    "n": [1, 0, 1],
    "r": [1, 0, 1],
    "u": (1,),
    "P": half,
}
mirror.theorem("Regret of mirror descent", "regret", Witness([True] * 3, **run))

PROVES = {
    "eq-mirror": "regret",
    "eq-mirror-round": "round",
    "eq-mirror-price": "square",
}
ASSUMED = ("eq-mirror-tangent", "eq-mirror-move", "eq-divergence")
