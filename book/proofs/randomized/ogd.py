r"""Regret of OGD.

Let $\|x_t\|\le R$ in all $T$ rounds and $\eta_1\ge\dots\ge\eta_T>0$.
For every $u\in V$, the learner {eq}`eq-ogd` has

$$\operatorname{Regret}_T(u)\le\frac2{R^2\eta_T}+\frac18\sum_{t=1}^T\eta_t\|x_t\|^2 .$$

With $\eta_t=c/\sqrt t$ and $\kappa=cR^2$ the regret is at most $\bigl(\frac2\kappa+\frac\kappa4\bigr)\sqrt T$.
This bound is least at $\kappa=2\sqrt2$, where it is $\sqrt{2T}$.
"""

from fractions import Fraction

from sympy import sqrt

from prover import Proof, Witness
from randomized.ball import coins, space
from randomized.ftrl import ftrl_, half
from randomized.root import step_sizes
from randomized.step import step

THEOREM = "thm-ogd"

ogd = Proof(
    numbers="r R c e kappa", vectors="u", states="w x", sequences="y eta p"
)  # p[t] is the factor of the projection
ogd.let(
    far="(w[t] - u) @ (w[t] - u)",
    price="eta[t]*(x[t] @ x[t])/8",
    gain="y[t]*(x[t] @ (u - w[t]))/2",
    ahead="w[t] + eta[t]/2*y[t]*x[t]",
)
for label, claim in (
    ("label", "y[t]**2 == 1"),
    ("step", "eta[t] > 0"),
    ("inside", "w[t+1] @ w[t+1] <= r**2"),
    ("falls", "eta[t+1] <= eta[t]"),
    ("later", "eta[t+1] > 0"),
    ("projected", "w[t+1] == p[t]*ahead[t]"),
    ("factor", "p[t] > 0"),
    ("at most", "p[t] <= 1"),
    ("either", "(1 - p[t])*(r**2 - w[t+1] @ w[t+1]) == 0"),
    ("radius", "x[t] @ x[t] <= R**2"),
):
    ogd.assume(label, claim, at="rounds")

for label, claim in (
    ("first", "w[1] == 0"),
    ("first step", "eta[1] > 0"),
    ("comparator", "u @ u <= r**2"),
    ("r", "r > 0"),
    ("R", "R > 0"),
    ("ball", "r*R == 1"),
):
    ogd.assume(label, claim)
ogd.apply(
    "nearest",
    step["angle"],
    {"S": "ahead[t]", "rho": "p[t]", "eta": "2", "v": "w[t+1]", "w": "u"},
    "projected",
    "factor",
    "at most",
    "inside",
    "either",
    "comparator",
    "r",
)
ogd.step(
    "one round",
    "gain[t] <= (far[t] - far[t+1])/(2*eta[t]) + price[t]",
    "nearest",
    "step",
    "label",
    "square: w[t+1] - w[t] - eta[t]/2*y[t]*x[t]",
)

ogd.step("apart", "far[t+1] <= 4*r**2", "inside", "comparator", "square: w[t+1] + u")
ogd.step(
    "trade",
    "(4*r**2 - far[t+1])/(2*eta[t]) <= (4*r**2 - far[t+1])/(2*eta[t+1])",
    "apart",
    "falls",
    "later",
    "step",
)
ogd.induction(
    "sum",
    "sum(gain[s] - price[s]) <= (4*r**2 - far[T+1])/(2*eta[T+1])",
    "one round",
    "trade",
    "first",
    "comparator",
    "first step",
)

ogd.assume("last step", "eta[T+1] == e")
ogd.assume("e", "e > 0")
ogd.step(
    "end", "(4*r**2 - far[T+1])/(2*eta[T+1]) <= 2*r**2/e", "last step", "e", "square: w[T+1] - u"
)
ogd.step("gains", "sum(gain[s] - price[s]) <= 2*r**2/e", "sum", "end")
ogd.induction("split", "sum(gain[s] - price[s]) == sum(gain[s]) - sum(price[s])")
ogd.induction("always inside", "w[t] @ w[t] <= r**2", "first", "r", "inside", end="t")
ogd.step("square of r", "r**2 == 1/R**2", "ball", "R")
ogd.step("over R", "2*r**2/e == 2/(R**2*e)", "square of r", "R", "e")

ogd.let(
    mine="sqrt((w[t] @ x[t] - y[t])**2)/2", g="-y[t]*x[t]/2", theirs="sqrt((u @ x[t] - y[t])**2)/2"
)
ogd.let(Reg="sum(mine[s]) - sum(theirs[s])")
ogd.apply("linear", coins["linear"], {}, *space, "always inside", "comparator")
ogd.induction("gained", "sum(g[s] @ (w[s] - u)) == sum(gain[s])")

