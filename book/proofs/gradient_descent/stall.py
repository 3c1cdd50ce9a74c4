r"""Where constant steps stop.

Let $w_1$ be fixed, each label be drawn independently and $0<\eta<1$.
The expected squared error $V_t=\mathbb E\,(w_t-m)^2$ satisfies

$$V_{t+1}=(1-2\eta)^2\,V_t+4\eta^2\sigma^2 ,$$

$$V_{t+1}=(1-2\eta)^{2t}\,V_1+\bigl(1-(1-2\eta)^{2t}\bigr)\,\frac{\eta}{1-\eta}\,\sigma^2 .$$

So $V_t$ tends to $\frac{\eta}{1-\eta}\sigma^2$ and not to zero, unless $\sigma=0$.
"""

from fractions import Fraction

from prover import Proof, Witness

THEOREM = "thm-stall"

stall = Proof(numbers="eta sigma", sequences="V p")
for hypothesis in [
    ("one step", "V[t+1] == (1 - 2*eta)**2*V[t] + 4*eta**2*sigma**2", "rounds"),
    ("first power", "p[1] == 1"),
    ("power", "p[t+1] == (1 - 2*eta)**2*p[t]", "rounds"),
    ("step", "eta > 0"),
    ("short", "eta < 1"),
]:
    stall.assume(*hypothesis)
stall.induction(
    "exactly",
    "V[T+1] == p[T+1]*V[1] + (1 - p[T+1])*sigma**2*eta/(1 - eta)",
    "one step",
    "power",
    "first power",
    "step",
    "short",
)
stall.theorem(
    "Where constant steps stop",
    "exactly",
    Witness(
        [True] * 3,
        eta=Fraction(1, 4),
        sigma=1,
        V=[3, 1, Fraction(1, 2), Fraction(3, 8)],
        p=[Fraction(1, 4**n) for n in range(4)],
    ),
)

PROVES = {
    "eq-stall": "exactly",
}
BY_HAND = {
    "eq-stall-step": "Stall.Stall",
    "eq-stall": "Stall.Stall",
    r"the expected squared error tends to $\frac\eta{1-\eta}\sigma^2$": "Stall.Stall",
}
IN_PART = {
    "eq-stall": "from the recursion, which is assumed",
}
