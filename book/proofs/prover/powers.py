"""Powers with real exponents: the lemmas of chapter 6, each proved once from the kernel's axioms.

The kernel knows that a power lies above its tangents, how exponents add and multiply, and that a
power of a product is the product of the powers.  Everything here is derived from that, by the
kernel; nothing here is trusted.  A lemma is a fact about letters; `Proof.apply` replaces
the letters by terms and proves the hypotheses of the lemma.

>>> from prover import Proof
>>> proof = Proof(numbers="c q")
>>> _ = proof.assume("c", "c >= 0"), proof.assume("power", "q >= 1")
>>> proof.apply("chord", bernoulli(), {"a": "c", "m": "1"}, "c", "power")
chord: c^q >= 1 + q*(c - 1)   [c, power]
"""

from functools import cache
from typing import NamedTuple

from prover.kernel import Fact, axiom
from prover.proofs import Proof


def _given(numbers: str, sequences: str = "", **hypotheses: str) -> Proof:
    """Begin a proof with some hypotheses, each by its label."""
    proof = Proof(numbers=numbers, sequences=sequences)
    for label, claim in hypotheses.items():
        proof.assume(label, claim)
    return proof


@cache
def vanishing() -> Fact:
    """Prove that a power of zero is zero: from a >= 0, a <= 0 and q > 0, ``a**q == 0``."""
    proof = _given("a q", base="a >= 0", zero="a <= 0", exponent="q > 0")
    put = {"r": "a", "a": "0", "m": "1"}
    zero = proof.apply("", axiom("power product"), put, "base", "zero", "exponent")
    return proof.step("", "a**q == 0", zero)


@cache
def same() -> Fact:
    """Raise both sides: from a == b, b >= 0 and q > 0, ``a**q == b**q``."""
    proof = _given("a b q", equal="a == b", base="b >= 0", exponent="q > 0")
    put = {"r": "a", "a": "b", "m": "1"}
    equal = proof.apply("", axiom("power product"), put, "equal", "base", "exponent")
    return proof.step("", "a**q == b**q", equal)


@cache
def bernoulli() -> Fact:
    """Prove that a power lies above its tangents: ``a**q >= m**q + q*(a - m)*m**q/m``.

    For a >= 0, m > 0 and q >= 1; on paper ``m**q/m`` is ``m**(q-1)``.
    """
    proof = _given("a m q", base="a >= 0", point="m > 0", exponent="q >= 1")
    line = proof.apply("", axiom("tangent"), {}, "base", "point", "exponent")
    return proof.step("", "a**q >= m**q + q*(a - m)*m**q/m", line, "point")


@cache
def inverse_powers() -> Fact:
    """Undo a power: from a >= 0, q > 0, p > 0 and p*q == 1, ``(a**q)**p == a``."""
    proof = _given("a p q", base="a >= 0", exponent="q > 0", other="p > 0", inverse="p*q == 1")
    put = {"p": "q", "q": "p", "r": "1"}
    tower = proof.apply("", axiom("power tower"), put, "base", "exponent", "other", "inverse")
    one = proof.apply("", axiom("power one"), {}, "base")
    return proof.step("", "(a**q)**p == a", tower, one)


@cache
def increasing() -> Fact:
    """Prove that a power increases: from a > b, b >= 0 and q > 0, ``a**q > b**q``.

    For q >= 1 by the tangent at b, for a smaller q because 1/q is then such an exponent.
    """
    proof = _given("a b q", larger="a > b", base="b >= 0", exponent="q > 0")
    positive = proof.step("", "a > 0", "larger", "base")
    goal, large = "a**q > b**q", "suppose: q >= 1"
    line = proof.apply("", bernoulli(), {"m": "b"}, positive, "suppose: b > 0", large)
    above = proof.step("", goal, line, "larger", "suppose: b > 0", large)
    none = proof.apply("", vanishing(), {"a": "b"}, "base", "suppose: b <= 0", "exponent")
    at_zero = proof.step("", goal, none, positive)
    convex = proof.step("", goal, above, at_zero, split="b > 0")

    small = "suppose: q < 1"
    other = proof.step("", "1/q >= 1", "exponent", small)
    back = [
        proof.apply("", inverse_powers(), {"a": x, "p": "1/q"}, positive, "base", "exponent")
        for x in "ab"
    ]
    contrary = "suppose: a**q <= b**q"
    put = {"a": "b**q", "b": "a**q", "q": "1/q"}
    raised = proof.apply("", _monotone(), put, contrary, positive, other)
    not_larger = proof.step("", "b >= a", raised, *back)
    concave = proof.step("", goal, not_larger, "larger", split="a**q > b**q")
    return proof.step("", goal, convex, concave, split="q >= 1")


