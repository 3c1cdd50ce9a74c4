r"""Regret of Hedge.

Let $N\ge2$ and $T\ge1$, and let all losses be in $[0,1]$.
Hedge with the step $\eta>0$ has for every expert $i$

$$\sum_{t=1}^T\langle p_t,\ell_t\rangle-\sum_{t=1}^T\ell_{t,i}\le\frac{\ln N}\eta+\frac{\eta T}8 ,$$

and with $\eta=\sqrt{8\ln N/T}$

$$\sum_{t=1}^T\langle p_t,\ell_t\rangle-\sum_{t=1}^T\ell_{t,i}\le\sqrt{\tfrac12T\ln N} .$$
"""

from prover import Proof, Witness

THEOREM = "thm-hedge"

# a[t] is what the learner pays, b[t] what the expert pays, c is ln N
trust = Proof(numbers="eta c", sequences="a b F")
trust.assume("round", "F[t+1] <= F[t] - eta*a[t] + eta**2/8", at="rounds")
for label, claim in (
    ("start", "F[1] == 0"),
    ("eta", "eta > 0"),
    ("end", "F[T+1] >= -eta*sum(b[s]) - c"),
    ("N", "c > 0"),
    ("best", "eta == sqrt(8*c/T)"),
):
    trust.assume(label, claim)
trust.induction("sum", "F[t] <= -eta*sum(a[s], s < t) + (t - 1)*(eta**2/8)", "start", "round")
trust.step("times eta", "eta*(sum(a[s]) - sum(b[s])) <= c + eta*(eta*T/8)", "sum", "end")
trust.step("hedge", "sum(a[s]) - sum(b[s]) <= c/eta + eta*T/8", "times eta", "eta")

trust.apply("rounds", Proof().step("", "T >= 1", "round"), {})
trust.step("square", "eta**2*T == 8*c", "best", "N", "rounds")
trust.step("first", "c/eta == eta*T/8", "square", "eta")
trust.step("twice", "(eta*T/4)**2 == T*c/2", "square")
trust.step("side", "eta*T/4 >= 0", "eta", "rounds")
trust.step("is root", "eta*T/4 == sqrt(T*c/2)", "twice", "side")
trust.step("root", "sum(a[s]) - sum(b[s]) <= sqrt(T*c/2)", "hedge", "first", "is root")
trust.theorem(
    "Regret of Hedge", "root", Witness([True] * 3, eta=4, c=6, a=[0] * 3, b=[0] * 3, F=[0] * 4)
)

PROVES = {
    "eq-hedge": "hedge",
    "eq-hedge-best": "root",
}
BY_HAND = {
    "eq-hedge": "Hedge.Hedge",
    "eq-hedge-best": "Hedge.HedgeBest",
}
IN_PART = {
    "eq-hedge": "from the change of a round on",
    "thm-hedge": "from the change of a round on",
    "eq-hedge-best": "from the change of a round on",
}
