r"""The pull of the data.

Let a stream go $P\ge1$ times through $T\ge1$ examples of length at most $R>0$, and let $S=\sum_{t=1}^Ty_tx_t$ over one pass and

$$\psi=\frac{\|S\|}{R\sqrt T} .$$

If $\sqrt P\,\psi\le1$, every bound $K_q$ of every comparator is at least $PT$, the number of rounds.
If $\sqrt P\,\psi>1$, the comparator $u=\frac S{R\|S\|}$ has hinge losses $h_t$ with the sum, in each pass,

$$\sum_{t=1}^Th_t=T-\frac{\|S\|}R ,$$

and its bound $K_1$ is less than $PT$.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-data-pull"

pull = Proof(numbers="R", vectors="S", states="x", sequences="y ell")
lack = "1 - y[t]*(S @ x[t])/R/norm(S)"
for hypothesis in [
    ("sum", "S == sum(y[s]*x[s])"),
    ("long", "norm(S) > 0"),
    ("positive", "R > 0"),
    ("label", "y[t]**2 == 1", "rounds"),
    ("radius", "x[t] @ x[t] <= R**2", "rounds"),
    # ell = max(0, lack): as large as that, and one of the two
    ("as large", f"ell[t] >= {lack}", "rounds"),
    ("one of both", f"ell[t]*(ell[t] - ({lack})) == 0", "rounds"),
]:
    pull.assume(*hypothesis)

pull.step(
    "reach",
    "y[t]*(S @ x[t]) <= R*norm(S)",
    "label",
    "radius",
    "long",
    "positive",
    "Cauchy-Schwarz: S, x[t]",
)
pull.step("no hinge", f"{lack} >= 0", "reach", "long", "positive")
pull.step("below", f"ell[t] <= {lack}", "no hinge", "as large", "one of both")
pull.step("equal", f"ell[t] == {lack}", "below", "as large")
pull.sum_up("losses", "equal")
pull.induction("inner", "sum(y[s]*(S @ x[s])) == S @ sum(y[s]*x[s])")
pull.induction(
    "split", "sum(1 - y[s]*(S @ x[s])/R/norm(S)) == sum(1) - sum(y[s]*(S @ x[s]))/R/norm(S)"
)

pull.step(
    "loss",
    "sum(ell[s]) == sum(1) - norm(S)/R",
    "losses",
    "split",
    "inner",
    "sum",
    "long",
    "positive",
)
pull.theorem(
    "The losses along the sum",
    "loss",
    Witness(
        [True, False],
        R=5,
        S=(3, 4),
        x=[(3, 0), (0, -4)],
        y=[1, -1],
        ell=[Fraction(16, 25), Fraction(9, 25)],
    ),
)

# m examples in each of P passes, l is the norm of S, K at most K_1.
fewer = Proof(numbers="K P m R l")
for line in (
    ("passes", "P >= 1"),
    ("examples", "m >= 1"),
    ("R", "R > 0"),
    ("number", "K >= 0"),
    ("norm", "l >= 0"),
    ("pull", "P*l**2 > m*R**2"),
    ("key", "K <= sqrt(K) + P*(m - l/R)"),
):
    fewer.assume(*line)

fewer.let(n="P*m", z="P*l/R")
fewer.step("rounds", "n >= 1", "passes", "examples")
fewer.step("squared", "z**2 > n", "pull", "passes", "R")
fewer.step("z", "z > sqrt(n)", "squared", "norm", "passes", "R", "rounds")
fewer.step("root", "sqrt(n) >= 1", "rounds")
fewer.step("below", "sqrt(K) < sqrt(n)", "key", "z", "root", "number", "rounds")
fewer.step("fewer", "K < n", "below", "number", "rounds")
fewer.theorem("Fewer than the rounds", "fewer", Witness(P=1, m=9, R=1, l=5, K=4))

PROVES = {
    r"if $\sqrt P\,\psi>1$, that of $u$ is below it": "fewer",
    "eq-data-pull-loss": "loss",
    "eq-data-pull-key": "z",
}
BY_HAND = {
    r"if $\sqrt P\,\psi>1$, that of $u$ is below it": "Pull.Pull",
    "eq-data-pull-loss": "Pull.Pull",
    r"if $\sqrt P\,\psi\le1$, no bound of any comparator is below the number of rounds": "Pull.Pull",
}
IN_PART = {
    "eq-data-pull-key": r"that $z>\sqrt n$, and that it gives a number below $n$",
    r"if $\sqrt P\,\psi>1$, that of $u$ is below it": "from the inequality for $k$, which is assumed",
}
ASSUMED = ("eq-data-pull",)
