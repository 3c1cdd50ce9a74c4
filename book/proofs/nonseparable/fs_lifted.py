r"""The lifted stream is separable.

Let $D^2=\sum_{t=1}^Td_t^2$.
In every round with $\|x_t\|\le R$

$$\|x'_t\|^2=\|x_t\|^2+\Delta^2\le R^2+\Delta^2 ,$$

the lifted comparator has

$$\|u'\|^2=\|u\|^2+\frac1{\Delta^2}\sum_{s=1}^Td_s^2=\|u\|^2+\frac{D^2}{\Delta^2},$$

and in every round

$$\begin{aligned}&y_t\langle u',x'_t\rangle=y_t\langle u,x_t\rangle+y_t^2d_t\\&\quad\ge y_t\langle u,x_t\rangle+\gamma-y_t\langle u,x_t\rangle=\gamma .\end{aligned}$$
"""

from nonseparable.freund_schapire import the_run
from prover import Proof

THEOREM = "thm-fs-lifted"

lift = Proof(numbers="gamma R D Delta z", vectors="u", states="w x", sequences="y d", families="e")
for hypothesis in the_run:
    lift.assume(*hypothesis)
for label, claim in [("label", "y[t]**2 == 1"), ("slack", "d[t] >= gamma - y[t]*(u @ x[t])")]:
    lift.assume(label, claim, at="rounds")
for label, claim in [
    ("D", "D**2 == sum(d[s]**2)"),
    ("Delta", "Delta > 0"),
    ("D sign", "D >= 0"),
    ("R sign", "R >= 0"),
]:
    lift.assume(label, claim)

lift.let(X="x[t] + Delta*e[t]", U="u + sum(y[s]*d[s]*e[s])/Delta")
lift.step("length", "X[t] @ X[t] == x[t] @ x[t] + Delta**2")
lift.step("wherever it is", "X[t] @ X[t] <= R**2 + Delta**2", "suppose: x[t] @ x[t] <= R**2")
lift.step("longer", "X[t] @ X[t] <= R**2 + Delta**2", "radius")
lift.step("square", "y[t]**2*d[t]**2 == d[t]**2", "label")
lift.sum_up("squares", "square")
lift.step("norm", "U @ U == u @ u + D**2/Delta**2", "squares", "D", "Delta")
lift.step("score", "y[t]*(U @ X[t]) == y[t]*(u @ x[t]) + y[t]**2*d[t]", "Delta")
lift.step("wider", "y[t]*(U @ X[t]) >= gamma", "slack", "label", "Delta")

# The source divides U by its length z; nothing below rests on it.
lift.assume("z sign", "z > 0")
lift.assume("z", "z**2 == u @ u + D**2/Delta**2")
lift.step("unit", "U/z @ U/z == 1", "norm", "z", "z sign", "Delta")
lift.step("its margin", "y[t]*(U/z @ X[t]) >= gamma/z", "wider", "z sign", "Delta")

PROVES = {
    "eq-fs-radius": ("length", "longer"),
    "eq-fs-norm": "norm",
    "eq-fs-margin": ("score", "wider"),
}
