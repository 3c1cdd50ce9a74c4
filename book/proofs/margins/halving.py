r"""Halving.

Let $\gamma,R>0$, and let $u\in\mathbb R^d$ be a unit vector with $y_t\langle u,x_t\rangle\ge\gamma$ and $\|x_t\|\le R$ in every round.
Let a learner predict with the majority, by volume, of those vectors of the ball of radius $1+\frac\gamma R$ that were right so far.
The number $k$ of its mistakes satisfies

$$k\le d\log_2\Bigl(1+\frac R\gamma\Bigr) .$$
"""

THEOREM = "thm-halving"


BY_HAND = {
    "eq-halving": "Halving.Halving",
}
