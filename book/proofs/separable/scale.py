r"""Small norm, large margin.

A separable stream has margin $\gamma^*=1/\min\|u\|$, where the minimum is over all $u$ with $y_t\langle u,x_t\rangle\ge1$ for every $t$.
"""

THEOREM = "thm-scale"


BY_HAND = {
    r"a separable stream has the margin $1/\min\|u\|$": "Duality.Scale",
}
