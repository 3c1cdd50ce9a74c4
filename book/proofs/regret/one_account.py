r"""One account.

Let $V$ be any set, $\psi_1,\dots,\psi_{T+1}$ and $\ell_1,\dots,\ell_T$ any real functions on it, and $w_1,\dots,w_{T+1},u$ any points of it.
Then with

$$p_t=F_t(w_t)-F_{t+1}(w_{t+1})+\ell_t(w_t)$$

the regret $\operatorname{Regret}_T(u)=\sum\ell_t(w_t)-\sum\ell_t(u)$ is

$$\operatorname{Regret}_T(u)=\psi_{T+1}(u)-F_1(w_1)+\sum_{t=1}^Tp_t+F_{T+1}(w_{T+1})-F_{T+1}(u) .$$
"""

from prover import Proof, Witness

THEOREM = "thm-one-account"

account = Proof(numbers="P E", sequences="a b F")
# F[t] is F_t(w_t), P is psi(u) and E is F(u), both with the index T + 1
account.let(price="F[t] - F[t+1] + a[t]")
account.induction("telescope", "sum(price[s]) == F[1] - F[T+1] + sum(a[s])")
account.assume("end", "E == P + sum(b[s])")
account.step(
    "account", "sum(a[s]) - sum(b[s]) == P - F[1] + sum(price[s]) + F[T+1] - E", "telescope", "end"
)
account.theorem(
    "One account",
    "account",
    Witness([True] * 3, a=[1, 2, 0], b=[0, 1, 0], F=[0, 1, 3, 1], P=1, E=2),
)

PROVES = {
    "eq-one-account": "account",
}
ASSUMED = ("eq-round-price",)
