r"""A margin by estimate.

Let $0<\varepsilon<\frac12$ and let a learner that starts at zero add $y_tx_t$ in the first round, and afterwards exactly in the rounds with {eq}`eq-dynamic`.
Let $u$ be a unit vector with $y_t\langle u,x_t\rangle\ge\gamma>0$ and $\|x_t\|\le R$ in every update.
Then the number $n$ of updates satisfies

$$n\le\Bigl(\frac{2-2\varepsilon}{1-2\varepsilon}\cdot\frac{R^2}{\gamma^2}\Bigr)^{1/(2\varepsilon)} ,$$

and in each round without an update the weights have a margin of more than $(1-\varepsilon)\gamma$ on the example.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-dynamic"

# One update from w to v, after n of them; z is quiet, with the label b.
grow = Proof(numbers="e n R y b gamma", vectors="w v x z u")
for line in [
    ("close", "n*y*(w @ x) <= (1 - e)*(w @ w)"),
    ("update", "v == w + y*x"),
    ("label", "y**2 == 1"),
    ("radius", "x @ x <= R**2"),
    ("some", "n >= 1"),
    ("e", "e < 1"),
    ("unit", "u @ u == 1"),
    ("progress", "u @ w >= n*gamma"),
    ("positive", "gamma > 0"),
    ("quiet", "n*b*(w @ z) > (1 - e)*(w @ w)"),
]:
    grow.assume(*line)
grow.step(
    "grown",
    "n*(v @ v) <= (n + 2 - 2*e)*(w @ w) + n*R**2",
    "close",
    "update",
    "label",
    "radius",
    "some",
)
grow.step("share", "v @ v <= (1 + (2 - 2*e)/n)*(w @ w) + R**2", "grown", "some")
one_update = Witness(
    e=Fraction(1, 4),
    n=1,
    R=1,
    y=1,
    b=1,
    gamma=1,
    w=(1,),
    v=(Fraction(3, 2),),
    x=(Fraction(1, 2),),
    z=(1,),
    u=(1,),
)
grow.theorem("Growth with a growing margin", "share", one_update)

grow.step(
    "long", "norm(w) >= n*gamma", "progress", "unit", "some", "positive", "Cauchy-Schwarz: u, w"
)
grow.step("square", "w @ w >= n*gamma*norm(w)", "long")
grow.step("scaled", "(1 - e)*(w @ w) >= (1 - e)*n*gamma*norm(w)", "square", "e")
grow.step("times n", "n*b*(w @ z) > n*(1 - e)*gamma*norm(w)", "quiet", "scaled")
grow.step("strip", "b*(w @ z) > (1 - e)*gamma*norm(w)", "times n", "some")
grow.theorem("Margin with a growing margin", "strip", one_update)

PROVES = {
    r"in each round without an update the weights have a margin of more than $(1-\varepsilon)\gamma$ on the example": "strip",
    "eq-dynamic-growth": "share",
    "eq-dynamic-margin": "strip",
}
BY_HAND = {
    r"in each round without an update the weights have a margin of more than $(1-\varepsilon)\gamma$ on the example": "Growing.Growing",
    "eq-dynamic-updates": "Growing.Growing",
}
IN_PART = {
    "eq-dynamic-margin": "given progress",
    r"in each round without an update the weights have a margin of more than $(1-\varepsilon)\gamma$ on the example": "given progress",
}
