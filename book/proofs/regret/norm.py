r"""The price of a round.

Let $\ell_t(w)=\langle g_t,w\rangle$, let $\psi_1\le\dots\le\psi_T=\psi_{T+1}$ be functions on $V$ with $\psi_1\ge0$, and let $F_{T+1}$ be least at $w_{T+1}$.
Suppose that there are $\mu_1,\dots,\mu_T>0$ such that for all $v\in V$

$$F_t(v)\ge F_t(w_t)+\frac{\mu_t}2\|v-w_t\|^2 .$$

Then for every $u\in V$

$$\operatorname{Regret}_T(u)\le\psi_T(u)+\sum_{t=1}^T\frac{\|g_t\|_*^2}{2\mu_t} .$$
"""

from fractions import Fraction

from prover import Proof, Witness
from regret.one_account import account

THEOREM = "thm-norm"

norm = Proof(numbers="P E", sequences="a b F N n mu v d")
# v[t] is the norm of w_{t+1} - w_t, d[t] the dual norm of g_t
norm.let(price="F[t] - F[t+1] + a[t]")
for label, claim in (
    ("grows", "F[t+1] >= N[t] + n[t]"),
    ("curved", "N[t] >= F[t] + mu[t]/2*v[t]**2"),
    ("dual", "a[t] - n[t] <= d[t]*v[t]"),
    ("mu", "mu[t] > 0"),
):
    norm.assume(label, claim, at="rounds")
for label, claim in (
    ("end", "E == P + sum(b[s])"),
    ("least at the end", "F[T+1] <= E"),
    ("start", "F[1] >= 0"),
):
    norm.assume(label, claim)

norm.step(
    "square", "d[t]*v[t] - mu[t]/2*v[t]**2 <= d[t]**2/(2*mu[t])", "mu", "square: d[t] - mu[t]*v[t]"
)
norm.step("one price", "price[t] <= d[t]**2/(2*mu[t])", "grows", "curved", "dual", "square")
norm.apply("account", account["account"], {}, "end")
norm.induction("prices", "sum(price[s]) <= sum(d[s]**2/(2*mu[s]))", "one price")
norm.step(
    "bound",
    "sum(a[s]) - sum(b[s]) <= P + sum(d[s]**2/(2*mu[s]))",
    "account",
    "prices",
    "least at the end",
    "start",
)
half = Fraction(1, 2)
norm.theorem(
    "A norm pays",
    "bound",
    Witness(
        [True] * 3,
        a=[0, 1, 0],
        b=[1, -1, 0],
        F=[0, -half, 0, half],
        N=[half, 0, half],
        n=[-1, 0, 0],
        mu=[1] * 3,
        d=[1, 1, 0],
        v=[1] * 3,
        P=half,
        E=half,
    ),
)

PROVES = {
    "eq-norm": "bound",
    "eq-norm-price": ("square", "one price"),
}
ASSUMED = ("eq-curved",)
