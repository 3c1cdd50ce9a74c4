r"""The best coin of the ball.

Let $\|x_t\|\le R$ in all rounds and $S=\sum_{t=1}^Ty_tx_t$.
Every $u\in V$ has

$$\sum_{t=1}^T\tfrac12|\langle u,x_t\rangle-y_t|\ge\tfrac12\Bigl(T-\frac{\|S\|}R\Bigr) ,$$

and if $S\ne0$, equality holds for the **leader** $u=\frac S{R\|S\|}$.
"""

from fractions import Fraction

from prover import Proof, Witness
from randomized.chance import one

THEOREM = "thm-ball"

score = Proof(numbers="r R y", vectors="w x")  # r = 1/R
for line in (
    ("R", "R > 0"),
    ("ball", "r*R == 1"),
    ("label", "y**2 == 1"),
    ("inside", "w @ w <= r**2"),
    ("radius", "x @ x <= R**2"),
):
    score.assume(*line)
score.step("product", "(w @ w)*(x @ x) <= r**2*R**2", "inside", "radius")
score.step("one", "r**2*R**2 == 1", "ball")
score.step("score", "(w @ x)**2 <= 1", "product", "one", "Cauchy-Schwarz: w, x")
score.step("low", "w @ x >= -1", "score")
score.step("high", "w @ x <= 1", "score")
score.apply("chance", one["chance"], {"f": "w @ x"}, "label", "low", "high")
score.theorem(
    "No score leaves the interval",
    "score",
    Witness(r=Fraction(1, 2), R=2, y=1, w=(0, Fraction(1, 2)), x=(1, 1)),
)

coins = Proof(numbers="r R", vectors="u", states="w x", sequences="y")
for line in (
    ("label", "y[t]**2 == 1"),
    ("inside", "w[t] @ w[t] <= r**2"),
    ("radius", "x[t] @ x[t] <= R**2"),
):
    coins.assume(*line, at="rounds")
for line in (("R", "R > 0"), ("ball", "r*R == 1"), ("u", "u @ u <= r**2")):
    coins.assume(*line)
coins.let(
    mine="sqrt((w[t] @ x[t] - y[t])**2)/2", g="-y[t]*x[t]/2", theirs="sqrt((u @ x[t] - y[t])**2)/2"
)
put, space = {"x": "x[t]", "y": "y[t]"}, ("R", "ball", "label", "radius")
coins.apply("my coin", score["chance"], {"w": "w[t]", **put}, *space, "inside")
coins.apply("their coin", score["chance"], {"w": "u", **put}, *space, "u")

ball = Proof(numbers="R", vectors="u", states="x", sequences="y")
ball.let(S="sum(y[s]*x[s])", theirs="(1 - y[t]*(u @ x[t]))/2")
ball.assume("R", "R > 0")
ball.assume("inside", "u @ u <= 1/R**2")
ball.induction("linear", "sum(theirs[s], s < t) == (t - 1 - u @ sum(y[s]*x[s], s < t))/2")
ball.step("length", "norm(u) <= 1/R", "inside", "R")
ball.step("reach", "u @ S <= norm(S)/R", "length", "Cauchy-Schwarz: u, S")
ball.step("leader", "sum(theirs[s]) >= (T - norm(S)/R)/2", "linear", "reach")
ball.theorem(
    "The best coin of the ball",
    "leader",
    Witness([True, False], u=(Fraction(1, 2), 0), x=[(2, 0), (0, 1)], y=[1, 1], R=2),
)

ball.assume("not zero", "S @ S > 0")
ball.assume("leader is", "u == S/(R*norm(S))")
ball.step("far", "u @ S == norm(S)/R", "leader is", "not zero", "R")
ball.step("attained", "sum(theirs[s]) == (T - norm(S)/R)/2", "linear", "far")
first = {"x": [(3, 0), (0, 4)], "y": [1, 1], "R": 5, "u": (Fraction(3, 25), Fraction(4, 25))}
ball.theorem("The leader attains it", "attained", Witness([True, False], **first))

ball.step("in the ball", "u @ u == 1/R**2", "leader is", "not zero", "R")
ball.theorem("The leader is in the ball", "in the ball", Witness([True, False], **first))

PROVES = {
    r"if $S\ne0$, equality holds for the leader, which is in the ball": ("attained", "in the ball"),
    "eq-leader": "leader",
}
