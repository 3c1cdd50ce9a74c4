r"""No deterministic learner does better.

For every {term}`deterministic learner` and every finite class $H$ that is not empty there is a realizable stream of $\dim H$ rounds on which it errs in every round.
"""

THEOREM = "thm-forced"


BY_HAND = {
    r"for every deterministic learner there is a realizable stream of $\dim H$ rounds on which it errs in every round": "Trees.Forced",
}
