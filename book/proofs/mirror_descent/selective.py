r"""Labels that cost.

Let this learner start at $w_1=0$, let $\|x_t\|\le R$ in all rounds, $b>0$, $\gamma>0$, and let $u$ be any vector, with $h_t=\max(0,\gamma-y_t\langle u,x_t\rangle)$.
Then

$$\sum_ta_t\tau_t\bigl(b+|f_t|\bigr)\le\alpha\sum_ta_t\tau_th_t+\frac{\alpha^2}2\|u\|^2,\qquad\alpha=\frac{2b+R^2}{2\gamma} ,$$

for all coins, and

$$\mathbb E[k]\le\frac\alpha b\,\mathbb E\Bigl[\sum_ta_t\tau_th_t\Bigr]+\frac{(2b+R^2)^2}{8b\gamma^2}\|u\|^2 .$$
"""

from prover import Proof, Witness

THEOREM = "thm-selective"

# tau[t] is 1 in a round with a mistake whose label was asked, c[t] is |f_t|
asks = Proof(numbers="b R gamma", vectors="u", states="w x", sequences="y c h")
asks.let(
    alpha="(2*b + R**2)/(2*gamma)",
    far="(alpha*u - w[t]) @ (alpha*u - w[t])/2",
    H="sum(tau[s]*h[s])",
)
for label, claim, at in (
    ("update", "w[t+1] == w[t] + tau[t]*y[t]*x[t]", "rounds"),
    ("label", "y[t]**2 == 1", "rounds"),
    ("score", "y[t]*(w[t] @ x[t]) == -c[t]", "mistakes"),
    ("radius", "x[t] @ x[t] <= R**2", "mistakes"),
    ("slack", "h[t] >= gamma - y[t]*(u @ x[t])", "mistakes"),
    ("start", "w[1] == 0", ""),
    ("b", "b > 0", ""),
    ("margin", "gamma > 0", ""),
):
    asks.assume(label, claim, at=at)
asks.step("factor", "alpha*gamma == b + R**2/2", "margin")
asks.step("positive", "alpha > 0", "b", "margin")
asks.cases(
    "each",
    "tau[t]*(b + c[t]) <= far[t] - far[t+1] + alpha*(tau[t]*h[t])",
    "update",
    "label",
    "score",
    "radius",
    "slack",
    "factor",
    "positive",
)
asks.induction("sum", "sum(tau[s]*(b + c[s])) <= far[1] - far[T+1] + alpha*H", "each")
asks.step(
    "asked",
    "sum(tau[s]*(b + c[s])) <= alpha*H + alpha**2/2*(u @ u)",
    "sum",
    "start",
    "square: alpha*u - w[T+1]",
)
asks.theorem(
    "Labels that cost",
    "asked",
    Witness(
        [True, False, False],
        b=1,
        R=1,
        gamma=1,
        u=(1,),
        x=[(1,)] * 3,
        y=[1] * 3,
        c=[0, 1, 1],
        h=[0] * 3,
        w=[(0,), (1,), (1,), (1,)],
    ),
)

PROVES = {
    "eq-asked": "asked",
    "eq-selective": "asked",
}
IN_PART = {
    "eq-selective": "before the expectation is taken",
}
