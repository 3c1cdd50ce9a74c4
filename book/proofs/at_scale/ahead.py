r"""Scoring ahead.

A pass over $T$ rounds that scores ahead in blocks of $b\ge1$ rows makes the same mistakes and ends with the same weights as a pass that goes round by round.
With $k$ mistakes it scores at most

$$T+k\,(b-1)$$

rows, in at most

$$k+\Bigl\lceil\frac{T-k}b\Bigr\rceil$$

calls.
"""

from prover import Proof, Witness

THEOREM = "thm-ahead"

# The rounds are the calls, a mistake is a call that ends in one: m[t]
# rows are scored, a[t] are gone further, e[t] are lacking; N = T.
calls = Proof(numbers="N b", sequences="m a e")
calls.assume("wasted", "m[t] <= a[t] + b - 1", at="mistakes")
calls.assume("clean", "m[t] == a[t]", at="others")
calls.assume("full", "a[t] == b - e[t]", at="others")
calls.assume("onwards", "a[t] >= 1", at="mistakes")
calls.assume("lacking", "e[t] >= 0", at="rounds")
calls.assume("only the last", "sum(e[s]) <= b - 1")
calls.assume("all rows", "sum(a[s]) == N")

calls.induction("scored", "sum(m[s]) <= sum(a[s]) + k*(b - 1)", "wasted", "clean")
calls.step("rows", "sum(m[s]) <= N + k*(b - 1)", "scored", "all rows")
three = Witness([True, False, False], N=9, b=4, m=[4, 4, 2], a=[3, 4, 2], e=[0, 0, 2])
calls.theorem("Rows of a pass", "rows", three)

calls.induction(
    "further", "b*(sum(1) - k) + k - sum(e[s]) <= sum(a[s])", "full", "onwards", "lacking"
)
calls.step("blocks", "b*(sum(1) - k) - (b - 1) + k <= N", "further", "only the last", "all rows")
calls.theorem("Calls of a pass", "blocks", three)

PROVES = {
    "eq-rows": "rows",
    "eq-calls": "blocks",
    "eq-blocks": "blocks",
}
BY_HAND = {
    "eq-calls": "Ahead.Ahead",
    "eq-rows": "Ahead.Ahead",
    "a pass that scores ahead makes the same mistakes and ends with the same weights as one that goes round by round": "Ahead.Ahead",
}
IN_PART = {
    "eq-rows": "from what a single call does on",
    "eq-blocks": "from what a single call does on",
    "eq-calls": "before it is rounded, and from what a single call does on",
}
