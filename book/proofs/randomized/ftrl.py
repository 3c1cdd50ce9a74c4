r"""Regret of FTRL.

Let $\|x_t\|\le R$ in all $T$ rounds.
For step sizes $\eta_1\ge\dots\ge\eta_T>0$ and every $u\in V$, the learner {eq}`eq-step` has

$$\operatorname{Regret}_T(u)\le\frac{\|u\|^2}{2\eta_T}+\frac18\sum_{t=1}^T\eta_t\|x_t\|^2 .$$
"""

from fractions import Fraction

import randomized.coin_regret
from prover import Proof, Witness
from randomized.ball import coins, space
from randomized.step import step

THEOREM = "thm-ftrl"

ftrl_ = Proof(numbers="r R c e", vectors="u", states="w S x", sequences="y eta rho")
step_is = {
    "weights": "w[t] == rho[t]*S[t]",
    "factor": "rho[t] > 0",
    "at most": "rho[t] <= eta[t]/2",
    "inside": "w[t] @ w[t] <= r**2",
    "either": "(eta[t]/2 - rho[t])*(r**2 - w[t] @ w[t]) == 0",
}
for label, claim in step_is.items():  # the round after the last is like it
    ftrl_.assume(label, claim, at="rounds")
    ftrl_.assume(f"end {label}", claim.replace("[t]", "[T+1]"))
for line in (
    ("sum", "S[t+1] == S[t] + y[t]*x[t]"),
    ("label", "y[t]**2 == 1"),
    ("step", "eta[t] > 0"),
    ("falls", "eta[t+1] <= eta[t]"),
    ("later", "eta[t+1] > 0"),
    ("next", "w[t+1] @ w[t+1] <= r**2"),
    ("radius", "x[t] @ x[t] <= R**2"),
):
    ftrl_.assume(*line, at="rounds")

for line in (
    ("r", "r > 0"),
    ("start", "S[1] == 0"),
    ("first", "w[1] == 0"),
    ("last step", "eta[T+1] == e"),
    ("e", "e > 0"),
    ("R", "R > 0"),
    ("ball", "r*R == 1"),
    ("u", "u @ u <= r**2"),
):
    ftrl_.assume(*line)
ftrl_.let(
    F="w[t] @ w[t]/(2*eta[t]) - w[t] @ S[t]/2",
    v="w[t+1] - w[t]",
    E="u @ u/(2*e) - u @ S[T+1]/2",
    spring="w[t+1] @ w[t+1]/(2*eta[t])",
)
ftrl_.apply(
    "strong",
    step["strong"],
    {"w": "w[t+1]", "v": "w[t]", "S": "S[t]", "eta": "eta[t]", "rho": "rho[t]"},
    "r",
    *step_is,
    "step",
    "next",
)
ftrl_.apply(
    "at the end",
    step["strong"],
    {"w": "u", "v": "w[T+1]", "S": "S[T+1]", "eta": "eta[T+1]", "rho": "rho[T+1]"},
    "r",
    *(f"end {label}" for label in step_is),
    "last step",
    "e",
    "u",
)

ftrl_.step("stiffer", "w[t+1] @ w[t+1]/(2*eta[t+1]) >= spring[t]", "step", "falls", "later")
ftrl_.step(
    "round",
    "F[t+1] >= F[t] - y[t]*(w[t] @ x[t])/2 + v[t] @ v[t]/(2*eta[t]) - y[t]*(v[t] @ x[t])/2",
    "strong",
    "stiffer",
    "sum",
)
ftrl_.step(
    "square",
    "v[t] @ v[t]/(2*eta[t]) - y[t]*(v[t] @ x[t])/2 >= -eta[t]*(x[t] @ x[t])/8",
    "step",
    "label",
    "square: v[t] - eta[t]*y[t]*x[t]/2",
)
ftrl_.step("least", "F[T+1] <= E", "at the end", "last step", "e", "square: u - w[T+1]")

ftrl_.let(gain="y[t]*(w[t] @ x[t])/2", price="eta[t]*(x[t] @ x[t])/8", g="-y[t]*x[t]/2")
ftrl_.induction("all", "F[T+1] >= -sum(gain[s] + price[s])", "start", "first", "round", "square")
ftrl_.induction("comparator", "u @ S[T+1] == sum(y[s]*(u @ x[s]))", "start", "sum")
ftrl_.induction("split", "sum(gain[s] + price[s]) == sum(gain[s]) + sum(price[s])")
ftrl_.induction("pairs", "sum(g[s] @ (w[s] - u)) == sum(y[s]*(u @ x[s]))/2 - sum(gain[s])")

ftrl_.let(mine="sqrt((w[t] @ x[t] - y[t])**2)/2", theirs="sqrt((u @ x[t] - y[t])**2)/2")
ftrl_.let(Reg="sum(mine[s]) - sum(theirs[s])")
ftrl_.apply("linear", coins["linear"], {}, *space, "inside", "u")
ftrl_.step(
    "regret",
    "Reg <= u @ u/(2*e) + sum(price[s])",
    "all",
    "least",
    "comparator",
    "split",
    "pairs",
    "linear",
)
half = Fraction(1, 2)
a_run = {
    "x": [(1,)] * 3,
    "y": [1] * 3,
    "S": [(n,) for n in range(4)],
    "w": [(0,), (half,), (1,), (1,)],
    "u": (1,),
    "r": 1,
    "R": 1,
    "rho": [half] * 3 + [Fraction(1, 3)],
    "eta": [1] * 4,
    "e": 1,
}
ftrl_.theorem("Regret of FTRL", "regret", Witness([True] * 3, **a_run))

PROVES = {
    "eq-ftrl-bound": "regret",
}
BY_HAND = {
    "eq-ftrl-bound": "FtrlRun.FtrlRun",
}
