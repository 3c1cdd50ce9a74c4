r"""Smooth there, curved here.

Let $G$ be a function on $\mathbb R^d$ and $\psi(v)=\sup_\theta\bigl(\langle v,\theta\rangle-G(\theta)\bigr)$ its conjugate.
Let $\mu>0$, and let $w$ and $\theta$ be such that for all $z$

$$G(\theta+z)\le G(\theta)+\langle w,z\rangle+\frac1{2\mu}\|z\|_*^2 .$$

If $\psi(w)=\langle w,\theta\rangle-G(\theta)$, then for all $v$

$$\psi(v)\ge\psi(w)+\langle\theta,v-w\rangle+\frac\mu2\|v-w\|^2 .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "lem-conjugate"

pair = Proof(numbers="mu G E P Q n m", vectors="v w theta z")
# G is G(theta), E is G(theta + z), P is psi(v), Q is psi(w), n the norm of v - w, m that of z
for label, claim in (
    ("above", "P >= v @ (theta + z) - E"),
    ("met", "Q == w @ theta - G"),
    ("smooth", "E <= G + w @ z + m**2/(2*mu)"),
    ("along", "(v - w) @ z == n*m"),
    ("length", "m == mu*n"),
    ("mu", "mu > 0"),
):
    pair.assume(label, claim)
pair.step("best", "n*m - m**2/(2*mu) == mu/2*n**2", "length", "mu")
pair.step(
    "curved",
    "P >= Q + theta @ (v - w) + mu/2*n**2",
    "above",
    "met",
    "smooth",
    "along",
    "best",
)
half = Fraction(1, 2)
pair.theorem(
    "Smooth there, curved here",
    "curved",
    Witness(mu=1, G=0, E=half, P=half, Q=0, n=1, m=1, v=(1,), w=(0,), theta=(0,), z=(1,)),
)

PROVES = {
    "eq-curved-here": "curved",
}
ASSUMED = ("eq-smooth-there",)
