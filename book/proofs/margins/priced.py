r"""Passive-aggressive steps with a price.

Let $C>0$, and let a learner {eq}`eq-priced` with the losses $\ell_t=\max(0,1-y_tf_t)$ start at $w_1=0$ and make $k$ mistakes.
Let $u$ be any vector, with the losses $h_t=\max(0,1-y_t\langle u,x_t\rangle)$, and let $R\ge0$ with $\|x_t\|\le R$ in every round.
For PA-I

$$k\le\max\Bigl\{R^2,\frac1C\Bigr\}\Bigl(\|u\|^2+2C\sum_th_t\Bigr) ,$$

and for PA-II

$$\begin{aligned}
k&\le\sum_t\ell_t^2\\
&\le\Bigl(R^2+\frac1{2C}\Bigr)\Bigl(\|u\|^2+2C\sum_th_t^2\Bigr) .
\end{aligned}$$
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-priced"

priced = Proof(numbers="R C M", vectors="u", states="w x", sequences="y eta ell h")
for line in [
    ("update", "w[t+1] == w[t] + eta[t]*y[t]*x[t]"),
    ("label", "y[t]**2 == 1"),
    ("forward", "eta[t] >= 0"),
    ("loss", "eta[t]*(ell[t] - 1 + y[t]*(w[t] @ x[t])) == 0"),
    ("not negative", "ell[t] >= 0"),
    ("hinge", "h[t] >= 1 - y[t]*(u @ x[t])"),
    ("radius", "x[t] @ x[t] <= R**2"),
]:
    priced.assume(*line, "rounds")
priced.assume("start", "w[1] == 0")
priced.let(
    q="x[t] @ x[t]",
    far="(w[t] - u) @ (w[t] - u)",
    gain="eta[t]*(2*ell[t] - eta[t]*(x[t] @ x[t]) - 2*h[t])",
)

priced.step(
    "gain",
    "far[t] - (w[t+1] - u) @ (w[t+1] - u) >= gain[t]",
    "update",
    "label",
    "loss",
    "forward",
    "hinge",
)
priced.induction(
    "to the end", "sum(gain[s]) <= u @ u - (w[T+1] - u) @ (w[T+1] - u)", "start", "gain"
)
priced.step("gains", "sum(gain[s]) <= u @ u", "to the end", "square: w[T+1] - u")

priced.assume("mistake", "ell[t] >= 1", "mistakes")
priced.cases("each", "tau[t] <= ell[t]**2", "mistake", "square: ell[t]")
priced.induction("mistakes", "k <= sum(ell[s]**2)", "each")
half, fourth = Fraction(1, 2), Fraction(1, 4)

# M is max(R^2, 1/C); eta is C or the step to the border, whichever is less.
priced.assume("C", "C > 0")
priced.assume("M", "M >= R**2")
priced.assume("M C", "M*C >= 1")
for line in [
    ("capped", "eta[t] <= C"),
    ("short", "eta[t]*q[t] <= ell[t]"),
    ("one of both", "(C - eta[t])*(ell[t] - eta[t]*q[t]) == 0"),
    ("theirs", "h[t] >= 0"),
]:
    priced.assume(*line, "rounds")
priced.step("M sign", "M >= 0", "M", "square: R")
less, enough = "suppose: eta[t] < C", "M*eta[t]*ell[t] >= 1"
priced.step("border", "eta[t]*q[t] >= ell[t]", less, "one of both", "short")
priced.step(
    "at the border",
    "M*eta[t]*ell[t] >= ell[t]**2",
    "border",
    "radius",
    "M",
    "forward",
    "not negative",
)
priced.step("not capped", enough, "at the border", "mistake")

priced.step("if capped", enough, "suppose: eta[t] >= C", "M C", "mistake", "M sign", "forward", "C")
priced.step("in a mistake", enough, "not capped", "if capped", split="eta[t] < C")
priced.cases(
    "in any round", "tau[t] <= M*eta[t]*ell[t]", "in a mistake", "M sign", "forward", "not negative"
)
priced.step(
    "summand", "eta[t]*ell[t] - 2*C*h[t] <= gain[t]", "short", "capped", "forward", "theirs"
)
priced.step("round", "tau[t] <= M*gain[t] + 2*M*C*h[t]", "in any round", "summand", "M sign")
priced.induction("rounds", "k <= M*sum(gain[s]) + 2*M*C*sum(h[s])", "round")
priced.step("PA-I", "k <= M*(u @ u + 2*C*sum(h[s]))", "rounds", "gains", "M sign")

eighth = Fraction(1, 8)
three = {"u": (half,), "R": 2, "y": [1, 1, 1], "h": [0, half, 0]}
priced.theorem(
    "PA-I",
    "PA-I",
    Witness(
        [True, False, False],
        **three,
        x=[(2,), (1,), (2,)],
        C=eighth,
        M=8,
        w=[(0,), (fourth,), (3 * eighth,), (half,)],
        eta=[eighth, eighth, eighth / 2],
        ell=[1, 3 * fourth, fourth],
    ),
)

priced.let(D="1/(2*C)")
priced.assume("softened", "eta[t]*(q[t] + D) == ell[t]", "rounds")
priced.step("D", "D > 0", "C")
priced.step(
    "soft summand",
    "eta[t]*ell[t] - 2*C*h[t]**2 <= gain[t]",
    "softened",
    "C",
    "D",
    "square: eta[t] - 2*C*h[t]",
    "forward",
)
priced.step(
    "soft square",
    "ell[t]**2 <= (R**2 + D)*(eta[t]*ell[t])",
    "softened",
    "radius",
    "forward",
    "not negative",
)
priced.step(
    "soft round",
    "ell[t]**2 <= (R**2 + D)*gain[t] + (R**2 + D)*2*C*h[t]**2",
    "soft summand",
    "soft square",
    "D",
    "square: R",
)
priced.induction(
    "soft rounds",
    "sum(ell[s]**2) <= (R**2 + D)*sum(gain[s]) + (R**2 + D)*2*C*sum(h[s]**2)",
    "soft round",
)
priced.step("at least the mistakes", "k <= sum(ell[s]**2)", "mistakes")
priced.step(
    "PA-II",
    "sum(ell[s]**2) <= (R**2 + D)*(u @ u + 2*C*sum(h[s]**2))",
    "soft rounds",
    "gains",
    "D",
    "square: R",
)

fifth = Fraction(1, 5)
priced.theorem(
    "PA-II",
    "PA-II",
    Witness(
        [True, False, False],
        **three,
        x=[(2,), (1,), (2,)],
        C=half,
        w=[(0,), (2 * fifth,), (7 * fifth / 2,), (7 * fifth / 2,)],
        eta=[fifth, 3 * fifth / 2, 0],
        ell=[1, 3 * fifth, 0],
    ),
)

PROVES = {
    "eq-gentle-one": "PA-I",
    "eq-gentle-two": ("at least the mistakes", "PA-II"),
    "eq-gentle-gain": "gain",
    "eq-gentle-sum": "gains",
}
