r"""Lower bound.

Let $R\ge\gamma>0$ and $m=\lfloor R^2/\gamma^2\rfloor$.
Take any deterministic learner that in each round predicts a label or, at a tie, none; its errors are the rounds in which it does not predict the right label.
There is a stream of $m$ examples in $\mathbb R^m$ of norm $R$, separated by a unit vector with margin at least $\gamma$, on which the learner errs in every round.
"""

from prover import Proof, Witness

THEOREM = "thm-lower"

# The length and the margin of u; the rest are the rules of the game.
game = Proof(numbers="gamma R", sequences="y", families="e")
game.assume("label", "y[t]**2 == 1", at="rounds")
game.assume("positive", "gamma > 0")
game.assume("R positive", "R > 0")
game.assume("m", "T*gamma**2 <= R**2")
game.let(u="sum(y[s]*e[s])/sqrt(T)")
game.sum_up("squares", "label")
game.induction("rounds", "sum(1, s < t) == t - 1")
game.step("unit", "u @ u == 1", "squares", "rounds", "round")
game.step("margin", "y[t]*(u @ (R*e[t])) >= gamma", "label", "m", "R positive", "positive", "round")
game.theorem("Lower bound", "margin", Witness([True, True], y=[1, -1], gamma=1, R=2))

PROVES = {
    "for every deterministic learner there is a separated stream of $m$ examples of norm $R$ on which it errs in every round": (
        "unit",
        "margin",
    ),
}
BY_HAND = {
    "for every deterministic learner there is a separated stream of $m$ examples of norm $R$ on which it errs in every round": "Adversary.Separated",
}
IN_PART = {
    "for every deterministic learner there is a separated stream of $m$ examples of norm $R$ on which it errs in every round": "the margin over orthonormal instances",
}
