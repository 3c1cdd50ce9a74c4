r"""Start again.

Let a perceptron with a kernel start from zero, and start again from zero whenever it has made $B\ge1$ mistakes since its last start.
Let $R\ge0$ with $K(x_t,x_t)\le R^2$ in every mistake, and let $u$ be a vector of the kernel's space with $R\|u\|<\sqrt B$.
Let $L_1$ be the sum of its hinge losses $h_t=\max(0,1-y_t\langle u,\varphi(x_t)\rangle)$ over the mistakes, or over all rounds.
Then the number $k$ of mistakes satisfies

$$k\le\frac{L_1+\frac14R\|u\|\sqrt B}{1-R\|u\|/\sqrt B} .$$

For $B=4$, $R\|u\|=1$ and any number of new starts, some stream attains the bound.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-start-again"

# x[t] stands for the image of the instance, and z[t] is 1 where the learner
# starts again.  Before round t there were, since the last start, c[t]
# mistakes, whose hinge losses add up to l[t].
again = Proof(numbers="B R", vectors="u", states="w x", sequences="y h z c l")
again.let(b="R*norm(u)", share="1 - b/sqrt(B)", v="w[t] + y[t]*x[t]")
start = {"w is zero": "w[1] == 0", "c is zero": "c[1] == 0", "l is zero": "l[1] == 0"}
moves = {
    "update": "w[t+1] == (1 - z[t])*v[t]",
    "count": "c[t+1] == (1 - z[t])*(c[t] + 1)",
    "add": "l[t+1] == (1 - z[t])*(l[t] + h[t])",
    "again or not": "z[t]**2 == z[t]",
}
rests = {"rest": "w[t+1] == w[t]", "same count": "c[t+1] == c[t]", "same losses": "l[t+1] == l[t]"}

mistaken = {
    "when full": "z[t]*(B - c[t] - 1) == 0",
    "room": "c[t] + 1 <= B",
    "wrong side": "y[t]*(w[t] @ x[t]) <= 0",
    "label": "y[t]**2 == 1",
    "radius": "x[t] @ x[t] <= R**2",
    "loss": "h[t] >= 1 - y[t]*(u @ x[t])",
}
sizes = {"budget": "B >= 1", "radius sign": "R >= 0", "short": "b < sqrt(B)"}
for at, lines in [("", start | sizes), ("mistakes", moves | mistaken), ("others", rests)]:
    for name, line in lines.items():
        again.assume(name, line, **({"at": at} if at else {}))
run_lines = [*start, *moves, *rests]
again.step("far", "u @ v[t] >= u @ w[t] + 1 - h[t]", "loss")
again.step("growth", "v[t] @ v[t] <= w[t] @ w[t] + R**2", "wrong side", "label", "radius")

for end in ("t", "T+1"):
    again.induction(f"c {end}", f"c[{end}] >= 0", *run_lines, end=end)
    again.induction(
        f"far {end}", f"u @ w[{end}] >= c[{end}] - l[{end}]", *run_lines, "far", end=end
    )
    again.induction(
        f"length {end}", f"w[{end}] @ w[{end}] <= c[{end}]*R**2", *run_lines, "growth", end=end
    )
again.step(
    "reach",
    "c[t] + 1 - l[t] - h[t] <= b*sqrt(B)",
    "far",
    "far t",
    "growth",
    "length t",
    "room",
    "c t",
    "radius sign",
    "Cauchy-Schwarz: u, v[t]",
)
again.step("root", "B/sqrt(B) == sqrt(B)", "budget")
again.step(
    "full block", "z[t]*B*share <= z[t]*(l[t] + h[t])", "reach", "when full", "again or not", "root"
)

again.induction(
    "full blocks",
    "(k - c[T+1])*share <= sum(tau[s]*h[s]) - l[T+1]",
    *run_lines,
    "when full",
    "full block",
)
again.step(
    "last reach",
    "c[T+1] - l[T+1] <= b*sqrt(c[T+1])",
    "far T+1",
    "length T+1",
    "c T+1",
    "radius sign",
    "Cauchy-Schwarz: u, w[T+1]",
)
again.step(
    "last block",
    "c[T+1]*share <= l[T+1] + 1/4*b*sqrt(B)",
    "last reach",
    "c T+1",
    "radius sign",
    "budget",
    "root",
    "square: sqrt(c[T+1]) - 1/2*sqrt(B)",
)

again.step("positive", "share > 0", "short", "budget", "root")
again.step(
    "bound",
    "k <= (sum(tau[s]*h[s]) + 1/4*b*sqrt(B))/share",
    "full blocks",
    "last block",
    "positive",
)
half = Fraction(1, 2)
again.theorem(
    "Start again",
    "bound",
    Witness(
        [True, False, True, True, True, True],
        B=4,
        R=1,
        u=(half,),
        x=[(1,)] * 6,
        y=[1, 1, -1, 1, -1, 1],
        z=[0, 0, 0, 0, 1, 0],
        w=[(0,), (1,), (1,), (0,), (1,), (0,), (1,)],
        c=[0, 1, 1, 2, 3, 0, 1],
        h=[half, half, 3 * half, half, 3 * half, half],
        l=[0, half, half, 2, 5 * half, 0, half],
    ),
)

PROVES = {
    "eq-start-again": "bound",
    "eq-full-block": "full block",
    "eq-last-block": ("last reach", "last block"),
}
BY_HAND = {
    r"with $B=4$ and $R\|u\|=1$ the bound is attained on some stream after any number of new starts": "Kernels.Attained",
}
