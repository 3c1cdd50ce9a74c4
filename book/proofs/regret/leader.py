r"""Be the leader.

Let $\psi_1\le\dots\le\psi_{T+1}$, and for $t=1,\dots,T+1$ let $F_t$ be least at $w_t$.
Then $p_t\le\ell_t(w_t)-\ell_t(w_{t+1})$, and so

$$\operatorname{Regret}_T(u)\le\psi_{T+1}(u)-\psi_1(w_1)+\sum_{t=1}^T\bigl(\ell_t(w_t)-\ell_t(w_{t+1})\bigr) .$$
"""

from prover import Proof, Witness
from regret.one_account import account

THEOREM = "cor-leader"

late = Proof(numbers="P E", sequences="a b F N n")
# N[t] is F_t(w_{t+1}), n[t] the loss of w_{t+1} in round t
late.let(price="F[t] - F[t+1] + a[t]")
late.assume("end", "E == P + sum(b[s])")
late.assume("least at the end", "F[T+1] <= E")
late.assume("grows", "F[t+1] >= N[t] + n[t]", at="rounds")
late.assume("least", "N[t] >= F[t]", at="rounds")
late.apply("account", account["account"], {}, "end")
late.step("one price", "price[t] <= a[t] - n[t]", "grows", "least")
late.induction("prices", "sum(price[s]) <= sum(a[s] - n[s])", "one price")
late.step(
    "late",
    "sum(a[s]) - sum(b[s]) <= P - F[1] + sum(a[s] - n[s])",
    "account",
    "prices",
    "least at the end",
)
late.theorem(
    "Be the leader",
    "late",
    Witness([True] * 3, a=[1, 2, 0], b=[0, 1, 0], F=[0, 1, 1, 1], N=[1] * 3, n=[0] * 3, P=1, E=2),
)

PROVES = {
    r"$p_t\le\ell_t(w_t)-\ell_t(w_{t+1})$": "one price",
    "eq-leader-late": "late",
}
