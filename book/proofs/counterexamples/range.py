r"""The range of the printed theorem.

Let $R>0$.
FTRL with $\eta_t=\sqrt2/\sqrt t$ has regret at most $\sqrt{2T}$ against every $u$ with $\|u\|\le\frac1R$, on all streams with $\|x_t\|\le R$ and for every $T$, if and only if

$$2-\sqrt3\le R^2\le2+\sqrt3 .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-range"

width = Proof(numbers="R")
width.assume("R", "R > 0")
width.let(factor="sqrt(2)/4*(R**2 + 1/R**2)", kappa="sqrt(2)*R**2")
width.step("printed", "1/(2*kappa) + kappa/4 == factor", "R")
width.step("gap", "R**2*(R**2 + 1/R**2 - 4) == (R**2 - 2)**2 - 3", "R")
width.assume("low", "R**2 >= 2 - sqrt(3)")
width.assume("high", "R**2 <= 2 + sqrt(3)")
width.step("inside", "(R**2 - 2)**2 <= 3", "low", "high")
width.step("small", "R**2 + 1/R**2 <= 4", "gap", "inside", "R")
width.step("holds", "factor <= sqrt(2)", "small")
width.theorem("The factor in the range", "holds", Witness(R=1))

ranged = Proof(numbers="R Reg")
ranged.assume("R", "R > 0")
ranged.assume("given", "Reg <= (1/(2*(sqrt(2)*R**2)) + sqrt(2)*R**2/4)*sqrt(T)")
ranged.assume("low", "R**2 >= 2 - sqrt(3)")
ranged.assume("high", "R**2 <= 2 + sqrt(3)")
ranged.apply("factor", width["printed"], {}, "R")
ranged.apply("in the range", width["holds"], {}, "R", "low", "high")
ranged.apply("rounds", Proof().step("", "T >= 1", "round"), {})
ranged.step("root", "sqrt(T) > 0", "rounds")
ranged.step("double", "sqrt(2)*sqrt(T) == sqrt(2*T)", "rounds")

ranged.step("printed regret", "Reg <= sqrt(2)/4*(R**2 + 1/R**2)*sqrt(T)", "given", "factor")
ranged.step(
    "printed bound", "Reg <= sqrt(2*T)", "given", "factor", "in the range", "double", "root"
)
ranged.theorem(
    "The printed theorem holds", "printed bound", Witness([True, True], R=1, Reg=Fraction(1, 2))
)

width.assume("below", "R**2 < 2 - sqrt(3)")
width.step("far below", "(R**2 - 2)**2 > 3", "below")
width.step("large below", "R**2 + 1/R**2 > 4", "gap", "far below", "R")
width.step("fails below", "factor > sqrt(2)", "large below")
width.theorem("The factor below the range", "fails below", Witness(R=Fraction(1, 2)))

width.assume("above", "R**2 > 2 + sqrt(3)")
width.step("far above", "(R**2 - 2)**2 > 3", "above")
width.step("large above", "R**2 + 1/R**2 > 4", "gap", "far above", "R")
width.step("fails above", "factor > sqrt(2)", "large above")
width.theorem("The factor above the range", "fails above", Witness(R=2))

PROVES = {
    "eq-range": ("holds", "printed bound", "fails below", "fails above"),
    "eq-printed-regret": "printed regret",
}
BY_HAND = {
    "eq-range": "Range.Range",
}
IN_PART = {
    "eq-range": "that it is enough, and of the factor alone that it is needed",
    "thm-range": "that it is enough, and of the factor alone that it is needed",
    "eq-printed-regret": "from the bound for all steps, which is given",
}
