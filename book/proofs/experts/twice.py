r"""Twice the best expert.

Take two experts, of which the first always predicts $+1$ and the second always $-1$, and any {term}`deterministic learner`.
For every $T$ there are labels for which the learner errs in all $T$ rounds, and the better expert errs at most $T/2$ times.
"""

from prover import Proof, Witness

THEOREM = "thm-twice"

two = Proof(numbers="m", sequences="a b")  # a, b: whether each expert errs
two.assume("one errs", "a[t] + b[t] == 1", at="rounds")
two.assume("best", "m <= sum(a[s])")
two.assume("best too", "m <= sum(b[s])")
two.induction("rounds", "sum(a[s], s < t) + sum(b[s], s < t) == t - 1", "one errs")
two.step("better", "m <= T/2", "rounds", "best", "best too")
two.theorem("Twice the best expert", "better", Witness([True] * 3, m=1, a=[1, 0, 0], b=[0, 1, 1]))

PROVES = {
    "the better expert errs at most $T/2$ times": "better",
}
BY_HAND = {
    "the better expert errs at most $T/2$ times": "Experts.Twice",
    "for two experts there are labels for which it errs in all $T$ rounds": "Experts.Twice",
}
