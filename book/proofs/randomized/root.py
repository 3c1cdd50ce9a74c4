r"""Square-root regret.

Let $\|x_t\|\le R$ in all $T$ rounds, $c>0$ and $\kappa=cR^2$.
With $\eta_t=c/\sqrt t$, FTRL has for every $u\in V$

$$\operatorname{Regret}_T(u)\le\Bigl(\frac1{2\kappa}+\frac\kappa4\Bigr)\sqrt T .$$

The factor is least at $\kappa=\sqrt2$, that is for $\eta_t=\frac{\sqrt2}{R^2\sqrt t}$, and then

$$\operatorname{Regret}_T(u)\le\sqrt{T/2} .$$
"""

from sympy import sqrt

from prover import Proof, Witness
from randomized.ftrl import ftrl_, half
from randomized.roots import roots

THEOREM = "thm-root"

for label, claim in (("c", "c > 0"), ("end step", "e == c/sqrt(T)")):
    ftrl_.assume(label, claim)
ftrl_.assume("schedule", "eta[t] == c/sqrt(t)", at="rounds")
ftrl_.let(kappa="c*R**2")
ftrl_.apply("one or more", Proof().step("", "T >= 1", "round"), {})
ftrl_.step("root", "sqrt(T) > 0", "one or more")
ftrl_.step("norm", "R**2*(u @ u) <= 1", "u", "ball", "R")
ftrl_.step("tension", "u @ u/(2*e) == (u @ u)*sqrt(T)/(2*c)", "end step", "root", "c")
ftrl_.step("first term", "u @ u/(2*e) <= sqrt(T)/(2*kappa)", "tension", "norm", "root", "c", "R")

positive = ftrl_.apply("", Proof().step("", "sqrt(t) > 0", "round"), {})
ftrl_.step("one price", "price[t] <= kappa/8*(1/sqrt(t))", "schedule", "radius", "c", positive)
ftrl_.induction("prices", "sum(price[s]) <= kappa/8*sum(1/sqrt(s))", "one price")
ftrl_.step("second term", "sum(price[s]) <= kappa/4*sqrt(T)", "prices", roots["roots"], "c", "R")
ftrl_.step("bound", "Reg <= (1/(2*kappa) + kappa/4)*sqrt(T)", "regret", "first term", "second term")
step_sizes = [1 / sqrt(n) for n in (1, 2, 3, 3)]
zigzag_run = {
    "x": [(1,)] * 3,
    "y": [1, -1, 1],
    "S": [(0,), (1,)] * 2,
    "rho": [eta / 2 for eta in step_sizes],
    "eta": step_sizes,
    "w": [(0,), (1 / sqrt(8),), (0,), (1 / sqrt(12),)],
    "e": step_sizes[3],
    "c": 1,
}
ftrl_.theorem("Square-root regret", "bound", Witness([True] * 3, **zigzag_run, u=(1,), r=1, R=1))

best = Proof(numbers="kappa")
best.assume("positive", "kappa > 0")
best.step(
    "square", "1/(2*kappa) + kappa/4 == 1/sqrt(2) + (kappa - sqrt(2))**2/(4*kappa)", "positive"
)
best.theorem("The factor, with a square", "square", Witness(kappa=1))

best.step(
    "least", "1/(2*kappa) + kappa/4 >= 1/sqrt(2)", "square", "positive", "square: kappa - sqrt(2)"
)
best.theorem("The best factor", "least", Witness(kappa=1))

# kappa = sqrt(2), written as R**2 = sqrt(2)/c
for label, claim in {
    "best inside": "w[t] @ w[t] <= c/sqrt(2)",
    "best either": "(eta[t]/2 - rho[t])*(c/sqrt(2) - w[t] @ w[t]) == 0",
}.items():
    ftrl_.assume(label, claim, at="rounds")
    ftrl_.assume(f"end {label}", claim.replace("[t]", "[T+1]"))
ftrl_.assume("best radius", "x[t] @ x[t] <= sqrt(2)/c", at="rounds")
ftrl_.assume("best next", "w[t+1] @ w[t+1] <= c/sqrt(2)", at="rounds")
ftrl_.assume("best u", "u @ u <= c/sqrt(2)")
ftrl_.let(best_R="sqrt(sqrt(2)/c)", best_r="sqrt(c/sqrt(2))")
ftrl_.step("R squared", "best_R**2 == sqrt(2)/c", "c")
ftrl_.step("r squared", "best_r**2 == c/sqrt(2)", "c")
ftrl_.step("R sign", "best_R > 0", "c")
ftrl_.step("r sign", "best_r > 0", "c")
ftrl_.step("best ball", "best_r*best_R == 1", "c")

ftrl_.apply(
    "at the best",
    ftrl_["bound"],
    {"R": "best_R", "r": "best_r"},
    "R squared",
    "r squared",
    "R sign",
    "r sign",
    "best ball",
    "best radius",
    "best inside",
    "best next",
    "best either",
    "end best inside",
    "end best either",
    "best u",
)
ftrl_.step(
    "best bound", "Reg <= sqrt(T/2)", "at the best", "R squared", "R sign", "c", "one or more"
)
ftrl_.theorem(
    "The best square-root regret", "best bound", Witness([True] * 3, **zigzag_run, u=(half,))
)

PROVES = {
    r"the factor is least at $\kappa=\sqrt2$": "least",
    "eq-root-regret": "bound",
    "eq-root-best": "best bound",
    "eq-kappa": "square",
}
