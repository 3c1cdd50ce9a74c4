r"""Last weights of a clean pass.

Let $m+1$ examples be exchangeable.
Let a {term}`deterministic learner` move only in mistakes.
Let its weights and the instance determine its prediction, and its weights and the example its new weights, whatever came before.
Given all or some of the examples, let it make passes over these, in their order, until a pass has no mistake; suppose that such a pass always comes.
Let $D$ count those of the $m+1$ examples on which the learner errs at least once in the passes over all $m+1$.
The weights after the passes over the first $m$ examples err on example $m+1$ with a probability

$$P\le\frac{\mathbb E[D]}{m+1} .$$
"""

THEOREM = "thm-last"


BY_HAND = {
    "eq-last": "CleanPass.CleanPass",
}
