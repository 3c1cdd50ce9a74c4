r"""The hinge loss is enough.

Let $T\ge1$, let $u$ be a comparator, $R\ge\|x_t\|$ in all rounds, $K=K_q(R\|u\|,L_q)$ with $q\ge1$, and

$$\theta=\frac1q+\Bigl(1-\frac1q\Bigr)\frac{R\|u\|}{\sqrt K} .$$

Then $\frac1q\le\theta\le1$, and the comparator $u/\theta$ satisfies $K_1(R\|u/\theta\|,L_1')\le K$, where $L_1'$ is its own total hinge loss.
So among the comparators $cu$ with $c\ge0$ the least bound with $q=1$ is no larger than any bound with another power.
"""

from fractions import Fraction

from prover import Proof, Witness, powers

THEOREM = "thm-hinge-enough"

enough = Proof(numbers="q R K m theta", vectors="u", states="x", sequences="y h z")
enough.let(B="R*norm(u)", score="y[t]*(u @ x[t])")
enough.assume("exponent", "q >= 1")
enough.assume("radius sign", "R >= 0")
enough.assume("positive", "K > 0")
enough.assume("inside", "B <= sqrt(K)")
enough.assume("m", "m == 1 - B/sqrt(K)")
enough.assume("theta", "theta == 1 - m*(1 - 1/q)")
enough.assume("losses", "h[t] >= 0", at="rounds")
enough.assume("hinge", "h[t] >= 1 - score[t]", at="rounds")
enough.assume("solution", "sum(h[s]**q) == K*m**q")
enough.assume("new losses", "z[t] >= 0", at="rounds")
enough.assume("new hinge", "z[t]*(z[t] - 1 + score[t]/theta) == 0", at="rounds")

enough.step("m sign", "m >= 0", "m", "inside", "positive")
enough.step("share", "m <= 1", "m", "radius sign", "positive")
enough.step("B is", "B == sqrt(K)*(1 - m)", "m", "positive")
enough.step("theta is", "q*theta == q*(1 - m) + m", "theta", "exponent")
enough.step("theta sign", "theta > 0", "theta is", "m sign", "share", "exponent")
enough.step("at least", "theta >= 1/q", "theta", "share", "exponent")
enough.step("at most", "theta <= 1", "theta", "m sign", "exponent")
enough.step(
    "exact", "theta*z[t] == theta - score[t]", "new hinge", "suppose: z[t] > 0", "theta sign"
)
enough.step("zero", "z[t] == 0", "new losses", "suppose: z[t] <= 0")

scale = Witness(q=2, R=1, u=(1,), K=4, m=Fraction(1, 2), theta=Fraction(3, 4))
enough.theorem("The factor is at least one over q", "at least", scale)

enough.theorem("The factor is at most 1", "at most", scale)

some, goal = "suppose: m > 0", "q*m**q/m*theta*z[t] <= h[t]**q"
enough.apply("line", powers.bernoulli(), {"a": "h[t]"}, "losses", some, "exponent")
enough.step("slope", "m**q/m > 0", some)
enough.step(
    "tangent",
    "q*m**q/m*(theta - score[t]) <= h[t]**q",
    "line",
    "hinge",
    "theta is",
    some,
    "slope",
    "exponent",
)
enough.step("paying", goal, "line", "hinge", "exact", "theta is", some, "slope", "exponent")
enough.step("free", goal, "zero")
enough.step("each", goal, "paying", "free", split="z[t] > 0")
enough.sum_up("all", "each")
enough.step("cheap", "q*theta*sum(z[s]) <= K*m", "all", "solution", "slope", some)
enough.step(
    "with loss",
    "B/theta*sqrt(K) + sum(z[s]) <= K",
    "cheap",
    "B is",
    "theta is",
    "theta sign",
    "exponent",
    "positive",
)

none = "suppose: m <= 0"
enough.step("m zero", "m == 0", "m sign", none)
enough.step("theta one", "theta == 1", "theta", "m zero")
enough.apply("m power", powers.vanishing(), {"a": "m"}, "m sign", none, "exponent")
enough.step("no powers", "sum(h[s]**q) <= 0", "solution", "m power")
enough.apply("no losses", powers.no_powers(), {"l[t]": "h[t]"}, "losses", "exponent", "no powers")
enough.step("lower", "z[t] <= h[t]", "exact", "theta one", "hinge")
enough.step("lower still", "z[t] <= h[t]", "zero", "losses")
enough.step("lower each", "z[t] <= h[t]", "lower", "lower still", split="z[t] > 0")
enough.sum_up("lower sum", "lower each")

goal = "B/theta*sqrt(K) + sum(z[s]) <= K"
enough.step(
    "without loss", goal, "lower sum", "no losses", "B is", "m zero", "theta one", "positive"
)
enough.step("enough", goal, "with loss", "without loss", split="m > 0")
enough.step("whole", "K/theta*(1 - m + m/q) == K", "theta is", "theta sign", "exponent")
enough.let(longer="R*norm(u/theta)")
enough.step("length", "norm(u/theta) == norm(u)/theta", "theta sign")
enough.step("premise", "longer*sqrt(K) + sum(z[s]) <= K", "enough", "length")
enough.sum_up("new sum", "new losses")

shorter = Proof(numbers="b c K")
shorter.assume("b", "b >= 0")
shorter.assume("c", "c >= 0")
shorter.assume("positive", "K > 0")
shorter.assume("premise", "b*sqrt(K) + c <= K")
shorter.step("below", "b <= sqrt(K)", "premise", "c", "positive")
shorter.step("root", "sqrt(b**2/4 + c) <= sqrt(K) - b/2", "premise", "below", "b", "c", "positive")
shorter.step("shorter", "(b/2 + sqrt(b**2/4 + c))**2 <= K", "root", "b", "c", "positive")

enough.apply(
    "hinge enough",
    shorter["shorter"],
    {"b": "longer", "c": "sum(z[s])"},
    "premise",
    "new sum",
    "positive",
    "radius sign",
)
enough.step("radicand", "longer**2/4 + sum(z[s]) >= 0", "new sum", "square: longer")
enough.theorem(
    "the hinge loss is enough",
    "hinge enough",
    Witness(
        [True] * 4,
        u=(Fraction(1, 2),),
        R=1,
        x=[(1,)] * 4,
        y=[1] * 4,
        h=[Fraction(1, 2)] * 4,
        q=2,
        m=Fraction(2, 3),
        theta=Fraction(2, 3),
        z=[Fraction(1, 4)] * 4,
        K=Fraction(9, 4),
    ),
)

PROVES = {
    r"$\frac1q\le\theta\le1$": ("at least", "at most"),
    r"$K_1(R\|u/\theta\|,L_1^\prime)\le K$": "hinge enough",
    "eq-enough-tangent": ("line", "tangent"),
    "eq-enough": ("premise", "whole"),
}
BY_HAND = {
    "among the comparators $cu$ the least bound with $q=1$ is no larger than any bound with another power": "HingeEnough.HingeEnough",
}
ASSUMED = ("eq-theta",)
