r"""Mistakes of a pass, in the long run.

Let a perceptron start at $w_1=0$ and make $k$ mistakes in $P\ge1$ passes over examples of length at most $R$.
Let $L$ be the total hinge loss of a comparator $u$ over one pass, and $B=R\|u\|$.
Then

$$\frac kP\le L+\frac{B\sqrt{PL}+B^2}P .$$

So $\limsup_{P\to\infty}\frac kP$, the upper limit of the average number of mistakes in a pass, is at most the least total hinge loss of any comparator.
"""

from bounds_on_data.data_four import the_run
from prover import Proof, Witness

THEOREM = "thm-data-passes"

long_run = Proof(numbers="x B L P")
long_run.assume("count", "x >= 0")
long_run.assume("length", "B >= 0")
long_run.assume("loss", "L >= 0")
long_run.assume("passes", "P >= 1")
long_run.assume("key", "x <= B*sqrt(x) + P*L")
long_run.step("cost", "P*L >= 0", "passes", "loss")
long_run.step("root", "sqrt(x) <= B + sqrt(P*L)", "key", "count", "length", "cost")
long_run.step("solved", "x <= B**2 + P*L + B*sqrt(P*L)", "key", "root", "length", "cost", "count")
long_run.step("a pass", "x/P <= L + (B*sqrt(P*L) + B**2)/P", "solved", "passes")
long_run.theorem("Mistakes of a pass", "a pass", Witness(x=4, B=1, L=1, P=2))

# All passes as one run: what u loses in its mistakes is at most P L.
every = Proof(numbers="R L P", vectors="u", states="w x", sequences="y ell")
for hypothesis in [
    *the_run,
    ("radius", "x[t] @ x[t] <= R**2", "mistakes"),
    ("radius sign", "R >= 0"),
    ("loss", "L >= 0"),
    ("passes", "P >= 1"),
    ("hinge", "ell[t] >= 1 - y[t]*(u @ x[t])", "rounds"),
    ("losses", "ell[t] >= 0", "rounds"),
    ("of all", "sum(ell[s]) == P*L"),
]:
    every.assume(*hypothesis)
every.let(B="R*norm(u)")
every.cases("one", "tau[t]*ell[t] <= ell[t]", "losses")
every.sum_up("all", "one")

every.induction("far", "u @ w[T+1] >= k - sum(tau[s]*ell[s])", "start", "update", "rest", "hinge")
every.induction(
    "short", "w[T+1] @ w[T+1] <= k*R**2", "start", "update", "rest", "wrong side", "label", "radius"
)
every.induction("count", "k >= 0")
every.step(
    "reach", "u @ w[T+1] <= B*sqrt(k)", "short", "count", "radius sign", "Cauchy-Schwarz: u, w[T+1]"
)
every.step("key", "k <= B*sqrt(k) + P*L", "far", "reach", "all", "of all")
every.step("B sign", "B >= 0", "radius sign")
every.apply(
    "a pass", long_run["a pass"], {"x": "k", "B": "B"}, "count", "B sign", "loss", "passes", "key"
)
every.theorem(
    "Mistakes of many passes",
    "a pass",
    Witness.perceptron([(1,)] * 6, [1, 1, -1] * 2, R=1, L=2, P=2, u=(1,), ell=[0, 0, 2] * 2),
)

PROVES = {
    "eq-data-passes": "a pass",
}
BY_HAND = {
    r"the upper limit of the mistakes of a pass, on average over $P$ passes, for $P\to\infty$ is at most the least total hinge loss of any comparator": "OnData.Limit",
}
