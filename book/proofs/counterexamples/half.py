r"""Half of the rounds.

For all step sizes, every $T$ and every stream with $\|x_t\|\le R$, FTRL has regret at most $\frac T2$ against every $u$ in the ball $V$ of radius $\frac1R$.
"""

from prover import Proof, Witness

THEOREM = "thm-half"

half_ = Proof(states="S v z", sequences="lam g")  # S[t], of norm s_t
for label, claim in (
    ("add", "S[t+1] == S[t] + z[t]"),
    ("short", "z[t] @ z[t] <= 1"),
    ("along", "v[t] == lam[t]*S[t]"),
    ("factor", "lam[t] >= 0"),
    ("length", "v[t] @ v[t] <= g[t]**2"),
    ("later", "g[t+1] == 1"),
):  # g is 0, 1, 1, 1, ...
    half_.assume(label, claim, at="rounds")
half_.assume("start", "S[1] == 0")
half_.assume("first", "g[1] == 0")
half_.let(
    s="norm(S[t])", p="S[t] @ z[t]", a="(S[t] @ z[t])/norm(S[t])", spent="-sum(v[s] @ z[s], s < t)"
)

half_.induction("g low", "g[t] >= 0", "first", "later", end="t")
half_.induction("g high", "g[t] <= 1", "first", "later", end="t")
half_.induction("g or", "(1 - g[t])*norm(S[t]) == 0", "start", "later", end="t")
half_.step(
    "reach", "-(v[t] @ z[t]) <= g[t]", "short", "length", "g low", "Cauchy-Schwarz: v[t], z[t]"
)
half_.induction(
    "spent", "-sum(v[s] @ z[s], s < t) <= t - 1 - g[t]", "reach", "first", "later", end="t"
)
sides = "Cauchy-Schwarz: S[t], z[t]"
half_.step("high", "p[t] <= s[t]", "short", sides)
half_.step("low", "-p[t] <= s[t]", "short", sides)
half_.step("new", "s[t+1]**2 <= s[t]**2 + 2*p[t] + 1", "add", "short")
half_.step("lam", "lam[t]*s[t] <= 1", "length", "along", "factor", "g high", "g low")

far, plus, minus = ("suppose: S[t] @ S[t] >= 1", "suppose: p[t] >= 0", "suppose: p[t] < 0")
goal = "s[t+1] <= s[t] + 1 + lam[t]*p[t]"
half_.step("s is 1", "s[t] >= 1", far)
half_.step("far up", goal, "new", "high", "factor", plus)
half_.step("lam far", "lam[t] <= 1/s[t]", "lam", "s is 1")
half_.step("a far", "a[t] >= -1", "low", "s is 1")
half_.step(
    "far gap", "(s[t] + 1 + a[t])**2 - (s[t]**2 + 2*s[t]*a[t] + 1) == 2*(s[t] + a[t]) + a[t]**2"
)
half_.step("far sign", "2*(s[t] + a[t]) + a[t]**2 >= 0", "a far", "s is 1")
half_.step("far square", "s[t+1]**2 <= (s[t] + 1 + a[t])**2", "new", "a far", "s is 1")
half_.step("far root", "s[t+1] <= s[t] + 1 + a[t]", "far square", "a far", "s is 1")
half_.step("far down", goal, "far root", "lam far", minus)
half_.step("far", goal, "far up", "far down", split="p[t] >= 0")

close, goal = "suppose: S[t] @ S[t] < 1", "s[t+1] <= 1 + g[t] + lam[t]*p[t]"
half_.step("s below", "s[t] < 1", close)
half_.step("s small", "s[t] <= g[t]", "g or", "g high", "g low", "s below")
half_.step("near up", goal, "new", "high", "factor", "s small", plus)
half_.step("s positive", "s[t] > 0", "low", minus)
half_.step("g is", "g[t] == 1", "g or", "s positive")
half_.step("lam near", "lam[t] <= 1/s[t]", "lam", "s positive")
half_.step("a near", "a[t] >= -1", "low", "s positive")
half_.step("p is", "p[t] == s[t]*a[t]", "s positive")
half_.let(delta="1 - norm(S[t])")
half_.step(
    "near gap",
    "(2 + a[t])**2 - (s[t]**2 + 2*s[t]*a[t] + 1) == "
    "(1 + a[t])**2 + 1 - delta[t]**2 + 2*delta[t]*(1 + a[t])",
)
half_.step(
    "near sign",
    "(2 + a[t])**2 - (s[t]**2 + 2*s[t]*a[t] + 1) >= 0",
    "a near",
    "s positive",
    "s below",
)

half_.step(
    "near square", "s[t+1]**2 <= (2 + a[t])**2", "new", "a near", "s positive", "s below", "p is"
)
half_.step("near root", "s[t+1] <= 2 + a[t]", "near square", "a near")
half_.step("near down", goal, "near root", "lam near", "g is", minus)
half_.step("near", goal, "near up", "near down", split="p[t] >= 0")

