r"""Logarithmic regret.

Let $V$ be closed, convex and not empty, and let the losses be strongly convex on $V$ with constant $\mu>0$.
Let $g_t$ be a subgradient of $\ell_t$ at $w_t$, let $w_1\in V$, and let $w_{t+1}$ be the point of $V$ nearest to $w_t-\frac{g_t}{\mu t}$.
Then for every $u\in V$

$$\operatorname{Regret}_T(u)\le\sum_{t=1}^T\frac{\|g_t\|^2}{2\mu t} .$$

If $\|g_t\|\le G$ in all rounds, the right side of the bound is at most $\frac{G^2}{2\mu}\sum_{t=1}^T\frac1t\le\frac{G^2}{2\mu}(1+\ln T)$.
"""

from fractions import Fraction

from prover import Proof, Witness
from regret.norm import half

THEOREM = "thm-curvature"

bent = Proof(numbers="mu", vectors="u", states="w g p", sequences="a b")
bent.let(D="(w[t] - u) @ (w[t] - u)", price="g[t] @ g[t]/(2*mu*t)")
bent.assume("mu", "mu > 0")
for label, claim in (
    ("strong", "b[t] >= a[t] + g[t] @ (u - w[t]) + mu/2*D[t]"),
    ("move", "p[t] == w[t] - g[t]/(mu*t)"),
    ("angle", "(w[t+1] - p[t]) @ (u - w[t+1]) >= 0"),
):
    bent.assume(label, claim, at="rounds")
bent.step("nearer", "D[t+1] <= (p[t] - u) @ (p[t] - u)", "angle", "square: w[t+1] - p[t]")
bent.step(
    "square",
    "(p[t] - u) @ (p[t] - u) == D[t] - 2/(mu*t)*(g[t] @ (w[t] - u)) + g[t] @ g[t]/(mu*t)**2",
    "move",
    "mu",
    "round",
)

bent.step(
    "moved",
    "D[t+1] <= D[t] - 2/(mu*t)*(g[t] @ (w[t] - u)) + g[t] @ g[t]/(mu*t)**2",
    "nearer",
    "square",
)
bent.step(
    "stretched",
    "mu*t/2*D[t+1] <= mu*t/2*D[t] - g[t] @ (w[t] - u) + price[t]",
    "moved",
    "mu",
    "round",
)
bent.step("curved line", "a[t] - b[t] <= g[t] @ (w[t] - u) - mu/2*D[t]", "strong")
bent.step(
    "round",
    "g[t] @ (w[t] - u) - mu/2*D[t] <= mu*(t - 1)/2*D[t] - mu*t/2*D[t+1] + price[t]",
    "stretched",
)
bent.induction(
    "sum",
    "sum(a[s] - b[s], s < t) <= sum(price[s], s < t) - mu*(t - 1)/2*D[t]",
    "curved line",
    "round",
)
bent.apply("one or more", Proof().step("", "T >= 1", "round"), {})
bent.step("last", "D[T+1] >= 0", "square: w[T+1] - u")
bent.step("rest", "mu*T*D[T+1] >= 0", "last", "mu", "one or more")
bent.induction("parts", "sum(a[s] - b[s]) == sum(a[s]) - sum(b[s])")
bent.step("curvature", "sum(a[s]) - sum(b[s]) <= sum(price[s])", "sum", "rest", "parts")

third = Fraction(1, 3)
bent.theorem(
    "Logarithmic regret",
    "curvature",
    Witness(
        [True] * 3,
        mu=2,
        u=(0,),
        w=[(0,), (1,), (half,), (third,)],
        p=[(1,), (half,), (third,)],
        g=[(-2,), (2,), (1,)],
        a=[1, 1, Fraction(1, 4)],
        b=[1, 0, 0],
    ),
)

capped = Proof(numbers="mu G", states="g")
capped.assume("mu", "mu > 0")
capped.assume("slopes", "g[t] @ g[t] <= G**2", at="rounds")
capped.step("each", "g[t] @ g[t]/(2*mu*t) <= G**2/(2*mu)*(1/t)", "slopes", "mu", "round")
capped.sum_up("terms", "each")
capped.step("capped", "sum(g[s] @ g[s]/(2*mu*s)) <= G**2/(2*mu)*sum(1/s)", "terms")
capped.theorem(
    "Slopes of bounded length", "capped", Witness([True] * 2, mu=2, G=3, g=[(1,), (-3,)])
)

PROVES = {
    "eq-curvature": "curvature",
    "eq-curvature-round": ("curved line", "round"),
    r"if $\|g_t\|\le G$ in all rounds, the right side is at most $\frac{G^2}{2\mu}\sum_t\frac1t$": "capped",
}
BY_HAND = {
    r"$\sum_{t=1}^T\frac1t\le1+\ln T$": "Harmonic.Harmonic",
}
