r"""The family of hinge bounds.

For $B\ge0$, $L\ge0$ and $q\ge1$ let $K_q(B,L)$ be the largest real $k\ge0$ that satisfies {eq}`eq-one-root`.
It exists, and it is $B^2$ if $L=0$; if $L>0$ it is the only solution of

$$k\Bigl(1-\frac B{\sqrt k}\Bigr)^q=L,\qquad k>B^2 .$$

These numbers are the *family* of hinge bounds; each power $q\ge1$ gives one *member*.
A number $k>0$ satisfies {eq}`eq-one-root` exactly if $k\le K_q$.
In closed form, with $r=L^{1/4}$,

$$\begin{aligned}
K_1&=\Bigl(\frac B2+\sqrt{\frac{B^2}4+L}\Bigr)^2,\\
K_2&=\bigl(B+\sqrt L\bigr)^2,\\
K_4&=\Bigl(\frac r2+\sqrt{\frac{r^2}4+B}\Bigr)^4 ,
\end{aligned}$$

and $K_q(0,L)=L$ for every $q$.
Under the hypotheses of {prf:ref}`thm-one`, $k\le K_q(R\|u\|,L)$.
"""

import hinge_bounds.one
from hinge_bounds.key import bound, witness
from hinge_bounds.lemma4 import lemma
from prover import Witness, powers

THEOREM = "thm-hinge-family"

bound.assume("no loss", "S == 0")
bound.step("Block-Novikoff", "k <= B**2", "key", "no loss", "count", "radius sign")
bound.theorem(
    "The hinge bound without loss",
    "Block-Novikoff",
    Witness.perceptron([(1,)] * 3, [1] * 3, u=(1,), R=1, h=[0] * 3),
)

bound.apply("K 1", lemma["solved"], {"K": "k", "a": "B", "c": "L"}, "count", "q = 1")
bound.apply("radicand", lemma["radicand"], {"K": "k", "a": "B", "c": "L"}, "count", "q = 1")
bound.theorem("The hinge bound for q = 1", "K 1", witness)

bound.assume("L two", "sum(tau[s]*h[s]**2) <= L")
bound.apply("square", powers.squared(), {"a": "h[t]"}, "losses")
bound.induction("squares", "sum(tau[s]*power(h[s], 2)) == sum(tau[s]*h[s]**2)", "square")
bound.apply("q = 2", bound["one inequality"], {"q": "2"}, "squares", "L two")
bound.induction("sum of squares", "sum(tau[s]*h[s]**2) >= 0")
bound.step("L two sign", "L >= 0", "sum of squares", "L two")
bound.apply("root of k", powers.half(), {"a": "k"}, "count")
bound.apply("root of L", powers.half(), {"a": "L"}, "L two sign")
bound.step("roots", "k <= B*sqrt(k) + sqrt(k)*sqrt(L)", "q = 2", "root of k", "root of L")
bound.step("K 2", "k <= (B + sqrt(L))**2", "roots", "count", "L two sign", "radius sign")
bound.theorem("The hinge bound for q = 2", "K 2", witness)

PROVES = {
    r"under the hypotheses of the one inequality $k\le K_q(R\|u\|,L)$": (
        "Block-Novikoff",
        "K 1",
        "K 2",
    ),
}
BY_HAND = {
    "eq-root": "HingeFamily.HingeFamily",
    r"under the hypotheses of the one inequality $k\le K_q(R\|u\|,L)$": (
        r"Perceptron.ByHinge: for $q=1$ and $q=2$, in $\mathbb R^n$, of a program",
        "RunFamily.RunFamily",
    ),
    "it is $B^2$ if $L=0$": "HingeFamily.HingeFamily",
    "eq-closed": "HingeFamily.Closed",
    "$K_q(0,L)=L$": "HingeFamily.HingeFamily",
    "a largest $k$ exists": "HingeFamily.HingeFamily",
    r"a number $k>0$ satisfies the one inequality exactly if $k\le K_q$": "HingeFamily.HingeFamily",
}
IN_PART = {
    r"under the hypotheses of the one inequality $k\le K_q(R\|u\|,L)$": "for $q=1$, for $q=2$ and without loss",
}