half_.step("part", "v[t] @ z[t] == lam[t]*p[t]", "along")
goal = "s[t+1] + spent[t+1] <= t"
so_far = "suppose: s[t] + spent[t] <= t - 1"
half_.step("step far", goal, "far", "part", so_far)
half_.step("step near", goal, "near", "part", "spent")
half_.step("step", goal, "step far", "step near", split="S[t] @ S[t] >= 1")
half_.induction("half", "s[t] + spent[t] <= t - 1", "step", "start", end="T+1")
half_.theorem(
    "Half of the rounds",
    "half",
    Witness(
        [True] * 3,
        S=[(0,), (1,)] * 2,
        z=[(1,), (-1,), (1,)],
        v=[(0,), (1,), (0,)],
        lam=[0, 1, 0],
        g=[0, 1, 1, 1],
    ),
)

coin = Proof(numbers="r R y", vectors="w x")  # r = 1/R
for line in (
    ("R", "R > 0"),
    ("ball", "r*R == 1"),
    ("label", "y**2 == 1"),
    ("inside", "w @ w <= r**2"),
    ("radius", "x @ x <= R**2"),
):
    coin.assume(*line)
coin.step("product", "(w @ w)*(x @ x) <= r**2*R**2", "inside", "radius")
coin.step("one", "r**2*R**2 == 1", "ball")
coin.step("score", "(w @ x)**2 <= 1", "product", "one", "Cauchy-Schwarz: w, x")
coin.step("high", "w @ x <= 1", "score")
coin.step("low", "w @ x >= -1", "score")
coin.step("sign", "1 - y*(w @ x) >= 0", "label", "low", "high")
coin.step("chance", "sqrt((w @ x - y)**2)/2 == (1 - y*(w @ x))/2", "label", "sign")

# The run of the theorem: z = r y x and v = R w; g is 0, 1, 1, 1, ...
held = Proof(numbers="r R", vectors="u", states="w S x", sequences="y rho g")
for line in (
    ("sum", "S[t+1] == S[t] + y[t]*x[t]"),
    ("label", "y[t]**2 == 1"),
    ("radius", "x[t] @ x[t] <= R**2"),
    ("later", "g[t+1] == 1"),
    ("weights", "w[t] == rho[t]*S[t]"),
    ("factor", "rho[t] >= 0"),
    ("inside", "w[t] @ w[t] <= r**2"),
    ("first", "R**2*(w[t] @ w[t]) <= g[t]**2"),
):
    held.assume(*line, at="rounds")
for line in (
    ("start", "S[1] == 0"),
    ("first g", "g[1] == 0"),
    ("R", "R > 0"),
    ("ball", "r*R == 1"),
    ("comparator in V", "u @ u <= r**2"),
):
    held.assume(*line)

held.let(my_chance="sqrt((w[t] @ x[t] - y[t])**2)/2", their_chance="sqrt((u @ x[t] - y[t])**2)/2")
held.let(
    Reg="sum(my_chance[s]) - sum(their_chance[s])",
    twice="norm(r*S[T+1]) - sum((R*w[s]) @ (r*y[s]*x[s]))",
)
put = {"x": "x[t]", "y": "y[t]"}
space = ("R", "ball", "label", "radius")
held.apply("my coin", coin["chance"], {"w": "w[t]", **put}, *space, "inside")
held.apply("their coin", coin["chance"], {"w": "u", **put}, *space, "comparator in V")
held.sum_up("my coins", "my coin")
held.sum_up("their coins", "their coin")

held.induction("total", "u @ S[T+1] == sum(y[s]*(u @ x[s]))", "start", "sum")
held.step(
    "reach",
    "u @ S[T+1] <= norm(r*S[T+1])",
    "comparator in V",
    "ball",
    "R",
    "Cauchy-Schwarz: u, S[T+1]",
)
held.step("at least twice", "2*Reg <= twice", "reach", "my coins", "their coins", "total", "ball")
held.apply(
    "half",
    half_["half"],
    {"S[t]": "r*S[t]", "z[t]": "r*y[t]*x[t]", "v[t]": "R*w[t]", "lam[t]": "R**2*rho[t]"},
    "sum",
    "label",
    "radius",
    "later",
    "weights",
    "factor",
    "first",
    "start",
    "first g",
    "R",
    "ball",
)
held.step("regret", "Reg <= T/2", "at least twice", "half")
held.theorem(
    "The regret is at most half of the rounds",
    "regret",
    Witness(
        [True] * 3,
        S=[(0,), (1,)] * 2,
        w=[(0,), (1,), (0,)],
        r=1,
        R=1,
        u=(1,),
        x=[(1,), (-1,), (1,)],
        y=[1] * 3,
        rho=[0, 1, 0],
        g=[0, 1, 1, 1],
    ),
)

PROVES = {
    r"the regret is at most $\frac T2$": "regret",
    "eq-spent": "spent",
    "eq-far-half": ("far gap", "far sign"),
    "eq-near-half": ("near gap", "near sign"),
    "eq-twice": "at least twice",
}
IN_PART = {
    "eq-twice": "that it is at least twice the regret",
}
