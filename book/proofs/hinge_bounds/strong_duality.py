r"""Strong duality.

Let a stream have $T\ge1$ rounds, $\|x_t\|\le R$ in all of them, $R>0$ and $q\ge1$.
Then some comparator has the least bound $K_q(R\|u\|,L_q)$, some round weights have the largest floor {eq}`eq-floor`, and the two numbers are the same.
"""

THEOREM = "thm-strong-duality"


BY_HAND = {
    "the two numbers are the same": "StrongDuality.StrongDuality",
    "some round weights have the largest floor": "StrongDuality.StrongDuality",
    "some comparator has the least bound": "StrongDuality.StrongDuality",
}
