r"""Second order.

Let the learner {eq}`eq-second` start at $\theta_1=0$, $A_1=aI$, with ties as mistakes.
Let $\gamma>0$ and let $u$ be any vector, with $h_t=\max(0,\gamma-y_t\langle u,x_t\rangle)$.
Let $\lambda_1,\dots,\lambda_d$ be the eigenvalues of $\sum_t\tau_tx_tx_t^\top$.
Then the number $k$ of mistakes satisfies

$$\gamma k\le\sum_t\tau_th_t+\sqrt{a\|u\|^2+\sum_t\tau_t\langle u,x_t\rangle^2}\cdot\sqrt{\sum_{i=1}^d\ln\Bigl(1+\frac{\lambda_i}a\Bigr)} .$$
"""

from prover import Proof, Witness

THEOREM = "thm-second"

# G = <theta, A^-1 theta>, Q = <u, A u>, E the sum of the logarithms, P = <u, theta>, H the
# hinge losses of the comparator over the mistakes.
last = Proof(numbers="n gamma G Q E P H")
for line in [
    ("progress", "P >= n*gamma - H"),
    ("squeeze", "P**2 <= Q*G"),
    ("sum", "G <= E"),
    ("length", "Q >= 0"),
]:
    last.assume(*line)
last.step("room", "Q*G <= Q*E", "sum", "length")
last.step("square", "P**2 <= Q*E", "squeeze", "room")
last.step("root", "P <= sqrt(Q*E)", "square", "square: P")
last.step("bound", "gamma*n <= H + sqrt(Q*E)", "progress", "root")
last.theorem("The end of the second order", "bound", Witness(n=2, gamma=1, G=1, Q=1, E=4, P=1, H=1))

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
