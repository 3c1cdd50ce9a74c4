r"""The best comparator is a support vector machine.

Let $R>0$ and $q=1$, let $u\ne0$ have the least bound $K$, let $a_1,\dots,a_T$ have the largest floor, and $v=\sum_ta_ty_tx_t$.
Then for $C=\frac{\|u\|}{R\sqrt K}$ the vector $u$ minimizes $\frac12\|u\|^2+C\,L_1$, and the numbers $\frac{\|u\|}{\|v\|}a_t$ are its dual variables.
"""

THEOREM = "cor-soft-margin"


BY_HAND = {
    r"$u$ minimizes $\frac12\|u\|^2+C\,L_1$": "Machine.Machine",
    r"$\frac{\lVert u\rVert}{\lVert v\rVert}a_t$ are its dual variables": "Machine.Machine",
}
