r"""Mistakes in a mirror.

Let $y_t=\pm1$, and let mirror descent run on $g_t=-\tau_ty_tx_t$, where $\tau_t=1$ in a mistake, that is if $y_t\langle w_t,x_t\rangle\le0$, and else $\tau_t=0$.
Let $X,\gamma>0$ and $\eta=\mu\gamma/X^2$, and let $u\in V$ be such that $\|x_t\|_*\le X$ and $y_t\langle u,x_t\rangle\ge\gamma$ in every mistake.
Then the number $k$ of mistakes satisfies

$$k\le\frac{2X^2\,\mathcal D_1(u)}{\mu\gamma^2} .$$
"""

from fractions import Fraction

from mirror_descent.mirror import mirror
from prover import Proof, Witness

THEOREM = "thm-mirror-mistakes"

game = Proof(numbers="eta mu P X gamma", vectors="u", states="w theta x", sequences="psi r y")
game.let(
    g="-tau[t]*y[t]*x[t]",
    D="P - psi[t] - theta[t] @ (u - w[t])",
    bend="psi[t+1] - psi[t] - theta[t] @ (w[t+1] - w[t])",
)
for label, claim, at in (
    ("curved", "bend[t] >= mu/2*r[t]**2", "rounds"),
    ("dual", "g[t] @ (w[t] - w[t+1]) <= tau[t]*X*r[t]", "rounds"),
    ("move", "theta[t+1] == theta[t] - eta*g[t]", "rounds"),
    ("wrong side", "y[t]*(w[t] @ x[t]) <= 0", "mistakes"),
    ("right side", "y[t]*(u @ x[t]) >= gamma", "mistakes"),
    ("end", "D[T+1] >= 0", ""),
    ("mu", "mu > 0", ""),
    ("step", "eta > 0", ""),
    ("choice", "eta*X**2 == mu*gamma", ""),
    ("margin", "gamma > 0", ""),
):
    game.assume(label, claim, at=at)
known = "curved", "dual", "move", "end", "step", "mu"
game.apply("mirror", mirror["regret"], {"g[t]": "g[t]", "n[t]": "tau[t]*X"}, *known)
game.cases("each", "gamma*tau[t] <= g[t] @ (w[t] - u)", "wrong side", "right side")
game.induction("gained", "gamma*k <= sum(g[s] @ (w[s] - u))", "each")
game.cases("price", "eta*(tau[t]*X)**2/(2*mu) == gamma/2*tau[t]", "mu", "choice")
game.sum_up("prices", "price")
game.induction("half", "sum(gamma/2*tau[s]) == gamma/2*k")
game.step("twice", "gamma*k <= 2*D[1]/eta", "gained", "mirror", "prices", "half")
game.step("inverse", "1/eta == X**2/(mu*gamma)", "choice", "mu", "step", "margin")
game.step("known", "k <= 2*X**2*D[1]/(mu*gamma**2)", "twice", "inverse", "mu", "margin")
half = Fraction(1, 2)
game.theorem(
    "Mistakes in a mirror",
    "known",
    Witness(
        [True, False, False],
        eta=1,
        mu=1,
        X=1,
        gamma=1,
        u=(1,),
        P=half,
        x=[(1,)] * 3,
        y=[1] * 3,
        w=[(0,), (1,), (1,), (1,)],
        theta=[(0,), (1,), (1,), (1,)],
        psi=[0, half, half, half],
        r=[1, 0, 0],
    ),
)

PROVES = {
    "eq-mirror-known": "known",
}
