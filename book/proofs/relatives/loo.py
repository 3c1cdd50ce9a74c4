r"""Leave one out.

Let the examples of $T+1$ rounds be exchangeable, and let $k$ be the number of {term}`mistakes <mistake>` of a {term}`deterministic learner` in these rounds.
Stop it after $r$ rounds, where $r$ is drawn independently, each of $0,1,\dots,T$ with the same probability.
The hypothesis that it then holds errs on the last example with probability

$$P(\text{a random one errs})=\frac{\mathbb E[k]}{T+1}.$$

Let the $T+1$ hypotheses that it holds after $0,1,\dots,T$ rounds vote, where a tied vote is an error.
Then the vote errs on the last example with probability

$$P(\text{the vote errs})\le\frac{2\,\mathbb E[k]}{T+1} .$$

No smaller factor than 2 will do for all learners.
If in every possible sequence of examples the instances have length at most $R$ and some unit comparator has margin at least $\gamma>0$, then a perceptron from $w_1=0$ has $\mathbb E[k]\le R^2/\gamma^2$.
"""

from prover import Proof, Witness

THEOREM = "thm-loo"

# v[t] is +1, 0 or -1 for a right, a tied, a wrong prediction; the
# T rounds stand for the T + 1 weight vectors, V = 1 if the vote errs.
vote = Proof(numbers="V", sequences="v e")
vote.assume("errs", "v[t] >= 1 - 2*e[t]", at="rounds")
vote.assume("counts", "e[t] >= 0", at="rounds")
vote.assume("no majority", "V*sum(v[s]) <= 0")
vote.assume("from 0", "V >= 0")
vote.assume("to 1", "V <= 1")

vote.sum_up("all", "errs")
vote.sum_up("some", "counts")
vote.induction("rounds", "sum(1 - 2*e[s]) == sum(1) - 2*sum(e[s])")
vote.step("scaled", "V*sum(1) <= V*sum(v[s]) + 2*V*sum(e[s])", "all", "rounds", "from 0")
vote.step("half", "V*sum(1) <= 2*sum(e[s])", "scaled", "some", "no majority", "to 1")
vote.theorem("A vote that errs", "half", Witness([True, False], V=1, v=[1, -1], e=[0, 1]))

PROVES = {
    "eq-half": "half",
}
BY_HAND = {
    "no smaller factor than 2 will do for all learners": "Chance.NoSmallerFactor",
    "eq-loo": "Chance.LeaveOneOut",
    r"a perceptron has $\mathbb E[k]\le R^2/\gamma^2$, if every sequence has a unit comparator of margin $\gamma>0$": "Chance.LooPerceptron",
    "eq-vote": "Chance.LeaveOneOut",
}
