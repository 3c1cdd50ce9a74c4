r"""Stochastic Newton is stochastic descent on white instances.

Let $\tilde x_i=H^{-1/2}x_i$ and $\tilde w_t=H^{1/2}w_t$.
Then {eq}`eq-stochastic-newton` is stochastic gradient descent with the same steps on the examples $(\tilde x_i,y_i)$:

$$\tilde w_{t+1}=\tilde w_t-\eta_t\,2\,(\langle\tilde w_t,\tilde x_{i_t}\rangle-y_{i_t})\,\tilde x_{i_t} .$$

The Hessian of these examples is $I$, so that $\kappa=1$; their radius $\tilde R$ has $\tilde R^2\ge\frac d2$.
"""

THEOREM = "thm-white"


BY_HAND = {
    r"their radius has $\tilde R^2\ge\frac d2$": "White.White",
    "eq-white": "White.White",
    r"the Hessian of the new examples is $I$, so that $\kappa=1$": "White.White",
}
