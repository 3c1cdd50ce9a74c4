r"""A known number of rounds.

Let $\|x_t\|\le R$ in all $T$ rounds.
FTRL with $\eta_t=\frac2{R^2\sqrt T}$ in all rounds has for every $u\in V$

$$\operatorname{Regret}_T(u)\le\tfrac12\sqrt T .$$
"""

from fractions import Fraction

import randomized.root
from prover import Witness
from randomized.ftrl import ftrl_, half

THEOREM = "cor-horizon"

ftrl_.assume("constant", "eta[t] == c/sqrt(T)", at="rounds")
ftrl_.assume("best at a horizon", "c*R**2 == 2")
ftrl_.step("constant price", "price[t] <= kappa/8/sqrt(T)", "constant", "radius", "c", "root")
ftrl_.induction(
    "constant prices", "sum(price[s], s < t) <= (t - 1)*(kappa/8/sqrt(T))", "constant price"
)
ftrl_.step("square of the root", "T/sqrt(T) == sqrt(T)", "one or more")
ftrl_.step(
    "all prices", "sum(price[s]) <= kappa/8*sqrt(T)", "constant prices", "square of the root"
)
ftrl_.step("known", "Reg <= (1/(2*kappa) + kappa/8)*sqrt(T)", "regret", "first term", "all prices")
ftrl_.step("half", "1/(2*kappa) + kappa/8 == 1/2", "c", "R", "best at a horizon")
ftrl_.step("horizon", "Reg <= sqrt(T)/2", "known", "half")

ftrl_.theorem(
    "Regret at a known horizon",
    "horizon",
    Witness(
        [True] * 4,
        x=[(1,)] * 4,
        y=[1] * 4,
        S=[(s,) for s in range(5)],
        w=[(0,), (half,), (1,), (1,), (1,)],
        u=(1,),
        rho=[half, half, half, Fraction(1, 3), Fraction(1, 4)],
        eta=[1] * 5,
        e=1,
        c=2,
        r=1,
        R=1,
    ),
)

PROVES = {
    "eq-horizon": "horizon",
}
