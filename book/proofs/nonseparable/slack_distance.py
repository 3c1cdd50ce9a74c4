r"""Slack is a distance.

Let $u\neq0$.
Every $p$ with $y_t\langle u,p\rangle\ge\gamma$ satisfies

$$\|u\|\,\|p-x_t\|\ge d_t ,$$

and $p=x_t+\frac{d_t}{\|u\|^2}y_tu$ satisfies it with equality.
So $D/\|u\|$ is the least value of $\bigl(\sum_{t=1}^T\|p_t-x_t\|^2\bigr)^{1/2}$ over all $p_1,\dots,p_T$ with $y_t\langle u,p_t\rangle\ge\gamma$.
"""

from prover import Proof, Witness

THEOREM = "thm-slack-distance"

away = Proof(numbers="gamma d y", vectors="u x p")
away.assume("label", "y**2 == 1")
# d = max(0, lack): one of the two, and at least as large as both
away.let(lack="gamma - y*(u @ x)")
away.assume("not negative", "d >= 0")
away.assume("slack", "d >= lack")
away.assume("one of two", "d*(d - lack) == 0")
away.assume("beyond", "y*(u @ p) >= gamma")

some = "suppose: d > 0"
away.step("is lack", "d == lack", "one of two", some)
away.step("gain", "y*(u @ (p - x)) >= d", "beyond", "is lack")
away.step("gain squared", "(u @ (p - x))**2 >= d**2", "gain", some, "label")
goal = "(u @ u)*((p - x) @ (p - x)) >= d**2"
away.step("moved", goal, "gain squared", "Cauchy-Schwarz: u, p - x")
away.step("none", "d == 0", "not negative", "suppose: d <= 0")
away.step(
    "both",
    "(u @ u)*((p - x) @ (p - x)) >= 0",
    "square: u",
    "square: p - x",
    hint="square: u * square: p - x",
)
away.step("stays", goal, "both", "none")
away.step("squared", goal, "moved", "stays", split="d > 0")
away.step(
    "distance", "norm(u)*norm(p - x) >= d", "squared", "not negative", "square: u", "square: p - x"
)
away.theorem(
    "Slack is a distance", "distance", Witness(y=1, gamma=2, u=(1, 0), x=(1, 0), d=1, p=(2, 0))
)

away.assume("normal", "u @ u > 0")
away.let(moved="x + d/(u @ u)*y*u")
away.step("reaches", "y*(u @ moved) >= gamma", "slack", "label", "normal")
away.step("nearest", "norm(u)*norm(moved - x) == d", "label", "not negative", "normal")
nearest = {"y": 1, "gamma": 2, "u": (2, 0), "x": (0, 0), "d": 2}
away.theorem("A nearest point", "nearest", Witness(**nearest))

away.theorem("It reaches the margin", "reaches", Witness(**nearest))

root = Proof(numbers="a b c")
for name in "abc":
    root.assume(name, f"{name} >= 0")
root.assume("at most", "a <= b*c")
root.assume("at least", "a >= b*c")
root.step("product", "sqrt(b)*sqrt(c) >= 0", "b", "c")
root.step("squared", "(sqrt(b)*sqrt(c))**2 == b*c", "b", "c")
root.step("below", "sqrt(a) <= sqrt(b)*sqrt(c)", "a", "at most", "product", "squared")
root.step("above", "sqrt(a) >= sqrt(b)*sqrt(c)", "a", "at least", "product", "squared")

all_ = Proof(numbers="gamma", vectors="u", states="x p", sequences="y d")
all_.let(lack="gamma - y[t]*(u @ x[t])", gap="(p[t] - x[t]) @ (p[t] - x[t])")
for line in (
    ("label", "y[t]**2 == 1"),
    ("not negative", "d[t] >= 0"),
    ("slack", "d[t] >= lack[t]"),
    ("one of two", "d[t]*(d[t] - lack[t]) == 0"),
    ("beyond", "y[t]*(u @ p[t]) >= gamma"),
):
    all_.assume(*line, at="rounds")
all_.assume("normal", "u @ u > 0")
put = {name: f"{name}[t]" for name in ("y", "d", "x", "p")}
all_.apply(
    "squared", away["squared"], put, "label", "not negative", "slack", "one of two", "beyond"
)

all_.induction("squares", "sum(d[s]**2) <= (u @ u)*sum(gap[s])", "squared")
all_.induction("sign", "sum(gap[s]) >= 0", "square: p[t] - x[t]")
all_.step("length", "norm(u) > 0", "normal")
least = "sqrt(sum(d[s]**2))/norm(u) <= sqrt(sum(gap[s]))"
all_.induction("sign of d", "sum(d[s]**2) >= 0", "square: d[t]")
whole = {"a": "sum(d[s]**2)", "b": "u @ u", "c": "sum(gap[s])"}
all_.apply("product", root["below"], whole, "squares", "sign", "sign of d", "normal")
all_.step("least", least, "product", "length")
a_run = {"gamma": 2, "u": (2,), "x": [(0,), (3,)], "y": [1, 1], "d": [2, 0]}
all_.theorem("No points are nearer", "least", Witness([True] * 2, **a_run, p=[(1,), (1,)]))

all_.assume("the points", "p[t] == x[t] + d[t]/(u @ u)*y[t]*u", at="rounds")
all_.step("as far", "(u @ u)*gap[t] == d[t]**2", "the points", "label", "normal")
all_.induction("as far in all", "sum(d[s]**2) == (u @ u)*sum(gap[s])", "as far")
all_.apply("above", root["above"], whole, "as far in all", "sign", "sign of d", "normal")
all_.step("equal", "sqrt(sum(d[s]**2)) == norm(u)*sqrt(sum(gap[s]))", "above", "product")
all_.step("attained", least.replace("<=", "=="), "equal", "length")
all_.theorem("The points that attain it", "attained", Witness([True] * 2, **a_run, p=[(1,), (3,)]))

PROVES = {
    r"$p=x_t+\frac{d_t}{\|u\|^2}y_tu$ has $y_t\langle u,p\rangle\ge\gamma$, and equality there": (
        "reaches",
        "nearest",
    ),
    r"$D/\|u\|$ is the least value": ("least", "attained"),
    "eq-fs-distance": "distance",
}
