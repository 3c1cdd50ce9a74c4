r"""What one update does.

Let $y\in\{-1,+1\}$, $\eta>0$ and $w'=w+\eta\,y\,x$.
Then

$$\begin{aligned}\langle w',x\rangle&=\langle w,x\rangle+\eta\,y\,\|x\|^2 ,\\ y\langle w',x\rangle&=y\langle w,x\rangle+\eta\,\|x\|^2 .\end{aligned}$$

Now let $x\neq0$, and let a perceptron with ties as mistakes be given the example $(x,y)$ again and again.
If it starts with a score $f$ for which $yf\le0$, then it errs exactly $\lfloor -yf/(\eta\|x\|^2)\rfloor+1$ times.
"""

THEOREM = "thm-update"


BY_HAND = {
    "eq-new-score": "Update.Update",
    r"the perceptron errs exactly $\lfloor -yf/(\eta\|x\|^2)\rfloor+1$ times on an example given again and again": "Update.Update",
}
