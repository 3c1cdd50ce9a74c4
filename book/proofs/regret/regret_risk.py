r"""From regret to risk.

Let $T\ge1$, let $V$ be closed, convex and not empty, $\ell(\cdot,z)$ convex on $V$ for every $z$, and let the draws $z_1,\dots,z_T$ be independent and from one distribution.
Let $w_t\in V$ be determined by $z_1,\dots,z_{t-1}$, let all expectations be finite, and $\bar w=\frac1T(w_1+\dots+w_T)$.
Then for every $u\in V$

$$\mathbb E\,R(\bar w)\le R(u)+\frac1T\,\mathbb E\operatorname{Regret}_T(u) .$$
"""

THEOREM = "thm-regret-risk"


BY_HAND = {
    "eq-regret-risk": "Risk.Risk",
}
