r"""The dual form.

Let a perceptron with step size 1 start at $w_1=0$.
With $\tau_s=1$ if round $s$ is a mistake and $\tau_s=0$ if not, in every round

$$w_t=\sum_{s<t}\tau_sy_sx_s\qquad\text{and}\qquad\langle w_t,z\rangle=\sum_{s<t}\tau_sy_s\langle x_s,z\rangle$$

for every vector $z$.
"""

from prover import Proof, Witness

THEOREM = "thm-dual"

dual = Proof(vectors="z", states="w x", sequences="y")
the_run = [
    ("start", "w[1] == 0"),
    ("update", "w[t+1] == w[t] + y[t]*x[t]", "mistakes"),
    ("rest", "w[t+1] == w[t]", "others"),
]
for hypothesis in the_run:
    dual.assume(*hypothesis)

dual.induction("list", "w[t] == sum(tau[s]*y[s]*x[s], s < t)", "start", "update", "rest", end="t")
dual.induction(
    "score", "w[t] @ z == sum(tau[s]*y[s]*(x[s] @ z), s < t)", "start", "update", "rest", end="t"
)
two_rounds = Witness.perceptron([(1, 0), (1, 0), (0, 2)], [1, 1, -1], z=(3, 1))
dual.theorem("The weights are their mistakes", "list", two_rounds)

dual.theorem("A score by the mistakes", "score", two_rounds)

PROVES = {
    "eq-dual-form": ("list", "score"),
}
