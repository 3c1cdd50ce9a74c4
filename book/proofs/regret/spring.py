r"""A spring that grows stiffer.

Let $V$ be closed, convex and not empty, $g_1,\dots,g_T$ any vectors, $\eta_1\ge\dots\ge\eta_T>0$, and let $w_t$ be the point of $V$ nearest to $-\eta_t(g_1+\dots+g_{t-1})$.
Then for every $u\in V$

$$\sum_{t=1}^T\langle g_t,w_t-u\rangle\le\frac{\|u\|^2}{2\eta_T}+\frac12\sum_{t=1}^T\eta_t\|g_t\|^2 .$$

Let also $\|u\|\le B$ and $\|g_t\|\le G$ in all rounds, with $B,G>0$, and $\eta_t=\frac B{G\sqrt T}$.
Then

$$\sum_{t=1}^T\langle g_t,w_t-u\rangle\le BG\sqrt T .$$
"""

from prover import Proof, Witness
from regret.norm import half, norm

THEOREM = "thm-spring"

# e is the last step, c is B/G
ball = Proof(numbers="e c B G H", vectors="u", states="w g S", sequences="eta A")
for label, claim in (
    ("step", "eta[t] > 0"),
    ("falls", "eta[t+1] <= eta[t]"),
    ("later", "eta[t+1] > 0"),
    ("sum", "S[t+1] == S[t] + g[t]"),
    ("least", "(w[t]/eta[t] + S[t]) @ (w[t+1] - w[t]) >= 0"),
):
    ball.assume(label, claim, at="rounds")
ball.let(
    F="w[t] @ w[t]/(2*eta[t]) + w[t] @ S[t]",
    after="w[t+1] @ w[t+1]/(2*eta[t])",
    far="norm(w[t] - w[t+1])",
    E="u @ u/(2*eta[T+1]) + u @ S[T+1]",
    price="eta[t]/2*(g[t] @ g[t])",
)
for label, claim in (
    ("start", "S[1] == 0"),
    ("first step", "eta[1] > 0"),
    ("least at the end", "F[T+1] <= E"),
    ("last step", "eta[T+1] == e"),
    ("e", "e > 0"),
):
    ball.assume(label, claim)

apart, slope = "square: w[t] - w[t+1]", "square: g[t]"
ball.step("stiffer", "w[t+1] @ w[t+1]/(2*eta[t+1]) >= after[t]", "step", "falls", "later")
ball.step("grows", "F[t+1] >= after[t] + w[t+1] @ S[t] + w[t+1] @ g[t]", "stiffer", "sum")
ball.step("far", "far[t]**2 == (w[t+1] - w[t]) @ (w[t+1] - w[t])", apart)
ball.step("size", "norm(g[t])**2 == g[t] @ g[t]", slope)
ball.step(
    "curved", "after[t] + w[t+1] @ S[t] >= F[t] + 1/eta[t]/2*far[t]**2", "least", "step", "far"
)
ball.step(
    "dual",
    "w[t] @ g[t] - w[t+1] @ g[t] <= norm(g[t])*far[t]",
    "Cauchy-Schwarz: w[t] - w[t+1], g[t]",
    apart,
    slope,
)
ball.step("mu", "1/eta[t] > 0", "step")

ball.step("at the start", "F[1] >= 0", "start", "first step")
ball.induction("comparator", "u @ S[T+1] == sum(u @ g[s])", "start", "sum")
ball.step("end", "E == u @ u/(2*e) + sum(u @ g[s])", "comparator", "e", "last step")
ball.step("one", "norm(g[t])**2/(2*(1/eta[t])) == price[t]", "step", "size")
ball.sum_up("prices", "one")
ball.induction("pairs", "sum(g[s] @ (w[s] - u)) == sum(w[s] @ g[s]) - sum(u @ g[s])")

put = {
    "P": "u @ u/(2*e)",
    "E": "E",
    "F[t]": "F[t]",
    "mu[t]": "1/eta[t]",
    "a[t]": "w[t] @ g[t]",
    "b[t]": "u @ g[t]",
    "n[t]": "w[t+1] @ g[t]",
    "N[t]": "after[t] + w[t+1] @ S[t]",
    "d[t]": "norm(g[t])",
    "v[t]": "far[t]",
}
ball.apply(
    "a norm pays",
    norm["bound"],
    put,
    "grows",
    "curved",
    "dual",
    "mu",
    "end",
    "least at the end",
    "at the start",
)
ball.step(
    "spring",
    "sum(g[s] @ (w[s] - u)) <= u @ u/(2*e) + sum(price[s])",
    "a norm pays",
    "pairs",
    "prices",
)

three = {"g": [(1,), (-1,), (0,)], "S": [(0,), (1,), (0,), (0,)], "w": [(0,), (-1,), (0,), (0,)]}
ball.theorem(
    "Regret of the leader on a spring",
    "spring",
    Witness([True] * 3, **three, u=(1,), e=1, eta=[1] * 4),
)
for label, claim in (
    ("c", "c > 0"),
    ("ratio", "B == c*G"),
    ("in the ball", "u @ u <= B**2"),
    ("end rate", "e == c/sqrt(T)"),
):
    ball.assume(label, claim)
ball.assume("size bound", "g[t] @ g[t] <= G**2", at="rounds")
ball.assume("constant", "eta[t] == c/sqrt(T)", at="rounds")
ball.apply("one or more", Proof().step("", "T >= 1", "round"), {})
ball.step("root", "sqrt(T) > 0", "one or more")

ball.step("one price", "price[t] <= c*G**2/2/sqrt(T)", "constant", "size bound", "c", "root")
ball.induction("up to t", "sum(price[s], s < t) <= (t - 1)*(c*G**2/2/sqrt(T))", "one price")
ball.step("rounds", "T/sqrt(T) == sqrt(T)", "one or more")
ball.step("second", "sum(price[s]) <= c*G**2/2*sqrt(T)", "up to t", "rounds")
ball.step("stretched", "u @ u/(2*e) == (u @ u)*sqrt(T)/(2*c)", "end rate", "root", "c")
ball.step("first", "(u @ u)*sqrt(T)/(2*c) <= B**2*sqrt(T)/(2*c)", "in the ball", "c", "root")
ball.step("both", "B**2*sqrt(T)/(2*c) + c*G**2/2*sqrt(T) == B*G*sqrt(T)", "ratio", "c")
ball.step(
    "best",
    "sum(g[s] @ (w[s] - u)) <= B*G*sqrt(T)",
    "spring",
    "second",
    "stretched",
    "first",
    "both",
)

ball.theorem(
    "The best constant step",
    "best",
    Witness(
        [True] * 4,
        u=(0,),
        e=half,
        c=1,
        B=1,
        G=1,
        w=[(0,)] * 5,
        g=[(0,)] * 4,
        S=[(0,)] * 5,
        eta=[half] * 5,
    ),
)

PROVES = {
    "eq-spring": "spring",
    "eq-spring-best": "best",
}
