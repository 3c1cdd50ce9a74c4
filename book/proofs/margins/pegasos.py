r"""Support vectors in one pass.

Let the learner {eq}`eq-pegasos-step` have $n$ close rounds among $T\ge1$, let $\|x_t\|\le R$ in every round, and let $u$ be any vector, with the sum $L_1$ of its hinge losses over all rounds.
Then

$$\begin{aligned}&\sum_{t=1}^T\Bigl(\max(0,1-y_t\langle w_t,x_t\rangle)+\frac\mu2\|w_t\|^2\Bigr)\\&\quad\le L_1+\frac{\mu T}2\|u\|^2+\frac{2R^2}\mu\sum_{t=1}^T\frac1t ,\end{aligned}$$

and, with $C=\frac1{\mu T}$,

$$Cn-\tfrac12\|w_{T+1}\|^2\le\tfrac12\|u\|^2+C\,L_1 .$$
"""

from fractions import Fraction

from hinge_bounds.soft_margin import soft
from prover import Proof, Witness
from regret.curvature import bent, capped

THEOREM = "thm-pegasos"

# tau[t] is 1 in a close round, so that k counts these; l[t] is the learner's hinge loss
peg = Proof(numbers="mu R C", vectors="u", states="w x", sequences="y h l")
peg.let(g="mu*w[t] - tau[t]*y[t]*x[t]")
for label, claim, at in (
    ("move", "w[t+1] == w[t] - g[t]/(mu*t)", "rounds"),
    ("label", "y[t]**2 == 1", "rounds"),
    ("radius", "x[t] @ x[t] <= R**2", "rounds"),
    ("close", "l[t] == 1 - y[t]*(w[t] @ x[t])", "mistakes"),
    ("far", "l[t] == 0", "others"),
    ("hinge", "h[t] >= 1 - y[t]*(u @ x[t])", "rounds"),
    ("losses", "h[t] >= 0", "rounds"),
    ("start", "w[1] == 0", ""),
    ("mu", "mu > 0", ""),
    ("price", "C*mu*T == 1", ""),
    ("positive", "C > 0", ""),
):
    peg.assume(label, claim, at=at)
peg.cases(
    "mean",
    "mu**2*(w[t+1] @ w[t+1]) <= (1 - 1/t)*(mu**2*(w[t] @ w[t])) + 1/t*R**2",
    "move",
    "label",
    "radius",
    "mu",
    "round",
    "square: mu*w[t] - tau[t]*y[t]*x[t]",
    "square: R",
    "square: w[t]",
)
peg.induction(
    "length",
    "mu**2*(w[t] @ w[t]) <= R**2",
    "mean",
    "start",
    "round",
    "square: R",
    end="t",
)
peg.cases(
    "slopes",
    "g[t] @ g[t] <= (2*R)**2",
    "length",
    "label",
    "radius",
    "square: mu*w[t] + y[t]*x[t]",
    "square: R",
)
peg.cases(
    "strong",
    "h[t] + mu/2*(u @ u) >= l[t] + mu/2*(w[t] @ w[t]) + g[t] @ (u - w[t])"
    " + mu/2*((w[t] - u) @ (w[t] - u))",
    "close",
    "far",
    "hinge",
    "losses",
    "label",
)
peg.apply(
    "regret",
    bent["curvature"],
    {
        "a[t]": "l[t] + mu/2*(w[t] @ w[t])",
        "b[t]": "h[t] + mu/2*(u @ u)",
        "g[t]": "g[t]",
        "p[t]": "w[t+1]",
    },
    "mu",
    "strong",
    "move",
)
peg.apply("capped", capped["capped"], {"G": "2*R", "g[t]": "g[t]"}, "slopes", "mu")
peg.induction("of u", "sum(h[s] + mu/2*(u @ u), s < t) == sum(h[s], s < t) + mu*(t - 1)/2*(u @ u)")
peg.step(
    "losses of the run",
    "sum(l[s] + mu/2*(w[s] @ w[s])) <= sum(h[s]) + mu*T/2*(u @ u) + 2*R**2/mu*sum(1/s)",
    "regret",
    "capped",
    "of u",
    "mu",
)
peg.induction(
    "added", "sum(tau[s]*y[s]*x[s], s < t) == mu*(t - 1)*w[t]", "move", "start", "mu", "round"
)
peg.cases("weights", "tau[t]*C >= 0", "positive")
peg.cases("cap", "tau[t]*C <= C", "positive")
peg.apply("dual", soft["dual"], {"a[t]": "tau[t]*C"}, "hinge", "losses", "weights", "cap")
peg.induction("out", "sum((tau[s]*C)*y[s]*x[s]) == C*sum(tau[s]*y[s]*x[s])")
peg.step("machine", "sum((tau[s]*C)*y[s]*x[s]) == w[T+1]", "out", "added", "price")
peg.induction("number", "sum(tau[s]*C) == C*k")
peg.step(
    "close rounds",
    "C*k - w[T+1] @ w[T+1]/2 <= u @ u/2 + C*sum(h[s])",
    "dual",
    "machine",
    "number",
)
third = Fraction(1, 3)
run = Witness(
    [True, False, True],
    mu=1,
    R=2,
    C=third,
    u=(1,),
    x=[(2,), (1,), (1,)],
    y=[1, 1, -1],
    w=[(0,), (2,), (1,), (third,)],
    h=[0, 0, 2],
    l=[1, 0, 2],
)
peg.theorem("Support vectors in one pass", "losses of the run", run)
peg.theorem("Close rounds are dual variables", "close rounds", run)

PROVES = {
    "eq-pegasos": "losses of the run",
    "eq-pegasos-dual": "close rounds",
}
ASSUMED = ("eq-pegasos-step",)
