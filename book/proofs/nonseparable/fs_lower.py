r"""Lower bound.

Let $R\ge0$, $\bar D\ge0$, $\gamma>0$ and $m=\lfloor((R+\bar D)/\gamma)^2\rfloor\ge1$.
Take any deterministic learner and count its errors as in {prf:ref}`thm-lower`.
Some stream of $m$ examples in $\mathbb R^m$ of norm $R$ makes the learner err in every round, while some unit vector $u$ has slacks $\max(0,\gamma-y_t\langle u,x_t\rangle)$ of norm at most $\bar D$.
For the perceptron, with ties as mistakes, there is such a stream with any given labels.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-fs-lower"

game = Proof(numbers="gamma R D d", sequences="y", families="e")
game.assume("label", "y[t]**2 == 1", at="rounds")
game.assume("m", "sqrt(T)*gamma <= R + D")
game.assume("slack", "d == gamma - R/sqrt(T)")
game.assume("some slack", "d > 0")
game.let(u="sum(y[s]*e[s])/sqrt(T)")
game.sum_up("squares", "label")
game.induction("rounds", "sum(1, s < t) == t - 1")
game.step("unit", "u @ u == 1", "squares", "rounds", "round")
game.step("score", "y[t]*(u @ (R*e[t])) == R/sqrt(T)", "label", "round")
game.step("root", "sqrt(T)*d <= D", "slack", "m", "round")
game.step("slacks", "sum(d**2) <= D**2", "root", "some slack", "rounds", "round")
game.theorem(
    "Lower bound with slack", "slacks", Witness([True] * 4, gamma=1, R=1, D=1, d=Fraction(1, 2))
)

PROVES = {
    r"for every deterministic learner there are a stream of $m$ examples of norm $R$, on which it errs in every round, and a unit vector with slacks of norm at most $\bar D$": (
        "unit",
        "score",
        "slacks",
    ),
}
BY_HAND = {
    "for the perceptron the labels can be anything": "Adversary.LowerBound",
    r"for every deterministic learner there are a stream of $m$ examples of norm $R$, on which it errs in every round, and a unit vector with slacks of norm at most $\bar D$": "Adversary.LowerBound",
}
IN_PART = {
    r"for every deterministic learner there are a stream of $m$ examples of norm $R$, on which it errs in every round, and a unit vector with slacks of norm at most $\bar D$": "the slacks over orthonormal instances",
}
