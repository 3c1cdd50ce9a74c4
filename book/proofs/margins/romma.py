r"""The relaxed maximum margin.

Let ROMMA start at $w_1=0$ and make $k$ mistakes.
Let $u$ be a vector and $R>0$ with $y_t\langle u,x_t\rangle\ge1$ and $\|x_t\|\le R$ in every mistake.
Then in every mistake exactly one vector $v$ is the shortest of those that satisfy {eq}`eq-romma-asked`, and it is

$$w_{t+1}=w_t+\frac{1-y_tf_t}{\|z_t\|^2}\,y_tz_t\qquad\text{with }z_t\ne0 .$$

The weights are never longer than $u$, and

$$k\le R^2\|u\|^2 .$$
"""

from margins.gentle import half
from prover import Proof, Witness

THEOREM = "thm-romma"

# One mistake, from w to v; p satisfies what is asked.
foot = Proof(numbers="y b c R", vectors="w x z v p")
for line in [
    ("part", "z == x - c*w"),
    ("orthogonal", "z @ w == 0"),
    ("label", "y**2 == 1"),
    ("wrong side", "y*(w @ x) <= 0"),
    ("before", "p @ w >= w @ w"),
    ("asked", "y*(p @ x) >= 1"),
]:
    foot.assume(*line)
foot.step("zero", "w @ w == 0", "suppose: w @ w <= 0", "square: w")
foot.step("square", "(p @ w)**2 <= 0", "zero", "Cauchy-Schwarz: p, w")
foot.step("no score", "p @ w == 0", "square")
against = "y*c*(p @ w - w @ w) <= 0"
foot.step("without weights", against, "zero", "no score")
foot.step("sign", "y*c <= 0", "suppose: w @ w > 0", "part", "orthogonal", "wrong side")
foot.step("with weights", against, "sign", "before")

foot.let(need="1 - y*(w @ x)")
foot.step("against", against, "without weights", "with weights", split="w @ w <= 0")
foot.step("part ahead", "y*(p @ z) >= need", "against", "asked", "part", "orthogonal")
foot.step("at least 1", "need >= 1", "wrong side")
here = Witness(y=1, b=half, c=-1, R=3, w=(1, 0), x=(-1, 2), z=(0, 2), p=(1, 1), v=(1, 1))
foot.theorem("The part of a mistake", "part ahead", here)

foot.step(
    "Cauchy", "1 <= (p @ p)*(z @ z)", "part ahead", "at least 1", "label", "Cauchy-Schwarz: p, z"
)
foot.step("not zero", "z @ z > 0", "Cauchy", "square: z", "square: p")
foot.assume("step", "b*(z @ z) == need")
foot.assume("update", "v == w + b*y*z")
foot.step("size", "b == need/(z @ z)", "step", "not zero")
foot.step(
    "new length",
    "v @ v == w @ w + need**2/(z @ z)",
    "update",
    "orthogonal",
    "label",
    "size",
    "not zero",
)
foot.step(
    "angle",
    "p @ v >= w @ w + need**2/(z @ z)",
    "update",
    "before",
    "part ahead",
    "at least 1",
    "size",
    "not zero",
)

foot.step("first", "v @ w == w @ w", "update", "orthogonal")
foot.step("z", "z @ x == z @ z", "part", "orthogonal")
foot.step("second", "y*(v @ x) == 1", "update", "z", "step", "label")
foot.step("ahead", "p @ v >= v @ v", "angle", "new length")
foot.step("shortest", "v @ v + (p - v) @ (p - v) <= p @ p", "ahead")
foot.theorem("The shortest weights", "shortest", here)

foot.assume("radius", "x @ x <= R**2")
foot.assume("R", "R > 0")
foot.step("shorter", "z @ z <= R**2", "part", "orthogonal", "radius", "square: c", "square: w")
foot.step("inverse", "1/(z @ z) >= 1/R**2", "shorter", "not zero", "R")
foot.step("one", "need**2 >= 1", "at least 1")
foot.step("quotient", "need**2/(z @ z) >= 1/R**2", "inverse", "one", "not zero")
foot.step("longer", "v @ v == w @ w + need**2/(z @ z)", "new length")
foot.step("growth", "v @ v >= w @ w + 1/R**2", "longer", "quotient")
foot.theorem("Longer with every mistake", "growth", here)

short = Proof(numbers="R", vectors="u", states="w x z", sequences="y b c")
at_mistakes = {
    "part": "z[t] == x[t] - c[t]*w[t]",
    "orthogonal": "z[t] @ w[t] == 0",
    "step": "b[t]*(z[t] @ z[t]) == 1 - y[t]*(w[t] @ x[t])",
    "update": "w[t+1] == w[t] + b[t]*y[t]*z[t]",
    "label": "y[t]**2 == 1",
    "wrong side": "y[t]*(w[t] @ x[t]) <= 0",
    "asked": "y[t]*(u @ x[t]) >= 1",
    "radius": "x[t] @ x[t] <= R**2",
}
for line in at_mistakes.items():
    short.assume(*line, "mistakes")
for line in [("start", "w[1] == 0"), ("R", "R > 0"), ("rest", "w[t+1] == w[t]", "others")]:
    short.assume(*line)

put = {name: f"{name}[t]" for name in "wxzybc"} | {"v": "w[t+1]", "p": "u"}
so_far = "suppose: u @ w[t] >= w[t] @ w[t]"
short.apply("ahead", foot["ahead"], put, *at_mistakes, so_far)
for end in "t", "T+1":
    claim = f"u @ w[{end}] >= w[{end}] @ w[{end}]"
    short.induction(f"up to {end}", claim, "start", "ahead", "rest", end=end)
short.step("square", "w[T+1] @ w[T+1] <= u @ u", "up to T+1", "square: u - w[T+1]")
short.step("never longer", "norm(w[T+1]) <= norm(u)", "square")

short.apply("growth", foot["growth"], put, *at_mistakes, "R", "up to t")
short.induction("long", "w[T+1] @ w[T+1] >= k/R**2", "start", "growth", "rest")
short.step("bound", "k <= R**2*(u @ u)", "long", "square", "R")
right, none = (1, 0), (0, 0)
moving = Witness(
    [True, False, True],
    R=3,
    u=(1, 1),
    y=[1, 1, 1],
    b=[1, 0, half],
    c=[0, 0, -1],
    x=[right, right, (-1, 2)],
    z=[right, none, (0, 2)],
    w=[none, right, right, (1, 1)],
)
short.theorem("The mistakes of ROMMA", "bound", moving)

short.theorem("ROMMA is never longer", "never longer", moving)

PROVES = {
    "in every mistake exactly one $v$ is the shortest with both inequalities": (
        "first",
        "second",
        "shortest",
    ),
    "the weights are never longer than $u$": "never longer",
    "eq-romma": ("not zero", "size"),
    "eq-romma-bound": "bound",
    "eq-romma-part": ("part ahead", "at least 1"),
    "eq-romma-angle": ("angle", "new length"),
    "eq-romma-growth": ("longer", "growth"),
}
