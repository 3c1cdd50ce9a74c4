r"""The p-norm perceptron.

Let $p\ge2$ and $\frac1p+\frac1q=1$.
For any $u$ let $S$ be the sum of its hinge losses $\max(0,1-y_t\langle u,x_t\rangle)$ over the mistakes of the $p$-norm perceptron, and let $\|x_t\|_p\le X_p$ in every mistake.
The number $k$ of these mistakes satisfies

$$k\le S+\|u\|_qX_p\sqrt{(p-1)k} ,$$

and if $S=0$

$$k\le(p-1)X_p^2\|u\|_q^2 .$$
"""

from prover import Proof, Witness

THEOREM = "thm-pnorm"

# n[t] is the p-norm of x[t], M[t] that of theta[t], U the q-norm of u
pnorm = Proof(numbers="p X U", vectors="u", states="theta w x", sequences="y h n M")
for label, claim, at in (
    ("start", "theta[1] == 0", ""),
    ("zero", "M[1] == 0", ""),
    ("update", "theta[t+1] == theta[t] + y[t]*x[t]", "mistakes"),
    ("rest", "theta[t+1] == theta[t]", "others"),
    ("same", "M[t+1] == M[t]", "others"),
    ("wrong side", "y[t]*(w[t] @ x[t]) <= 0", "mistakes"),
    ("Taylor", "M[t+1]**2/2 <= M[t]**2/2 + y[t]*(w[t] @ x[t]) + (p - 1)/2*n[t]**2", "mistakes"),
    ("size", "n[t] <= X", "mistakes"),
    ("norm", "n[t] >= 0", "mistakes"),
    ("hinge", "h[t] >= 1 - y[t]*(u @ x[t])", "mistakes"),
    ("p", "p >= 2", ""),
    ("U", "U >= 0", ""),
    ("X", "X >= 0", ""),
    ("Hölder", "u @ theta[T+1] <= U*M[T+1]", ""),
):
    pnorm.assume(label, claim, at)

pnorm.let(S="sum(tau[s]*h[s])")
pnorm.step("squares", "n[t]**2 <= X**2", "size", "norm")
pnorm.step(
    "growth", "M[t+1]**2/2 <= M[t]**2/2 + (p - 1)/2*X**2", "Taylor", "wrong side", "squares", "p"
)
pnorm.induction("all", "M[T+1]**2 <= (p - 1)*X**2*k", "zero", "growth", "same")
pnorm.induction("progress", "u @ theta[T+1] >= k - S", "start", "update", "rest", "hinge")
pnorm.induction("count", "k >= 0")
pnorm.step("root", "M[T+1] <= X*sqrt((p - 1)*k)", "all", "p", "X", "count")
pnorm.step("bound", "k <= S + U*X*sqrt((p - 1)*k)", "progress", "Hölder", "root", "U")
pnorm.assume("no loss", "S == 0")
pnorm.step("clean", "k <= (p - 1)*X**2*U**2", "bound", "no loss", "p", "X", "U", "count")

run_of_three = {
    "X": 1,
    "U": 1,
    "p": 2,
    "u": (1,),
    "x": [(1,)] * 3,
    "y": [1] * 3,
    "n": [1] * 3,
    "h": [0] * 3,
}
states = {"theta": [(0,), (1,), (1,), (1,)], "w": [(0,), (1,), (1,), (1,)]}
pnorm.theorem(
    "The p-norm perceptron",
    "bound",
    Witness([True, False, False], **run_of_three, **states, M=[0, 1, 1, 1]),
)

pnorm.theorem(
    "The p-norm perceptron without loss",
    "clean",
    Witness([True, False, False], **run_of_three, **states, M=[0, 1, 1, 1]),
)

PROVES = {
    "eq-pnorm-bound": "bound",
    "eq-pnorm-clean": "clean",
    "eq-pnorm-growth": "growth",
}
