r"""A start away from zero."""

from prover import Proof, Witness
from separable.block_novikoff import the_data, the_run

THEOREM = ""
IN_SOLUTIONS = True

square = Proof(numbers="gamma B C r")
square.assume("quadratic", "gamma*r**2 <= B*r + C")
square.assume("positive", "gamma > 0")
square.step("completed", "(2*gamma*r - B)**2 <= B**2 + 4*gamma*C", "quadratic", "positive")
square.step("root", "2*gamma*r - B <= sqrt(B**2 + 4*gamma*C)", "completed", "square: 2*gamma*r - B")
square.step("solved", "r <= (B + sqrt(B**2 + 4*gamma*C))/(2*gamma)", "root", "positive")

later = Proof(numbers="gamma R", vectors="u", states="w x", sequences="y")
later.let(n="norm(u)", m="norm(w[1])", root="sqrt(k)")
for hypothesis in [*the_run[1:], *the_data, ("R", "R >= 0")]:
    later.assume(*hypothesis)
later.induction("far", "u @ w[T+1] >= u @ w[1] + k*gamma", "update", "rest", "margin")
later.induction(
    "short",
    "w[T+1] @ w[T+1] <= w[1] @ w[1] + k*R**2",
    "update",
    "rest",
    "wrong side",
    "label",
    "radius",
)
later.induction("count", "k >= 0")
later.step("length", "norm(w[T+1]) <= m + root*R", "short", "count", "R")

later.step("above", "u @ w[T+1] <= n*norm(w[T+1])", "Cauchy-Schwarz: u, w[T+1]")
later.step("below", "u @ w[1] >= -n*m", "Cauchy-Schwarz: u, w[1]")
later.step("longest", "n*norm(w[T+1]) <= n*(m + root*R)", "length")
later.step(
    "squeeze", "gamma*root**2 <= R*n*root + 2*n*m", "far", "above", "below", "longest", "count"
)
later.apply(
    "bound", square["solved"], {"B": "R*n", "C": "2*n*m", "r": "root"}, "squeeze", "positive"
)
later.theorem(
    "A start away from zero",
    "bound",
    Witness(
        [True, True, False],
        w=[(-1,), (0,), (1,), (1,)],
        x=[(1,)] * 3,
        y=[1, 1, 1],
        u=(1,),
        gamma=1,
        R=1,
    ),
)

PROVES = {
    "eq-start": "bound",
}
