r"""The best Δ.

For every $\Delta>0$, $R,D\ge0$ and every $u$,

$$\begin{aligned}&(R^2+\Delta^2)\Bigl(\|u\|^2+\frac{D^2}{\Delta^2}\Bigr)\\&\quad=\bigl(R\|u\|+D\bigr)^2\\&\qquad+\Bigl(\frac{\|u\|\Delta^2-RD}\Delta\Bigr)^2 .\end{aligned}$$

So the bound {eq}`eq-fs-delta` is never less than $\bigl((R\|u\|+D)/\gamma\bigr)^2$.
It is equal to this number exactly if $\|u\|\Delta^2=RD$; for $\|u\|=1$ and $R,D>0$, exactly at $\Delta=\sqrt{RD}$.
"""

from prover import Proof, Witness

THEOREM = "thm-fs-best"

best = Proof(numbers="R D Delta", vectors="u")
best.let(
    left="(R**2 + Delta**2)*(u @ u + D**2/Delta**2)",
    right="(R*norm(u) + D)**2",
    excess="(norm(u)*Delta**2 - R*D)/Delta",
)
best.assume("Delta", "Delta > 0")
best.step("identity", "left == right + excess**2", "Delta")
best.theorem("The best Delta", "identity", Witness(R=1, D=1, Delta=1, u=(1,)))

best.step("least", "left >= right", "identity", "square: excess")
best.theorem("No Delta gives less", "least", Witness(R=1, D=4, Delta=1, u=(1,)))

best.assume("there", "norm(u)*Delta**2 == R*D")
best.step("attained", "left == right", "identity", "there")
best.theorem("The best Delta attains it", "attained", Witness(R=1, D=4, Delta=2, u=(1,)))

best.assume("equal", "left == right")
best.step("no excess", "excess == 0", "identity", "equal")
best.step("only there", "norm(u)*Delta**2 == R*D", "no excess", "Delta")
best.theorem("No other Delta attains it", "only there", Witness(R=1, D=4, Delta=2, u=(1,)))

best.assume("unit", "u @ u == 1")
best.step("length", "norm(u) == 1", "unit")
best.step("at the root", "Delta == sqrt(R*D)", "only there", "length", "Delta")
best.theorem("No Delta but the root attains it", "at the root", Witness(R=1, D=4, Delta=2, u=(1,)))

# The root of R D is the number above 0 with this square.
best.assume("square of the root", "Delta**2 == R*D")
best.step("met", "left == right", "identity", "square of the root", "length")
best.theorem("The root attains it", "met", Witness(R=1, D=4, Delta=2, u=(1,)))

PROVES = {
    r"the bound is never less than $\bigl((R\|u\|+D)/\gamma\bigr)^2$": "least",
    r"it is equal to it exactly if $\|u\|\Delta^2=RD$": ("attained", "only there"),
    r"for $\|u\|=1$ and $R,D>0$ it is equal to it exactly at $\Delta=\sqrt{RD}$": (
        "at the root",
        "met",
    ),
    "eq-fs-certificate": "identity",
}
