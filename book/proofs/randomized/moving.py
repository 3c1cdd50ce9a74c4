r"""Comparators that move.

Let $\|x_t\|\le R$ in all $T$ rounds, let $u_1,\dots,u_T\in V$, and let $\Lambda=\sum_{t<T}\|u_{t+1}-u_t\|$.
The learner {eq}`eq-ogd` with a constant step size $\eta>0$ has

$$\sum_{t=1}^T\langle g_t,w_t-u_t\rangle\le\frac1{2\eta}\Bigl(\frac1{R^2}+\frac{4\Lambda}R\Bigr)+\frac\eta8\sum_{t=1}^T\|x_t\|^2 .$$
"""

from prover import Proof, Witness
from randomized.ftrl import half

THEOREM = "thm-moving"

# B is 1/R
moving = Proof(numbers="B eta", states="w p u x", sequences="y r")
moving.let(
    price="eta/8*(x[t] @ x[t])",
    gain="y[t]*(x[t] @ (u[t] - w[t]))/2",
    far="(w[t] - u[t]) @ (w[t] - u[t])",
    after="(w[t+1] - u[t]) @ (w[t+1] - u[t])",
    turn="u[t+1] - u[t]",
    wide="u[t] + u[t+1] - 2*w[t+1]",
)
for label, claim in (
    ("label", "y[t]**2 == 1"),
    ("move", "p[t] == w[t] + eta/2*y[t]*x[t]"),
    ("angle", "(w[t+1] - p[t]) @ (u[t] - w[t+1]) >= 0"),
    ("inside", "w[t+1] @ w[t+1] <= B**2"),
    ("comparator", "u[t] @ u[t] <= B**2"),
    ("next", "u[t+1] @ u[t+1] <= B**2"),
    ("length", "turn[t] @ turn[t] == r[t]**2"),
    ("path", "r[t] >= 0"),
):
    moving.assume(label, claim, at="rounds")
for label, claim in (
    ("start", "w[1] == 0"),
    ("first", "u[1] @ u[1] <= B**2"),
    ("step", "eta > 0"),
    ("B", "B > 0"),
):
    moving.assume(label, claim)
moving.step(
    "round",
    "gain[t] <= (far[t] - after[t])/(2*eta) + price[t]",
    "move",
    "angle",
    "step",
    "label",
    "square: w[t+1] - p[t]",
)
moving.step(
    "width",
    "wide[t] @ wide[t] <= 16*B**2",
    "inside",
    "comparator",
    "next",
    "square: u[t] - u[t+1]",
    "square: u[t] + w[t+1]",
    "square: u[t+1] + w[t+1]",
)
moving.step(
    "squared",
    "(turn[t] @ wide[t])**2 <= 16*B**2*r[t]**2",
    "width",
    "length",
    "Cauchy-Schwarz: turn[t], wide[t]",
)
moving.step("turned", "turn[t] @ wide[t] <= 4*B*r[t]", "squared", "path", "B")
moving.step("moves", "far[t+1] - after[t] <= 4*B*r[t]", "turned")
moving.induction(
    "sum",
    "sum(gain[s] - price[s]) <= (B**2 + 4*B*sum(r[s]) - far[T+1])/(2*eta)",
    "round",
    "moves",
    "start",
    "first",
    "step",
)
moving.induction("split", "sum(gain[s] - price[s]) == sum(gain[s]) - sum(price[s])")
moving.step(
    "moving",
    "sum(gain[s]) <= (B**2 + 4*B*sum(r[s]))/(2*eta) + sum(price[s])",
    "sum",
    "split",
    "step",
    "square: w[T+1] - u[T+1]",
)
moving.theorem(
    "Comparators that move",
    "moving",
    Witness(
        [True] * 3,
        B=1,
        eta=1,
        y=[1, -1, -1],
        x=[(1,), (1,), (1,)],
        w=[(0,), (half,), (0,), (-half,)],
        p=[(half,), (0,), (-half,)],
        u=[(1,), (-1,), (-1,), (-1,)],
        r=[2, 0, 0],
    ),
)

PROVES = {
    "eq-moving": "moving",
    "eq-moving-step": "moves",
}
