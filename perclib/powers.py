"""Inequalities of powers with real exponents, all proved from one: that of Bernoulli.

The kernel knows of the power ``a**q``, for a >= 0 and q >= 1, hardly more than that it lies above
its tangents (`perclib.proof.tangent`). What is here is derived from that, by the kernel; nothing
here is trusted. Throughout, a fact is given for every sign that is used. Chapter 7 uses it all.

>>> from perclib.proof import assume, scalars
>>> a, m, q = scalars("a m q")
>>> base, at, exponent = assume("a", a >= 0), assume("m", m > 0), assume("q", q >= 1)
>>> bernoulli(base, at, exponent)
a^q >= m^q + q*(a - m)*m^q/m   [a, m, q]
"""

from __future__ import annotations

from sympy import Integer

from perclib.proof import (
    Claim,
    Fact,
    cases,
    divide,
    follows,
    induction,
    inverse,
    k,
    power,
    powers,
    scalars,
    step,
    substitute,
    supply,
    suppose,
    t,
    tangent,
    tau,
    total,
)

ONE = Integer(1)


def bernoulli(base: Fact, at: Fact, exponent: Fact, label: str = "") -> Fact:
    """Prove that a power lies above its tangent: ``a**q >= m**q + q*m**(q-1)*(a - m)``.

    Parameters
    ----------
    base, at, exponent : Fact
        That a >= 0, m > 0 and q >= 1. Here ``m**(q-1)`` is written as ``m**q/m``.
    label : str, optional
        The label of the result.

    Raises
    ------
    ProofError
        If m is only known not to be negative.
    """
    a, m, q = base.claim.gap, at.claim.gap, exponent.claim.gap + 1
    goal = Claim(power(a, q), ">=", power(m, q) + q * power(m, q) / m * (a - m))
    return divide(goal, tangent(base, at, exponent), at, label=label)


def young(base: Fact, at: Fact, exponent: Fact, label: str = "") -> Fact:
    """Young's inequality, ``a*b <= a**q/q + b**p/p`` with 1/p + 1/q = 1, for ``b = m**(q-1)``.

    Then ``b**p`` is ``m**q``, so it reads ``a*m**q/m <= a**q/q + (1 - 1/q)*m**q``.

    Parameters
    ----------
    base, at, exponent : Fact
        That a >= 0, m > 0 and q >= 1.
    label : str, optional
        The label of the result.

    Examples
    --------
    >>> from perclib.proof import assume, scalars
    >>> a, m, q = scalars("a m q")
    >>> young(assume("a", a >= 0), assume("m", m > 0), assume("q", q >= 1))
    a*m^q/m <= a^q/q + (1 - 1/q)*m^q   [a, m, q]
    """
    a, m, q = base.claim.gap, at.claim.gap, exponent.claim.gap + 1
    positive = follows(q > 0, exponent)
    goal = Claim(a * power(m, q) / m, "<=", power(a, q) / q + (1 - 1 / q) * power(m, q))
    return divide(goal, tangent(base, at, exponent), at, positive, label=label)


def vanishing(base: Fact, zero: Fact, exponent: Fact) -> Fact:
    """From a >= 0 and a <= 0, ``a**q <= 0``.

    Parameters
    ----------
    base, zero, exponent : Fact
        That a >= 0, a <= 0 and q >= 1.
    """
    a, q = base.claim.gap, exponent.claim.gap + 1
    positive = follows(q > 0, exponent)
    some, sign = follows(Claim(ONE, ">=", 0 * ONE)), powers(base, q)
    times_q = follows(
        q * power(a, q) <= 0,
        *(tangent(some, base, exponent), zero, (base, sign), (zero, sign), (zero, sign, exponent)),
        known=[base],
    )
    return follows(power(a, q) <= 0, (times_q, inverse(positive)), known=[base, positive])


