r"""A floor under all comparators.

Let $\|x_t\|\le R$ in all $T\ge1$ rounds, let $a_1,\dots,a_T\ge0$ be not all zero and $\frac1p+\frac1q=1$, with $p=\infty$ for $q=1$.
Then for every $u$

$$\begin{aligned}&K_q(R\|u\|,L_q)\ge\min\{F_1,F_2\},\\&F_1=\Bigl(\frac{\sum a_t}{\|a\|_p}\Bigr)^q,\\&F_2=\Bigl(\frac{R\sum a_t}{\|\sum a_ty_tx_t\|}\Bigr)^2 ,\end{aligned}$$

where $F_2$ is infinite if $\sum_ta_ty_tx_t=0$.
"""

from fractions import Fraction

from hinge_bounds.weighted import weighted
from prover import Proof, Witness, powers

THEOREM = "thm-floor"

floor = Proof(numbers="p q A M", vectors="u", states="x", sequences="y a h")
floor.assume("hinge", "h[t] >= 1 - y[t]*(u @ x[t])", at="rounds")
floor.assume("weights", "a[t] >= 0", at="rounds")
floor.assume("losses", "h[t] >= 0", at="rounds")
floor.assume("p", "p > 1")
floor.assume("q", "q > 1")
floor.assume("conjugate", "1/p + 1/q == 1")
floor.assume("A", "A > 0")
floor.assume("M", "M >= 0")
floor.assume("size of a", "sum(a[s]**p) <= A**p")
floor.assume("size of l", "sum(h[s]**q) <= M**q")
floor.let(v="sum(a[s]*y[s]*x[s])")

floor.apply(
    "Hölder",
    powers.hoelder(),
    {"l[t]": "h[t]"},
    "weights",
    "losses",
    "p",
    "q",
    "conjugate",
    "A",
    "M",
    "size of a",
    "size of l",
)
floor.apply("weighted", weighted["weighted"], {}, "hinge", "weights")
floor.step("reach", "u @ v <= norm(u)*norm(v)", "Cauchy-Schwarz: u, v")
floor.step("duality", "sum(a[s]) <= A*M + norm(u)*norm(v)", "weighted", "Hölder", "reach")
floor.theorem(
    "Weak duality",
    "duality",
    Witness(
        [True, False], u=(1,), x=[(1,), (1,)], y=[1, -1], a=[1, 1], h=[0, 2], p=2, q=2, A=2, M=2
    ),
)

floor.assume("largest", "a[t] <= A", at="rounds")
floor.step("each", "a[t]*h[t] <= A*h[t]", "largest", "losses")
floor.induction("Hölder at 1", "sum(a[s]*h[s]) <= A*sum(h[s])", "each")
floor.step(
    "duality at 1",
    "sum(a[s]) <= A*sum(h[s]) + norm(u)*norm(v)",
    "weighted",
    "Hölder at 1",
    "reach",
)
floor.theorem(
    "Weak duality, for q = 1",
    "duality at 1",
    Witness([True, False], u=(1,), x=[(1,), (1,)], y=[1, -1], a=[1, 1], h=[0, 2], A=1),
)

least = Proof(numbers="A P R n V K M g")  # g = K^(1/q), P = the p-norm
for name, sign in (
    ("R", "R > 0"),
    ("n", "n >= 0"),
    ("V", "V >= 0"),
    ("P", "P >= 0"),
    ("M", "M >= 0"),
    ("K", "K > 0"),
    ("g", "g > 0"),
    ("A", "A > 0"),
):
    least.assume(name, sign)
least.let(beta="R*n/sqrt(K)", share="M/g", first="P*g", second="sqrt(K)*V/R")
least.assume("solution", "K == R*n*sqrt(K) + K*M/g")
least.assume("duality", "A <= P*M + n*V")
least.step("shares", "beta + share == 1", "solution", "K", "g")
least.step("mean", "A <= share*first + beta*second", "duality", "K", "g", "R")
least.step("beta sign", "beta >= 0", "R", "n", "K")
least.step("share sign", "share >= 0", "M", "g")

least.assume("not the second", "second < A")
least.step("rest", "beta*second <= beta*A", "not the second", "beta sign")
least.step("left", "share*A <= share*first", "mean", "rest", "shares")
least.step("some", "A <= first", "left", "suppose: share > 0")
least.step("no share", "share == 0", "share sign", "suppose: share <= 0")
least.step("all", "A <= second", "mean", "no share", "shares")
least.step("none", "A <= first", "all", "not the second")
least.step("floor", "A <= P*g", "some", "none", split="share > 0")
numbers_ = {"A": 1, "P": 1, "R": 1, "n": 1, "V": Fraction(1, 4), "K": 4, "M": 1}
least.theorem("One of the two numbers is a floor", "floor", Witness(**numbers_, g=2))

least.letters.add(numbers="q")
for line in (
    ("exponent", "q >= 1"),
    ("size", "P > 0"),
    ("at K", "K == R*n*sqrt(K) + K*M/K**(1/q)"),
):
    least.assume(*line)
least.step("power of K", "K**(1/q) > 0", "K")
least.apply("one of two", least["floor"], {"g": "K**(1/q)"}, "power of K", "at K")
least.step("ratio", "A/P <= K**(1/q)", "one of two", "size")
least.step("ratio sign", "A/P >= 0", "A", "size")
least.apply(
    "raised", powers.monotone(), {"a": "K**(1/q)", "b": "A/P"}, "ratio", "ratio sign", "exponent"
)

least.apply("whole", powers.inverse_powers(), {"a": "K", "q": "1/q", "p": "q"}, "K", "exponent")
least.step("first floor", "K >= (A/P)**q", "raised", "whole")
least.theorem("The first number is a floor", "first floor", Witness(**numbers_, q=2))

least.assume("the second", "second >= A")
least.assume("not balanced", "V > 0")
least.step("its floor", "K >= (R*A/V)**2", "the second", "A", "R", "K", "not balanced")
least.theorem("The other number is a floor", "its floor", Witness(A=1, R=1, V=1, K=4))

# Each of the two implications by itself.
case = Proof(numbers="A P R V K q")
for line in (
    ("A", "A >= 0"),
    ("P", "P > 0"),
    ("R", "R > 0"),
    ("V", "V > 0"),
    ("K", "K > 0"),
    ("exponent", "q >= 1"),
    ("first", "P*K**(1/q) >= A"),
    ("second", "sqrt(K)*V/R >= A"),
):
    case.assume(*line)
case.step("ratio", "A/P <= K**(1/q)", "first", "P")
case.step("ratio sign", "A/P >= 0", "A", "P")
case.apply(
    "raised", powers.monotone(), {"a": "K**(1/q)", "b": "A/P"}, "ratio", "ratio sign", "exponent"
)
case.apply("whole", powers.inverse_powers(), {"a": "K", "q": "1/q", "p": "q"}, "K", "exponent")
case.step("by the first", "K >= (A/P)**q", "raised", "whole")
case.step("by the second", "K >= (R*A/V)**2", "second", "A", "R", "K", "V")

PROVES = {
    "eq-floor": ("first floor", "its floor"),
    "eq-weak-duality": ("duality", "duality at 1"),
    "eq-floor-mean": "mean",
    "eq-floor-shares": "shares",
    "eq-floor-cases": ("by the first", "by the second"),
}
BY_HAND = {
    "eq-floor": "HingeFloor.HingeFloor",
}
IN_PART = {
    "eq-floor": "for $R>0$, from weak duality and what $K_q$ satisfies",
}
