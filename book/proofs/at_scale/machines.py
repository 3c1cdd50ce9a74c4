r"""The best number of machines.

Among all numbers $m>0$, the seconds that {eq}`eq-seconds` gives are least at

$$m^*=\sqrt{\frac{aE\nu}{16\,d}} ,$$

where they are

$$\frac{2aE}{m^*}+\ell .$$
"""

from prover import Proof, Witness

THEOREM = "thm-machines"

# n machines, g the best number.
many = Proof(numbers="p q n g l")
for line in [("time", "p > 0"), ("some", "n > 0"), ("best", "g > 0"), ("balance", "q == p/g**2")]:
    many.assume(*line)
many.step("square", "p/n + q*n - 2*p/g == p*(n - g)**2/(n*g**2)", "balance", "some", "best")
many.step("least", "p/n + q*n + l >= 2*p/g + l", "square", "time", "some", "best", "square: n - g")
many.step("attained", "p/g + q*g + l == 2*p/g + l", "balance", "best")
many.theorem("The best number of machines", "least", Witness(p=4, q=1, n=1, g=2, l=0))

PROVES = {
    "the seconds of a pass are least for this number, among all numbers above zero": "least",
    "eq-machines": "least",
    "eq-best-seconds": "attained",
    "eq-square": "square",
}
