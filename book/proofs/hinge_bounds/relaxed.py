r"""The relaxed bound.

Under the hypotheses of {prf:ref}`thm-one`, for every $q\ge1$,

$$k\le qB\sqrt k+L ,$$

and therefore, with $B=R\|u\|$,

$$\begin{aligned}k-L&\le\frac{q^2R^2\|u\|^2}2\\&\quad+qR\,\|u\|\sqrt{\frac{q^2R^2\|u\|^2}4+L} .\end{aligned}$$
"""

import hinge_bounds.one
from hinge_bounds.key import bound, witness
from hinge_bounds.lemma4 import lemma
from prover import powers

THEOREM = "thm-relaxed"

bound.apply("tangent at 1", powers.bernoulli(), {"a": "h[t]", "m": "1"}, "losses", "exponent")
bound.induction("tangents", "k - q*(k - S) <= sum(tau[s]*h[s]**q)", "tangent at 1")
bound.step("relaxed key", "k <= q*B*sqrt(k) + L", "tangents", "L", "key", "exponent")

bound.step("its premise", "k - q*B*sqrt(k) <= L", "relaxed key")
bound.apply("relaxed", lemma["expanded"], {"K": "k", "a": "q*B", "c": "L"}, "count", "its premise")
bound.theorem("The relaxed bound", "relaxed", witness)

PROVES = {
    "eq-relaxed-key": "relaxed key",
    "eq-relaxed": "relaxed",
}
BY_HAND = {
    "this holds with $L=L_q$": "RunFamily.Relaxed",
}
