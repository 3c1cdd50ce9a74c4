r"""The structured perceptron.

Let a structured perceptron start at $w_1=0$, and let $u$ be a vector, $\gamma>0$ and $R\ge0$ such that in every mistake $\langle u,Z_t\rangle\ge\gamma$ and $\|Z_t\|\le R$.
The number $k$ of its mistakes satisfies

$$k\le\frac{R^2\|u\|^2}{\gamma^2} .$$
"""

from prover import Proof, Witness

THEOREM = "thm-structured"

structured = Proof(numbers="gamma R", vectors="u", states="w z")
for line in [
    ("start", "w[1] == 0"),
    ("update", "w[t+1] == w[t] + z[t]", "mistakes"),
    ("rest", "w[t+1] == w[t]", "others"),
    ("preferred", "w[t] @ z[t] <= 0", "mistakes"),
    ("margin", "u @ z[t] >= gamma", "mistakes"),
    ("radius", "z[t] @ z[t] <= R**2", "mistakes"),
    ("positive", "gamma > 0"),
]:
    structured.assume(*line)
structured.induction("far", "u @ w[T+1] >= k*gamma", "start", "update", "rest", "margin")
structured.step("growth", "w[t+1] @ w[t+1] <= w[t] @ w[t] + R**2", "update", "preferred", "radius")
structured.induction("short", "w[T+1] @ w[T+1] <= k*R**2", "start", "growth", "rest")
structured.induction("count", "k >= 0")
structured.step(
    "squeeze",
    "k**2*gamma**2 <= k*R**2*(u @ u)",
    "far",
    "short",
    "count",
    "positive",
    "Cauchy-Schwarz: u, w[T+1]",
)
structured.step("bound", "k <= R**2*(u @ u)/gamma**2", "squeeze", "count", "positive")
structured.theorem(
    "The structured perceptron",
    "bound",
    Witness(
        [True, True, False],
        u=(1, 1),
        gamma=1,
        R=1,
        z=[(1, 0), (0, 1), (1, 0)],
        w=[(0, 0), (1, 0), (1, 1), (1, 1)],
    ),
)

PROVES = {
    "eq-structured": "bound",
}
