r"""Dual variables are round weights.

Let $C>0$, let $u$ be any vector with hinge losses $h_t$, let $0\le a_t\le C$ in each round, and $v=\sum_ta_ty_tx_t$.
Then

$$\begin{aligned}&\tfrac12\|u\|^2+C\,L_1-\Bigl(\sum_ta_t-\tfrac12\|v\|^2\Bigr)\\&\quad=\tfrac12\|u-v\|^2+\sum_t(C-a_t)h_t\\&\qquad+\sum_ta_t\bigl(h_t-1+y_t\langle u,x_t\rangle\bigr) ,\end{aligned}$$

and therefore

$$\sum_ta_t-\tfrac12\|v\|^2\le\tfrac12\|u\|^2+C\,L_1 .$$

Equality holds exactly if $u=v$, $a_t=C$ in each round with loss, and $a_t=0$ in each round with $y_t\langle u,x_t\rangle>1$.
"""

from prover import Proof, Witness

THEOREM = "thm-soft-margin"

soft = Proof(numbers="C", vectors="u", states="x", sequences="y a h")
for line in (
    ("hinge", "h[t] >= 1 - y[t]*(u @ x[t])"),
    ("weights", "a[t] >= 0"),
    ("cap", "a[t] <= C"),
    ("losses", "h[t] >= 0"),
):
    soft.assume(*line, at="rounds")
soft.let(v="sum(a[s]*y[s]*x[s])", over="(C - a[t])*h[t]", short="a[t]*(h[t] - 1 + y[t]*(u @ x[t]))")
soft.induction("parts", "C*sum(h[s]) - sum(a[s]) + u @ v == sum(over[s]) + sum(short[s])")
soft.step(
    "gap",
    "u @ u/2 + C*sum(h[s]) - (sum(a[s]) - v @ v/2) == "
    "(u - v) @ (u - v)/2 + sum(over[s]) + sum(short[s])",
    "parts",
)
soft.induction("first", "sum(over[s]) >= 0", "cap", "losses")
soft.induction("second", "sum(short[s]) >= 0", "weights", "hinge")
soft.step(
    "dual",
    "sum(a[s]) - v @ v/2 <= u @ u/2 + C*sum(h[s])",
    "gap",
    "first",
    "second",
    "square: u - v",
)

both = Witness([True, False], u=(1,), C=2, x=[(1,), (1,)], y=[1, -1], a=[2, 1], h=[0, 2])
soft.theorem("The gap of a soft margin", "gap", both)
soft.theorem("Dual variables are round weights", "dual", both)

PROVES = {
    "eq-soft-gap": "gap",
    "eq-soft-dual": "dual",
}
BY_HAND = {
    "equality holds exactly if $u=v$, $a_t=C$ in each round with loss": "SoftMargin.SoftMargin",
    r"and $a_t=0$ in each round with $y_t\langle u,x_t\rangle>1$": "SoftMargin.SoftMargin",
}
