r"""Gradient descent on least squares.

The errors $e_t=w_t-w^*$ satisfy $e_{t+1}=(I-\eta H)\,e_t$.
They tend to zero from every start if and only if $\eta<2/\Lambda$.
With $\eta=2/(\lambda+\Lambda)$

$$\|e_{t+1}\|\le\frac{\kappa-1}{\kappa+1}\,\|e_t\| ,$$

and no constant step has a smaller factor that holds for all starts.
With this step $\|e_{t+1}\|^2\le\varepsilon$ after at most $t=\bigl\lceil\frac\kappa4\ln\frac{\|e_1\|^2}{\varepsilon}\bigr\rceil$ steps, if $\varepsilon<\|e_1\|^2$.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-gd"

gd = Proof(numbers="a b q", states="e g", sequences="p")
for hypothesis in [
    ("small", "a > 0"),
    ("large", "b >= a"),
    ("factor", "q == ((b - a)/(b + a))**2"),
    ("step", "e[t+1] == e[t] - 2/(a + b)*g[t]", "rounds"),
    ("bowl", "(a + b)*(g[t] @ e[t]) >= a*b*(e[t] @ e[t]) + g[t] @ g[t]", "rounds"),
    ("first power", "p[1] == 1"),
    ("power", "p[t+1] == q*p[t]", "rounds"),
]:
    gd.assume(*hypothesis)

gd.step(
    "expanded",
    "e[t+1] @ e[t+1] == e[t] @ e[t] - 2*(2/(a + b))*(g[t] @ e[t]) + (2/(a + b))**2*(g[t] @ g[t])",
    "step",
)
gd.step("factor is", "q == 1 - 4*a*b/(a + b)**2", "small", "large", "factor")
gd.step(
    "one step", "e[t+1] @ e[t+1] <= q*(e[t] @ e[t])", "small", "large", "factor", "step", "bowl"
)
gd.step("positive", "q >= 0", "factor", "square: (b - a)/(b + a)")
gd.induction(
    "rate",
    "e[T+1] @ e[T+1] <= p[T+1]*(e[1] @ e[1])",
    "one step",
    "first power",
    "power",
    "positive",
)

gd.theorem(
    "Gradient descent",
    "rate",
    Witness(
        [True] * 3,
        a=1,
        b=3,
        q=Fraction(1, 4),
        p=[Fraction(1, 4**n) for n in range(4)],
        e=[(8, 8), (4, -4), (2, 2), (1, -1)],
        g=[(8, 24), (4, -12), (2, 6)],
    ),
)

no_better = Proof(numbers="a b eta r")
no_better.assume("small", "a > 0")
no_better.assume("large", "b >= a")
no_better.assume("flat", "1 - eta*a <= r")
no_better.assume("steep", "eta*b - 1 <= r")
no_better.step("best", "(b - a)/(b + a) <= r", "small", "large", "flat", "steep")
no_better.theorem(
    "No constant step is better", "best", Witness(a=1, b=3, eta=Fraction(1, 2), r=Fraction(1, 2))
)

PROVES = {
    "no constant step has a smaller factor that holds for all starts": "best",
    "eq-gd-rate": "one step",
}
BY_HAND = {
    "eq-gd-rate": "LeastSquares.GradientDescent",
    r"the errors are multiplied by $I-\eta H$": "LeastSquares.GradientDescent",
    "no constant step has a smaller factor that holds for all starts": "LeastSquares.GradientDescent",
    r"they tend to zero from every start if and only if $\eta<2/\Lambda$": "LeastSquares.GradientDescent",
    r"$\|e_{t+1}\|^2\le\varepsilon$ after at most $t=\bigl\lceil\frac\kappa4\ln\frac{\|e_1\|^2}\varepsilon\bigr\rceil$ steps, if $\varepsilon<\|e_1\|^2$": "LeastSquares.GradientDescent",
}
IN_PART = {
    "eq-gd-rate": "from the inequality for gradients, which is assumed",
    "no constant step has a smaller factor that holds for all starts": "from the factors along two eigenvectors",
}
