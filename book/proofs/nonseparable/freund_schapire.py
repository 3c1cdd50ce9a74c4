r"""Freund-Schapire.

Let a perceptron without bias start at $w_1=0$ and run over a finite stream, under any of the tie rules of chapter 3: it moves in its mistakes and in no other round, and each of them has $y_tf_t\le0$.
Let $u$ be any vector and $\gamma>0$, with slacks $d_t=\max(0,\gamma-y_t\langle u,x_t\rangle)$.
Let $R\ge0$ and $\bar D\ge0$ be such that

$$\|x_t\|\le R\ \text{ in every mistake},\qquad\sum_{t\ \text{a mistake}}d_t^2\le\bar D^2 .$$

Then the number $k$ of mistakes satisfies

$$k\le\Bigl(\frac{R\,\|u\|+\bar D}{\gamma}\Bigr)^2 .$$

In particular this holds for the radius $R$ of the stream and for $\bar D=D$, the norm of all slacks.
"""

from prover import Proof, Witness

THEOREM = "thm-freund-schapire"

the_run = [
    ("start", "w[1] == 0"),
    ("update", "w[t+1] == w[t] + y[t]*x[t]", "mistakes"),
    ("rest", "w[t+1] == w[t]", "others"),
    ("wrong side", "y[t]*(w[t] @ x[t]) <= 0", "mistakes"),
    ("radius", "x[t] @ x[t] <= R**2", "mistakes"),
    ("positive", "gamma > 0"),
]
slack = [
    ("label", "y[t]**2 == 1", "mistakes"),
    ("slack", "d[t] >= gamma - y[t]*(u @ x[t])", "mistakes"),
    ("D", "sum(tau[s]*d[s]**2) <= D**2"),  # D-bar in the text
    ("D sign", "D >= 0"),
    ("R sign", "R >= 0"),
]
fs = Proof(numbers="gamma R D", vectors="u", states="w x", sequences="y d", families="e")
for hypothesis in [*the_run, *slack]:
    fs.assume(*hypothesis)
fs.let(spent="sum(tau[s]*d[s])", n="norm(u)", root="sqrt(k)")

fs.induction("progress", "u @ w[T+1] >= gamma*k - spent", "start", "update", "rest", "slack")
fs.induction("count", "k >= 0")
fs.step(
    "pairs",
    "spent**2 <= k*sum(tau[s]*d[s]**2)",
    "Cauchy-Schwarz: sum(tau[s]*e[s]), sum(tau[s]*d[s]*e[s])",
)
fs.induction("squares", "sum(tau[s]*d[s]**2) >= 0", "square: d[t]")
fs.step("rooted", "spent <= root*sqrt(sum(tau[s]*d[s]**2))", "pairs", "squares", "count")
fs.step("few", "spent <= root*D", "pairs", "D", "count", "D sign")
fs.induction(
    "short", "w[T+1] @ w[T+1] <= k*R**2", "start", "update", "rest", "wrong side", "label", "radius"
)
fs.step("growth", "u @ w[T+1] <= root*R*n", "short", "count", "R sign", "Cauchy-Schwarz: u, w[T+1]")
fs.step("squeeze", "gamma*k <= root*(R*n + D)", "progress", "few", "growth")

signs = "count", "R sign", "D sign", "positive"
fs.step("divided", "gamma*root <= R*n + D", "squeeze", *signs)
fs.step("bound", "k <= ((R*n + D)/gamma)**2", "divided", *signs)
data = {
    "X": [(1,), (1,), (1,), (1,)],
    "y": [1, -1, 1, 1],
    "u": (1,),
    "R": 1,
    "D": 2,
    "gamma": 1,
    "d": [0, 2, 0, 0],
}
fs.theorem("Freund-Schapire", "bound", Witness.perceptron(**data))

fs.assume("all slacks", "D**2 == sum(d[s]**2)")
fs.cases("one", "tau[t]*d[t]**2 <= d[t]**2", "square: d[t]")
fs.sum_up("all", "one")
fs.apply("over trials", fs["bound"], {}, "all", "all slacks")

PROVES = {
    "it holds for the radius of the stream and the norm of all slacks": "over trials",
    "eq-fs": "bound",
    "eq-fs-progress": "progress",
    "eq-fs-spent": ("rooted", "few"),
    "eq-fs-squeeze": "divided",
}
BY_HAND = {
    "eq-fs": r"Perceptron.WithSlack: in $\mathbb R^n$, for the perceptron as a program",
}
ASSUMED = ("eq-fs-hypotheses",)
