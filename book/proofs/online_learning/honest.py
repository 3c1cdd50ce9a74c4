r"""Honest losses.

Let the examples be drawn independently from $P$.
Then the losses of every learner satisfy

$$\mathbb E\,\sum_{t=1}^TL(f_t(x_t),y_t)=\mathbb E\,\sum_{t=1}^TR_L(f_t) .$$
"""

THEOREM = "thm-honest"


BY_HAND = {
    "eq-honest": "Samples.Honest",
}
