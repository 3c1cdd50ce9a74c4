r"""Empirical risk.

Let $h$ be fixed and the examples be drawn independently from $P$.
Then $\hat R_L(h)$ has the expectation $R_L(h)$, and if $\sigma^2=\operatorname{Var}L(h(x),y)$ is finite,

$$\mathbb E\bigl(\hat R_L(h)-R_L(h)\bigr)^2=\frac{\sigma^2}N .$$

For the zero-one loss $\sigma^2=R_L(h)\,(1-R_L(h))$.
"""

THEOREM = "thm-empirical"


BY_HAND = {
    "eq-rms": "Samples.Samples",
    r"for the zero-one loss $\sigma^2=R_L(f)\,(1-R_L(f))$": "Samples.Samples",
    "the empirical risk has the risk as its expectation": "Samples.Samples",
}
