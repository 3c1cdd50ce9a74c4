r"""A comparator chosen beforehand.

Let $u$ be fixed before $m$ random examples come, each of them distributed like $(x,y)$, independent or not, with $\|x\|\le R$ and expected hinge loss $\ell=\mathbb E\max(0,1-y\langle u,x\rangle)$.
Let a perceptron start at $w_1=0$ and make $k$ mistakes on them, and let $B=R\|u\|$.
Then

$$\mathbb E[k]\le B\sqrt{\mathbb E[k]}+m\,\ell ,$$

that is, $\mathbb E[k]\le K_1(B,m\,\ell)$.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-data-fresh"

# Outcomes take the part of rounds: of chance p, sqrt(k) = r, loss L.
fresh = Proof(numbers="B m K E", sequences="p r L")
for hypothesis in [
    ("chance", "p[t] >= 0", "rounds"),
    ("all", "sum(p[s]) == 1"),
    ("length", "B >= 0"),
    ("key", "r[t]**2 <= B*r[t] + L[t]", "rounds"),
    ("expected", "K == sum(p[s]*r[s]**2)"),
    ("root", "m == sum(p[s]*r[s])"),
    ("loss", "E == sum(p[s]*L[s])"),
]:
    fresh.assume(*hypothesis)
fresh.step("weighted", "p[t]*r[t]**2 <= p[t]*(B*r[t] + L[t])", "key", "chance")
fresh.sum_up("sum", "weighted")

fresh.induction("split", "sum(p[s]*(B*r[s] + L[s])) == B*sum(p[s]*r[s]) + sum(p[s]*L[s])")
fresh.step("mean", "K <= B*m + E", "sum", "split", "expected", "root", "loss")
fresh.step("spread", "p[t]*(r[t] - m)**2 >= 0", "chance", "square: r[t] - m")
fresh.sum_up("variance", "spread")
fresh.induction(
    "squares", "sum(p[s]*(r[s] - m)**2) == sum(p[s]*r[s]**2) - 2*m*sum(p[s]*r[s]) + m**2*sum(p[s])"
)
fresh.step("Jensen", "m**2 <= K", "variance", "squares", "all", "expected", "root")
fresh.step("shorter", "m <= sqrt(K)", "Jensen")

fresh.step("fresh", "K <= B*sqrt(K) + E", "mean", "shorter", "length")
fresh.theorem(
    "A comparator chosen beforehand",
    "fresh",
    Witness(
        [True, False],
        B=1,
        p=[Fraction(1, 2)] * 2,
        r=[1, 2],
        L=[0, 2],
        K=Fraction(5, 2),
        m=Fraction(3, 2),
        E=1,
    ),
)

PROVES = {
    "eq-data-fresh": "fresh",
    "eq-data-jensen": "Jensen",
}
BY_HAND = {
    r"$\mathbb E[k]\le K_1(B,m\,\ell)$": "Chance.Fresh",
    "eq-data-fresh": "Chance.Fresh",
}
IN_PART = {
    "eq-data-jensen": "for finitely many outcomes",
    "eq-data-fresh": "for finitely many outcomes",
}
