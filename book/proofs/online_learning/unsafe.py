r"""No learner is safe.

For every {term}`deterministic learner` that scores by one number, and all instances $x_1,\dots,x_T$, there are labels $-1$ and $+1$ with $y_tf_t\le0$ in every round: each score is zero or has the wrong sign.
"""

THEOREM = "thm-unsafe"


BY_HAND = {
    r"there are labels $-1$ and $+1$ with $y_tf_t\le0$ in every round": "Adversary.Adversary",
}
