r"""The best units.

For all $c_i>0$ and $r_i\ge0$

$$\sum_ic_i^2r_i^2\ \sum_i\frac{u_i^2}{c_i^2}\ge\Bigl(\sum_ir_i|u_i|\Bigr)^2 ,$$

with equality for $c_i^2=|u_i|/r_i$ if all $r_i$ and $|u_i|$ are positive.
With $d$ features, all $r_i>0$ and $c_i=1/r_i$, the left side is at most $d$ times the right one.
"""

from prover import Proof, Witness

THEOREM = "thm-data-units"

# Features take the part of rounds; v[i] stands for |u_i|.
units = Proof(sequences="c r v", families="e")
units.assume("factors", "c[t] > 0", at="rounds")
units.let(long="sum(c[s]**2*r[s]**2)", wide="sum(v[s]**2/c[s]**2)")
a_, b_ = "sum(c[s]*r[s]*e[s])", "sum(1/c[s]*v[s]*e[s])"
units.induction("first", f"{a_} @ {a_} == long")
units.induction("second", f"{b_} @ {b_} == wide")
units.induction("both", f"{a_} @ {b_} == sum(r[s]*v[s])", "factors")
units.step(
    "least",
    "long*wide >= sum(r[s]*v[s])**2",
    "first",
    "second",
    "both",
    f"Cauchy-Schwarz: {a_}, {b_}",
)
units.theorem("The best units", "least", Witness([True, False], c=[1, 2], r=[1, 3], v=[2, 1]))

PROVES = {
    "eq-data-units": "least",
}
BY_HAND = {
    "with all $r_i>0$ and $c_i=1/r_i$ the left side is at most $d$ times the right one": "OnData.Largest",
    "there is equality for $c_i^2=|u_i|/r_i$, if both are positive": "OnData.Attained",
}
