r"""The bound without the lift fails by any factor.

Let the perceptron with bias start at $w_1=0$, $b_1=0$, with ties as mistakes.
Over $n\ge1$ repetitions of the two examples {eq}`eq-family` with $10n\varepsilon^2\le1$, this learner errs in all $2n$ rounds, and only its first score is a tie.
"""

THEOREM = "thm-family"


BY_HAND = {
    "the perceptron with bias errs in all $2n$ rounds": "NoLift.NoLift",
    "only its first score is a tie": "NoLift.NoLift",
}
