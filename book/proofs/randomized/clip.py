r"""Clipped coins.

Let the stream be fixed beforehand, $\eta>0$ and $w_1=0$.
In each round let the learner clip its score $f_t=\langle w_t,x_t\rangle$ to $\hat f_t$, and predict $+1$ with probability $\frac12(1+\hat f_t)$.
Let $w_{t+1}=w_t+\frac\eta2y_tx_t$ if $y_tf_t<1$, and $w_{t+1}=w_t$ otherwise.
Then for every $u\in\mathbb R^d$ with hinge losses $h_t=\max(0,1-y_t\langle u,x_t\rangle)$

$$\mathbb E[\text{mistakes}]\le\tfrac12\sum_{t:\,y_tf_t<1}h_t+\frac{\|u\|^2}{2\eta}+\frac\eta8\sum_{t:\,y_tf_t<1}\|x_t\|^2 .$$
"""

from prover import Proof, Witness
from randomized.ftrl import half

THEOREM = "thm-clip"

clip = Proof(numbers="eta", vectors="u", states="w x", sequences="y h c")
# c is y times the clipped score; a "mistake" is a round with y f < 1
for label, claim, at in (
    ("move", "w[t+1] == w[t] + eta/2*y[t]*x[t]", "mistakes"),
    ("rest", "w[t+1] == w[t]", "others"),
    ("short", "y[t]*(w[t] @ x[t]) < 1", "mistakes"),
    ("enough", "y[t]*(w[t] @ x[t]) >= 1", "others"),
    ("label", "y[t]**2 == 1", "rounds"),
    ("hinge", "h[t] >= 1 - y[t]*(u @ x[t])", "rounds"),
    ("clip", "(1 - c[t])*(c[t] - y[t]*(w[t] @ x[t])) >= 0", "rounds"),
):
    clip.assume(label, claim, at=at)
clip.assume("step", "eta > 0")
clip.assume("start", "w[1] == 0")
clip.let(
    far="(w[t] - u) @ (w[t] - u)",
    f="y[t]*(w[t] @ x[t])",
    line="-y[t]*(x[t] @ (w[t] - u))/2",
    chance="(1 - c[t])/2",
    gain="(far[t] - far[t+1])/(2*eta)",
)

goal = "chance[t] <= (1 - f[t])/2"
clip.step("coin", goal, "clip", "suppose: c[t] < 1")
clip.step("sure", goal, "short", "suppose: c[t] >= 1")
clip.step("clipped", goal, "coin", "sure", split="c[t] < 1")
clip.step("line", "(1 - f[t])/2 == (1 - y[t]*(u @ x[t]))/2 + line[t]")
clip.step("hinge line", "(1 - y[t]*(u @ x[t]))/2 + line[t] <= h[t]/2 + line[t]", "hinge")
clip.step("moved", "line[t] == gain[t] + eta/8*(x[t] @ x[t])", "move", "label", "step")
goal = "chance[t] <= 0"
clip.step("both", goal, "clip", "enough", "suppose: c[t] < 1")
clip.step("one", goal, "suppose: c[t] >= 1")
clip.step("no chance", goal, "both", "one", split="c[t] < 1")

goal = "chance[t] <= tau[t]*h[t]/2 + gain[t] + eta/8*(tau[t]*(x[t] @ x[t]))"
clip.cases("each", goal, "clipped", "line", "hinge line", "moved", "no chance", "rest", "step")
clip.let(losses="sum(tau[s]*h[s])", squares="sum(tau[s]*(x[s] @ x[s]))")
clip.induction(
    "sum", "sum(chance[s]) <= losses/2 + (far[1] - far[T+1])/(2*eta) + eta/8*squares", "each"
)
clip.step(
    "clipped coins",
    "sum(chance[s]) <= losses/2 + u @ u/(2*eta) + eta/8*squares",
    "sum",
    "start",
    "step",
    "square: w[T+1] - u",
)
clip.theorem(
    "Clipped coins",
    "clipped coins",
    Witness(
        [True, True, False],
        w=[(0,), (1,), (3 * half,), (3 * half,)],
        u=(2,),
        eta=2,
        x=[(1,), (half,), (1,)],
        y=[1] * 3,
        h=[0] * 3,
        c=[0, half, 1],
    ),
)

PROVES = {
    "eq-clip": "clipped coins",
    "eq-clip-step": ("clipped", "line", "hinge line"),
}
