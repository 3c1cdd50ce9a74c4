r"""The mistake bound as regret.

Let a perceptron without bias run over examples $(x_t,y_t)$ from zero with step size 1, and let it err where its weights $v_t$ have $y_t\langle v_t,x_t\rangle\le0$.
Let $u$ be any vector, with the hinge losses $h_t=\max(0,1-y_t\langle u,x_t\rangle)$.
Then for every $\eta>0$ the number $k$ of its mistakes satisfies

$$k\le\sum_{t\ \text{a mistake}}h_t+\frac{\|u\|^2}{2\eta}+\frac\eta2\sum_{t\ \text{a mistake}}\|x_t\|^2 .$$
"""

from prover import Proof, Witness
from regret.spring import ball

THEOREM = "thm-perceptron-regret"

game = Proof(numbers="eta", vectors="u", states="p x", sequences="y h")
game.let(
    S="sum(tau[s]*h[s])", sizes="sum(tau[s]*(x[s] @ x[s]))", g="-tau[t]*y[t]*x[t]", w="eta*p[t]"
)
for label, claim, at in (
    ("update", "p[t+1] == p[t] + tau[t]*y[t]*x[t]", "rounds"),
    ("label", "y[t]**2 == 1", "rounds"),
    ("wrong side", "y[t]*(p[t] @ x[t]) <= 0", "mistakes"),
    ("hinge", "h[t] >= 1 - y[t]*(u @ x[t])", "rounds"),
    ("start", "p[1] == 0", ""),
    ("eta", "eta > 0", ""),
):
    game.assume(label, claim, at=at)
game.step("sum", "-p[t+1] == -p[t] + g[t]", "update")
game.step("at zero", "-p[1] == 0", "start")
game.step("least", "(w[t]/eta - p[t]) @ (w[t+1] - w[t]) >= 0", "eta")
game.step(
    "at the end",
    "w[T+1] @ w[T+1]/(2*eta) + w[T+1] @ (-p[T+1]) <= u @ u/(2*eta) + u @ (-p[T+1])",
    "eta",
    "square: u - w[T+1]",
)

game.step("same", "eta <= eta")
game.apply(
    "spring",
    ball["spring"],
    {"e": "eta", "eta[t]": "eta", "w[t]": "w[t]", "g[t]": "g[t]", "S[t]": "-p[t]"},
    "sum",
    "least",
    "at zero",
    "at the end",
    "eta",
    "same",
)
game.cases("each", "tau[t] <= tau[t]*h[t] + g[t] @ (w[t] - u)", "wrong side", "hinge", "eta")
game.induction("mistakes", "k <= S + sum(g[s] @ (w[s] - u))", "each")
game.cases("price", "eta/2*(g[t] @ g[t]) == eta/2*(tau[t]*(x[t] @ x[t]))", "label")
game.sum_up("prices", "price")
game.induction("factor", "sum(eta/2*(tau[s]*(x[s] @ x[s]))) == eta/2*sizes")
game.step(
    "perceptron", "k <= S + u @ u/(2*eta) + eta/2*sizes", "mistakes", "spring", "prices", "factor"
)

game.theorem(
    "The mistake bound as regret",
    "perceptron",
    Witness(
        [True, False, True],
        eta=1,
        u=(1,),
        x=[(1,), (1,), (-1,)],
        y=[1, 1, 1],
        p=[(0,), (1,), (1,), (0,)],
        h=[0, 0, 2],
    ),
)

PROVES = {
    "eq-perceptron-regret": "perceptron",
}
