r"""Newton on least squares.

The errors satisfy $e_{t+1}=(1-\eta)\,e_t$.
So with $\eta=1$ the first step arrives at $w^*$, from every start.
With any other constant step in $(0,2)$ the errors shrink by the factor $|1-\eta|$ and never vanish, unless they begin at zero.
"""

THEOREM = "thm-newton"


BY_HAND = {
    r"with $\eta=1$ the first step arrives": "LeastSquares.Newton",
    r"the errors are multiplied by $1-\eta$": "LeastSquares.Newton",
    r"with another constant step in $(0,2)$ the errors shrink by the factor $|1-\eta|$ and never vanish": "LeastSquares.Newton",
}
