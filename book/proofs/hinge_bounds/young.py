r"""Young’s inequality.

Let $p,q>1$ with $\frac1p+\frac1q=1$, and $a,b\ge0$.
Then

$$ab\le\frac{a^q}q+\frac{b^p}p ,$$

with equality exactly if $a^q=b^p$.
"""

from fractions import Fraction

from prover import Proof, Witness, powers

THEOREM = "thm-young"

young = Proof(numbers="a b p q")
young.assume("a", "a >= 0")
young.assume("b", "b >= 0")
young.assume("p", "p > 1")
young.assume("q", "q > 1")
young.assume("conjugate", "1/p + 1/q == 1")
signs = ("a", "b", "p", "q", "conjugate")
young.apply("Young", powers.young(), {}, *signs)
young.assume("balance", "a**q == b**p")
young.apply("met", powers.young_met(), {}, *signs, "balance")
young.assume("equality", "a*b == a**q/q + b**p/p")
young.apply("only met", powers.young_only_met(), {}, *signs, "equality")


young.theorem("Young", "Young", Witness(a=2, b=3, p=3, q=Fraction(3, 2)))

PROVES = {
    "equality holds exactly if $a^q=b^p$": ("met", "only met"),
    "eq-young": "Young",
}
BY_HAND = {
    "equality holds exactly if $a^q=b^p$": "YoungEqual.YoungEqual",
}
