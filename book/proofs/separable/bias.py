r"""Block-Novikoff with a bias.

Let the perceptron with bias start at $w_1=0$, $b_1=0$, under any of the tie rules of chapter 3.
Let $u$, $b_u$, $\gamma>0$ and $R\ge0$ be such that in every mistake $y_t(\langle u,x_t\rangle+b_u)\ge\gamma$ and $\|x_t\|\le R$.
Then

$$k\le\frac{(R^2+1)(\|u\|^2+b_u^2)}{\gamma^2} .$$

In particular $k\le(R^2+1)/\gamma^2$ for a unit comparator without bias.
"""

from prover import Proof, Witness
from separable.block_novikoff import bn, the_data, the_run

THEOREM = "thm-bias"

# x + o stands for (x, 1), with a unit vector o orthogonal to all else.
biased = Proof(numbers="gamma R b_u", vectors="u", states="w x", sequences="y b", families="o")
bias_run = [
    ("wrong side", "y[t]*(w[t] @ x[t] + b[t]) <= 0", "mistakes"),
    ("start of b", "b[1] == 0"),
    ("update of b", "b[t+1] == b[t] + y[t]", "mistakes"),
    ("rest of b", "b[t+1] == b[t]", "others"),
]
margin_b = ("margin", "y[t]*(u @ x[t] + b_u) >= gamma", "mistakes")
for hypothesis in [*the_run[:3], *bias_run, margin_b, *the_data[:1], *the_data[2:]]:
    biased.assume(*hypothesis)
biased.apply(
    "lifted",
    bn["bound"],
    {"w[t]": "w[t] + b[t]*o[1]", "x[t]": "x[t] + o[1]", "u": "u + b_u*o[1]", "R": "sqrt(R**2 + 1)"},
    *[line[0] for line in the_run + bias_run],
    "label",
    "margin",
    "radius",
    "positive",
)
biased.step("bound", "k <= (R**2 + 1)*(u @ u + b_u**2)/gamma**2", "lifted", "positive", "square: R")
biased.theorem(
    "Block-Novikoff with a bias",
    "bound",
    Witness(
        [True, True, False],
        y=[1, -1, 1],
        x=[(1,), (-1,), (1,)],
        w=[(0,), (1,), (2,), (2,)],
        b=[0, 1, 0, 0],
        u=(1,),
        b_u=0,
        gamma=1,
        R=1,
    ),
)

PROVES = {
    "eq-bn-bias": "bound",
}
BY_HAND = {
    r"$k\le(R^2+1)/\gamma^2$ for a unit comparator without bias": "Bias.Bias",
}
