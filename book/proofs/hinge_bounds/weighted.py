r"""The weighted inequality.

For every stream, every comparator $u$ and all round weights $a_1,\dots,a_T\ge0$,

$$\sum_{t=1}^Ta_t\le\sum_{t=1}^Ta_th_t+\Bigl\langle u,\sum_{t=1}^Ta_ty_tx_t\Bigr\rangle .$$
"""

from prover import Proof, Witness

THEOREM = "thm-weighted"

weighted = Proof(vectors="u", states="x", sequences="y a h")
weighted.assume("hinge", "h[t] >= 1 - y[t]*(u @ x[t])", at="rounds")
weighted.assume("weights", "a[t] >= 0", at="rounds")
weighted.step("each", "a[t] <= a[t]*h[t] + u @ (a[t]*y[t]*x[t])", "hinge", "weights")
weighted.induction("weighted", "sum(a[s]) <= sum(a[s]*h[s]) + u @ sum(a[s]*y[s]*x[s])", "each")
weighted.theorem(
    "The weighted inequality",
    "weighted",
    Witness([True, False], u=(1,), x=[(1,), (2,)], y=[1, -1], a=[3, 1], h=[0, 3]),
)

PROVES = {
    "eq-weighted": "weighted",
}
