r"""A convex upper bound.

For $q\ge1$ the $q$-hinge loss is convex in the score and at least the {term}`zero-one loss`, which is 1 for a mistake and 0 otherwise, {term}`ties <tie>` counted as mistakes.
The $q$-hinge loss is zero exactly if $yf\ge1$.
"""

THEOREM = "thm-hinge-convex"


BY_HAND = {
    r"it is zero exactly if $yf\ge1$": "HingeConvex.HingeConvex",
    "it is at least the zero-one loss": "HingeConvex.HingeConvex",
    "the $q$-hinge loss is convex in the score": "HingeConvex.HingeConvex",
}
