r"""The game with a margin.

Let $R\ge\gamma>0$, $d\ge1$ and $m=\lfloor R^2/\gamma^2\rfloor$, and take all streams in $\mathbb R^d$ that some unit vector separates with margin at least $\gamma$ and whose instances have norm at most $R$.
Then the perceptron makes at most $m$ mistakes on every such stream, and every {term}`deterministic learner` errs at least $\min(d,m)$ times on some such stream.
"""

from prover import Proof, Witness

THEOREM = "thm-margin-game"

game = Proof(numbers="gamma R", sequences="y", families="e")
game.assume("label", "y[t]**2 == 1", at="rounds")
for label, claim in (("gamma", "gamma > 0"), ("R", "R > 0"), ("n", "T*gamma**2 <= R**2")):
    game.assume(label, claim)
game.let(u="sum(y[s]*e[s])/sqrt(T)")
game.sum_up("squares", "label")
game.induction("rounds", "sum(1, s < t) == t - 1")
game.step("unit", "u @ u == 1", "squares", "rounds", "round")
game.step("equal", "y[t]*(u @ (R*e[t])) == R/sqrt(T)", "label")
game.step("margin", "y[t]*(u @ (R*e[t])) >= gamma", "label", "n", "R", "gamma", "round")
game.theorem("The game with a margin", "margin", Witness([True, True], y=[1, -1], gamma=1, R=2))

PROVES = {
    r"every deterministic learner errs at least $\min(d,m)$ times on some such stream": (
        "unit",
        "margin",
    ),
    "eq-margin-game": ("equal", "margin"),
}
BY_HAND = {
    r"every deterministic learner errs at least $\min(d,m)$ times on some such stream": "Experts.Forced",
    "the perceptron makes at most $m$ mistakes on every such stream": "Experts.Most",
}
IN_PART = {
    r"every deterministic learner errs at least $\min(d,m)$ times on some such stream": "the vector and its margin",
}
