r"""The square of a norm.

Let $p\ge2$, let $\theta,z\in\mathbb R^d$, and let $w$ be the gradient of $G(v)=\frac12\|v\|_p^2$ at $\theta$.
Then

$$G(\theta+z)\le G(\theta)+\langle w,z\rangle+\frac{p-1}2\|z\|_p^2 .$$
"""

THEOREM = "lem-pnorm"


BY_HAND = {
    "eq-pnorm-taylor": "PNorm.PNorm",
}
