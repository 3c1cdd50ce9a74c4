r"""The step of the regularized leader.

The minimum {eq}`eq-ftrl` is attained at one point only, the point of $V$ nearest to $\frac{\eta_t}2S_t$, which is

$$w_t=\rho_tS_t,\qquad\rho_t=\min\Bigl\{\frac{\eta_t}2,\ \frac1{R\|S_t\|}\Bigr\} ,$$

where the second number is infinite if $S_t=0$.
"""

from prover import Proof, Witness

THEOREM = "thm-step"

step = Proof(numbers="eta rho r", vectors="w v S")  # r = 1/R, v = w_t
step.let(F="w @ w/(2*eta) - w @ S/2", least="v @ v/(2*eta) - v @ S/2")
for line in (
    ("step", "eta > 0"),
    ("factor", "rho > 0"),
    ("r", "r > 0"),
    ("weights", "v == rho*S"),
    ("at most", "rho <= eta/2"),
    ("inside", "v @ v <= r**2"),
    ("point", "w @ w <= r**2"),
    ("either", "(eta/2 - rho)*(r**2 - v @ v) == 0"),
):
    step.assume(*line)
step.step("reach", "w @ v <= r**2", "point", "inside", "Cauchy-Schwarz: w, v", "r")
step.step("both", "(eta/2 - rho)*(v @ (v - w)) >= 0", "reach", "either", "at most")

step.step("angle", "(v - eta/2*S) @ (w - v) >= 0", "both", "weights", "factor")
step.step("strong", "F >= least + (w - v) @ (w - v)/(2*eta)", "angle", "step")
step.step("square", "F == (w - eta/2*S) @ (w - eta/2*S)/(2*eta) - eta/8*(S @ S)", "step")
step.theorem(
    "The step of the regularized leader",
    "strong",
    Witness(eta=4, rho=1, r=1, S=(1, 0), v=(1, 0), w=(0, 1)),
)

PROVES = {
    r"the minimum is attained at one point only, the nearest to $\frac{\eta_t}2S_t$": (
        "strong",
        "square",
    ),
    "eq-step": "strong",
}
