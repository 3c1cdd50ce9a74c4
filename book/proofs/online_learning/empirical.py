r"""Empirical risk.

Let $f$ be fixed and the examples be drawn independently from $P$.
Then $\hat R_L(f)$ has the expectation $R_L(f)$, and if $\sigma^2=\operatorname{Var}L(f(x),y)$ is finite,

$$\mathbb E\bigl(\hat R_L(f)-R_L(f)\bigr)^2=\frac{\sigma^2}N .$$

For the zero-one loss $\sigma^2=R_L(f)\,(1-R_L(f))$.
"""

THEOREM = "thm-empirical"


BY_HAND = {
    "eq-rms": "Samples.Samples",
    r"for the zero-one loss $\sigma^2=R_L(f)\,(1-R_L(f))$": "Samples.Samples",
    "the empirical risk has the risk as its expectation": "Samples.Samples",
}
