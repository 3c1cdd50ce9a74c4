r"""Hedge is a regularized leader.

On $V$ let $F_t(w)=\psi(w)+\langle w,L_t\rangle$, and let $p_t$ be as in {eq}`eq-hedge-weights`.
For every $v\in V$

$$F_t(v)=F_t(p_t)+\frac1\eta\sum_iv_i\ln\frac{v_i}{p_{t,i}}\ge F_t(p_t)+\frac1{2\eta}\Bigl(\sum_i|v_i-p_{t,i}|\Bigr)^2 .$$

So {prf:ref}`thm-norm`, for the losses $\ell_{t,i}-\frac12$, with $\mu_t=\frac1\eta$ and the norm $\sum_i|w_i|$, gives {eq}`eq-hedge`.
"""

THEOREM = "thm-hedge-leader"


BY_HAND = {
    "the theorem on norms gives the bound of Hedge": "Hedge.ByNorm",
    "eq-pinsker": "Hedge.Leader",
}
