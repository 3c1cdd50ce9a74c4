r"""A logarithm of the dimension.

Let $\ln d\ge1$, let $|x_{t,i}|\le X$ for all entries in the mistakes, and let $u$ have no hinge loss in them.
With $p=2\ln d$

$$k\le(2\ln d-1)\,e\,X^2\Bigl(\sum_i|u_i|\Bigr)^2 .$$
"""

THEOREM = "cor-pnorm-log"

BY_SYMPY = {"eq-pnorm-log": "eq-pnorm-log"}
