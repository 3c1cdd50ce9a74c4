r"""A sum of roots.

Let $T\ge1$.
Then $\displaystyle\sum_{t=1}^T\frac1{\sqrt t}\le2\sqrt T$.
"""

from prover import Proof, Witness

THEOREM = "thm-roots"

roots = Proof()
roots.step(
    "one", "1/sqrt(t) <= 2*sqrt(t) - 2*sqrt(t - 1)", "round", "square: sqrt(t) - sqrt(t - 1)"
)
roots.induction("before", "sum(1/sqrt(s), s < t) <= 2*sqrt(t - 1)", "one", "round")
roots.step("roots", "sum(1/sqrt(s)) <= 2*sqrt(T)", "before")
roots.theorem("A sum of roots", "roots", Witness([True, False]))

PROVES = {
    r"$\sum_{t=1}^T\frac1{\sqrt t}\le2\sqrt T$": "roots",
}
