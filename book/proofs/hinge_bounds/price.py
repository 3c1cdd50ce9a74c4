r"""The price of the closed form.

Let $K_q=K_q(B,L)$ with $B,L\ge0$ and $q\ge1$, and let $\widetilde K_q=\Bigl(\frac{qB}2+\sqrt{\frac{q^2B^2}4+L}\Bigr)^2$ be the largest $k$ that satisfies {eq}`eq-relaxed-key`.
Then

$$K_q\le\widetilde K_q\le q^2K_q .$$

On the left equality holds exactly if $q=1$ or $B=0$, on the right exactly if $q=1$ or $L=0$.
"""

from fractions import Fraction

from hinge_bounds.lemma4 import lemma
from prover import Proof, Witness, powers

THEOREM = "thm-price"

price = Proof(numbers="q B L K m")
price.assume("exponent", "q >= 1")
price.assume("B", "B >= 0")
price.assume("L", "L >= 0")
price.assume("positive", "K > 0")
price.assume("m", "m == 1 - B/sqrt(K)")
price.assume("inside", "B <= sqrt(K)")
price.assume("solution", "K*m**q == L")
price.step("m sign", "m >= 0", "m", "inside", "positive")
price.step("share", "m <= 1", "m", "B", "positive")
price.step("B is", "B == sqrt(K)*(1 - m)", "m", "positive")

price.apply("tangent at 1", powers.bernoulli(), {"a": "m", "m": "1"}, "m sign", "exponent")
price.step("premise", "K - q*B*sqrt(K) <= L", "tangent at 1", "B is", "solution", "positive")
price.apply("left", lemma["solved"], {"K": "K", "a": "q*B", "c": "L"}, "premise", "positive")
values = Witness(q=2, m=Fraction(1, 2), K=4, B=1, L=1)
price.theorem("the price, from below", "left", values)

price.apply("chord", powers.chord(), {}, "m sign", "share", "exponent")
price.step("steeper", "q**2*m >= m", "exponent", "m sign")
price.step("loss", "L <= q**2*(K - B*sqrt(K))", "solution", "chord", "steeper", "B is", "positive")
price.step("half", "B <= 2*sqrt(K)", "inside", "positive")
price.step(
    "root",
    "sqrt(q**2*B**2/4 + L) <= q*(sqrt(K) - B/2)",
    "loss",
    "half",
    "exponent",
    "L",
    "positive",
)
price.step("sum", "q*B/2 + sqrt(q**2*B**2/4 + L) <= q*sqrt(K)", "root")
price.step(
    "right", "(q*B/2 + sqrt(q**2*B**2/4 + L))**2 <= q**2*K", "sum", "B", "L", "exponent", "positive"
)
price.theorem("the price, from above", "right", values)

PROVES = {
    "eq-price": ("left", "right"),
}
BY_HAND = {
    "eq-price": "Tangent.Price",
    "on the left equality holds exactly if $q=1$ or $B=0$": "Tangent.Price",
    r"$\widetilde K_q$ is the largest $k$ that satisfies the relaxed inequality": "Tangent.Price",
    "on the right if $L=0$, and for $q>1$ only then": "Tangent.Price",
}
IN_PART = {
    "eq-price": "for $K_q>0$",
}
