r"""Hoeffding's lemma.

Let $p_i\ge0$ with $\sum_ip_i=1$, and $\ell_i\in[0,1]$.
Then for every $\eta\ge0$

$$\ln\sum_ip_ie^{-\eta\ell_i}\le-\eta\langle p,\ell\rangle+\frac{\eta^2}8 .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "lem-hoeffding"

spread = Proof(sequences="q l")  # the rounds stand for the experts
for label, claim in (("share", "q[t] >= 0"), ("low", "l[t] >= 0"), ("high", "l[t] <= 1")):
    spread.assume(label, claim, at="rounds")
spread.step("each", "q[t]*l[t]**2 <= q[t]*l[t]", "share", "low", "high")
spread.induction("squares", "sum(q[s]*l[s]**2) <= sum(q[s]*l[s])", "each")
spread.step(
    "variance",
    "sum(q[s]*l[s]**2) - sum(q[s]*l[s])**2 <= 1/4",
    "squares",
    "square: sum(q[s]*l[s]) - 1/2",
)
spread.theorem(
    "A variance of at most a quarter",
    "variance",
    Witness([True] * 2, q=[Fraction(1, 2)] * 2, l=[0, 1]),
)

PROVES = {
    "eq-variance-quarter": "variance",
}
BY_HAND = {
    "eq-hoeffding": "Hedge.Hoeffding",
}
