r"""Slack in every round is a least-squares residual."""

from prover import Proof

THEOREM = ""

fit = Proof(vectors="u", states="x", sequences="y d")
fit.assume("label", "y[t]**2 == 1", at="rounds")
fit.assume("slack", "d[t] == 1 - y[t]*(u @ x[t])", at="rounds")
fit.step("square", "d[t]**2 == (y[t] - u @ x[t])**2", "label", "slack")
fit.induction("squares", "sum(d[s]**2) == sum((y[s] - u @ x[s])**2)", "square")

PROVES = {
    "eq-fs-least-squares": "squares",
}
IN_PART = {
    "eq-fs-least-squares": "the sum of squares",
}
