r"""Regret of online subgradient descent.

Let $w_1=0$, and let $w_{t+1}=w_t+\eta\,\tau_ty_tx_t$ with $\eta>0$, labels $y_t=\pm1$ and any zeros and ones $\tau_t$.
Then for every $u$

$$\sum_{t=1}^T\tau_ty_t\langle u-w_t,x_t\rangle\le\frac{\|u\|^2}{2\eta}+\frac\eta2\sum_{t=1}^T\tau_t\|x_t\|^2 .$$
"""

from prover import Proof, Witness
from regret.descent import down

THEOREM = "thm-osd"

osd = Proof(numbers="eta R", vectors="u", states="w x", sequences="y")
for label, claim, at in (
    ("update", "w[t+1] == w[t] + eta*y[t]*x[t]", "mistakes"),
    ("rest", "w[t+1] == w[t]", "others"),
    ("label", "y[t]**2 == 1", "mistakes"),
    ("start", "w[1] == 0", ""),
    ("step", "eta > 0", ""),
):
    osd.assume(label, claim, at=at)
osd.let(
    g="-tau[t]*y[t]*x[t]",
    seen="sum(tau[s]*y[s]*(u @ x[s]))",
    own="sum(tau[s]*y[s]*(w[s] @ x[s]))",
    sizes="sum(tau[s]*(x[s] @ x[s]))",
)
osd.cases("move", "w[t+1] == w[t] - eta*g[t]", "update", "rest")
osd.step("angle", "(w[t+1] - w[t+1]) @ (u - w[t+1]) >= 0")
osd.apply("descent", down["descent"], {"p[t]": "w[t+1]", "g[t]": "g[t]"}, "move", "angle", "step")

osd.induction("left", "sum(g[s] @ (w[s] - u)) == seen - own")
osd.cases("one price", "eta/2*(g[t] @ g[t]) == eta/2*(tau[t]*(x[t] @ x[t]))", "label")
osd.sum_up("prices", "one price")
osd.induction("factor", "sum(eta/2*(tau[s]*(x[s] @ x[s]))) == eta/2*sizes")
osd.step(
    "regret",
    "seen - own <= (u @ u)/(2*eta) + eta/2*sizes",
    "descent",
    "left",
    "prices",
    "factor",
    "start",
    "step",
)
osd.theorem(
    "Regret of online subgradient descent",
    "regret",
    Witness.perceptron([(2,), (1,), (1,)], [1, 1, -1], u=(1,), eta=1),
)

PROVES = {
    "eq-osd": "regret",
}
