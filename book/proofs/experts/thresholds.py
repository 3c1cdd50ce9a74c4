r"""Counting, and thresholds.

For every finite class that is not empty

$$\dim H\le\log_2|H| ,$$

and for the $n+1$ thresholds on $n$ points, which are $-1$ up to a place and $+1$ from there on,

$$\dim H=\lfloor\log_2(n+1)\rfloor .$$
"""

THEOREM = "thm-thresholds"


BY_HAND = {
    "eq-dim-count": "Trees.Counting",
    "eq-dim-thresholds": "Trees.Thresholds",
}
