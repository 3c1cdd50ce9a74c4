r"""A sum that is zero.

Let $a_1,\dots,a_T\ge0$ with $\sum_ta_ty_tx_t=0$ and $\sum_ta_t=1$.
Then every $u$ and $\gamma$ with $y_t\langle u,x_t\rangle\ge\gamma$ in all rounds satisfy

$$\gamma\le0 .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-data-zero"

zero = Proof(numbers="gamma", vectors="u", states="x", sequences="a y")
zero.assume("weights", "a[t] >= 0", at="rounds")
zero.assume("convex", "sum(a[s]) == 1")
zero.assume("cancel", "sum(a[s]*y[s]*x[s]) == 0")
zero.assume("margin", "y[t]*(u @ x[t]) >= gamma", at="rounds")
zero.step("weighted", "a[t]*y[t]*(u @ x[t]) >= a[t]*gamma", "weights", "margin")
zero.sum_up("all", "weighted")
zero.induction("left", "sum(a[s]*y[s]*(u @ x[s])) == u @ sum(a[s]*y[s]*x[s])")
zero.induction("right", "sum(a[s]*gamma) == gamma*sum(a[s])")

zero.step("none", "gamma <= 0", "all", "left", "right", "convex", "cancel")
zero.theorem(
    "A sum that is zero",
    "none",
    Witness([True, False], gamma=-1, u=(1,), x=[(1,), (1,)], y=[1, -1], a=[Fraction(1, 2)] * 2),
)

PROVES = {
    "eq-data-zero": "none",
}
