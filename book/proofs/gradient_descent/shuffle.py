r"""Shuffled passes on two labels.

On the problem of {prf:ref}`thm-stall` with a constant step $0<\eta<1$, let the labels be $-1$ and $+1$, and let each pass visit both once, in a random order that is drawn anew.
At the ends of the passes the expected squared weight tends to

$$\frac{2\eta^3}{(1-\eta)(1-2\eta+2\eta^2)} .$$
"""

THEOREM = "thm-shuffle"


BY_HAND = {
    "eq-pass": "Shuffle.Shuffle",
    "eq-shuffle": "Shuffle.Shuffle",
}
