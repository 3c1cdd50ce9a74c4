r"""Passive-aggressive steps.

Let PA, the learner {eq}`eq-gentle`, start at $w_1=0$ and make $k$ mistakes.
Let $u$ be a vector and $R\ge0$ such that in every round $y_t\langle u,x_t\rangle\ge1$ and $\|x_t\|\le R$.
Then

$$k\le\sum_t\ell_t^2\le R^2\|u\|^2 .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-gentle"

gentle = Proof(numbers="R", vectors="u", states="w x", sequences="y eta ell")
for line in [
    ("update", "w[t+1] == w[t] + eta[t]*y[t]*x[t]"),
    ("label", "y[t]**2 == 1"),
    ("forward", "eta[t] >= 0"),
    ("loss", "eta[t]*(ell[t] - 1 + y[t]*(w[t] @ x[t])) == 0"),
    ("not negative", "ell[t] >= 0"),
    ("nearest", "eta[t]*(x[t] @ x[t]) == ell[t]"),
    ("suffices", "y[t]*(u @ x[t]) >= 1"),
    ("radius", "x[t] @ x[t] <= R**2"),
]:
    gentle.assume(*line, "rounds")
gentle.assume("start", "w[1] == 0")
gentle.assume("mistake", "ell[t] >= 1", "mistakes")
gentle.let(
    far="(w[t] - u) @ (w[t] - u)",
    fall="far[t] - (w[t+1] - u) @ (w[t+1] - u)",
)
gentle.step(
    "fall",
    "fall[t] == 2*eta[t]*y[t]*((u - w[t]) @ x[t]) - eta[t]**2*(x[t] @ x[t])",
    "update",
    "label",
)
gentle.step("least", "fall[t] >= eta[t]*ell[t]", "fall", "loss", "forward", "suffices", "nearest")
gentle.step(
    "short", "ell[t]**2 <= R**2*eta[t]*ell[t]", "nearest", "radius", "forward", "not negative"
)
gentle.step("square", "ell[t]**2 <= R**2*fall[t]", "short", "least", "square: R")
gentle.induction(
    "to the end", "sum(ell[s]**2) <= R**2*(u @ u - (w[T+1] - u) @ (w[T+1] - u))", "start", "square"
)
gentle.step("PA", "sum(ell[s]**2) <= R**2*(u @ u)", "to the end", "square: w[T+1] - u", "square: R")
gentle.cases("each", "tau[t] <= ell[t]**2", "mistake", "square: ell[t]")
gentle.induction("mistakes", "k <= sum(ell[s]**2)", "each")
half, fourth = Fraction(1, 2), Fraction(1, 4)
gentle.theorem(
    "PA",
    "PA",
    Witness(
        [True, False, False],
        u=(1,),
        R=2,
        x=[(2,), (1,), (1,)],
        y=[1, 1, 1],
        w=[(0,), (half,), (1,), (1,)],
        eta=[fourth, half, 0],
        ell=[1, half, 0],
    ),
)

PROVES = {
    "eq-gentle-pa": ("mistakes", "PA"),
    "eq-gentle-fall": "fall",
    "eq-gentle-least": ("least", "short"),
}
