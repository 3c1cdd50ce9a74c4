r"""The limit.

For $D^2=\sum_{t=1}^Td_t^2$ and every $\varepsilon>0$, under the hypotheses of {prf:ref}`thm-fs-delta`,

$$k\gamma^2\le\bigl(R\|u\|+D\bigr)^2+\varepsilon\,\bigl(\|u\|+RD\bigr) ,$$

and so $k\gamma^2\le(R\|u\|+D)^2$.
"""

import nonseparable.fs_delta
from nonseparable.freund_schapire import data
from nonseparable.fs_lifted import lift
from prover import Proof, Witness

THEOREM = "thm-fs-limit"

near = Proof(numbers="n m epsilon")
near.assume("n", "n >= 0")
near.assume("m", "m >= 0")
near.assume("epsilon", "epsilon > 0")
near.let(q="(m + epsilon)/(n + epsilon)")
near.step("gap", "n*q - m == epsilon*(n - m)/(n + epsilon)", "n", "epsilon")
near.step(
    "compared", "epsilon*(n - m)**2 <= (n + m)*(n + epsilon)*(m + epsilon)", "n", "m", "epsilon"
)
near.step(
    "excess",
    "(n*q - m)**2/q == epsilon**2*(n - m)**2/((n + epsilon)*(m + epsilon))",
    "gap",
    "n",
    "m",
    "epsilon",
)
near.step("small", "(n*q - m)**2/q <= epsilon*(n + m)", "excess", "compared", "n", "m", "epsilon")

lift.letters.add(numbers="epsilon")
lift.assume("epsilon", "epsilon > 0")
lift.let(n="norm(u)", limit="(R*n + D)**2", q="(R*D + epsilon)/(n + epsilon)")
lift.step(
    "cost",
    "k*gamma**2 <= limit + ((n*Delta**2 - R*D)/Delta)**2",
    "for every Delta",
    "positive",
    "Delta",
)
lift.step("RD", "R*D >= 0", "R sign", "D sign")
lift.step("q", "q > 0", "RD", "epsilon")
lift.apply("Delta chosen", lift["cost"], {"Delta": "sqrt(q)"}, "q")
lift.step("at q", "k*gamma**2 <= limit + (n*q - R*D)**2/q", "Delta chosen", "q")
lift.apply("small", near["small"], {"n": "n", "m": "R*D"}, "RD", "epsilon")
lift.step("for every epsilon", "k*gamma**2 <= limit + epsilon*(n + R*D)", "at q", "small")

lift.let(over="k*gamma**2 - limit", all="1 + n + R*D")
lift.step("share", "over/all > 0", "suppose: over > 0", "RD")
lift.apply("epsilon chosen", lift["for every epsilon"], {"epsilon": "over/all"}, "share")
lift.step("in the limit", "k*gamma**2 <= limit", "epsilon chosen", "RD", split="over > 0")
lift.step("bound", "k <= ((R*n + D)/gamma)**2", "in the limit", "positive")
lift.theorem("Freund-Schapire, by lifting", "bound", Witness.perceptron(**data))

PROVES = {
    r"$k\gamma^2\le(R\|u\|+D)^2$": "in the limit",
    "eq-fs-limit": "for every epsilon",
    "eq-fs-excess": ("excess", "small"),
}
