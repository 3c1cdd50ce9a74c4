r"""Online to batch.

Let $T$ examples be independent draws from one distribution, and let $k$ be the number of mistakes of a deterministic learner that holds $w_t$ in round $t$.
Then

$$\mathbb E\Bigl[\frac1T\sum_{t=1}^T\operatorname{risk}(w_t)\Bigr]=\frac{\mathbb E[k]}T ,$$

and for $0<\delta<1$ it is true with probability at least $1-\delta$ that

$$\frac1T\sum_{t=1}^T\operatorname{risk}(w_t)<\frac kT+\sqrt{\frac{\ln(1/\delta)}{2T}} .$$
"""

THEOREM = "thm-batch"


BY_HAND = {
    "eq-batch-tail": "Draws.BatchTail",
    "eq-batch": "Draws.Batch",
}
