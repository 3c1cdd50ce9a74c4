r"""The chance of a mistake.

If $|f|\le1$ and $y\in\{-1,+1\}$, the chance of a mistake is

$$\tfrac12|f-y|=\tfrac12(1-yf) .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-chance"

one = Proof(numbers="f y p")
one.assume("label", "y**2 == 1")
one.assume("low", "f >= -1")
one.assume("high", "f <= 1")
one.assume("coin", "p == (1 + f)/2")  # the probability of +1
one.step("sign", "1 - y*f >= 0", "label", "low", "high")
one.step("chance", "sqrt((f - y)**2)/2 == (1 - y*f)/2", "label", "sign")
# y = 1 errs with probability 1 - p, y = -1 with probability p
one.step("mistake", "(1 + y)/2*(1 - p) + (1 - y)/2*p == (1 - y*f)/2", "coin", "label")
one.theorem("The chance of a mistake", "chance", Witness(f=Fraction(1, 3), y=-1, p=Fraction(2, 3)))

one.theorem(
    "The chance that the coin is wrong",
    "mistake",
    Witness(f=Fraction(1, 3), y=-1, p=Fraction(2, 3)),
)

PROVES = {
    "eq-chance": ("chance", "mistake"),
}
