r"""Four factors.

Let a perceptron start at $w_1=0$ with step size 1, make $k\ge1$ mistakes with $y_tf_t\le0$, and let $y_t\langle u,x_t\rangle\ge\gamma>0$ and $\|x_t\|\le R$ in each of them.
With $Q=\sum\|x_t\|^2$ over the mistakes, $N=\|w_{T+1}\|^2$ and $M=\langle u,w_{T+1}\rangle$,

$$\frac1k\cdot\frac{R^2\|u\|^2}{\gamma^2}=\frac{kR^2}Q\cdot\frac QN\cdot\frac{N\|u\|^2}{M^2}\cdot\Bigl(\frac M{k\gamma}\Bigr)^2 ,$$

and each of the four factors is at least 1.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-data-four"

the_run = [
    ("start", "w[1] == 0"),
    ("update", "w[t+1] == w[t] + y[t]*x[t]", "mistakes"),
    ("rest", "w[t+1] == w[t]", "others"),
    ("wrong side", "y[t]*(w[t] @ x[t]) <= 0", "mistakes"),
    ("label", "y[t]**2 == 1", "mistakes"),
]
four = Proof(numbers="gamma R", vectors="u", states="w x", sequences="y")
for hypothesis in [
    *the_run,
    ("margin", "y[t]*(u @ x[t]) >= gamma", "mistakes"),
    ("radius", "x[t] @ x[t] <= R**2", "mistakes"),
    ("positive", "gamma > 0"),
    ("one", "k >= 1"),
]:
    four.assume(*hypothesis)
four.let(Q="sum(tau[s]*(x[s] @ x[s]))", N="w[T+1] @ w[T+1]", M="u @ w[T+1]")

four.induction("far", "u @ w[T+1] >= k*gamma", "start", "update", "rest", "margin")
four.induction("sizes", "Q <= k*R**2", "radius")
four.induction("norm", "w[T+1] @ w[T+1] <= Q", "start", "update", "rest", "wrong side", "label")
four.step("zeroth", "k**2*gamma**2 > 0", "one", "positive")
four.step("first", "k**2*gamma**2 <= M**2", "far", "one", "positive")
four.step("second", "M**2 <= (u @ u)*N", "Cauchy-Schwarz: u, w[T+1]")
four.step("third", "(u @ u)*N <= (u @ u)*Q", "norm", "square: u")
four.step("fourth", "(u @ u)*Q <= (u @ u)*k*R**2", "sizes", "square: u")

four.step("M above 0", "M > 0", "far", "one", "positive")
four.step("N above 0", "N > 0", "M above 0", "second", "square: u")
four.step("Q above 0", "Q > 0", "N above 0", "norm")
four.step("lengths", "k*R**2/Q >= 1", "sizes", "Q above 0")
four.step("scores", "Q/N >= 1", "norm", "N above 0")
four.step("direction", "N*(u @ u)/M**2 >= 1", "second", "M above 0")
four.step("margins", "(M/(k*gamma))**2 >= 1", "far", "one", "positive")

four.step("M squared", "M**2 > 0", "M above 0")
four.step(
    "product",
    "R**2*(u @ u)/gamma**2/k == k*R**2/Q*(Q/N)*(N*(u @ u)/M**2)*(M/(k*gamma))**2",
    "Q above 0",
    "N above 0",
    "M above 0",
    "one",
    "positive",
)
four.theorem(
    "Four factors",
    "product",
    Witness.perceptron(
        [(2, 0), (0, 2), (2, 0), (2, 0)],
        [1, -1, 1, 1],
        R=2,
        gamma=Fraction(6, 5),
        u=(Fraction(3, 5), Fraction(-4, 5)),
    ),
)

PROVES = {
    "each of the four factors is at least 1": ("lengths", "scores", "direction", "margins"),
    "eq-data-four": "product",
    "eq-data-chain": ("zeroth", "first", "second", "third", "fourth"),
}
