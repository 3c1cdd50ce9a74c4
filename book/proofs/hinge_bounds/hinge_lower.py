r"""Lower bound for every power.

Let $B\ge0$, $L\ge0$, $q\ge1$ and $n=\lfloor K_q(B,L)\rfloor\ge1$.
Take any deterministic learner, which in each round predicts a label or, at a tie, none.
Then there is a stream of $n$ orthonormal instances on which the learner errs in every round while some comparator of norm $B$ has $L_q\le L$.
"""

THEOREM = "thm-hinge-lower"


BY_HAND = {
    r"for every deterministic learner there are a stream of $n$ orthonormal instances, on which it errs in every round, and a comparator of norm $B$ with $L_q\le L$": "Adversary.HingeLower",
}
