r"""The dropped term."""

from regret.osd import osd

THEOREM = ""

osd.assume("wrong side", "y[t]*(w[t] @ x[t]) <= 0", at="mistakes")
osd.assume("radius", "x[t] @ x[t] <= R**2", at="mistakes")
osd.induction("own", "own <= 0", "wrong side")
osd.induction("sizes", "sizes <= k*R**2", "radius")
osd.step("dropped", "2*eta*seen <= u @ u + eta**2*k*R**2", "regret", "own", "sizes", "step")

PROVES = {
    "eq-osd-dropped": "dropped",
}
