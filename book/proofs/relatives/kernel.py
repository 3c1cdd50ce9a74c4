r"""Block-Novikoff for kernels.

Let the perceptron run over the instances $\varphi(x_t)$ from $w_1=0$.
Let $\gamma>0$, and let $u$ be a vector of the space of these instances, with $y_t\langle u,\varphi(x_t)\rangle\ge\gamma$ and $K(x_t,x_t)\le R^2$ in every mistake.
Then the number $k$ of mistakes satisfies $k\le R^2\|u\|^2/\gamma^2$.
For $u=\sum_ia_i\varphi(z_i)$ the scores and the norm of the comparator, and so its bound, can be computed:

$$\langle u,\varphi(x)\rangle=\sum_ia_iK(z_i,x)\qquad\text{and}\qquad\|u\|^2=\sum_{i,j}a_ia_jK(z_i,z_j) .$$

In $T$ rounds the scores need at most $kT$ values of the kernel.
"""

from prover import Proof, Witness
from relatives.dual import the_run

THEOREM = "thm-kernel"

# x[t] stands for the image of the instance, and K[t] for K(x_t, x_t).
kernels = Proof(numbers="gamma R", vectors="u", states="w x", sequences="y K")
on_mistakes = [
    ("wrong side", "y[t]*(w[t] @ x[t]) <= 0", "mistakes"),
    ("label", "y[t]**2 == 1", "mistakes"),
    ("margin", "y[t]*(u @ x[t]) >= gamma", "mistakes"),
    ("kernel", "K[t] == x[t] @ x[t]", "mistakes"),
    ("radius", "K[t] <= R**2", "mistakes"),
    ("positive", "gamma > 0"),
]
for hypothesis in the_run + on_mistakes:
    kernels.assume(*hypothesis)
kernels.induction("far", "u @ w[T+1] >= k*gamma", "start", "update", "rest", "margin")
kernels.induction(
    "short",
    "w[T+1] @ w[T+1] <= k*R**2",
    "start",
    "update",
    "rest",
    "wrong side",
    "label",
    "kernel",
    "radius",
)

kernels.induction("count", "k >= 0")
kernels.step(
    "squeeze",
    "k**2*gamma**2 <= k*R**2*(u @ u)",
    "far",
    "short",
    "count",
    "positive",
    "Cauchy-Schwarz: u, w[T+1]",
)
kernels.step("bound", "k <= R**2*(u @ u)/gamma**2", "squeeze", "count", "positive")
kernels.theorem(
    "Block-Novikoff for kernels",
    "bound",
    Witness.perceptron([(2, 0), (0, 2), (2, 0)], [1, -1, 1], R=2, gamma=2, u=(1, -1), K=[4, 4, 4]),
)

span = Proof(vectors="z", states="p", sequences="a")
span.let(u="sum(a[s]*p[s])")
span.induction("linear", "sum(a[s]*p[s]) @ z == sum(a[s]*(p[s] @ z))")
span.step("score", "u @ z == sum(a[s]*(p[s] @ z))", "linear")
span.apply("itself", span["score"], {"z": "sum(a[s]*p[s])"})

span.theorem(
    "The score of a combination",
    "score",
    Witness([True, False], a=[1, -2], p=[(1, 0), (1, 1)], z=(2, 3)),
)

PROVES = {
    r"$k\le R^2\|u\|^2/\gamma^2$": "bound",
    "eq-kernel-norm": ("score", "itself"),
}
BY_HAND = {
    "in $T$ rounds the scores need at most $kT$ values of the kernel": "Kernels.Values",
    "eq-kernel-norm": "Kernels.KernelNorm",
}
IN_PART = {
    "eq-kernel-norm": "the squared norm as a sum of scores of u",
}
