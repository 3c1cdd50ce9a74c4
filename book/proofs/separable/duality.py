r"""The margin is a distance.

Let $z$ be the point of the convex hull of the finitely many vectors $y_tx_t$ that is nearest to the origin.
If $z\neq0$, the stream is separable, its margin is $\|z\|$, and $z$ is a comparator that attains it.
If $z=0$, the stream is not separable.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-duality"

# v[t] stands for y_t x_t.  That z is nearest is used for one point of
# each segment, nearer[t]; that there is a nearest point is proved in Coq.
hull = Proof(numbers="gamma", vectors="u z", states="v", sequences="a")
hull.assume("weights", "a[t] >= 0", at="rounds")
hull.assume("one", "sum(a[s]) == 1")
hull.assume("point", "z == sum(a[s]*v[s])")
hull.assume("margin", "u @ v[t] >= gamma", at="rounds")
hull.step("each", "a[t]*(u @ v[t]) >= a[t]*gamma", "weights", "margin")
hull.sum_up("average", "each")
hull.induction("linear", "u @ sum(a[s]*v[s]) == sum(a[s]*(u @ v[s]))")
hull.step(
    "ceiling",
    "gamma <= norm(u)*norm(z)",
    "average",
    "linear",
    "point",
    "one",
    "Cauchy-Schwarz: u, z",
)
hull.theorem(
    "No margin exceeds a point of the hull",
    "ceiling",
    Witness(
        [True, False], a=[Fraction(1, 2)] * 2, v=[(1, 1), (1, -1)], z=(1, 0), u=(1, 0), gamma=1
    ),
)

hull.let(
    lack="z @ z - z @ v[t]",
    gap="v[t] - z",
    part="lack[t]**2/(1 + lack[t]**2)/(1 + gap[t] @ gap[t])",
    nearer="z + part[t]*gap[t]",
)
hull.assume("nearest", "nearer[t] @ nearer[t] >= z @ z", at="rounds")
lacks = "suppose: lack[t] > 0"
hull.step("whole", "1 + lack[t]**2 > 0", "square: lack[t]")
hull.step("long", "1 + gap[t] @ gap[t] > 0", "square: gap[t]")
hull.step("part", "part[t] > 0", lacks, "whole", "long")
hull.step("almost", "2*lack[t] <= part[t]*(gap[t] @ gap[t])", "nearest", "part")

hull.step("below", "lack[t]**2/(1 + lack[t]**2) < lack[t]", lacks, "whole", "square: lack[t] - 1")
hull.step("small", "part[t]*(gap[t] @ gap[t]) < lack[t]", lacks, "below", "whole", "long")
hull.step("attained", "z @ v[t] >= z @ z", "almost", "small", split="lack[t] > 0")
hull.theorem(
    "A nearest point attains the margin",
    "attained",
    Witness([True, False], a=[Fraction(1, 2)] * 2, v=[(1, 1), (1, -1)], z=(1, 0)),
)

PROVES = {
    "$z$ attains it": "attained",
    "eq-ceiling": ("average", "linear", "ceiling"),
}
BY_HAND = {
    r"its margin is then $\|z\|$": "Duality.Duality",
    r"if $z\ne0$, the stream is separable": "Duality.Duality",
    "if $z=0$, the stream is not separable": "Duality.Duality",
    "$z$ attains it": "Duality.Duality",
}
