r"""The one inequality.

Under the hypotheses of {prf:ref}`thm-key` let $q\ge1$, and let $L$ be a number with $\sum_{t\ \text{a mistake}}h_t^q\le L$, for instance $L=L_q$.
Then

$$k\le B\sqrt k+k^{1-1/q}L^{1/q} ,$$

where $k^{1-1/q}=1$ for $q=1$, and

$$k\Bigl(1-\frac B{\sqrt k}\Bigr)^q\le L\qquad\text{if }\sqrt k>B .$$
"""

from hinge_bounds.key import bound, witness
from prover import powers

THEOREM = "thm-one"

bound.assume("losses", "h[t] >= 0", at="rounds")
bound.assume("exponent", "q >= 1")
bound.assume("above one", "q > 1")
bound.assume("L", "sum(tau[s]*h[s]**q) <= L")
bound.apply("means", powers.mean_apart(), {"l[t]": "h[t]"}, "losses", "above one", "L")
bound.step("one inequality", "k <= B*sqrt(k) + k**(1 - 1/q)*L**(1/q)", "key", "means")
bound.theorem("The one inequality", "one inequality", witness)

bound.assume("L one", "S <= L")
bound.step("q = 1", "k <= B*sqrt(k) + L", "key", "L one")
bound.theorem("The one inequality, for q = 1", "q = 1", witness)

bound.apply("mean", powers.mean(), {"l[t]": "h[t]"}, "losses", "exponent", "L")
bound.assume("large", "sqrt(k) > B")
bound.step("some", "k > 0", "count", "large", "radius sign")
bound.let(share="1 - B/sqrt(k)", mean_root="(L/k)**(1/q)")
bound.step("share sign", "share >= 0", "large", "some")
bound.step("share", "share <= mean_root", "key", "mean", "some")
bound.apply(
    "raised", powers.monotone(), {"a": "mean_root", "b": "share"}, "share", "share sign", "exponent"
)

bound.induction("not negative", "sum(tau[s]*h[s]**q) >= 0")
bound.step("L sign", "L >= 0", "not negative", "L")
bound.apply(
    "undone",
    powers.inverse_powers(),
    {"a": "L/k", "p": "q", "q": "1/q"},
    "L sign",
    "some",
    "exponent",
)
bound.step("in shares", "k*share**q <= L", "raised", "undone", "some")
bound.theorem("The one inequality, by shares", "in shares", witness)

PROVES = {
    "eq-one-root": ("one inequality", "q = 1"),
    "eq-one": "in shares",
}
