r"""Averaged weights.

On the same problem with $0<\eta\le\frac12$, let $\bar w=\frac1T\sum_{t=1}^Tw_t$.
Then

$$\bar w=\frac1T\sum_{t=1}^Ty_{i_t}-\frac{w_{T+1}-w_1}{2\eta\,T} ,$$

$$\mathbb E\,(\bar w-m)^2\le\frac{\sigma^2}T+\frac{(w_1-m)^2}{4\eta^2T^2} .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-average"

mean = Proof(numbers="eta", sequences="w y")
mean.assume("positive", "eta > 0")
mean.assume("step", "w[t+1] == w[t] - eta*2*(w[t] - y[t])", at="rounds")
mean.induction("sum", "sum(w[s]) == sum(y[s]) - (w[T+1] - w[1])/(2*eta)", "step", "positive")
mean.theorem(
    "Averaged weights",
    "sum",
    Witness(
        [True] * 3,
        eta=Fraction(1, 4),
        y=[1, -1, 1],
        w=[0, Fraction(1, 2), Fraction(-1, 4), Fraction(3, 8)],
    ),
)

PROVES = {
    "eq-average": "sum",
}
BY_HAND = {
    "eq-average-square": "Stall.Average",
}
