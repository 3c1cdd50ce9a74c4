r"""Distance to a hyperplane.

Let $u\ne0$.
Every $z$ with $\langle u,z\rangle=0$ satisfies $\|u\|^2\,\|x-z\|^2\ge\langle u,x\rangle^2$, and the **foot** $z^*=x-\frac{\langle u,x\rangle}{\|u\|^2}u$ lies on the hyperplane and attains equality.
So the distance from $x$ to the hyperplane is

$$\frac{|\langle u,x\rangle|}{\|u\|} .$$
"""

from prover import Proof, Witness

THEOREM = "thm-distance"

away = Proof(vectors="u x z")
away.assume("on it", "u @ z == 0")
away.assume("normal", "u @ u > 0")
away.let(foot="x - (u @ x)/(u @ u) * u", size="sqrt((u @ x)**2)")  # |<u,x>|

away.step(
    "no less", "(u @ u) * ((x - z) @ (x - z)) >= (u @ x)**2", "on it", "Cauchy-Schwarz: u, x - z"
)
away.step("foot", "u @ foot == 0", "normal")
away.step("square", "(x - foot) @ (x - foot) == (u @ x)**2/(u @ u)", "normal")
away.step("least", "(x - z) @ (x - z) >= (x - foot) @ (x - foot)", "no less", "square", "normal")
away.step("nearest", "norm(x - z) >= norm(x - foot)", "least", "square: x - foot")
away.step("distance", "norm(x - foot) == size/norm(u)", "square", "normal", "square: u @ x")
away.theorem("Distance to a hyperplane", "nearest", Witness(u=(1, 0), z=(0, 1), x=(2, 3)))

away.theorem("The foot is on the hyperplane", "foot", Witness(u=(3, 4), x=(2, 3)))

away.theorem("The distance of the foot", "distance", Witness(u=(3, 4), x=(2, 3)))

PROVES = {
    r"$\|u\|^2\,\|x-z\|^2\ge\langle u,x\rangle^2$ for every $z$ of the hyperplane": "no less",
    "the foot is on the hyperplane": "foot",
    "the foot attains equality": "square",
    "eq-distance": ("nearest", "distance"),
}
