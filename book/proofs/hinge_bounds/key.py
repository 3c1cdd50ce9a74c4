r"""The bound for the hinge loss.

Let a perceptron without bias start at $w_1=0$ with step size 1 and run over a finite stream, under any of the tie rules of chapter 3: it moves in its mistakes and in no other round, and each of them has $y_tf_t\le0$.
Let $u$ be any vector, $S=\sum_{t\ \text{a mistake}}h_t$, and $R\ge0$ with $\|x_t\|\le R$ in every mistake.
Then, with $B=R\|u\|$,

$$k\le S+\|u\|\sqrt{\sum_{t\ \text{a mistake}}\|x_t\|^2}$$

and

$$k\le B\sqrt k+S .$$
"""

from fractions import Fraction

from hinge_bounds.weighted import weighted
from prover import Proof, Witness

THEOREM = "thm-key"

bound = Proof(numbers="q R L", vectors="u", states="w x", sequences="y h")
bound.assume("start", "w[1] == 0")
bound.assume("update", "w[t+1] == w[t] + y[t]*x[t]", at="mistakes")
bound.assume("rest", "w[t+1] == w[t]", at="others")
bound.assume("label", "y[t]**2 == 1", at="mistakes")
bound.assume("wrong side", "y[t]*(w[t] @ x[t]) <= 0", at="mistakes")
bound.assume("radius", "x[t] @ x[t] <= R**2", at="mistakes")
bound.assume("radius sign", "R >= 0")
bound.assume("hinge", "h[t] >= 1 - y[t]*(u @ x[t])", at="rounds")
bound.let(S="sum(tau[s]*h[s])", B="R*norm(u)", sizes="sum(tau[s]*(x[s] @ x[s]))")
bound.apply("mistakes", weighted["weighted"], {"a[t]": "tau[t]"}, "hinge")
bound.induction("last weights", "w[T+1] == sum(tau[s]*y[s]*x[s])", "start", "update", "rest")

bound.induction(
    "growth", "w[T+1] @ w[T+1] <= sizes", "start", "update", "rest", "wrong side", "label"
)
bound.induction("sizes", "sizes <= k*R**2", "radius")
bound.induction("count", "k >= 0")
bound.step(
    "sharp reach", "u @ w[T+1] <= norm(u)*sqrt(sizes)", "growth", "Cauchy-Schwarz: u, w[T+1]"
)
bound.step("reach", "norm(u)*sqrt(sizes) <= B*sqrt(k)", "growth", "sizes", "count", "radius sign")
bound.step("sharp", "k <= S + norm(u)*sqrt(sizes)", "mistakes", "last weights", "sharp reach")
bound.step("key", "k <= B*sqrt(k) + S", "sharp", "reach")

data = {
    "X": [(1,)] * 4,
    "y": [1, -1, 1, 1],
    "u": (Fraction(1, 2),),
    "R": 1,
    "h": [Fraction(loss, 2) for loss in (1, 3, 1, 1)],
}
witness = Witness.perceptron(**data, q=2, L=4)
bound.theorem("The bound for the hinge loss", "key", witness)

PROVES = {
    "eq-key-sharp": "sharp",
    "eq-key": "key",
    "eq-reach": ("sharp reach", "reach"),
}
