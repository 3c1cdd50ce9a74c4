r"""Beside the order that source E prints."""

import hinge_bounds.hinge_family
from hinge_bounds.key import bound
from prover import Proof

THEOREM = ""

order = Proof(numbers="n b c")
order.assume("n", "n >= 0")
order.assume("b", "b >= 0")
order.assume("c", "c >= 0")
order.assume("solved", "n <= (b/2 + sqrt(b**2/4 + c))**2")
order.step("triangle", "sqrt(b**2/4 + c) <= b/2 + sqrt(c)", "b", "c")
order.step("order", "n <= c + b*sqrt(c) + b**2", "solved", "triangle", "b", "c")
bound.apply(
    "order", order["order"], {"n": "k", "b": "B", "c": "L"}, "K 1", "count", "radius sign", "L sign"
)

PROVES = {
    "eq-order": "order",
}
