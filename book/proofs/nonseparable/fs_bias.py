r"""Freund-Schapire with a bias.

Let the perceptron with bias start at $w_1=0$, $b_1=0$, with ties as mistakes.
Let $R\ge0$ with $\|x_t\|\le R$ in every mistake.
Let $u$, a number $b_u$ and $\gamma>0$ be given, and let $d_t=\max\bigl(0,\gamma-y_t(\langle u,x_t\rangle+b_u)\bigr)$ and $D^2=\sum_{t=1}^Td_t^2$.
Then

$$k\le\biggl(\frac{\sqrt{R^2+1}\,\sqrt{\|u\|^2+b_u^2}+D}\gamma\biggr)^2 .$$
"""

from nonseparable.freund_schapire import fs, the_run
from prover import Proof, Witness

THEOREM = "thm-fs-bias"

bias = Proof(numbers="gamma R D b_u", vectors="u", states="w x", sequences="y b d", families="o")
about_b = [
    ("start of b", "b[1] == 0"),
    ("update of b", "b[t+1] == b[t] + y[t]", "mistakes"),
    ("rest of b", "b[t+1] == b[t]", "others"),
    ("wrong side", "y[t]*(w[t] @ x[t] + b[t]) <= 0", "mistakes"),
    ("label", "y[t]**2 == 1", "mistakes"),
    ("slack", "d[t] >= gamma - y[t]*(u @ x[t] + b_u)", "mistakes"),
    ("D", "D**2 == sum(d[s]**2)"),
    ("D sign", "D >= 0"),
]
for hypothesis in [*the_run[:3], *the_run[4:], *about_b]:
    bias.assume(*hypothesis)

bias.apply(
    "lifted",
    fs["over trials"],
    {"w[t]": "w[t] + b[t]*o[1]", "x[t]": "x[t] + o[1]", "u": "u + b_u*o[1]", "R": "sqrt(R**2 + 1)"},
    *bias.facts,
    "square: R",
)
bias.step("bound", "k <= ((sqrt(R**2 + 1)*sqrt(u @ u + b_u**2) + D)/gamma)**2", "lifted")
bias.theorem(
    "Freund-Schapire with a bias",
    "bound",
    Witness(
        [True, True, False, False],
        y=[1, -1, 1, -1],
        u=(1,),
        b_u=0,
        gamma=2,
        x=[(1,), (-1,), (1,), (-1,)],
        w=[(0,), (1,), (2,), (2,), (2,)],
        b=[0, 1, 0, 0, 0],
        d=[1, 1, 1, 1],
        R=1,
        D=2,
    ),
)

PROVES = {
    "eq-fs-bias": "bound",
}
