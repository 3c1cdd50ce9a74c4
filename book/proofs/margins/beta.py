r"""The perceptron with a margin.

Let $w_1=0$ and $\beta\ge0$, let the step size be 1, and let $k$ count the updates, rounds with $y_tf_t\le\beta$.
Let $u$ be a unit vector, $\gamma>0$ and $R\ge0$ such that in every update $y_t\langle u,x_t\rangle\ge\gamma$ and $\|x_t\|\le R$.
Then

$$k\le\frac{R^2+2\beta}{\gamma^2} .$$

And if $\beta>0$ and the weights $w$ after the updates have $y\langle w,x\rangle>\beta$ on an example, then on this example their margin is

$$\frac{y\langle w,x\rangle}{\|w\|}>\frac{\gamma\beta}{R^2+2\beta} .$$
"""

from prover import Proof, Witness
from relatives.dual import the_run

THEOREM = "thm-beta"

# tau marks the updates, and k counts them.
wide = Proof(numbers="gamma R beta b", vectors="u z", states="w x", sequences="y")
asked = [
    ("close", "y[t]*(w[t] @ x[t]) <= beta", "mistakes"),
    ("label", "y[t]**2 == 1", "mistakes"),
    ("margin", "y[t]*(u @ x[t]) >= gamma", "mistakes"),
    ("radius", "x[t] @ x[t] <= R**2", "mistakes"),
    ("unit", "u @ u == 1"),
    ("positive", "gamma > 0"),
    ("beta", "beta >= 0"),
]
for hypothesis in the_run + asked:
    wide.assume(*hypothesis)
wide.let(G="R**2 + 2*beta")
wide.step(
    "grown",
    "w[t+1] @ w[t+1] == w[t] @ w[t] + 2*y[t]*(w[t] @ x[t]) + x[t] @ x[t]",
    "update",
    "label",
)
wide.step("growth", "w[t+1] @ w[t+1] <= w[t] @ w[t] + G", "update", "close", "label", "radius")

wide.induction("far", "u @ w[T+1] >= k*gamma", "start", "update", "rest", "margin")
wide.induction("short", "w[T+1] @ w[T+1] <= k*G", "start", "growth", "rest")
wide.induction("count", "k >= 0")
wide.step(
    "squeeze",
    "k**2*gamma**2 <= k*G",
    "far",
    "short",
    "count",
    "positive",
    "unit",
    "Cauchy-Schwarz: u, w[T+1]",
)
wide.step("G", "G >= 0", "beta", "square: R")
wide.step("updates", "k <= G/gamma**2", "squeeze", "count", "positive", "G")
close_run = Witness(
    [True, True, False],
    w=[(0,), (1,), (2,), (2,)],
    x=[(1,)] * 3,
    y=[1] * 3,
    u=(1,),
    z=(1,),
    b=1,
    gamma=1,
    R=1,
    beta=1,
)
wide.theorem("Updates of the perceptron with a margin", "updates", close_run)

# z is the example with the label b.
wide.assume("clear", "b*(w[T+1] @ z) > beta")
wide.assume("asked", "beta > 0")
wide.step("above", "G > 0", "asked", "square: R")
wide.step("square", "w[T+1] @ w[T+1] <= (G/gamma)**2", "short", "updates", "above", "positive")
wide.step("quotient", "G/gamma > 0", "above", "positive")
wide.step("norm", "norm(w[T+1]) <= G/gamma", "square", "quotient")
wide.step("product", "gamma*beta/G*norm(w[T+1]) <= beta", "norm", "above", "positive", "asked")
wide.step("strip", "b*(w[T+1] @ z) > gamma*beta/G*norm(w[T+1])", "product", "clear")
wide.theorem("The margin that is left", "strip", close_run)

PROVES = {
    "eq-beta-updates": "updates",
    "eq-beta-margin": "strip",
    "eq-beta-growth": ("grown", "growth"),
}
