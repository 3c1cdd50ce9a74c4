r"""Weighted majority.

Let the best of $N$ experts make $m^*$ mistakes.
Weighted majority, with ties as mistakes, makes a number $k$ of mistakes with

$$\Bigl(\frac43\Bigr)^k\le N\,2^{m^*},\qquad\text{hence}\qquad k\le\frac{m^*+\log_2N}{\log_2\frac43} .$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-weighted-majority"

# v is the weight of the best expert, which errs where the flag e is 1;
# A and B are 4/3 and 2 to the numbers of mistakes so far
wm = Proof(numbers="N", sequences="W right wrong v A B", flags="e")
for label, claim, at in (
    ("vote", "W[t] == right[t] + wrong[t]", "rounds"),
    ("sign", "wrong[t] >= 0", "rounds"),
    ("penalty", "W[t+1] == right[t] + wrong[t]/2", "rounds"),
    ("majority", "wrong[t] >= right[t]", "mistakes"),
    ("err", "v[t+1] == v[t]/2", "e = 1"),
    ("not err", "v[t+1] == v[t]", "e = 0"),
    ("raise A", "A[t+1] == 4/3*A[t]", "mistakes"),
    ("keep A", "A[t+1] == A[t]", "others"),
    ("raise B", "B[t+1] == 2*B[t]", "e = 1"),
    ("keep B", "B[t+1] == B[t]", "e = 0"),
):
    wm.assume(label, claim, at)

for label, claim in (
    ("N", "W[1] == N"),
    ("v", "v[1] == 1"),
    ("A", "A[1] == 1"),
    ("B", "B[1] == 1"),
    ("part", "v[T+1] <= W[T+1]"),
):
    wm.assume(label, claim)
wm.step("less", "W[t+1] <= 3/4*W[t]", "vote", "penalty", "majority")
wm.step("no gain", "W[t+1] <= W[t]", "vote", "penalty", "sign")
wm.induction("A sign", "A[t] >= 1", "A", "raise A", "keep A", end="t")
wm.induction("A end", "A[T+1] >= 1", "A", "raise A", "keep A")
wm.induction(
    "all", "A[T+1]*W[T+1] <= N", "N", "A", "less", "no gain", "raise A", "keep A", "A sign"
)
wm.induction(
    "best", "B[T+1]*v[T+1] == 1", "v", "B", "err", "not err", "raise B", "keep B", flag="e"
)
wm.induction("B end", "B[T+1] >= 1", "B", "raise B", "keep B", flag="e")

wm.step("squeezed", "A[T+1]*v[T+1] <= N", "all", "part", "A end")
wm.step("weighted", "A[T+1] <= N*B[T+1]", "squeezed", "best", "B end")
half = Fraction(1, 2)
wm.theorem(
    "Weighted majority",
    "weighted",
    Witness(
        [True, False, True],
        N=2,
        right=[1, half, half],
        wrong=[1, 1, half],
        W=[2, 3 * half, 1, 3 * half / 2],
        v=[1, 1, half, half],
        B=[1, 1, 2, 2],
        A=[1, Fraction(4, 3), Fraction(4, 3), Fraction(16, 9)],
        e=[False, True, False],
    ),
)

PROVES = {
    "eq-weighted-majority": "weighted",
}
BY_HAND = {
    "eq-weighted-majority": "Experts.WeightedMajority",
}
IN_PART = {
    "eq-weighted-majority": "the powers; the logarithm of both sides is the rest",
}
