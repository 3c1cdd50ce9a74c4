r"""The pocket.

Let the examples of $T$ rounds be independent draws from one distribution.
Let a {term}`deterministic learner` predict by its weights and the instance alone, move only in mistakes, and never make more than $\kappa<T$ mistakes on them.
At least one of its weight vectors is right in $m=\lceil\frac{T-\kappa}{\kappa+1}\rceil$ rounds in a row while the learner holds it.
For $0<\rho<1$, with probability at least $1-\rho$, every weight vector that is right in $m$ rounds in a row while the learner holds it has a risk less than

$$\frac1m\ln\frac{\kappa+1}\rho .$$
"""

THEOREM = "thm-pocket"


BY_HAND = {
    "at least one of the weight vectors is right in $m$ rounds in a row while the learner holds it": "Draws.Row",
    "eq-pocket": "Draws.Pocket",
}
