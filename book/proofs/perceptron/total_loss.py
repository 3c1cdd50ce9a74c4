r"""The total perceptron loss of a run.

Let the perceptron with step size $1$ and any of the four tie rules run from $w_1=0$ over a stream with $\|x_t\|\le R$, and let it make $k$ mistakes.
Then its total perceptron loss is at most $\tfrac12kR^2$, and exactly

$$\sum_{t=1}^T\ell_P(f_t,y_t)=\tfrac12\sum_{t\text{ a mistake}}\|x_t\|^2-\tfrac12\|w_{T+1}\|^2 .$$
"""

THEOREM = "thm-total-loss"


BY_HAND = {
    r"the total perceptron loss is at most $\frac12kR^2$": "Runs.TotalLoss",
    "eq-total-loss": "Runs.TotalLoss",
}
