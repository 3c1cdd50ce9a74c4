r"""The constant is met.

Let $\kappa>0$.
For every $\varepsilon>0$ and all large enough $T$ there is a stream of $T$ examples on which FTRL with $\eta_t=\frac\kappa{R^2\sqrt t}$ has a regret of at least $\bigl(\frac1{2\kappa}+\frac\kappa4-\varepsilon\bigr)\sqrt T$ against some $u\in V$.
"""

THEOREM = "thm-met"


BY_HAND = {
    r"for all large enough $T$ there is a stream with a regret of at least $\bigl(\frac1{2\kappa}+\frac\kappa4-\varepsilon\bigr)\sqrt T$": "ConstantMet.ConstantMet",
}
