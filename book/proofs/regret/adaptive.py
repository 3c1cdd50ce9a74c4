r"""Steps that the data choose.

Let every point of $V$ have a norm of at most $B>0$, and $\|g_t\|\le G$ in all rounds, $G>0$.
With

$$\eta_t=\frac B{\sqrt{2\bigl(G^2+\sum_{s<t}\|g_s\|^2\bigr)}}$$

the learner of {prf:ref}`thm-spring` has for every $u\in V$

$$\sum_{t=1}^T\langle g_t,w_t-u\rangle\le B\sqrt{2\Bigl(G^2+\sum_{t<T}\|g_t\|^2\Bigr)} .$$
"""

from sympy import sqrt

from prover import Proof, Witness
from regret.spring import ball, slope, three

THEOREM = "thm-adaptive"

roots = Proof(numbers="G", sequences="A a")  # a[t] is the square of |g_t|
roots.let(wide="sqrt(G**2 + A[t])", rise="sqrt(A[t+1]) - sqrt(A[t])")
for label, claim in (
    ("grow", "A[t+1] == A[t] + a[t]"),
    ("small", "a[t] <= G**2"),
    ("square", "a[t] >= 0"),
):
    roots.assume(label, claim, at="rounds")
roots.assume("start", "A[1] == 0")
roots.assume("G", "G > 0")
roots.induction("A", "A[t] >= 0", "start", "grow", "square", end="t")
roots.induction("A end", "A[T+1] >= 0", "start", "grow", "square")
roots.step("inside", "G**2 + A[t] > 0", "A", "G")
roots.step("wider", "sqrt(A[t+1]) <= wide[t]", "grow", "small", "A", "square", "G")
roots.step("positive", "wide[t] > 0", "A", "G")
roots.step("rises", "rise[t] >= 0", "grow", "square", "A")

roots.step(
    "gain",
    "a[t] <= 2*sqrt(A[t+1])*rise[t]",
    "grow",
    "A",
    "square",
    "square: sqrt(A[t+1]) - sqrt(A[t])",
)
roots.step("product", "a[t] <= 2*wide[t]*rise[t]", "gain", "wider", "rises")
roots.step("piece", "a[t]/wide[t] <= 2*rise[t]", "product", "positive")
roots.induction("roots", "sum(a[s]/wide[s], s < t) <= 2*sqrt(A[t])", "piece", "start")
roots.theorem(
    "A sum that measures itself", "roots", Witness([True] * 3, G=1, A=[0, 1, 1, 2], a=[1, 0, 1])
)

ball.let(wide="sqrt(G**2 + A[t])")
for label, claim in (
    ("G", "G > 0"),
    ("A start", "A[1] == 0"),
    ("radius", "B**2 == 2*c**2"),
    ("H", "H > 0"),
    ("last rate", "e == c/H"),
    ("total", "A[T+1] <= H**2"),
):
    ball.assume(label, claim)
ball.assume("A", "A[t+1] == A[t] + g[t] @ g[t]", at="rounds")
ball.assume("adaptive", "eta[t] == c/wide[t]", at="rounds")
ball.step("squares", "g[t] @ g[t] >= 0", slope)
ball.apply(
    "roots", roots["roots"], {"a[t]": "g[t] @ g[t]"}, "A", "size bound", "squares", "A start", "G"
)
ball.induction("A sign", "A[t] >= 0", "A start", "A", "squares", end="t")
ball.induction("A end", "A[T+1] >= 0", "A start", "A", "squares")
ball.step("inside", "G**2 + A[t] > 0", "A sign", "G")
ball.step("wide", "wide[t] > 0", "inside")
ball.step("cut", "sqrt(A[T+1]) <= H", "total", "A end", "H")

ball.step("adaptive price", "price[t] == c/2*(g[t] @ g[t]/wide[t])", "adaptive", "A sign", "G")
ball.sum_up("adaptive prices", "adaptive price")
ball.induction("factor", "sum(c/2*(g[s] @ g[s]/wide[s])) == c/2*sum(g[s] @ g[s]/wide[s])")
ball.step("second part", "sum(price[s]) <= c*H", "adaptive prices", "factor", "roots", "cut", "c")
ball.step("pulled", "u @ u/(2*e) == (u @ u)*H/(2*c)", "last rate", "H", "c")
ball.step("first part", "(u @ u)*H/(2*c) <= B**2*H/(2*c)", "in the ball", "H", "c")
ball.step("half", "B**2*H/(2*c) == c*H", "radius", "c")
ball.step(
    "data",
    "sum(g[s] @ (w[s] - u)) <= 2*c*H",
    "spring",
    "second part",
    "pulled",
    "first part",
    "half",
)

steps_ = [1, 1 / sqrt(2), 1 / sqrt(3), 1 / sqrt(3)]
ball.theorem(
    "Steps that the data choose",
    "data",
    Witness(
        [True] * 3,
        **{**three, "w": [(0,), (-steps_[1],), (0,), (0,)]},
        u=(1,),
        B=sqrt(2),
        G=1,
        c=1,
        H=sqrt(3),
        e=steps_[3],
        eta=steps_,
        A=[0, 1, 2, 2],
    ),
)

PROVES = {
    "eq-adaptive": "data",
    "eq-adaptive-root": "piece",
}
IN_PART = {
    "eq-adaptive-root": "the first number against the last",
}
ASSUMED = ("eq-adaptive-step",)