ogd.step(
    "bound", "Reg <= 2/(R**2*e) + sum(price[s])", "gains", "split", "over R", "linear", "gained"
)
three = {
    "x": [(1,)] * 3,
    "y": [1] * 3,
    "w": [(0,), (half,), (1,), (1,)],
    "eta": [1] * 4,
    "e": 1,
    "p": [1, 1, Fraction(2, 3)],
}
ogd.theorem("Regret of OGD", "bound", Witness([True] * 3, **three, u=(1,), r=1, R=1))

for label, claim in (
    ("c", "c > 0"),
    ("kappa", "kappa == c*R**2"),
    ("positive", "kappa > 0"),
    ("end step", "e == c/sqrt(T)"),
):
    ogd.assume(label, claim)
ogd.assume("schedule", "eta[t] == c/sqrt(t)", at="rounds")
ogd.apply("one or more", Proof().step("", "T >= 1", "round"), {})
ogd.step("root", "sqrt(T) > 0", "one or more")
ogd.step("over c", "2*r**2/c == 2/(c*R**2)", "square of r", "c", "R")
ogd.step("over kappa", "2*r**2/c == 2/kappa", "over c", "kappa", "c", "R", "positive")
ogd.step("over e", "2*r**2/e == 2*r**2/c*sqrt(T)", "end step", "root", "c")
ogd.step("first term", "2*r**2/e == 2/kappa*sqrt(T)", "over e", "over kappa")

ogd.apply(
    "prices", ftrl_["second term"], {}, "schedule", "radius", "c", "R"
)  # both learners pay the same prices
ogd.step("second term", "sum(price[s]) <= kappa/4*sqrt(T)", "prices", "kappa")
ogd.step(
    "rate", "Reg <= (2/kappa + kappa/4)*sqrt(T)", "bound", "over R", "first term", "second term"
)
w_ = [0, half, half - 1 / sqrt(8), half - 1 / sqrt(8) + 1 / sqrt(12)]
free_run = {
    "x": [(1,)] * 3,
    "y": [1, -1, 1],
    "w": [(w,) for w in w_],
    "eta": step_sizes,
    "e": step_sizes[3],
    "p": [1] * 3,
    "c": 1,
}
ogd.theorem(
    "Square-root regret of OGD", "rate", Witness([True] * 3, **free_run, u=(1,), r=1, R=1, kappa=1)
)

ogd.step("least", "2/kappa + kappa/4 >= sqrt(2)", "positive", "square: kappa - 2*sqrt(2)")
ogd.theorem("The best factor of OGD", "least", Witness(kappa=1))

# kappa = 2*sqrt(2), written as R**2 = kappa/c
ogd.assume("best radius", "x[t] @ x[t] <= 2*sqrt(2)/c", at="rounds")
ogd.assume("best inside", "w[t+1] @ w[t+1] <= c/(2*sqrt(2))", at="rounds")
ogd.assume("best comparator", "u @ u <= c/(2*sqrt(2))")
ogd.assume("best either", "(1 - p[t])*(c/(2*sqrt(2)) - w[t+1] @ w[t+1]) == 0", at="rounds")
ogd.let(best_R="sqrt(2*sqrt(2)/c)", best_r="sqrt(c/(2*sqrt(2)))")
ogd.step("R squared", "best_R**2 == 2*sqrt(2)/c", "c")
ogd.step("r squared", "best_r**2 == c/(2*sqrt(2))", "c")
ogd.step("R sign", "best_R > 0", "c")
ogd.step("r sign", "best_r > 0", "c")
ogd.step("best ball", "best_r*best_R == 1", "c")
ogd.step("best kappa", "2*sqrt(2) == c*best_R**2", "c")
ogd.step("kappa sign", "2*sqrt(2) > 0")

ogd.apply(
    "at the best",
    ogd["rate"],
    {"R": "best_R", "r": "best_r", "kappa": "2*sqrt(2)"},
    "R squared",
    "r squared",
    "R sign",
    "r sign",
    "best ball",
    "best kappa",
    "kappa sign",
    "best radius",
    "best inside",
    "best either",
    "best comparator",
)
ogd.step("best rate", "Reg <= sqrt(2*T)", "at the best", "one or more")
ogd.theorem(
    "The best square-root regret of OGD", "best rate", Witness([True] * 3, **free_run, u=(half,))
)

PROVES = {
    r"with $\eta_t=c/\sqrt t$ the regret is at most $\bigl(\frac2\kappa+\frac\kappa4\bigr)\sqrt T$": "rate",
    r"this is least at $\kappa=2\sqrt2$, where it is $\sqrt{2T}$": ("least", "best rate"),
    "eq-ogd-bound": "bound",
    "eq-ogd-round": "one round",
}
