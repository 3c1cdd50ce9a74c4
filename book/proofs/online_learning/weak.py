r"""Weak regret is at most regret.

Let $\ell$ be a loss that is nowhere below the zero-one loss, such as the hinge loss $\max(0,1-yf)$.
For every learner and comparator

$$k-\sum_{t=1}^T\ell_t(u)\;\le\;k-k_u ,$$

where $k$ is the number of mistakes of the learner and $k_u$ that of the comparator.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-weak"

weak = Proof(sequences="m ell")
weak.assume("not negative", "ell[t] >= 0", at="rounds")
weak.assume("u is mistaken", "ell[t] >= 1", at="mistakes")
weak.cases("each", "m[t] - ell[t] <= m[t] - tau[t]", "not negative", "u is mistaken")
weak.sum_up("weak", "each")
weak.theorem(
    "Weak regret is at most regret",
    "weak",
    Witness([True, False], m=[1, 1], ell=[2, Fraction(1, 2)]),
)

PROVES = {
    "eq-weak": "weak",
}
