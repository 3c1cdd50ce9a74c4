r"""Regret of the leader on a spring.

Let $g_1,\dots,g_T$ be any vectors, $\eta>0$, and $w_t=-\eta(g_1+\dots+g_{t-1})$.
Then for every $u\in\mathbb R^d$

$$\sum_{t=1}^T\langle g_t,w_t-u\rangle\le\frac{\|u\|^2}{2\eta}+\frac\eta2\sum_{t=1}^T\|g_t\|^2 .$$

Let also $\|u\|\le B$ and $\|g_t\|\le G$ in all rounds, with $B,G>0$, and $\eta=\frac B{G\sqrt T}$.
Then

$$\sum_{t=1}^T\langle g_t,w_t-u\rangle\le BG\sqrt T .$$
"""

from prover import Proof, Witness
from regret.norm import half
from regret.spring import ball

THEOREM = "thm-constant-spring"

spring = Proof(numbers="eta c B G", vectors="u", states="S g")
spring.let(w="-eta*S[t]")
for label, claim, at in (
    ("sum", "S[t+1] == S[t] + g[t]", "rounds"),
    ("at zero", "S[1] == 0", ""),
    ("eta", "eta > 0", ""),
):
    spring.assume(label, claim, at=at)
spring.step("same", "eta <= eta")
spring.step("least", "(w[t]/eta + S[t]) @ (w[t+1] - w[t]) >= 0", "eta")
spring.step(
    "at the end",
    "w[T+1] @ w[T+1]/(2*eta) + w[T+1] @ S[T+1] <= u @ u/(2*eta) + u @ S[T+1]",
    "eta",
    "square: u - w[T+1]",
)
put = {"e": "eta", "eta[t]": "eta", "w[t]": "w[t]", "g[t]": "g[t]", "S[t]": "S[t]"}
known = "sum", "least", "at zero", "at the end", "eta", "same"
spring.apply("spring", ball["spring"], put, *known)
three = {"g": [(1,), (-1,), (0,)], "S": [(0,), (1,), (0,), (0,)]}
spring.theorem(
    "Regret of the leader on one spring", "spring", Witness([True] * 3, **three, u=(1,), eta=1)
)
for label, claim, at in (
    ("c", "c > 0", ""),
    ("ratio", "B == c*G", ""),
    ("in the ball", "u @ u <= B**2", ""),
    ("size", "g[t] @ g[t] <= G**2", "rounds"),
    ("best step", "eta == c/sqrt(T)", ""),
):
    spring.assume(label, claim, at=at)
more = "c", "ratio", "in the ball", "size", "best step"
spring.apply("best", ball["best"], put, *known, *more)
spring.theorem(
    "The best step of one spring",
    "best",
    Witness(
        [True] * 4,
        g=[(1,), (-1,), (0,), (0,)],
        S=[(0,), (1,), (0,), (0,), (0,)],
        u=(1,),
        c=1,
        B=1,
        G=1,
        eta=half,
    ),
)

PROVES = {
    "eq-constant-spring": "spring",
    "eq-constant-best": "best",
}
