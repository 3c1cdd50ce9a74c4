r"""The lazy average.

For a perceptron with step size 1, and for any learner with $w_{t+1}=w_t+\tau_ty_tx_t$,

$$\bar w=w_{T+1}-\frac1{T+1}\sum_{t=1}^Tt\,\tau_ty_tx_t .$$
"""

from prover import Proof, Witness
from relatives.dual import the_run

THEOREM = "thm-lazy"

lazy = Proof(states="w x", sequences="y")
for hypothesis in the_run[1:]:
    lazy.assume(*hypothesis)
# Of the vectors before each round t; the last one is before T + 1.
lazy.let(drift="sum(s*tau[s]*y[s]*x[s], s < t)", mean="1/t*(sum(w[s], s < t) + w[t])")
lazy.induction("sums", "sum(w[s], s < t) + w[t] == t*w[t] - drift[t]", "update", "rest", end="t")
lazy.step("average", "mean[t] == w[t] - 1/t*drift[t]", "sums", "round")
lazy.theorem(
    "The lazy average",
    "average",
    Witness(
        [True, True, False],
        w=[(1, 0), (3, 0), (3, -4), (3, -4)],
        x=[(2, 0), (0, 4), (5, 5)],
        y=[1, -1, 1],
    ),
)

PROVES = {
    "eq-lazy": "average",
}
