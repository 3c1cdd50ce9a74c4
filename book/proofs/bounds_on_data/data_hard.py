r"""A few hard examples.

Let a perceptron start at $w_1=0$ with step size 1, each of its mistakes having $y_tf_t\le0$ and $\|x_t\|\le R$.
Let $y_t\langle u,x_t\rangle\ge\gamma>0$ in all but at most $n$ of the mistakes; if an example is repeated, each mistake on it counts.
Let $B=R\|u\|/\gamma$.
Then

$$k\le B\sqrt k+n(1+B)$$

and

$$k\le B^2+c+B\sqrt c,\qquad c=n(1+B) .$$

The bound $k\le B^2+n$ is false: the instance $1$ in three rounds, with the labels $+1$, $-1$, $+1$, leads to three mistakes, with $B=1$ and $n=1$.
"""

from bounds_on_data.data_four import the_run
from prover import Proof, Witness

THEOREM = "thm-data-hard"

hard = Proof(numbers="gamma R n", vectors="u", states="w x", sequences="y e")
# e[t] = 1 for a hard example, else 0.
for hypothesis in [
    *the_run,
    ("radius", "x[t] @ x[t] <= R**2", "mistakes"),
    ("radius sign", "R >= 0"),
    ("positive", "gamma > 0"),
    ("one or none", "e[t]*(1 - e[t]) == 0", "mistakes"),
    ("easy", "(1 - e[t])*(y[t]*(u @ x[t]) - gamma) >= 0", "mistakes"),
    ("few", "sum(tau[s]*e[s]) <= n"),
]:
    hard.assume(*hypothesis)
hard.let(B="R*norm(u)/gamma")

hard.step("e sign", "e[t] >= 0", "one or none")
hard.step(
    "back",
    "y[t]*(u @ x[t]) >= -R*norm(u)",
    "label",
    "radius",
    "radius sign",
    "Cauchy-Schwarz: u, x[t]",
)
hard.step("worst", "e[t]*(y[t]*(u @ x[t]) + R*norm(u)) >= 0", "back", "e sign")
hard.step("margin", "y[t]*(u @ x[t]) >= gamma - e[t]*(gamma + R*norm(u))", "easy", "worst")
hard.induction(
    "far",
    "u @ w[T+1] >= k*gamma - (gamma + R*norm(u))*sum(tau[s]*e[s])",
    "start",
    "update",
    "rest",
    "margin",
)

hard.induction("count", "k >= 0")
hard.induction(
    "short", "w[T+1] @ w[T+1] <= k*R**2", "start", "update", "rest", "wrong side", "label", "radius"
)
hard.step(
    "reach",
    "u @ w[T+1] <= R*norm(u)*sqrt(k)",
    "short",
    "count",
    "radius sign",
    "Cauchy-Schwarz: u, w[T+1]",
)
hard.step(
    "all",
    "(gamma + R*norm(u))*sum(tau[s]*e[s]) <= (gamma + R*norm(u))*n",
    "few",
    "positive",
    "radius sign",
)
hard.step("scaled", "gamma*k <= R*norm(u)*sqrt(k) + n*(gamma + R*norm(u))", "far", "reach", "all")
hard.step("bound", "k <= B*sqrt(k) + n*(1 + B)", "scaled", "positive")
hard.theorem(
    "A few hard examples",
    "bound",
    Witness.perceptron([(1,)] * 4, [1, -1, 1, 1], R=1, gamma=1, n=1, u=(1,), e=[0, 1, 0, 0]),
)

closed = Proof(numbers="x B c")
closed.assume("count", "x >= 0")
closed.assume("length", "B >= 0")
closed.assume("cost", "c >= 0")
closed.assume("key", "x <= B*sqrt(x) + c")
closed.step("root", "sqrt(x) <= B + sqrt(c)", "key", "count", "length", "cost")
closed.step("closed", "x <= B**2 + c + B*sqrt(c)", "key", "root", "length", "cost", "count")
closed.step("twice", "x <= B**2 + 2*c", "key", "count", "square: B - sqrt(x)")
closed.theorem("Solved for the mistakes", "closed", Witness(x=4, B=1, c=2))

hard.cases("none less", "tau[t]*e[t] >= 0", "e sign")
hard.sum_up("some", "none less")
hard.step("B sign", "B >= 0", "radius sign", "positive")
hard.step("c sign", "n*(1 + B) >= 0", "some", "few", "B sign")
hard.apply(
    "closed",
    closed["closed"],
    {"x": "k", "B": "B", "c": "n*(1 + B)"},
    "count",
    "B sign",
    "c sign",
    "bound",
)

PROVES = {
    "eq-data-hard": "bound",
    "eq-data-hard-closed": "closed",
}
BY_HAND = {
    r"that $k\le B^2+n$ is false: three mistakes with one hard example": "OnData.TooSmall",
}
