r"""Normalised instances.

Let $y_t\langle u,x_t\rangle\ge\gamma>0$ and $0<\|x_t\|\le R$ in every round.
Then

$$y_t\Bigl\langle u,\frac{x_t}{\|x_t\|}\Bigr\rangle\ge\frac\gamma R ,$$

so that over the instances $x_t/\|x_t\|$, whose radius is 1, the bound of Block and Novikoff for every such $u$ is at most its value before, $R^2\|u\|^2/\gamma^2$.
The least hinge bound may rise.
"""

from prover import Proof, Witness

THEOREM = "thm-data-normal"

unit = Proof(numbers="gamma R", vectors="u", states="x", sequences="y n")
# n[t] is the length of x[t].
unit.assume("margin", "y[t]*(u @ x[t]) >= gamma", at="rounds")
unit.assume("positive", "gamma > 0")
unit.assume("length", "n[t]**2 == x[t] @ x[t]", at="rounds")
unit.assume("above 0", "n[t] > 0", at="rounds")
unit.assume("radius", "n[t] <= R", at="rounds")
unit.step("smaller", "gamma/n[t] >= gamma/R", "above 0", "radius", "positive")
unit.step("divided", "y[t]*(u @ (1/n[t]*x[t])) >= gamma/n[t]", "margin", "above 0")
unit.step("normal", "y[t]*(u @ (1/n[t]*x[t])) >= gamma/R", "divided", "smaller")
unit.step("long", "(1/n[t]*x[t]) @ (1/n[t]*x[t]) == 1", "length", "above 0")

unit.step("radius above 0", "R > 0", "above 0", "radius")
unit.theorem(
    "Normalised instances",
    "normal",
    Witness([True, False], gamma=1, R=2, u=(1,), x=[(1,), (-2,)], y=[1, -1], n=[1, 2]),
)

PROVES = {
    r"over the instances $x_t/\|x_t\|$ the bound of Block and Novikoff is at most $R^2\|u\|^2/\gamma^2$, what it was before": "normal",
    "eq-data-normal": "normal",
}
BY_HAND = {
    r"over the instances $x_t/\|x_t\|$ the bound of Block and Novikoff is at most $R^2\|u\|^2/\gamma^2$, what it was before": "OnData.Normal",
    "the least hinge bound may rise": "OnData.Rises",
}
IN_PART = {
    r"over the instances $x_t/\|x_t\|$ the bound of Block and Novikoff is at most $R^2\|u\|^2/\gamma^2$, what it was before": "the margin of the new instances",
}
