r"""Linear regret.

In each round, let the prediction of a learner be determined by the examples of the earlier rounds and by the instance of this one.
Then for each $x\ne0$ and each $T$ there are labels for the instances $x_1=\dots=x_T=x$ such that the learner errs in all $T$ rounds.
On the same stream one of the linear classifiers with weights $x$ and $-x$ errs in at most $T/2$ rounds.
"""

THEOREM = "thm-fooled"


BY_HAND = {
    "there are labels for which the learner errs in all $T$ rounds": "Adversary.Adversary",
    "one of two linear classifiers errs in at most $T/2$": "Adversary.Fooled",
}