def _monotone() -> Fact:
    """From a >= b, b >= 0 and q >= 1, ``a**q >= b**q``, by the tangent at b."""
    proof = _given("a b q", larger="a >= b", base="b >= 0", exponent="q >= 1")
    positive = proof.step("", "a >= 0", "larger", "base")
    goal, some = "a**q >= b**q", "suppose: b > 0"
    line = proof.apply("", bernoulli(), {"m": "b"}, positive, some, "exponent")
    above = proof.step("", goal, line, "larger", some, "exponent")
    none = proof.apply("", vanishing(), {"a": "b"}, "base", "suppose: b <= 0", "exponent")
    return proof.step("", goal, above, none, split="b > 0")


@cache
def monotone() -> Fact:
    """Prove that a power is monotone: from a >= b, b >= 0 and q > 0, ``a**q >= b**q``."""
    proof = _given("a b q", larger="a >= b", base="b >= 0", exponent="q > 0")
    above = proof.apply("", increasing(), {}, "suppose: a > b", "base", "exponent")
    equal = proof.apply("", same(), {}, "suppose: a <= b", "larger", "base", "exponent")
    return proof.step("", "a**q >= b**q", above, equal, split="a > b")


@cache
def root() -> Fact:
    """Take a root of both sides: from m >= 0, q > 0 and ``m**q <= c``, ``m <= c**(1/q)``."""
    proof = _given("c m q", base="m >= 0", exponent="q > 0", power="m**q <= c")
    put = {"a": "c", "b": "m**q", "q": "1/q"}
    up = proof.apply("", monotone(), put, "power", "exponent")
    back = proof.apply("", inverse_powers(), {"a": "m", "p": "1/q"}, "base", "exponent")
    return proof.step("", "m <= c**(1/q)", up, back)


@cache
def slope() -> Fact:
    """Write the slope of a power without its factor q: for m > 0, q > 1, ``m**q/m == m**(q-1)``."""
    proof = _given("m q", point="m > 0", exponent="q > 1")
    put = {"a": "m", "p": "q - 1", "q": "1", "r": "q"}
    parts = proof.apply("", axiom("power sum"), put, "point", "exponent")
    one = proof.apply("", axiom("power one"), {"a": "m"}, "point")
    return proof.step("", "m**q/m == m**(q - 1)", parts, one, "point")


@cache
def touching() -> Fact:
    """Prove that, for q > 1, a tangent meets its power only where it touches it.

    From a >= 0, m > 0, q > 1 and ``a**q <= m**q + q*(a - m)*m**q/m``, a == m.  Otherwise the slope
    at c, half way from m to a, differs from that at m, and the tangents at m and c contradict this
    inequality.
    """
    proof = _given("a c m q", base="a >= 0", point="m > 0", exponent="q > 1")
    proof.assume("touches", "a**q <= m**q + q*(a - m)*m**q/m")
    proof.assume("middle", "a == 2*c - m")
    half = proof.step("", "c > 0", "base", "point", "middle")
    at_c = proof.apply("", bernoulli(), {"m": "c"}, "base", half, "exponent")
    at_m = proof.apply("", bernoulli(), {"a": "c"}, half, "point", "exponent")
    slopes = [proof.apply("", slope(), {"m": m}, half, "point", "exponent") for m in ("c", "m")]
    flat = proof.step("", "q*((c - m)*(c**q/c - m**q/m)) <= 0", at_c, at_m, "touches", "middle")
    flat = proof.step("", "(c - m)*(c**q/c - m**q/m) <= 0", flat, "exponent")
    sides = []
    for large, small, apart, other in (("c", "m", ">", "<="), ("m", "c", "<", ">=")):
        put = {"a": large, "b": small, "q": "q - 1"}
        suppose = f"suppose: c {apart} m"
        more = proof.apply("", increasing(), put, suppose, half, "point", "exponent")
        more = proof.step("", f"{large}**q/{large} > {small}**q/{small}", more, *slopes)
        sides.append(proof.step("", f"c {other} m", flat, more))
    equal = proof.step("", "a == m", *sides, "middle")
    return proof.apply("", equal, {"c": "(a + m)/2"})


