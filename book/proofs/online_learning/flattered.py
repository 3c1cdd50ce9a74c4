r"""The best on the sample is flattered.

Let the examples be drawn independently from $P$.
Let $\mathcal H$ be a finite set of hypotheses that does not depend on them, and $\hat h\in\mathcal H$ one of smallest empirical risk.
Then

$$\mathbb E\,\hat R_L(\hat h)\;\le\;\min_{h\in\mathcal H}R_L(h)\;\le\;\mathbb E\,R_L(\hat h) .$$
"""

THEOREM = "thm-flattered"


BY_HAND = {
    "eq-flattered": "Samples.Flattered",
}
