r"""A floor for experts.

Let $N\ge2$ and $T\ge1$, and let $S_1,S_2,\dots$ be independent sums of $T$ fair signs.
For every learner that chooses its proportions $p_t$ by the losses of earlier rounds, there are losses in $\{0,1\}$ for which its regret against the best expert is at least

$$\tfrac12\,\mathbb E\max_{i\le N/2}|S_i| .$$
"""

THEOREM = "thm-expert-floor"

BY_SYMPY = {
    "eq-coin-experts": "eq-coin-experts",
}