class _Conjugate(NamedTuple):
    """What 1/p + 1/q == 1 and b > 0 say of ``m = b**(p-1)``."""

    proof: Proof
    exponents: Fact  # (p - 1)*q == p
    positive: Fact  # m > 0
    facts: tuple[Fact, ...]  # m*b == m**q == b**p


def _conjugate() -> _Conjugate:
    proof = _given("a b m p q", first="a >= 0", second="b >= 0", p="p > 1", q="q > 1")
    proof.assume("conjugate", "1/p + 1/q == 1")
    exponents = proof.step("", "(p - 1)*q == p", "conjugate", "p", "q")
    some = "suppose: b > 0"
    put = {"a": "b", "p": "p - 1", "r": "p"}
    tower = proof.apply("", axiom("power tower"), put, some, "p", "q", exponents)
    slope_at_b = proof.apply("", slope(), {"m": "b", "q": "p"}, some, "p")
    positive = proof.step("", "b**(p - 1) > 0", some)
    return _Conjugate(proof, exponents, positive, (tower, slope_at_b))


@cache
def young() -> Fact:
    """Prove Young's inequality: ``a*b <= a**q/q + b**p/p``.

    For a, b >= 0 and p, q > 1 with 1/p + 1/q == 1.  Where b > 0 it is the tangent of the power q
    at ``b**(p-1)``.
    """
    proof, exponents, positive, facts = _conjugate()
    goal, multiple = "a*b <= a**q/q + b**p/p", "q*a*b <= a**q + (q - 1)*b**p"
    line = proof.apply("", bernoulli(), {"m": "b**(p - 1)"}, "first", positive, "q")
    some = proof.step("", multiple, line, *facts, positive, "suppose: b > 0")
    some = proof.step("", goal, some, exponents, "p", "q")
    zero = proof.step("", "b == 0", "second", "suppose: b <= 0")
    none = proof.step("", goal, zero, "first", "p", "q")
    return proof.step("", goal, some, none, split="b > 0")


@cache
def equal_bases() -> Fact:
    """Cancel an exponent: from a, b >= 0, q > 0 and ``a**q == b**q``, a == b."""
    proof = _given("a b q", first="a >= 0", second="b >= 0", exponent="q > 0", equal="a**q == b**q")
    up = proof.apply("", increasing(), {}, "suppose: a > b", "second", "exponent")
    down = proof.apply(
        "", increasing(), {"a": "b", "b": "a"}, "suppose: a < b", "first", "exponent"
    )
    sides = [
        proof.step("", "a <= b", up, "equal"),
        proof.step("", "a >= b", down, "equal"),
    ]
    return proof.step("", "a == b", *sides)


@cache
def young_met() -> Fact:
    """Prove equality in Young's inequality: from ``a**q == b**p``, ``a*b == a**q/q + b**p/p``.

    For a, b, p and q as in `young`.
    """
    proof, _, positive, facts = _conjugate()
    proof.assume("balance", "a**q == b**p")
    goal, none = "a*b == a**q/q + b**p/p", "suppose: b <= 0"
    put = {"b": "b**(p - 1)"}
    equal = proof.apply("", equal_bases(), put, "first", positive, "q", "balance", *facts)
    product = proof.step("", "a*b == b**p", equal, *facts, "suppose: b > 0")
    some = proof.step("", goal, product, "balance", "conjugate")
    power = proof.apply("", vanishing(), {"a": "b", "q": "p"}, "second", none, "p")
    zero = proof.step("", "b == 0", "second", none)
    nothing = proof.step("", goal, power, zero, "balance")
    return proof.step("", goal, some, nothing, split="b > 0")


