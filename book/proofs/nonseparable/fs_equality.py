r"""When the bound is met.

Under the hypotheses of {prf:ref}`thm-freund-schapire`, with step size 1 and sums over mistakes,

$$\begin{aligned}&\sqrt k\,\bigl(R\|u\|+\bar D\bigr)-k\gamma\\&\quad=\bigl(\sqrt k\,R\|u\|-\langle w_{T+1},u\rangle\bigr)\\&\qquad+\bigl(\sqrt k\,\bar D-\textstyle\sum d_t\bigr)\\&\qquad+\textstyle\sum\bigl(d_t-\gamma+y_t\langle u,x_t\rangle\bigr),\end{aligned}$$

and none of the three terms is negative.
So, if $k>0$, the bound is met exactly if all three are zero: $\langle w_{T+1},u\rangle=\sqrt k\,R\|u\|$; all mistakes have the same slack $\bar D/\sqrt k$; and in each of them $d_t=\gamma-y_t\langle u,x_t\rangle$.
If $R\|u\|>0$, the first of these conditions makes every mistake a tie whose instance has norm $R$.
"""

from nonseparable.freund_schapire import fs, signs
from prover import Proof, Witness

THEOREM = "thm-fs-equality"

fs.let(missing="tau[t]*(d[t] - gamma + y[t]*(u @ x[t]))", unequal="tau[t]*(root*d[t] - D)**2")
fs.let(absent="sum(missing[s])")
fs.induction("sum", "u @ w[T+1] == sum(tau[s]*y[s]*(u @ x[s]))", "start", "update", "rest")
fs.step(
    "account",
    "root*(R*n + D) - k*gamma == (root*R*n - u @ w[T+1]) + (root*D - spent) + absent",
    "sum",
)
fs.cases("one missing", "missing[t] >= 0", "slack")
fs.sum_up("none negative", "one missing")

fs.assume("met", "k*gamma**2 == (R*n + D)**2")
fs.assume("some", "k > 0")
fs.step("tight", "root*(R*n + D) == k*gamma", "met", "some", *signs)
all_three = "account", "tight", "few", "growth", "none negative"
fs.step("all growth", "u @ w[T+1] == root*R*n", *all_three)
fs.step("all slack", "spent == root*D", *all_three)
fs.step("none missing", "absent == 0", *all_three)

one = Proof(sequences="a", families="e")
one.assume("not negative", "a[t] >= 0", at="rounds")
one.let(root="sqrt(a[t])")
one.step("root", "root[t]**2 == a[t]", "not negative")
one.sum_up("roots", "root")
one.step("term", "a[t] <= sum(a[s])", "root", "roots", "Cauchy-Schwarz: e[t], sum(root[s]*e[s])")

fs.apply("missing", one["term"], {"a[t]": "missing[t]"}, "one missing")
fs.cases(
    "exact", "tau[t]*d[t] == tau[t]*(gamma - y[t]*(u @ x[t]))", "missing", "none missing", "slack"
)
fs.step("apart", "sum(unequal[s]) <= 0", "all slack", "D", "count")
fs.cases("one apart", "unequal[t] >= 0", "square: root*d[t] - D")
fs.apply("apart 1", one["term"], {"a[t]": "unequal[t]"}, "one apart")
fs.cases("equal", "tau[t]*root*d[t] == tau[t]*D", "apart 1", "apart")
met = Witness.perceptron(
    [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 0, 0)],
    [1] * 5,
    d=[1] * 5,
    u=(1, 1, 1, 1),
    R=1,
    D=2,
    gamma=2,
)
fs.theorem("Equal slacks where the bound is met", "equal", met)

fs.assume("not zero", "R*n > 0")
fs.let(short_of="tau[t]*(R**2 - x[t] @ x[t] - 2*y[t]*(w[t] @ x[t]))")
fs.induction(
    "norm", "w[T+1] @ w[T+1] == k*R**2 - sum(short_of[s])", "start", "update", "rest", "label"
)
fs.step(
    "none short",
    "sum(short_of[s]) <= 0",
    "norm",
    "all growth",
    "not zero",
    "count",
    "Cauchy-Schwarz: u, w[T+1]",
)
fs.cases("one short", "short_of[t] >= 0", "wrong side", "radius")
fs.apply("short 1", one["term"], {"a[t]": "short_of[t]"}, "one short")
parts = "short 1", "none short", "wrong side", "radius"
fs.cases("ties", "tau[t]*y[t]*(w[t] @ x[t]) == 0", *parts)
fs.cases("lengths", "tau[t]*(x[t] @ x[t]) == tau[t]*R**2", *parts)
fs.theorem("Ties where the bound is met", "ties", met)

for label, claim in [
    ("growth spent", "u @ w[T+1] == root*R*n"),
    ("slack spent", "spent == root*D"),
    ("nothing missing", "absent == 0"),
]:
    fs.assume(label, claim)
fs.step(
    "conversely",
    "root*(R*n + D) == k*gamma",
    "account",
    "growth spent",
    "slack spent",
    "nothing missing",
)
fs.step("met again", "k*gamma**2 == (R*n + D)**2", "conversely", "some", *signs)
fs.theorem("The bound is met where nothing is lost", "met again", met)

PROVES = {
    "none of the three terms is negative": ("one missing", "none negative"),
    "if $k>0$, the bound is met exactly if all three are zero": (
        "tight",
        "all growth",
        "all slack",
        "none missing",
        "exact",
        "equal",
        "conversely",
        "met again",
    ),
    r"all mistakes then have the same slack $\bar D/\sqrt k$": "equal",
    r"in each of them $d_t=\gamma-y_t\langle u,x_t\rangle$": "exact",
    r"if $R\|u\|>0$, the first of these conditions makes every mistake a tie whose instance has norm $R$": (
        "ties",
        "lengths",
    ),
    "eq-fs-account": "account",
}
