r"""A sum by the sum of powers.

Let $q\ge1$, and let $b_1,\dots,b_k\ge0$ be $k\ge1$ numbers with $\sum b_i^q\le L$.
Then

$$\sum_{i=1}^kb_i\le k\Bigl(\frac Lk\Bigr)^{1/q}=k^{1-1/q}L^{1/q} .$$
"""

from prover import Proof, Witness, powers
from prover.kernel import axiom

THEOREM = "thm-power-sum"

numbers = Proof(numbers="q L", sequences="b")
numbers.assume("numbers", "b[t] >= 0", at="mistakes")
numbers.assume("exponent", "q >= 1")
numbers.assume("above one", "q > 1")
numbers.assume("L", "sum(tau[s]*b[s]**q) <= L")
numbers.apply("apart", powers.mean_apart(), {"l[t]": "b[t]"}, "numbers", "above one", "L")
numbers.theorem(
    "A sum by the sum of powers", "apart", Witness([True, True, False], b=[1, 3, 7], q=2, L=10)
)

numbers.assume("some", "k > 0")
numbers.apply("times the mean", powers.mean(), {"l[t]": "b[t]"}, "numbers", "exponent", "L")
numbers.step("mean", "sum(tau[s]*b[s])/k <= (L/k)**(1/q)", "times the mean", "some")
numbers.step("sum", "sum(tau[s]*b[s]) <= k*(L/k)**(1/q)", "mean", "some")
numbers.theorem(
    "A mean by the mean of powers", "sum", Witness([True, True, False], b=[1, 3, 7], q=1, L=5)
)

numbers.assume("one", "q == 1")  # then k**(1 - 1/q) is 1
numbers.apply(
    "undone", powers.inverse_powers(), {"a": "b[t]", "p": "1"}, "numbers", "exponent", "one"
)
numbers.apply("first power", axiom("power one"), {"a": "b[t]**q"})
numbers.step("same", "b[t]**q == b[t]", "undone", "first power")
numbers.induction("sums", "sum(tau[s]*b[s]) == sum(tau[s]*b[s]**q)", "same")
numbers.step("at one", "sum(tau[s]*b[s]) <= L", "sums", "L")
numbers.theorem(
    "A sum by the sum of powers, for q = 1",
    "at one",
    Witness([True, True, False], b=[1, 3, 7], q=1, L=5),
)

PROVES = {
    "eq-mean": ("apart", "sum", "at one"),
}
BY_HAND = {
    "eq-mean": "PowerSum.PowerSum",
}
IN_PART = {
    "eq-mean": "for $q>1$, and for $q=1$ without the equation between the right sides",
}