@cache
def young_only_met() -> Fact:
    """Prove the converse of `young_met`: from ``a*b >= a**q/q + b**p/p``, ``a**q == b**p``.

    For a, b, p and q as in `young`.
    """
    proof, exponents, positive, facts = _conjugate()
    proof.assume("met", "a*b >= a**q/q + b**p/p")
    goal, some, none = "a**q == b**p", "suppose: b > 0", "suppose: b <= 0"
    low = proof.step("", "a**q <= q*a*b - (q - 1)*b**p", "met", exponents, "q", "p")
    put = {"m": "b**(p - 1)"}
    equal = proof.apply("", touching(), put, "first", positive, "q", low, *facts, some)
    put = {"b": "b**(p - 1)"}
    powers = proof.apply("", same(), put, equal, positive, "q")
    balance = proof.step("", goal, powers, *facts)
    power = proof.apply("", vanishing(), {"a": "b", "q": "p"}, "second", none, "p")
    zero = proof.step("", "b == 0", "second", none)
    nothing = proof.step("", "a**q/q <= 0", "met", power, zero)
    nothing = proof.step("", "a**q <= 0", nothing, "q")
    nothing = proof.step("", goal, nothing, power)
    return proof.step("", goal, balance, nothing, split="b > 0")


def _losses() -> Proof:
    """Begin with losses l[t] of the mistakes, S the sum of them, P that of their powers."""
    proof = Proof(numbers="m q L", sequences="l", families="e")
    proof.assume("losses", "l[t] >= 0", at="mistakes")
    proof.assume("exponent", "q >= 1")
    proof.let(S="sum(tau[s]*l[s])", P="sum(tau[s]*l[s]**q)")
    return proof


@cache
def jensen() -> Fact:
    """Sum the tangents at m >= 0 over the mistakes (Jensen's inequality).

    ``m * sum(tau[s]*l[s]**q) >= m**q * (m*k + q*(S - m*k))`` with S the sum of ``tau[s]*l[s]``, for
    l[t] >= 0 in the mistakes and q >= 1.
    """
    proof = _losses()
    proof.assume("point", "m >= 0")
    each = proof.apply("", axiom("tangent"), {"a": "l[t]"}, "losses", "point", "exponent")
    return proof.induction("", "m*P >= m**q*(m*k + q*(S - m*k))", each)


@cache
def mean() -> Fact:
    """Bound the mean by the mean of powers: ``S <= k * (L/k)**(1/q)``.

    For l[t] >= 0 in the mistakes, q >= 1 and ``sum(tau[s]*l[s]**q) <= L``; S is the sum of
    ``tau[s]*l[s]``.  By the tangents at S/k; S is zero where k is, by Cauchy-Schwarz.
    """
    proof = _losses()
    proof.assume("L", "P <= L")
    goal, some = "S <= k*(L/k)**(1/q)", "suppose: k > 0"
    count, total = proof.induction("", "k >= 0"), proof.induction("", "S >= 0", "losses")
    share = proof.step("", "S/k >= 0", total, some)
    line = proof.apply("", jensen(), {"m": "S/k"}, "losses", "exponent", share)
    line = proof.step("", "(S/k)**q*S <= P*(S/k)", line, some)
    line = proof.step("", "(S/k)**q*k <= P", line, some, "suppose: S > 0")
    line = proof.step("", "(S/k)**q <= L/k", line, "L", some)
    put = {"m": "S/k", "c": "L/k"}
    taken = proof.apply("", root(), put, share, "exponent", line)
    paid = proof.step("", goal, taken, some)
    free = proof.step("", goal, "suppose: S <= 0", some)
    mistaken = proof.step("", goal, paid, free, split="S > 0")
    pairs = "Cauchy-Schwarz: sum(tau[s]*e[s]), sum(tau[s]*l[s]*e[s])"
    squares = proof.step("", "S**2 <= k*sum(tau[s]*l[s]**2)", pairs)
    none = proof.step("", "k == 0", count, "suppose: k <= 0")
    nothing = proof.step("", goal, proof.step("", "S <= 0", squares, none), none)
    return proof.step("", goal, mistaken, nothing, split="k > 0")


