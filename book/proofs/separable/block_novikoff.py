r"""Block-Novikoff.

Let a perceptron without bias start at $w_1=0$ and run over a finite stream, under any of the tie rules of chapter 3: it moves in its mistakes and in no other round, and each of them has $y_tf_t\le0$.
Let $u$ be a vector, $\gamma>0$ and $R\geq0$ such that in every round $t$ that is a mistake

$$y_t\langle u,x_t\rangle\ge\gamma\qquad\text{and}\qquad\|x_t\|\le R .$$

Then the number $k$ of mistakes satisfies

$$k\le\frac{R^2\|u\|^2}{\gamma^2} .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-block-novikoff"

the_run = [
    ("start", "w[1] == 0"),
    ("update", "w[t+1] == w[t] + y[t]*x[t]", "mistakes"),
    ("rest", "w[t+1] == w[t]", "others"),
    ("wrong side", "y[t]*(w[t] @ x[t]) <= 0", "mistakes"),
]
the_data = [
    ("label", "y[t]**2 == 1", "mistakes"),
    ("margin", "y[t]*(u @ x[t]) >= gamma", "mistakes"),
    ("radius", "x[t] @ x[t] <= R**2", "mistakes"),
    ("positive", "gamma > 0"),
]
bn = Proof(numbers="gamma R", vectors="u", states="w x", sequences="y")
for hypothesis in the_run + the_data:
    bn.assume(*hypothesis)

bn.step("progress", "u @ w[t+1] >= u @ w[t] + gamma", "update", "margin")
bn.induction("far", "u @ w[T+1] >= k*gamma", "start", "progress", "rest")
bn.step(
    "growth", "w[t+1] @ w[t+1] <= w[t] @ w[t] + R**2", "update", "wrong side", "label", "radius"
)
bn.induction("short", "w[T+1] @ w[T+1] <= k*R**2", "start", "growth", "rest")
bn.induction("count", "k >= 0")
bn.step(
    "squeeze",
    "k**2*gamma**2 <= k*R**2*(u @ u)",
    "far",
    "short",
    "count",
    "positive",
    "Cauchy-Schwarz: u, w[T+1]",
)
bn.step("bound", "k <= R**2*(u @ u)/gamma**2", "squeeze", "count", "positive")

# What stands between the two ends of a display.
bn.step("moved", "u @ w[t+1] == u @ w[t] + y[t]*(u @ x[t])", "update")
bn.step(
    "grown",
    "w[t+1] @ w[t+1] == w[t] @ w[t] + 2*y[t]*(w[t] @ x[t]) + x[t] @ x[t]",
    "update",
    "label",
)
bn.step("squared", "k**2*gamma**2 <= (u @ w[T+1])**2", "far", "count", "positive")
bn.step("angle", "(u @ w[T+1])**2 <= (w[T+1] @ w[T+1])*(u @ u)", "Cauchy-Schwarz: u, w[T+1]")
bn.step("length", "(w[T+1] @ w[T+1])*(u @ u) <= k*R**2*(u @ u)", "short", "square: u")

witness = Witness.perceptron(
    [(2, 0), (0, 2), (2, 0), (2, 0)],
    [1, -1, 1, 1],
    R=2,
    gamma=Fraction(6, 5),
    u=(Fraction(3, 5), Fraction(-4, 5)),
)
bn.theorem("Block-Novikoff", "bound", witness)

# The forms in which the sources have the theorem.
bn.assume("unit", "u @ u == 1")
bn.assume("unit instances", "x[t] @ x[t] <= 1", at="mistakes")
bn.assume("margin 1", "y[t]*(u @ x[t]) >= 1", at="mistakes")
bn.step("A, B, C", "k <= R**2/gamma**2", "bound", "unit")
bn.apply("R = 1", bn["A, B, C"], {"R": "1"}, "unit instances")
bn.step("D", "k <= 1/gamma**2", "R = 1")
bn.apply("gamma = 1", bn["bound"], {"gamma": "1"}, "margin 1")
bn.step("E", "k <= R**2*(u @ u)", "gamma = 1")

PROVES = {
    "eq-bn": "bound",
    "eq-growth": ("growth", "grown"),
    "eq-progress": ("progress", "moved"),
    "eq-squeeze": ("squeeze", "squared", "angle", "length"),
}
BY_HAND = {
    "eq-bn": r"Perceptron.Separable: in $\mathbb R^n$, for the perceptron as a program",
}
ASSUMED = ("eq-hypotheses",)
