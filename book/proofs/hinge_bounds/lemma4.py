r"""An inequality in the square root.

Let $x\ge0$ and let $a$ and $c$ be any numbers with $x-a\sqrt x\le c$.
Then $\frac{a^2}4+c\ge0$ and

$$\begin{aligned}x&\le\Bigl(\frac a2+\sqrt{\frac{a^2}4+c}\Bigr)^2\\&=c+\frac{a^2}2+a\sqrt{\frac{a^2}4+c} .\end{aligned}$$
"""

from prover import Proof, Witness

THEOREM = "thm-lemma4"

lemma = Proof(numbers="x a c")
lemma.assume("number", "x >= 0")
lemma.assume("premise", "x - a*sqrt(x) <= c")
lemma.step("radicand", "a**2/4 + c >= 0", "number", "premise", "square: sqrt(x) - a/2")
lemma.step("half", "sqrt(x) <= a/2 + sqrt(a**2/4 + c)", "premise", "radicand", "number")
lemma.step("solved", "x <= (a/2 + sqrt(a**2/4 + c))**2", "half", "number")
lemma.step("square", "(a/2 + sqrt(a**2/4 + c))**2 == c + a**2/2 + a*sqrt(a**2/4 + c)", "radicand")
lemma.step("expanded", "x <= c + a**2/2 + a*sqrt(a**2/4 + c)", "solved", "radicand")
lemma.theorem("An inequality in the square root", "expanded", Witness(a=-3, c=28, x=16))

PROVES = {
    r"$\frac{a^2}4+c\ge0$": "radicand",
    "eq-lemma4": ("solved", "expanded"),
}
