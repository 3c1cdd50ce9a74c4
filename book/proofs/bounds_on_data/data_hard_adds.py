r"""One hard example.

Let $e_1,\dots,e_n$ be orthonormal, $u$ their sum, $g=u/\sqrt n$ and all labels $+1$, and let a perceptron start at zero and count ties as mistakes.
Let it make $k$ mistakes on the stream $g,e_1,\dots,e_n$, and $k^\prime$ on $-g,g,e_1,\dots,e_n$, where $-g$ is a hard example.
All instances have length 1, and every example but the hard one has $\langle u,x_t\rangle\ge1$, so that $B=R\|u\|/\gamma=\sqrt n$ with $R=\gamma=1$; and

$$k=1\qquad\text{and}\qquad k^\prime=B^2+2 .$$
"""

from prover import Proof, Witness

THEOREM = "thm-data-hard-adds"

# Weights are sums of their mistakes; tau says which of the e[s] are some.
adds = Proof(families="e")
adds.let(u="sum(e[s])", g="sum(e[s])/sqrt(T)")
adds.induction("rounds", "sum(1, s < t) == t - 1")
adds.step("unit", "g @ g == 1", "rounds", "round")
adds.step("length", "u @ u == T", "rounds")
adds.step("easy", "u @ e[t] == 1")
adds.step("good", "u @ g >= 1", "rounds", "round")
adds.step("back", "(-g) @ g == -1", "unit")
adds.step("tie", "sum(tau[s]*e[s], s < t) @ e[t] == 0")
adds.step("right", "(g + sum(tau[s]*e[s], s < t)) @ e[t] > 0", "round")
adds.theorem("After a good example", "right", Witness([True, False]))

PROVES = {
    "all instances have length 1": "unit",
    r"$\langle u,x_t\rangle\ge1$ in all other rounds, so that $B=\|u\|=\sqrt n$": (
        "easy",
        "good",
        "length",
    ),
    "eq-data-hard-adds": ("back", "tie", "right"),
}
BY_HAND = {
    "eq-data-hard-adds": "OnData.OneHard",
}
IN_PART = {
    "eq-data-hard-adds": "the scores of the two runs",
}