def monotone(larger: Fact, base: Fact, exponent: Fact, label: str = "") -> Fact:
    """From a >= b >= 0, ``a**q >= b**q``.

    Parameters
    ----------
    larger, base, exponent : Fact
        That a >= b, b >= 0 and q >= 1.
    label : str, optional
        The label of the result.

    Examples
    --------
    >>> from perclib.proof import assume, scalars
    >>> a, b, q = scalars("a b q")
    >>> monotone(assume("a", a >= b), assume("b", b >= 0), assume("q", q >= 1))
    a^q >= b^q   [a, b, q]
    """
    b, q = base.claim.gap, exponent.claim.gap + 1
    a = b + larger.claim.gap
    above, sign = follows(a >= 0, larger, base, known=[larger, base]), powers(base, q)
    goal = Claim(power(a, q), ">=", power(b, q))
    some, none = suppose(b > 0), suppose(b <= 0)
    known = [larger, base, some]
    product = follows(
        Claim(b * power(a, q), ">=", b * power(b, q)),
        *(tangent(above, base, exponent), (larger, sign), (larger, sign, exponent)),
        known=known,
    )
    positive = follows(goal, (product, inverse(some)), known=known)
    nothing = follows(goal, powers(above, q), vanishing(base, none, exponent), known=known[:2])
    return step(label, cases(positive, nothing))


def jensen(losses: Fact, at: Fact, exponent: Fact, label: str = "") -> Fact:
    """Sum the tangent over the mistakes, with S for the sum of ``tau[t]*l[t]``.

    ``m * sum(tau[t]*l[t]**q) >= m**q * (m*k + q*(S - m*k))``; at m = 1, ``>= k + q*(S - k)``.

    Parameters
    ----------
    losses : Fact
        That l[t] >= 0, at the mistakes or at all rounds.
    at, exponent : Fact
        That m >= 0 and q >= 1, for numbers that are the same in every round.
    label : str, optional
        The label of the result.

    Examples
    --------
    >>> from perclib.proof import assume, scalars, sequences
    >>> l, q = sequences("l"), scalars("q")
    >>> losses = assume("loss", l[t] >= 0, at="mistakes")
    >>> jensen(losses, follows(Claim(ONE, ">=", 0 * ONE)), assume("q", q >= 1))
    sum(tau[s]*l[s]^q, s<=T) >= k + q*(sum(l[s]*tau[s], s<=T) - k)   [loss, q]
    """
    loss, m, q = losses.claim.gap, at.claim.gap, exponent.claim.gap + 1
    s, each = total(tau[t] * loss), tangent(losses, at, exponent)
    goal = m * total(tau[t] * power(loss, q)) >= power(m, q) * (m * k + q * (s - m * k))
    return induction(goal, mistakes=[each], label=label)


def mean(losses: Fact, some: Fact, exponent: Fact, label: str = "") -> Fact:
    """Hölder's inequality as it is needed: the power of the mean is at most the mean of the powers.

    ``sum(tau[t]*l[t]**q) >= k * (S/k)**q``, with S for the sum of ``tau[t]*l[t]``.

    Parameters
    ----------
    losses : Fact
        That l[t] >= 0, at the mistakes or at all rounds.
    some, exponent : Fact
        That k > 0 and q >= 1.
    label : str, optional
        The label of the result.

    Examples
    --------
    >>> from perclib.proof import assume, scalars, sequences
    >>> l, q = sequences("l"), scalars("q")
    >>> losses = assume("loss", l[t] >= 0, at="mistakes")
    >>> mean(losses, assume("a mistake", k > 0), assume("q", q >= 1))
    sum(tau[s]*l[s]^q, s<=T) >= k*((sum(l[s]*tau[s], s<=T))/k)^q   [loss, q, a mistake]
    """
    loss, m, q = losses.claim.gap, scalars("m'"), exponent.claim.gap + 1
    s, powers_ = total(tau[t] * loss), total(tau[t] * power(loss, q))
    sign = induction(s >= 0, mistakes=[losses])
    goal = Claim(powers_, ">=", k * power(s / k, q))
    mean_sign = follows(s / k >= 0, (sign, inverse(some)))
    line = jensen(losses, suppose(m >= 0, "m'"), exponent)
    line = supply(substitute(line, {m: s / k}, known=[some]), "m''", mean_sign, known=[some])
    positive = follows(s / k > 0, (suppose(s > 0), inverse(some)))
    none = follows(s / k <= 0, (suppose(s <= 0), inverse(some)))
    at_zero = follows(
        goal,
        (some, vanishing(mean_sign, none, exponent)),
        induction(powers_ >= 0, mistakes=[powers(losses, q)]),
    )
    return step(label, cases(divide(goal, line, positive), at_zero))
