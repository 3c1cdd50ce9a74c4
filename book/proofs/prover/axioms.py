"""What the kernel takes for true of numbers, vectors and rounds: a table, as trusted as the kernel.

Each axiom is a claim, followed by its hypotheses; the letters a, m, p, q, r (numbers) and v (a
vector) stand for anything.  In words: Squares and squared norms are not negative.  A number neither
positive nor negative is zero.  A positive number times its inverse is 1, and the inverse is
positive as well.  The root of a number that is not negative has that number as its square, and no
root is negative.  Powers with positive real exponents obey the usual laws, and Bernoulli's
inequality, by which a power lies above its tangents.  The number of a round is at least 1 and at
most T.
"""

from fractions import Fraction
from types import MappingProxyType
from typing import Any

_ZERO, _ONE = Fraction(0), Fraction(1)
_A, _M, _P, _Q, _R, _V = *(("var", name) for name in "ampqr"), ("vec", "v")
_A_P, _A_Q, _A_R = (("power", _A, q) for q in (_P, _Q, _R))
_POSITIVE, _NONNEGATIVE = (_A, ">", _ZERO), (_A, ">=", _ZERO)
_EXPONENTS = (_P, ">", _ZERO), (_Q, ">", _ZERO)
_LINE = ("+", _M, ("*", _Q, ("+", _A, ("*", -_ONE, _M))))  # m + q*(a - m)
_ROUND = ("round", "t", 0)

AXIOMS: MappingProxyType[str, tuple[tuple[Any, str, Any], ...]] = MappingProxyType(
    {
        "square": ((("^", _A, 2), ">=", _ZERO),),
        "norm": ((("dot", _V, _V), ">=", _ZERO),),
        "zero": ((_A, "==", _ZERO), _NONNEGATIVE, (_A, "<=", _ZERO)),
        "inverse": ((("*", _A, ("inv", _A)), "==", _ONE), _POSITIVE),
        "inverse sign": ((("inv", _A), ">", _ZERO), _POSITIVE),
        "root": ((("^", ("root", _A), 2), "==", _A), _NONNEGATIVE),
        "root sign": ((("root", _A), ">=", _ZERO),),
        "power sign": ((_A_Q, ">=", _ZERO),),
        "power positive": ((_A_Q, ">", _ZERO), _POSITIVE),
        "power one": ((("power", _A, _ONE), "==", _A), _NONNEGATIVE),
        "power sum": (
            (("*", _A_P, _A_Q), "==", _A_R),
            *(_NONNEGATIVE, *_EXPONENTS, (_R, "==", ("+", _P, _Q))),
        ),
        "power tower": (
            (("power", _A_P, _Q), "==", _A_R),
            *(_NONNEGATIVE, *_EXPONENTS, (_R, "==", ("*", _P, _Q))),
        ),
        "power product": (
            (("power", _R, _Q), "==", ("*", _A_Q, ("power", _M, _Q))),
            *(_NONNEGATIVE, (_M, ">=", _ZERO), _EXPONENTS[1], (_R, "==", ("*", _A, _M))),
        ),
        "tangent": (
            (("*", _M, _A_Q), ">=", ("*", ("power", _M, _Q), _LINE)),
            *(_NONNEGATIVE, (_M, ">=", _ZERO), (_Q, ">=", _ONE)),
        ),
        "first round": ((_ROUND, ">=", _ONE),),
        "last round": ((_ROUND, "<=", ("round", "T", 0)),),
    }
)
