r"""Stochastic descent on least squares.

Let the examples be drawn anew at each step, and $e_t=w_t-w^*$.
A step with $\eta\le\frac1{2R^2}$ has

$$\mathbb E\,\|e_{t+1}\|^2\le(1-\eta\lambda)\,\mathbb E\,\|e_t\|^2+4\eta^2R^2F^* .$$

With $h=4R^2/\lambda$ and the steps $\eta_t=\frac{2}{\lambda\,(h+t-1)}$

$$\mathbb E\,\|e_t\|^2\le\frac{\nu}{h+t-1},\qquad\nu=\max\Bigl(\frac{16R^2F^*}{\lambda^2},\;h\,\|e_1\|^2\Bigr) .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-sgd"

down = Proof(numbers="eta R lam star E after slope G")
for hypothesis in [
    ("step", "eta > 0"),
    ("short", "2*eta*R**2 <= 1"),
    ("lam", "lam > 0"),
    ("expand", "after == E - 2*eta*slope + eta**2*G"),
    ("gradients", "G <= 4*R**2*(star + slope/2)"),
    ("curved", "slope >= lam*E"),
    ("distance", "E >= 0"),
]:
    down.assume(*hypothesis)
down.step("uphill", "slope >= 0", "curved", "distance", "lam")
down.step("short enough", "2*eta**2*R**2*slope <= eta*slope", "short", "uphill", "step")
down.step("noise", "eta**2*G <= 4*eta**2*R**2*star + eta*slope", "gradients", "short enough")
down.step("less", "eta*slope >= eta*lam*E", "curved", "step")
down.step("one step", "after <= (1 - eta*lam)*E + 4*eta**2*R**2*star", "expand", "noise", "less")

down.theorem(
    "One step of stochastic descent",
    "one step",
    Witness(eta=Fraction(1, 2), R=1, lam=1, star=1, E=1, slope=1, G=6, after=Fraction(3, 2)),
)

rate = Proof(numbers="nu C", sequences="E c")
for hypothesis in [
    ("h", "c[1] >= 2"),
    ("count", "c[t+1] == c[t] + 1", "rounds"),
    ("two", "c[t] >= 2", "rounds"),
    ("start", "c[1]*E[1] <= nu"),
    ("C", "C <= nu"),
    ("nu", "nu >= 0"),
    ("descent", "E[t+1] <= (1 - 2/c[t])*E[t] + C/c[t]**2", "rounds"),
]:
    rate.assume(*hypothesis)
rate.induction("end", "c[T+1] >= 2", "h", "count")
rate.step("shrinks", "1 - 2/c[t] >= 0", "two")
rate.step("noise", "C/c[t]**2 <= nu/c[t]**2", "C", "two")
rate.step("room", "(1 - 2/c[t])*(nu/c[t]) + nu/c[t]**2 <= nu/(c[t] + 1)", "two", "nu")
rate.step("begin", "E[1] <= nu/c[1]", "h", "start")

rate.induction(
    "each", "E[T+1] <= nu/c[T+1]", "begin", "noise", "shrinks", "descent", "room", "count", "two"
)
rate.step("rate", "c[T+1]*E[T+1] <= nu", "each", "end")
rate.theorem(
    "Stochastic descent",
    "rate",
    Witness(
        [True] * 3, nu=4, C=1, c=[2, 3, 4, 5], E=[2, Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)]
    ),
)

PROVES = {
    "eq-sgd-step": "one step",
    "eq-sgd-rate": "rate",
}
BY_HAND = {
    "eq-sgd-rate": "Stochastic.Stochastic",
    "eq-sgd-step": "Stochastic.Stochastic",
}
IN_PART = {
    "eq-sgd-step": "from three facts about expectations, which are assumed",
    "eq-sgd-rate": "from the recursion, which is assumed",
}
