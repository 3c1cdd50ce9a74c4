r"""Subgradients of the perceptron loss.

Let $x\neq0$, $y\in\{-1,+1\}$ and $L(w)=\max(0,-y\langle w,x\rangle)$.
The subgradients of $L$ at $w$ are exactly the vectors $-s\,y\,x$ with

$$\begin{cases}s=1&\text{if } y\langle w,x\rangle<0,\\ s=0&\text{if } y\langle w,x\rangle>0,\\ s\in[0,1]&\text{if } y\langle w,x\rangle=0 .\end{cases}$$
"""

THEOREM = "thm-subgradient"


BY_HAND = {
    "eq-subgradient": "Subgradient.Subgradient",
}
