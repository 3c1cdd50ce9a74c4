r"""Mistakes of a mix.

Let $u$ be a vector, $\gamma>0$ and $R\ge0$, with $y\langle u,x\rangle\ge\gamma$ and $\|x\|\le R$ for every example $(x,y)$ of every part.
Then after $J$ passes of iterative parameter mixing, whatever $J$ is,

$$\sum_{j=1}^J\sum_{i=1}^m\mu_{j,i}\,k_{j,i}\le\frac{R^2\|u\|^2}{\gamma^2} .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-mixing"

part = Proof(numbers="gamma R", vectors="u v", states="w x", sequences="y")
for line in [
    ("start", "w[1] == v"),
    ("update", "w[t+1] == w[t] + y[t]*x[t]", "mistakes"),
    ("rest", "w[t+1] == w[t]", "others"),
    ("wrong side", "y[t]*(w[t] @ x[t]) <= 0", "mistakes"),
    ("label", "y[t]**2 == 1", "mistakes"),
    ("margin", "y[t]*(u @ x[t]) >= gamma", "mistakes"),
    ("radius", "x[t] @ x[t] <= R**2", "mistakes"),
]:
    part.assume(*line)

part.induction("far", "u @ w[T+1] >= u @ v + gamma*k", "start", "update", "rest", "margin")
part.induction(
    "short",
    "w[T+1] @ w[T+1] <= v @ v + R**2*k",
    "start",
    "update",
    "rest",
    "wrong side",
    "label",
    "radius",
)
part.theorem(
    "The growth of a part",
    "short",
    Witness(
        [True, False, True],
        R=2,
        v=(-1, 1),
        y=[1, 1, -1],
        w=[(-1, 1), (1, 1), (1, 1), (0, 0)],
        x=[(2, 0), (0, 1), (1, 1)],
    ),
)

# The rounds are the parts of a pass: z[t] is what a part ends with,
# c[t] its mistakes, and V the mix.
mix_ = Proof(numbers="gamma R", vectors="u v q", states="z", sequences="mu c")
mix_.assume("far", "u @ z[t] >= u @ v + gamma*c[t]", "rounds")
mix_.assume("short", "z[t] @ z[t] <= v @ v + R**2*c[t]", "rounds")
mix_.assume("none less", "mu[t] >= 0", "rounds")
mix_.assume("to one", "sum(mu[s]) == 1")
mix_.let(V="sum(mu[s]*z[s])", kappa="sum(mu[s]*c[s])")
half = Witness(
    [True, False],
    gamma=1,
    R=2,
    u=(1, 1),
    v=(0, 0),
    c=[1, 1],
    z=[(2, 0), (0, 2)],
    mu=[Fraction(1, 2)] * 2,
)

mix_.induction(
    "linear",
    "u @ sum(mu[s]*z[s]) >= (u @ v)*sum(mu[s]) + gamma*sum(mu[s]*c[s])",
    "far",
    "none less",
)
mix_.step("progress", "u @ V >= u @ v + gamma*kappa", "linear", "to one")
mix_.theorem("The progress of a mix", "progress", half)

mix_.induction(
    "spread",
    "sum(mu[s]*(z[s] @ z[s])) - 2*(q @ sum(mu[s]*z[s])) + (q @ q)*sum(mu[s]) >= 0",
    "none less",
    "square: z[t] - q",
)
mix_.apply("around the mix", mix_["spread"], {"q": "V"})
mix_.induction(
    "lengths",
    "sum(mu[s]*(z[s] @ z[s])) <= (v @ v)*sum(mu[s]) + R**2*sum(mu[s]*c[s])",
    "short",
    "none less",
)
mix_.step("growth", "V @ V <= v @ v + R**2*kappa", "around the mix", "lengths", "to one")
mix_.theorem("The growth of a mix", "growth", half)

# The rounds are the passes, a[t] is what is called kappa with an index.
passes = Proof(numbers="gamma R", vectors="u", states="v", sequences="a")
for line in [
    ("start", "v[1] == 0"),
    ("positive", "gamma > 0"),
    ("progress", "u @ v[t+1] >= u @ v[t] + gamma*a[t]", "rounds"),
    ("growth", "v[t+1] @ v[t+1] <= v[t] @ v[t] + R**2*a[t]", "rounds"),
    ("none less", "a[t] >= 0", "rounds"),
]:
    passes.assume(*line)
passes.let(kappa="sum(a[s])")
passes.induction("far", "u @ v[T+1] >= gamma*sum(a[s])", "start", "progress")
passes.induction("short", "v[T+1] @ v[T+1] <= R**2*sum(a[s])", "start", "growth")
passes.induction("count", "sum(a[s]) >= 0", "none less")


passes.step("squared", "gamma**2*kappa**2 <= (u @ v[T+1])**2", "far", "count", "positive")
passes.step("angle", "(u @ v[T+1])**2 <= (u @ u)*(v[T+1] @ v[T+1])", "Cauchy-Schwarz: u, v[T+1]")
passes.step("length", "(u @ u)*(v[T+1] @ v[T+1]) <= R**2*(u @ u)*kappa", "short", "square: u")
passes.step(
    "squeeze",
    "gamma**2*kappa**2 <= R**2*(u @ u)*kappa",
    "far",
    "short",
    "count",
    "positive",
    "Cauchy-Schwarz: u, v[T+1]",
)
passes.step("bound", "kappa <= R**2*(u @ u)/gamma**2", "squeeze", "count", "positive")
passes.theorem(
    "Mistakes of a mix",
    "bound",
    Witness([True] * 3, gamma=1, R=2, u=(1, 0), a=[1, 1, 0], v=[(0, 0), (1, 0), (2, 0), (2, 0)]),
)

PROVES = {
    "eq-mixing": "bound",
    "eq-part": ("far", "short"),
    "eq-mix-progress": "progress",
    "eq-mix-growth": "growth",
    "eq-mix-squeeze": ("squared", "angle", "length"),
}
BY_HAND = {
    "eq-mixing": "Mixing.Mixing",
}
IN_PART = {
    "eq-mix-progress": "from what each part makes, which is assumed",
    "eq-mix-growth": "from what each part makes, which is assumed",
    "eq-mixing": "from the progress and growth of a mix on",
}
