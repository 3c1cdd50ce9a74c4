r"""The strict rule never leaves zero.

A learner that starts at $w_1=0$ and updates only when $y_tf_t<0$ has $w_t=0$ in every round of every stream.
The same holds with a bias that starts at $0$.
"""

THEOREM = "thm-strict"


BY_HAND = {
    "with a bias that starts at 0, weights and bias are": "Runs.Strict",
    "the weights are zero in every round": "Runs.Strict",
}