@cache
def hoelder() -> Fact:
    """Prove Hölder's inequality from Young's: ``sum(a[s]*l[s]) <= A * M``.

    For a[t], l[t] >= 0 in all rounds, A > 0, M >= 0, p, q > 1 with 1/p + 1/q == 1, and
    ``sum(a[s]**p) <= A**p``, ``sum(l[s]**q) <= M**q``.
    """
    proof = _given("A M p q", "a l", A="A > 0", q="q > 1", M="M >= 0")
    proof.assume("size of l", "sum(l[s]**q) <= M**q")
    goal, zero = "sum(a[s]*l[s]) <= A*M", "suppose: M <= 0"
    some = proof.apply("", _hoelder(), {}, "suppose: M > 0", "A", "q", "size of l")
    # For M = 0 it holds with every positive number for M.
    power = proof.apply("", vanishing(), {"a": "M"}, "M", zero, "q")
    small, too_large = "sum(a[s]*l[s])/(2*A)", "suppose: sum(a[s]*l[s]) > 0"
    least = proof.step("", f"power({small}, q) >= 0")
    less = proof.apply("", _hoelder(), {"M": small}, too_large, "A", "q", least, power, "size of l")
    nothing = proof.step("", "sum(a[s]*l[s]) <= 0", less, "A", split="sum(a[s]*l[s]) > 0")
    none = proof.step("", goal, nothing, "M", "A")
    return proof.step("", goal, some, none, split="M > 0")


def _hoelder() -> Fact:
    """Hölder's inequality for M > 0: sum Young's over the rounds."""
    proof = Proof(numbers="A M p q", sequences="a l")
    proof.assume("weights", "a[t] >= 0", at="rounds")
    proof.assume("losses", "l[t] >= 0", at="rounds")
    proof.assume("A", "A > 0")
    proof.assume("M", "M > 0")
    proof.assume("p", "p > 1")
    proof.assume("q", "q > 1")
    proof.assume("conjugate", "1/p + 1/q == 1")
    proof.assume("size of a", "sum(a[s]**p) <= A**p")
    proof.assume("size of l", "sum(l[s]**q) <= M**q")
    put = {"a": "l[t]/M", "b": "a[t]/A"}
    each = proof.apply("", young(), put, "weights", "losses", "A", "M", "p", "q", "conjugate")
    scaled = []
    for x, size, q in (("l", "M", "q"), ("a", "A", "p")):
        put = {"r": f"{x}[t]", "a": f"{x}[t]/{size}", "m": size, "q": q}
        fact = proof.apply("", axiom("power product"), put, "weights", "losses", "A", "M", "p", "q")
        scaled.append(
            proof.step("", f"({x}[t]/{size})**{q} == {x}[t]**{q}/{size}**{q}", fact, size)
        )
    line = "a[t]*l[t]/(A*M) <= l[t]**q/(q*M**q) + a[t]**p/(p*A**p)"
    lines = proof.sum_up("", proof.step("", line, each, *scaled))
    first = proof.step("", "sum(l[s]**q)/(q*M**q) <= 1/q", "size of l", "M", "q")
    second = proof.step("", "sum(a[s]**p)/(p*A**p) <= 1/p", "size of a", "A", "p")
    whole = proof.step("", "sum(a[s]*l[s])/(A*M) <= 1", lines, first, second, "conjugate")
    return proof.step("", "sum(a[s]*l[s]) <= A*M", whole, "A", "M")


@cache
def apart() -> Fact:
    """Take a root of a quotient apart: ``c*(L/c)**(1/q) == c**(1 - 1/q)*L**(1/q)``.

    For c, L >= 0 and q > 1.
    """
    proof = _given("c L q", number="c >= 0", L="L >= 0", exponent="q > 1")
    goal, some = "c*(L/c)**(1/q) == c**(1 - 1/q)*L**(1/q)", "suppose: c > 0"
    put = {"a": "L/c", "m": "c", "q": "1/q", "r": "L"}
    root_of_l = proof.apply("", axiom("power product"), put, "L", "exponent", some)
    put = {"a": "c", "p": "1 - 1/q", "q": "1/q", "r": "1"}
    whole = proof.apply("", axiom("power sum"), put, "exponent", some)
    one = proof.apply("", axiom("power one"), {"a": "c"}, "number")
    positive = proof.step("", goal, root_of_l, whole, one)
    put = {"a": "c", "q": "1 - 1/q"}
    zero = proof.apply("", vanishing(), put, "number", "suppose: c <= 0", "exponent")
    none = proof.step("", "c == 0", "number", "suppose: c <= 0")
    return proof.step("", goal, positive, proof.step("", goal, zero, none), split="c > 0")


