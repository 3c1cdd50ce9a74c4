r"""Many features, few of use.

Let $d\ge1$, let the learner {eq}`eq-sinh` start at $\theta_1=0$, with ties as mistakes, and let $u\ne0$, $\gamma>0$ and $X>0$ be such that in every mistake $y_t\langle u,x_t\rangle\ge\gamma\|u\|_1$ and $\|x_t\|_\infty\le X$.
With $\eta=\gamma/X^2$ the number $k$ of mistakes satisfies

$$k\le\frac{2X^2\ln(2d)}{\gamma^2} .$$
"""

from prover import Proof, Witness

THEOREM = "thm-winnow"

# Coq takes another way than the chapter: by a sum of hyperbolic cosines, and then, as here, from
# the logarithms on; L stands for ln(2d), n for the mistakes.
logs = Proof(numbers="n eta gamma X L")
for line in [
    ("squeeze", "n*(eta*gamma - eta**2*X**2/2) <= L"),
    ("rate", "eta == gamma/X**2"),
    ("X", "X > 0"),
    ("positive", "gamma > 0"),
]:
    logs.assume(*line)
logs.step("bracket", "eta*gamma - eta**2*X**2/2 == gamma**2/(2*X**2)", "rate", "X")
logs.step("less", "n*gamma**2/(2*X**2) <= L", "squeeze", "bracket")
logs.step("bound", "n <= 2*X**2*L/gamma**2", "less", "X", "positive")
logs.theorem("From the logarithms", "bound", Witness(n=2, eta=1, gamma=1, X=1, L=1))

PROVES = {
    "eq-winnow": "bound",
}
BY_HAND = {
    "eq-winnow": "Winnow.Winnow",
}
IN_PART = {
    "eq-winnow": "from the logarithms on",
}
