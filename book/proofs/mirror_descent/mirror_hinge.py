r"""Hinge losses in a mirror.

Let $y_t=\pm1$, and let mirror descent run on $g_t=-\tau_ty_tx_t$, where $\tau_t=1$ in a mistake, that is if $y_t\langle w_t,x_t\rangle\le0$, and else $\tau_t=0$.
Let $\|x_t\|_*\le X$ in every mistake, with $X>0$, let $\gamma>0$ and $u\in V$, and let $h_t=\max(0,\gamma-y_t\langle u,x_t\rangle)$, the hinge loss at the margin $\gamma$.
Then the number $k$ of mistakes satisfies

$$\gamma k\le\sum_{t\ \text{a mistake}}h_t+\frac{\mathcal D_1(u)}\eta+\frac{\eta X^2}{2\mu}k ,$$

and for $\eta=\mu\gamma/X^2$

$$k\le\frac2\gamma\sum_{t\ \text{a mistake}}h_t+\frac{2X^2\,\mathcal D_1(u)}{\mu\gamma^2} .$$
"""

from fractions import Fraction

from mirror_descent.mirror import mirror
from prover import Proof, Witness

THEOREM = "thm-mirror-hinge"

hinge = Proof(numbers="eta mu P X gamma", vectors="u", states="w theta x", sequences="psi r y h")
hinge.let(
    g="-tau[t]*y[t]*x[t]",
    D="P - psi[t] - theta[t] @ (u - w[t])",
    bend="psi[t+1] - psi[t] - theta[t] @ (w[t+1] - w[t])",
    H="sum(tau[s]*h[s])",
)
for label, claim, at in (
    ("curved", "bend[t] >= mu/2*r[t]**2", "rounds"),
    ("dual", "g[t] @ (w[t] - w[t+1]) <= tau[t]*X*r[t]", "rounds"),
    ("move", "theta[t+1] == theta[t] - eta*g[t]", "rounds"),
    ("wrong side", "y[t]*(w[t] @ x[t]) <= 0", "mistakes"),
    ("slack", "h[t] >= gamma - y[t]*(u @ x[t])", "mistakes"),
    ("end", "D[T+1] >= 0", ""),
    ("mu", "mu > 0", ""),
    ("step", "eta > 0", ""),
    ("choice", "eta*X**2 == mu*gamma", ""),
    ("margin", "gamma > 0", ""),
):
    hinge.assume(label, claim, at=at)
hinge.apply(
    "mirror",
    mirror["regret"],
    {"g[t]": "g[t]", "n[t]": "tau[t]*X"},
    "curved",
    "dual",
    "move",
    "end",
    "step",
    "mu",
)
hinge.cases("each", "gamma*tau[t] <= tau[t]*h[t] + g[t] @ (w[t] - u)", "wrong side", "slack")
hinge.induction("gained", "gamma*k <= H + sum(g[s] @ (w[s] - u))", "each")
hinge.cases("price", "eta*(tau[t]*X)**2/(2*mu) == eta*X**2/(2*mu)*tau[t]", "mu")
hinge.sum_up("prices", "price")
hinge.induction("count", "sum(eta*X**2/(2*mu)*tau[s]) == eta*X**2/(2*mu)*k")
hinge.step(
    "mistakes",
    "gamma*k <= H + D[1]/eta + eta*X**2/(2*mu)*k",
    "gained",
    "mirror",
    "prices",
    "count",
)
half = Fraction(1, 2)
run = {
    "mu": 1,
    "X": 1,
    "gamma": 1,
    "u": (1,),
    "P": half,
    "x": [(1,), (1,), (-1,)],
    "y": [1, 1, 1],
    "w": [(0,), (1,), (1,), (0,)],
    "theta": [(0,), (1,), (1,), (0,)],
    "psi": [0, half, half, 0],
    "r": [1, 0, 1],
    "h": [0, 0, 2],
}
hinge.theorem("Hinge losses in a mirror", "mistakes", Witness([True, False, True], eta=1, **run))

hinge.step("inverse", "1/eta == X**2/(mu*gamma)", "choice", "mu", "step", "margin")
hinge.step(
    "known",
    "k <= 2/gamma*H + 2*X**2*D[1]/(mu*gamma**2)",
    "mistakes",
    "inverse",
    "choice",
    "mu",
    "margin",
)
hinge.theorem("Hinge losses at a known margin", "known", Witness([True, False, True], eta=1, **run))

PROVES = {
    "eq-mirror-mistakes": "mistakes",
    "eq-mirror-hinge": "known",
}