@cache
def half() -> Fact:
    """Prove that the power 1/2 is the square root: for a >= 0, ``a**(1/2) == sqrt(a)``."""
    proof = Proof(numbers="a")
    proof.assume("base", "a >= 0")
    put = {"p": "1/2", "q": "1/2", "r": "1"}
    twice = proof.apply("", axiom("power sum"), put, "base")
    one = proof.apply("", axiom("power one"), {}, "base")
    return proof.step("", "a**(1/2) == sqrt(a)", twice, one, "base")


@cache
def squared() -> Fact:
    """Prove that the power 2 is the square: for a >= 0, ``power(a, 2) == a*a``."""
    proof = Proof(numbers="a")
    proof.assume("base", "a >= 0")
    put = {"p": "1", "q": "1", "r": "2"}
    twice = proof.apply("", axiom("power sum"), put, "base")
    one = proof.apply("", axiom("power one"), {}, "base")
    return proof.step("", "power(a, 2) == a*a", twice, one)


@cache
def no_powers() -> Fact:
    """Prove that losses vanish with their powers: from ``sum(l[s]**q) <= 0``, ``sum(l[s]) <= 0``.

    For l[t] >= 0 in all rounds and q >= 1, by the tangents at half of the mean.
    """
    proof = Proof(numbers="m q", sequences="l")
    proof.assume("losses", "l[t] >= 0", at="rounds")
    proof.assume("exponent", "q >= 1")
    proof.assume("no powers", "sum(l[s]**q) <= 0")
    proof.assume("point", "m > 0")
    proof.assume("half", "2*T*m == sum(l[s])")
    line = proof.apply("", axiom("tangent"), {"a": "l[t]"}, "losses", "point", "exponent")
    lines = proof.sum_up("", line)
    rounds = proof.induction("", "sum(1, s < t) == t - 1")
    low = proof.step("", "m**q*(T*m + q*T*m) <= 0", lines, rounds, "no powers", "half", "point")
    power = proof.step("", "m**q > 0", "point")
    low = proof.step("", "T*m + q*T*m <= 0", low, power)
    none = proof.step("", "sum(l[s]) <= 0", low, "half", "exponent", "point")
    some = proof.step("", "sum(l[s])/(2*T) > 0", "suppose: sum(l[s]) > 0", "round")
    none = proof.apply("", none, {"m": "sum(l[s])/(2*T)"}, some, "round")
    return proof.step("", "sum(l[s]) <= 0", none, split="sum(l[s]) > 0")


@cache
def chord() -> Fact:
    """Prove that a power lies under its chord: for 0 <= m <= 1 and q >= 1, ``m**q <= m``."""
    proof = Proof(numbers="m q")
    proof.assume("base", "m >= 0")
    proof.assume("below one", "m <= 1")
    proof.assume("exponent", "q >= 1")
    line = proof.apply("", axiom("tangent"), {"a": "1"}, "base", "exponent")
    return proof.step("", "m**q <= m", line, "below one", "exponent")


@cache
def mean_apart() -> Fact:
    """Bound a sum by Hölder's inequality against ones: ``S <= k**(1 - 1/q) * L**(1/q)``.

    As `mean`, for q > 1: for q = 1 the first power would have the exponent 0.
    """
    proof = Proof(numbers="q L", sequences="l")
    proof.assume("losses", "l[t] >= 0", at="mistakes")
    proof.assume("exponent", "q > 1")
    proof.assume("L", "sum(tau[s]*l[s]**q) <= L")
    count, total = proof.induction("", "k >= 0"), proof.induction("", "sum(tau[s]*l[s]**q) >= 0")
    sign = proof.step("", "L >= 0", total, "L")
    least = proof.apply("", mean(), {}, "losses", "L", "exponent")
    parts = proof.apply("", apart(), {"c": "k"}, count, sign, "exponent")
    return proof.step("", "sum(tau[s]*l[s]) <= k**(1 - 1/q)*L**(1/q)", least, parts)
