r"""Equal weights, and shares.

Let the hypotheses of {prf:ref}`thm-mixing` hold.
With equal mixing weights the mistakes of all parts and passes are at most $m\,R^2\|u\|^2/\gamma^2$.
With shares of the mistakes as mixing weights, at most $R^2\|u\|^2/\gamma^2$ passes contain a mistake.
With either choice a clean pass comes; the weights after it are right on every example of its parts, and stay as they are, as long as later passes hold only examples of this pass.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "cor-mixing"

# The rounds are the parts again: c[t] mistakes, n in all.
share = Proof(numbers="n", sequences="mu c")
for line in [
    ("shares", "mu[t]*n == c[t]", "rounds"),
    ("some", "n > 0"),
    ("whole", "c[t]**2 >= c[t]", "rounds"),
    ("all", "sum(c[s]) == n"),
]:
    share.assume(*line)
share.induction("squares", "n*sum(mu[s]*c[s]) == sum(c[s]**2)", "shares")
share.induction("more", "sum(c[s]**2) >= sum(c[s])", "whole")
share.step("equal", "sum(mu[s]*c[s]) == 1/n*sum(c[s]**2)", "squares", "some")
share.step("one", "sum(mu[s]*c[s]) >= 1", "squares", "more", "all", "some")
share.theorem(
    "A pass with a mistake",
    "one",
    Witness([True, False], n=4, mu=[Fraction(3, 4), Fraction(1, 4)], c=[3, 1]),
)

PROVES = {
    "eq-shares": ("equal", "one"),
}
BY_HAND = {
    "the weights after it are right on every example of its parts": "Mixing.AfterClean",
    r"with equal mixing weights the mistakes of all parts and passes are at most $m\,R^2\|u\|^2/\gamma^2$": "Mixing.Equal",
    "with either choice a clean pass comes": "Mixing.Comes",
    "they stay as they are, as long as later passes hold only examples of this pass": "Mixing.AfterClean",
    r"with shares of the mistakes as mixing weights, at most $R^2\|u\|^2/\gamma^2$ passes contain a mistake": "Mixing.Shares",
}
