r"""Littlestone's dimension without a perfect classifier.

Let $H$ be a finite class with $m=\dim H\ge1$, let $T\ge m$, and let $N=\sum_{i=0}^m\binom Ti$.
There is a learner that tosses coins and knows $T$, whose expected number of mistakes on every stream of $T$ examples that is fixed beforehand exceeds the number of mistakes of each $h\in H$ by at most

$$\sqrt{\tfrac12T\ln N}\le\sqrt{\tfrac12mT\ln\frac{eT}m} .$$
"""

THEOREM = "thm-agnostic"

BY_SYMPY = {
    "eq-agnostic": "eq-agnostic",
    "eq-few-experts": "eq-few-experts",
}
