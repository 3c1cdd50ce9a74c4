r"""A spring on a convex set.

Let $V$ be closed, convex and not empty, $\eta>0$, and $F(w)=\frac{\|w\|^2}{2\eta}+\langle w,S\rangle$.
Then $F$ is least on $V$ at exactly one point $w^*$, the point of $V$ nearest to $-\eta S$, and for all $v\in V$

$$F(v)\ge F(w^*)+\frac{\|v-w^*\|^2}{2\eta} .$$
"""

from prover import Proof, Witness

THEOREM = "lem-spring"

spring = Proof(numbers="eta lam", vectors="w v S")
spring.assume("eta", "eta > 0")
spring.let(z="w + lam*(v - w)", line="(w/eta + S) @ (v - w)")
spring.step(
    "way",
    "z @ z/(2*eta) + z @ S - (w @ w/(2*eta) + w @ S) == "
    "lam*line + lam**2*((v - w) @ (v - w))/(2*eta)",
    "eta",
)
spring.assume("angle", "(w + eta*S) @ (v - w) >= 0")
spring.step(
    "curved",
    "v @ v/(2*eta) + v @ S >= w @ w/(2*eta) + w @ S + (v - w) @ (v - w)/(2*eta)",
    "angle",
    "eta",
)
spring.theorem("A spring on a convex set", "curved", Witness(w=(0,), v=(1,), S=(1,), eta=1))

PROVES = {
    "eq-spring-curved": "curved",
    "eq-spring-way": "way",
}
BY_HAND = {
    "eq-spring-angle": "Spring.Spring",
    r"$F$ is least on $V$ at exactly one point $w^*$, the point of $V$ nearest to $-\eta S$": "Spring.Spring",
}
IN_PART = {
    "eq-spring-way": "the equation",
}
