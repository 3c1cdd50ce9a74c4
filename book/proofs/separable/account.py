r"""What is lost in the bound.

Under the hypotheses of {prf:ref}`thm-block-novikoff`, with step size 1,

$$2k\gamma\sum\bigl(y_t\langle u,x_t\rangle-\gamma\bigr)+\|u\|^2\sum\bigl(R^2-\|x_t\|^2\bigr)+2\,\|u\|^2\sum|f_t|\le k\,\bigl(R^2\|u\|^2-k\gamma^2\bigr),$$

with sums over the mistakes, in which no term is negative.
If $k=R^2\|u\|^2/\gamma^2$ and $k>0$, then every mistake is a tie, has $\|x_t\|=R$ and $y_t\langle u,x_t\rangle=\gamma$, and $w_{T+1}=\frac{k\gamma}{\|u\|^2}u$.
"""

from prover import Proof, Witness
from separable.block_novikoff import bn, witness

THEOREM = "thm-account"

# In a mistake |f_t| is -y_t <w_t,x_t>.
bn.induction("sum", "u @ w[T+1] == sum(tau[s]*y[s]*(u @ x[s]))", "start", "update", "rest")
bn.induction(
    "norm",
    "w[T+1] @ w[T+1] == sum(tau[s]*(x[s] @ x[s] + 2*y[s]*(w[s] @ x[s])))",
    "start",
    "update",
    "rest",
    "label",
)
bn.let(
    lost="""tau[t]*(2*k*gamma*(y[t]*(u @ x[t]) - gamma)
       + (u @ u)*(R**2 - x[t] @ x[t] - 2*y[t]*(w[t] @ x[t])))"""
)
bn.step(
    "account",
    "sum(lost[s]) <= k*(R**2*(u @ u) - k*gamma**2)",
    "sum",
    "norm",
    "Cauchy-Schwarz: u, w[T+1]",
    "square: u @ w[T+1] - k*gamma",
)
bn.cases(
    "no term negative",
    "lost[t] >= 0",
    "wrong side",
    "radius",
    "margin",
    "count",
    "positive",
    "square: u",
)
bn.theorem("What is lost in the bound", "account", witness)

for name, term, *because in (
    ("no progress lost", "k*gamma*(y[t]*(u @ x[t]) - gamma)", "margin", "count", "positive"),
    ("no length lost", "(u @ u)*(R**2 - x[t] @ x[t])", "radius"),
    ("no score lost", "(u @ u)*(-y[t]*(w[t] @ x[t]))", "wrong side"),
):
    bn.cases(name, f"tau[t]*{term} >= 0", *because, "square: u")

bn.let(
    gain="tau[t]*(y[t]*(u @ x[t]) - gamma)", square="tau[t]*(x[t] @ x[t] + 2*y[t]*(w[t] @ x[t]))"
)
bn.let(G="sum(gain[s])")
bn.cases("one gain", "gain[t] >= 0", "margin")
bn.sum_up("G", "one gain")
bn.induction("parts", "sum(gain[s]) == sum(tau[s]*y[s]*(u @ x[s])) - k*gamma")
bn.step("progress in all", "u @ w[T+1] == k*gamma + G", "sum", "parts")
bn.step("below", "k**2*gamma**2 + 2*k*gamma*G <= (k*gamma + G)**2", "square: G")
bn.step(
    "above",
    "(k*gamma + G)**2 <= (u @ u)*sum(square[s])",
    "progress in all",
    "norm",
    "Cauchy-Schwarz: u, w[T+1]",
)

# Numbers that are not negative and add up to zero are all zero.
one = Proof(sequences="a", families="e")
one.assume("not negative", "a[t] >= 0", at="rounds")
one.let(root="sqrt(a[t])")
one.step("root", "root[t]**2 == a[t]", "not negative")
one.sum_up("roots", "root")
one.step("term", "a[t] <= sum(a[s])", "root", "roots", "Cauchy-Schwarz: e[t], sum(root[s]*e[s])")

bn.assume("equality", "k*gamma**2 == R**2*(u @ u)")
bn.assume("some", "k > 0")
bn.step("u is not 0", "u @ u > 0", "equality", "some", "positive")
bn.apply("term", one["term"], {"a[t]": "lost[t]"}, "no term negative")
bn.step("nothing lost", "lost[t] <= 0", "term", "account", "equality")
parts = ("nothing lost", "wrong side", "radius", "margin", "some", "positive", "u is not 0")
bn.cases("ties", "tau[t]*y[t]*(w[t] @ x[t]) == 0", *parts)
bn.cases("lengths", "tau[t]*(x[t] @ x[t]) == tau[t]*R**2", *parts)
bn.cases("margins", "tau[t]*y[t]*(u @ x[t]) == tau[t]*gamma", *parts)

for label in ("ties", "lengths", "margins"):
    bn.sum_up("sum of " + label, label)
bn.step(
    "direction",
    "norm(w[T+1] - k*gamma/(u @ u)*u) == 0",
    "sum",
    "norm",
    "sum of ties",
    "sum of lengths",
    "sum of margins",
    "equality",
    "u is not 0",
)
bn.theorem(
    "When the bound is met",
    "direction",
    Witness.perceptron([(1, 0), (0, 1), (1, 0)], [1, 1, 1], R=1, gamma=1, u=(1, 1)),
)

PROVES = {
    "no term of the sums is negative": ("no progress lost", "no length lost", "no score lost"),
    r"where a bound with $k>0$ is met, every mistake is a tie of norm $R$ and margin $\gamma$": (
        "ties",
        "lengths",
        "margins",
    ),
    r"then also $w_{T+1}=\frac{k\gamma}{\|u\|^2}u$": "direction",
    "eq-account": "account",
    "eq-account-squeeze": ("below", "above"),
    "eq-account-sums": ("progress in all", "G"),
}
