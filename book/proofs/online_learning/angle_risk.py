r"""The risk of a linear hypothesis.

Let $d\ge2$ and let the distribution of $x\in\mathbb R^d$ be invariant under rotations, with no mass at the origin.
Let $y$ be the sign of $\langle u,x\rangle$, flipped with probability $p$ independently of $x$, where $u\ne0$.
Then the risk of $w\neq0$ under the zero-one loss is

$$R(w)=p+(1-2p)\,\frac{\theta}{\pi} ,$$

where $\theta\in[0,\pi]$ is the angle between $w$ and $u$.
"""

THEOREM = "thm-angle-risk"


BY_HAND = {
    "eq-angle-risk": "AngleRisk.AngleRisk",
    "eq-wedge": "AngleRisk.AngleRisk",
}
