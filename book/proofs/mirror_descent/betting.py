r"""Betting on slopes.

Let $W_1>0$, let $\|g_t\|\le1$ in every round, and let the learner play {eq}`eq-bet`.
Then for every $T\ge1$

$$W_{T+1}\ge\frac{W_1}{\sqrt{eT}}\exp\Bigl(\frac{\|\theta_{T+1}\|^2}{2T}\Bigr) ,$$

and for every vector $u$

$$\sum_{t=1}^T\langle g_t,w_t-u\rangle\le W_1+\|u\|\sqrt{T\ln\Bigl(1+\frac{eT^2\|u\|^2}{W_1^2}\Bigr)} .$$
"""

THEOREM = "thm-betting"

BY_HAND = {
    "eq-bet-wealth": "Betting.Betting",
    "eq-betting": "Betting.Betting",
}
