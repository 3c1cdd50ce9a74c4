r"""The middle of the arc.

Let a stream in the plane have margin $\gamma>0$ and radius $R$, and let $\alpha=\arcsin(\gamma/R)$.
Then the learner that predicts with the middle of the arc makes at most $1+\log_2\frac{\pi}{2\alpha}$ mistakes.
"""

THEOREM = "thm-arc"


BY_HAND = {
    r"the learner makes at most $1+\log_2\frac\pi{2\alpha}$ mistakes": "Arc.Arc",
}
