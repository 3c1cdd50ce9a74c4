r"""Follow the mean.

Let $m_1=0$ and let $m_{t+1}$ be the mean of $y_1,\dots,y_t$.
Against every $u\in\mathbb R$ the predictions $m_t$ have the regret

$$\sum_{t=1}^T(m_t-y_t)^2-\sum_{t=1}^T(u-y_t)^2=\sum_{t=1}^T\frac{(m_t-y_t)^2}{t}-T\,(u-m_{T+1})^2 .$$

If no loss $(m_t-y_t)^2$ exceeds $M$, the regret is at most $M\sum_{t=1}^T\frac1t$, and

$$\sum_{t=1}^T\frac1t\le1+\ln T .$$
"""

from prover import Proof, Witness

THEOREM = "thm-mean"

mean = Proof(numbers="u M", sequences="y m")
mean.let(n="t - 1", loss="(m[t] - y[t])**2")
mean.assume("start", "m[1] == 0")
mean.assume("mean", "m[t+1] == m[t] + (y[t] - m[t])/t", at="rounds")
mean.step(
    "one round",
    "(t - 1)*m[t]**2 + y[t]**2 - t*m[t+1]**2 == (1 - 1/t)*(m[t] - y[t])**2",
    "mean",
    "round",
)
mean.induction(
    "best",
    "sum(y[s]**2) - n[T+1]*m[T+1]**2 == sum((1 - 1/s)*(m[s] - y[s])**2)",
    "start",
    "one round",
)
mean.induction("sum", "sum(y[s]) == n[T+1]*m[T+1]", "start", "mean", "round")
mean.induction("rounds", "sum(1) == n[T+1]")
mean.step(
    "regret",
    "sum((m[s] - y[s])**2) - sum((u - y[s])**2) "
    "== sum((m[s] - y[s])**2/s) - n[T+1]*(u - m[T+1])**2",
    "best",
    "sum",
    "rounds",
)

mean.assume("largest", "(m[t] - y[t])**2 <= M", at="rounds")
mean.step("each", "(m[t] - y[t])**2/t <= M*(1/t)", "largest", "round")
mean.sum_up("harmonic", "each")
mean.induction("positive", "n[T+1] >= 0")
mean.step(
    "bound",
    "sum((m[s] - y[s])**2) - sum((u - y[s])**2) <= M*sum(1/s)",
    "regret",
    "harmonic",
    "positive",
    "square: u - m[T+1]",
)
mean.theorem("Follow the mean", "bound", Witness([True] * 3, y=[2, 0, 4], m=[0, 2, 1, 2], u=1, M=9))

PROVES = {
    r"if no loss exceeds $M$, the regret is at most $M\sum_t\frac1t$": "bound",
    "eq-mean-regret": "regret",
    "eq-mean-step": "one round",
    "eq-mean-sum": "best",
}
BY_HAND = {
    "eq-harmonic": "Harmonic.Harmonic",
}
