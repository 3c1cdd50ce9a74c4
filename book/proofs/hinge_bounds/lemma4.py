r"""An inequality in the square root.

Let $k\ge0$, $a$ and $c$ be any numbers with $k-a\sqrt k\le c$.
Then $\frac{a^2}4+c\ge0$ and

$$\begin{aligned}k&\le\Bigl(\frac a2+\sqrt{\frac{a^2}4+c}\Bigr)^2\\&=c+\frac{a^2}2+a\sqrt{\frac{a^2}4+c} .\end{aligned}$$
"""

from prover import Proof, Witness

THEOREM = "thm-lemma4"

lemma = Proof(numbers="K a c")  # K is the k of the statement
lemma.assume("number", "K >= 0")
lemma.assume("premise", "K - a*sqrt(K) <= c")
lemma.step("radicand", "a**2/4 + c >= 0", "number", "premise", "square: sqrt(K) - a/2")
lemma.step("half", "sqrt(K) <= a/2 + sqrt(a**2/4 + c)", "premise", "radicand", "number")
lemma.step("solved", "K <= (a/2 + sqrt(a**2/4 + c))**2", "half", "number")
lemma.step("square", "(a/2 + sqrt(a**2/4 + c))**2 == c + a**2/2 + a*sqrt(a**2/4 + c)", "radicand")
lemma.step("expanded", "K <= c + a**2/2 + a*sqrt(a**2/4 + c)", "solved", "radicand")
lemma.theorem("An inequality in the square root", "expanded", Witness(a=-3, c=28, K=16))

PROVES = {
    r"$\frac{a^2}4+c\ge0$": "radicand",
    "eq-lemma4": ("solved", "expanded"),
}
