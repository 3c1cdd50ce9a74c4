r"""Halving is not optimal.

On the points 1 to 5 let $H$ have nine classifiers.
Let five of them have $h(1)=+1$: the one that is $-1$ elsewhere, and the four that are $+1$ at one more point.
Let the other four have $h(1)=h(4)=h(5)=-1$, one for each pair of labels of the points 2 and 3.
This class of nine classifiers has dimension 2, and halving errs three times on some realizable stream.
"""

THEOREM = "thm-halving-beaten"


BY_HAND = {
    "halving errs three times on some realizable stream": "Trees.HalvingBeaten",
    "this class of nine classifiers has dimension 2": "Trees.HalvingBeaten",
}
