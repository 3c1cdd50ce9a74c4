r"""The difference rule moves the wrong way.

If $h\in\{-1,+1\}$ is the prediction and $h\ne y$, the rule $w'=w+(h-y)x$ has

$$y\langle w',x\rangle=y\langle w,x\rangle-2\|x\|^2 .$$

With the tie rule "plus", an example that is wrong once is wrong for ever, as long as no other example moves the weights.
"""

THEOREM = "thm-difference"


BY_HAND = {
    "eq-wrong-way": "Update.Difference",
    "with the tie rule “plus”, an example that is wrong once is wrong for ever": "Update.Difference",
}
