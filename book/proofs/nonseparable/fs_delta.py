r"""Freund-Schapire, for every Δ.

Under the hypotheses of {prf:ref}`thm-freund-schapire`, with $D^2=\sum_{t=1}^Td_t^2$ and $\|x_t\|\le R$ in every mistake, every $\Delta>0$ satisfies

$$k\le\frac{(R^2+\Delta^2)\bigl(\|u\|^2+D^2/\Delta^2\bigr)}{\gamma^2} .$$
"""

from fractions import Fraction

from nonseparable.freund_schapire import data, the_run
from nonseparable.fs_lifted import lift
from prover import Witness
from separable.block_novikoff import bn

THEOREM = "thm-fs-delta"

lift.let(W="w[t] + Delta*sum(tau[s]*y[s]*e[s], s < t)")
lift.apply(
    "lifted",
    bn["bound"],
    {"x[t]": "X[t]", "w[t]": "W[t]", "u": "U", "R": "sqrt(R**2 + Delta**2)"},
    *[line[0] for line in the_run],
    "label",
    "longer",
    "wider",
    "Delta",
)
lift.step(
    "for every Delta",
    "k <= (R**2 + Delta**2)*(u @ u + D**2/Delta**2)/gamma**2",
    "lifted",
    "norm",
    "positive",
    "Delta",
)
lift.theorem(
    "Freund-Schapire, for every Delta",
    "for every Delta",
    Witness.perceptron(**data, Delta=Fraction(3, 2)),
)

PROVES = {
    "eq-fs-delta": "for every Delta",
}
