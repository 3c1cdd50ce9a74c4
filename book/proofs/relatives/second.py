r"""Second order.

Let the learner {eq}`eq-second` start at $v_1=0$, $A_1=aI$, with ties as mistakes, and let $u$ and $\gamma>0$ be such that $y_t\langle u,x_t\rangle\ge\gamma$ in every mistake.
Let $\lambda_1,\dots,\lambda_d$ be the eigenvalues of $S=\sum_t\tau_tx_tx_t^\top$.
Then the number $k$ of mistakes satisfies

$$k\le\frac1\gamma\sqrt{a\|u\|^2+\sum_t\tau_t\langle u,x_t\rangle^2}\cdot\sqrt{\sum_{i=1}^d\ln\Bigl(1+\frac{\lambda_i}a\Bigr)} .$$
"""

from prover import Proof, Witness

THEOREM = "thm-second"

# G = <v, A^-1 v>, Q = <u, A u>, E the sum of the logarithms, P = <u, v>.
last = Proof(numbers="n gamma G Q E P")
for line in [
    ("progress", "P >= n*gamma"),
    ("none less", "n >= 0"),
    ("positive", "gamma > 0"),
    ("squeeze", "P**2 <= Q*G"),
    ("sum", "G <= E"),
    ("length", "Q >= 0"),
]:
    last.assume(*line)
last.step("room", "Q*G <= Q*E", "sum", "length")
last.step("square", "(n*gamma)**2 <= Q*E", "progress", "none less", "positive", "squeeze", "room")
last.step("root", "n*gamma <= sqrt(Q*E)", "square", "square: n*gamma")
last.step("bound", "n <= sqrt(Q*E)/gamma", "root", "positive")
last.theorem("The end of the second order", "bound", Witness(n=1, gamma=1, G=1, Q=1, E=4, P=1))

PROVES = {
    "eq-second-bound": "bound",
}
BY_HAND = {
    "eq-second-growth": "SecondOrder.SecondOrder",
    "eq-second-bound": "SecondOrder.SecondOrder",
    "eq-second-squeeze": "SecondOrder.SecondOrder",
    "eq-second-sum": "SecondOrder.SecondOrder",
}
IN_PART = {
    "eq-second-bound": "from the squeeze and the sum of logarithms on",
}
