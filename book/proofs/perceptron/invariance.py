r"""Learning-rate invariance.

Let $\eta>0$.
Over the same stream and under the same tie rule, run the perceptron with step size $1$ from $w_1$ and with step size $\eta$ from $\eta w_1$.
In every round the weights and scores of the second run are $\eta$ times those of the first; predictions and mistakes are the same.
In particular, from $w_1=0$ the step size changes no prediction.
"""

THEOREM = "thm-invariance"


BY_HAND = {
    "predictions and mistakes are the same": "Runs.Runs",
    r"weights and scores are $\eta$ times those with step size 1": "Runs.Runs",
    "from $w_1=0$ the step size changes no prediction": "Runs.StartsAtZero",
}
