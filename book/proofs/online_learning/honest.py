r"""Honest losses.

Let the examples be drawn independently from $P$, and let $r_t$ be the risk of the hypothesis with which a learner predicts in round $t$.
Then its scores $f_t$ satisfy

$$\mathbb E\,\sum_{t=1}^TL(f_t,y_t)=\mathbb E\,\sum_{t=1}^Tr_t .$$
"""

THEOREM = "thm-honest"


BY_HAND = {
    "eq-honest": "Samples.Honest",
}
