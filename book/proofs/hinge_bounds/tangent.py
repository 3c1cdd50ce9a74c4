r"""Tangents of a power.

Let $q\ge1$, $a\ge0$ and $m>0$.
Then

$$a^q\ge m^q+q\,m^{q-1}(a-m) ,$$

and for $q>1$ equality holds only at $a=m$.
For $m=1$ it is Bernoulli's inequality, $a^q\ge1+q(a-1)$.
"""

THEOREM = "thm-tangent"


BY_HAND = {
    "eq-tangent": "Tangent.Tangent",
    r"for $m=1$ it is $a^q\ge1+q(a-1)$": "Tangent.Tangent",
    "for $q>1$ equality holds only at $a=m$": "Tangent.Tangent",
}
