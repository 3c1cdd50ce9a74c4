r"""No bound for a budget.

Let a learner keep at most $B$ instances $z_1,z_2,\dots$ of those that it has met, and score the next instance $x$ by $\sum_is_iK(z_i,x)$ with any numbers $s_i$; let ties be mistakes.
Let only $B+1$ instances be presented, which are orthonormal for the inner product $K$, each always with the same label.
Then in every round there is one of them on which the learner errs; yet a unit comparator has the margin $1/\sqrt{B+1}$ on all of them.
"""

THEOREM = "thm-budget"


BY_HAND = {
    "in every round there is one of $B+1$ orthonormal instances on which the learner errs": "Kernels.Budget",
    r"a unit comparator has the margin $1/\sqrt{B+1}$ on all of them": "Kernels.Budget",
}
