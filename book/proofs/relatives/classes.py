r"""Many classes.

Let the multi-class perceptron start at zero.
Let $U_1,\dots,U_J$ be vectors, $\gamma>0$ and $R\ge0$ such that in every mistake

$$\langle U_{y_t}-U_{\hat y_t},x_t\rangle\ge\gamma\qquad\text{and}\qquad\|x_t\|\le R .$$

Then

$$k\le\frac{2R^2\sum_i\|U_i\|^2}{\gamma^2} .$$

For every number of classes $J\ge2$ and every number of rounds some stream attains equality in {eq}`eq-multi-bound`.
"""

from prover import Proof, Witness

THEOREM = "thm-classes"

# w, z and u are the long vectors.
kesler = Proof(numbers="gamma R", vectors="u", states="w x z")
for line in [
    ("start", "w[1] == 0"),
    ("update", "w[t+1] == w[t] + z[t]", "mistakes"),
    ("rest", "w[t+1] == w[t]", "others"),
    ("preferred", "w[t] @ z[t] <= 0", "mistakes"),
    ("blocks", "z[t] @ z[t] == 2*(x[t] @ x[t])", "mistakes"),
    ("margin", "u @ z[t] >= gamma", "mistakes"),
    ("radius", "x[t] @ x[t] <= R**2", "mistakes"),
    ("positive", "gamma > 0"),
]:
    kesler.assume(*line)
kesler.induction("far", "u @ w[T+1] >= k*gamma", "start", "update", "rest", "margin")
kesler.step(
    "growth", "w[t+1] @ w[t+1] <= w[t] @ w[t] + 2*R**2", "update", "preferred", "blocks", "radius"
)

kesler.induction("short", "w[T+1] @ w[T+1] <= 2*k*R**2", "start", "growth", "rest")
kesler.induction("count", "k >= 0")
kesler.step(
    "squeeze",
    "k**2*gamma**2 <= 2*k*R**2*(u @ u)",
    "far",
    "short",
    "count",
    "positive",
    "Cauchy-Schwarz: u, w[T+1]",
)
kesler.step("bound", "k <= 2*R**2*(u @ u)/gamma**2", "squeeze", "count", "positive")
kesler.theorem(
    "Many classes",
    "bound",
    Witness(
        [True, True, False],
        u=(-1, -1, 1, 1),
        gamma=2,
        R=1,
        x=[(1, 0), (0, 1), (1, 0)],
        z=[(-1, 0, 1, 0), (0, -1, 0, 1), (-1, 0, 1, 0)],
        w=[(0,) * 4, (-1, 0, 1, 0), (-1, -1, 1, 1), (-1, -1, 1, 1)],
    ),
)

PROVES = {
    "eq-multi-bound": "bound",
}
BY_HAND = {
    r"for every number of classes $J\ge2$ and of rounds there is a stream that attains equality in the bound": "Classes.Met",
    "eq-multi-bound": "Classes.Classes",
}
IN_PART = {
    "eq-multi-bound": "of the long vectors, for which the blocks are assumed",
}
ASSUMED = ("eq-multi-margin",)
