r"""The printed form, where it is true."""

import hinge_bounds.relaxed
from hinge_bounds.key import bound, witness
from prover import Proof

THEOREM = ""
IN_SOLUTIONS = True

form = Proof(numbers="q R n b g j L")
form.assume("exponent", "q >= 1")
form.assume("small", "R <= q")
form.assume("norm", "n >= 0")
form.assume("B", "b == R*n")
form.assume("B sign", "b >= 0")
form.assume("count", "j >= 0")
form.assume("key", "g <= b*sqrt(j)")
form.assume("Bernoulli", "j - q*g <= L")
form.assume("L", "L >= 0")
high = "suppose: g > q**2*b**2/2"

form.step("gain", "g > 0", high)
form.step("gain squared", "g**2 <= b**2*j", "key", "gain", "count", "B sign")
form.step("more", "g >= q*(q + 1)*b**2/4", high, "exponent", "square: b")
form.step("share", "q*(q - 1)*(g - q*(q + 1)*b**2/4) >= 0", "more", "exponent")
spare = "q*(q - 1)*b**2*(g - q*(q + 1)*b**2/4)"
form.step("spare", spare + " >= 0", "share", "square: b")
form.step(
    "spread",
    "b**2*(q**2*b**2/4 + L) - (g - q**2*b**2/2)**2 >= " + spare,
    "gain squared",
    "Bernoulli",
    "square: b",
)
form.step("squares", "(g - q**2*b**2/2)**2 <= b**2*(q**2*b**2/4 + L)", "spread", "spare")
form.step("root", "g <= q**2*b**2/2 + b*sqrt(q**2*b**2/4 + L)", "squares", "B sign", "L")

goal = "g <= q**2*b**2/2 + q*n*sqrt(q**2*b**2/4 + L)"
form.step("large", goal, "root", "B", "small", "norm", "L")
form.step("little", goal, "suppose: g <= q**2*b**2/2", "norm", "exponent")
form.step("printed", goal, "large", "little", split="g > q**2*b**2/2")
bound.assume("small", "R <= q")
bound.step("gain", "k - S <= B*sqrt(k)", "key")
bound.step("Bernoulli", "k - q*(k - S) <= L", "tangents", "L")
bound.apply(
    "printed",
    form["printed"],
    {"n": "norm(u)", "b": "B", "g": "k - S", "j": "k"},
    "gain",
    "Bernoulli",
    "count",
    "radius sign",
    "L sign",
    "exponent",
)
bound.theorem("the printed form, for R up to q", "printed", witness)

PROVES = {
    "eq-printed-squares": ("spread", "share"),
    "eq-printed": "printed",
}
IN_PART = {
    "eq-printed": "for $R$ up to $q$, where it is true",
}
