r"""The same mistakes.

Run the perceptron from zero, with step size 1, over a stream and over the stream lifted by {eq}`eq-fs-lift`, with any $\Delta$ and the same tie rule.
In every round the two scores are the same, and so the mistakes are the same.
The weights of the lifted run are

$$w'_t=w_t+\Delta\sum_{s<t}\tau_sy_se_s,$$

where $\tau_s=1$ if round $s$ is a mistake and $0$ if not.
"""

from nonseparable.freund_schapire import the_run
from prover import Proof, Witness

THEOREM = "thm-same-mistakes"

two = Proof(numbers="Delta", states="w x v", sequences="y", families="e", flags="sigma")
for hypothesis in the_run[:4]:
    two.assume(*hypothesis)
two.assume("right side", "y[t]*(w[t] @ x[t]) > 0", "others")
# The lifted weights: v in the old space, and along each e_s what was added.
two.let(
    X="x[t] + Delta*e[t]",
    stored="sum(tau[s]*y[s]*e[s], s < t)",
    W="v[t] + Delta*sum(sigma[s]*y[s]*e[s], s < t)",
)
for label, claim, at in [
    ("start'", "v[1] == 0", ""),
    ("update'", "v[t+1] == v[t] + y[t]*x[t]", "sigma = 1"),
    ("rest'", "v[t+1] == v[t]", "sigma = 0"),
    ("wrong side'", "y[t]*(W[t] @ X[t]) <= 0", "sigma = 1"),
    ("right side'", "y[t]*(W[t] @ X[t]) > 0", "sigma = 0"),
]:
    two.assume(label, claim, at)

so_far = "suppose: v[t] == w[t]"
two.step("score", "W[t] @ X[t] == w[t] @ x[t]", so_far)
two.cases("both", "sigma[t] == 1", "score", "wrong side", "right side'", flag="sigma")
two.cases("neither", "sigma[t] == 0", "score", "right side", "wrong side'", flag="sigma")
two.cases("both or neither", "sigma[t] == tau[t]", "both", "neither")
two.cases("move", "w[t+1] == w[t] + tau[t]*y[t]*x[t]", "update", "rest")
two.cases("move'", "v[t+1] == v[t] + sigma[t]*y[t]*x[t]", "update'", "rest'", flag="sigma")
two.induction(
    "old space", "v[t] == w[t]", "start", "start'", "move", "move'", "both or neither", end="t"
)
two.apply("scores", two["score"], {}, "old space")
two.apply("mistakes", two["both or neither"], {}, "old space")

two.step("lifted", "W[t+1] == W[t] + sigma[t]*y[t]*X[t]", "move'")
two.induction("added", "sum(sigma[s]*y[s]*e[s], s < t) == stored[t]", "mistakes", end="t")
two.step("weights", "W[t] == w[t] + Delta*stored[t]", "old space", "added")
two.theorem(
    "The same mistakes",
    "mistakes",
    Witness.perceptron(
        [(1,), (1,), (1,), (1,)],
        [1, -1, 1, 1],
        Delta=2,
        sigma=[1, 1, 1, 0],
        v=[(0,), (1,), (0,), (1,), (1,)],
    ),
)

PROVES = {
    "the two scores are the same": "scores",
    "the mistakes are the same": "mistakes",
    "eq-fs-weights": "weights",
    "eq-fs-score": "scores",
}
BY_HAND = {
    "eq-fs-weights": "Runs.SameMistakes",
    "the mistakes are the same": "Runs.SameMistakes",
    "the two scores are the same": "Runs.SameMistakes",
}
IN_PART = {
    "the mistakes are the same": "where a tie is a mistake",
    "the two scores are the same": "where a tie is a mistake",
    "eq-fs-weights": "where a tie is a mistake",
}
