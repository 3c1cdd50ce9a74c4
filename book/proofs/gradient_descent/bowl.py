r"""Gradient and Hessian of least squares.

The gradients are $\nabla Q_i(w)=2(\langle w,x_i\rangle-y_i)\,x_i$ and $\nabla F(w)=\frac1n\sum_i\nabla Q_i(w)$, and the Hessian of $F$ is $H=\frac2n\sum_ix_ix_i^{\mathsf T}$, the same at every $w$.
If $\nabla F(w^*)=0$, then for every $w$

$$\nabla F(w)=H(w-w^*),\qquad F(w)=F(w^*)+\tfrac12\,\langle w-w^*,H(w-w^*)\rangle\ge F(w^*) .$$
"""

THEOREM = "thm-bowl"


BY_HAND = {
    "the gradients are as named": "LeastSquares.Bowl",
    "the Hessian of $F$ is as named, the same at every $w$": "LeastSquares.Bowl",
    "eq-bowl": "LeastSquares.Bowl",
}
