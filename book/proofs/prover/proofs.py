"""A proof as it is written in a chapter: claims with labels, and the labels they follow from.

>>> proof = Proof(numbers="gamma", vectors="u", states="w x", sequences="y")
>>> _ = proof.assume("update", "w[t+1] == w[t] + y[t]*x[t]", at="mistakes")
>>> _ = proof.assume("margin", "y[t]*(u @ x[t]) >= gamma", at="mistakes")
>>> proof.step("progress", "u @ w[t+1] >= u @ w[t] + gamma",
...            "update", "margin")
progress: <u,w[t+1]> >= <u,w[t]> + gamma   [margin, update; mistake at t]
>>> proof.step("too much", "u @ w[t+1] >= u @ w[t] + 2*gamma",
...            "update", "margin")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
prover.kernel.ProofError: too much: this does not follow: left over ...
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from prover import kernel, tactics
from prover.display import label_of, labelled, show_claim
from prover.kernel import Claim, Fact, ProofError
from prover.terms import Letters, subterms
from prover.theorems import Theorem, Witness

_AT: dict[str, tuple[Any, ...]] = {
    "": (),
    "rounds": ("rounds",),
    "mistakes": ("tau", 1),
    "others": ("tau", 0),
}


class Proof:
    """The letters of one proof, and its facts by their labels.

    A reason, where one is asked for, is the label of an earlier line, or a `Fact`, or one of
    ``"square: FORMULA"`` (a square is not negative), ``"suppose: CLAIM"`` (in one of two cases),
    ``"Cauchy-Schwarz: VECTOR, VECTOR"`` and ``"round"`` (1 <= t <= T).

    Parameters
    ----------
    **letters : str
        What each name is: see `prover.terms.Letters`.
    """

    def __init__(self, **letters: str) -> None:
        self.letters = Letters(**letters)
        self.facts: dict[str, Fact] = {}
        self._identity = object()

    def __getitem__(self, label: str) -> Fact:
        """Give the fact with that label."""
        if label not in self.facts:
            raise ProofError(f"{label} is none of {', '.join(self.facts)}")
        return self.facts[label]

    def let(self, **short: str) -> None:
        """Abbreviate formulas; one that contains a free t varies with the round, as ``m[t]``."""
        for name, formula in short.items():
            varies = kernel.free_in(self.letters.term(formula), "t")
            self.letters.let(name + "[t]" * varies, formula)

    def assume(self, label: str, claim: str, at: str = "") -> Fact:
        """Take a hypothesis for granted.

        Parameters
        ----------
        label : str
            Its name, made of words.
        claim : str
        at : {"", "rounds", "mistakes", "others"} or "flag = 1" or "flag = 0"
            The rounds it is stated for, if it is about round t.
        """
        said, flag = self.letters.claim(claim), re.fullmatch(r"(\w+) = ([01])", at)
        rounds = (flag[1], int(flag[2])) if flag else _AT.get(at)
        if rounds is None:
            raise ProofError(f"{label}: at={at!r} is none of {', '.join(map(repr, _AT))}")
        if not rounds and any(kernel.free_in(e, "t") for e in said[::2]):
            raise ProofError(
                f"{label}: the claim speaks of round t; say at='rounds', 'mistakes' or 'others'"
            )
        if not label:
            raise ProofError(f"a hypothesis needs a label: {claim}")
        return self._keep(label, kernel.hypothesis(label, said, rounds))

    def step(
        self, label: str, claim: str, *because: str | Fact, hint: str = "", split: str = ""
    ) -> Fact:
        """Prove a claim from what it follows from; see `prover.tactics.follows`.

        Parameters
        ----------
        label, claim : str
        *because : str or Fact
            The reasons.
        hint : str, optional
            Products of labels that are used, such as "far * far, far * count", where the search
            would be slow.
        split : str, optional
            An inequality: the claim is proved where it holds and where it does not.

        Raises
        ------
        ProofError
            If it does not follow; the message says what is left over.
        """
        products = [tuple(map(self._reason, p.split(" * "))) for p in hint.split(", ") if p]
        case = self.letters.claim(split) if split else None
        facts = [f for r in because for f in self._reasons(r)]
        return self._prove(
            label,
            lambda: tactics.follows(self.letters.claim(claim), *facts, hint=products, split=case),
        )

    def cases(self, label: str, claim: str, *because: str | Fact, flag: str = "tau") -> Fact:
        """Prove a claim about round t in two cases: the round is a mistake, or not."""
        facts = [f for r in because for f in self._reasons(r)]
        said = self.letters.claim(claim)
        return self._prove(label, lambda: tactics.flag_cases(said, *facts, flag=flag))

    def induction(
        self, label: str, claim: str, *because: str | Fact, end: str = "T+1", flag: str = "tau"
    ) -> Fact:
        """Prove a claim at T+1, or at every t, by induction over the rounds.

        Parameters
        ----------
        label : str
            By which the fact is named.
        claim : str
            About T+1, or about t.
        *because : str or Fact
            What its start and its steps follow from.
        end : {"T+1", "t"}
            What it is proved for.
        flag : str
            By which flag two kinds of rounds are told apart.
        """
        facts = [f for r in because for f in self._reasons(r)]
        ends = {"T+1": kernel.END, "t": kernel.NOW}
        if end not in ends:
            raise ProofError(f"{label}: an induction ends at T+1 or at t, not at {end!r}")
        said = self.letters.claim(claim)
        return self._prove(label, lambda: tactics.induction(said, *facts, end=ends[end], flag=flag))

    def sum_up(self, label: str, fact: str | Fact) -> Fact:
        """Sum a fact about round t over all rounds."""
        return self._prove(label, lambda: tactics.sum_up(self._reason(fact)))

    def apply(self, label: str, fact: Fact, put: Mapping[str, str], *because: str | Fact) -> Fact:
        """Apply a fact to other numbers, vectors or runs, and prove what it then rests on.

        Parameters
        ----------
        label : str
        fact : Fact
            Of this proof or another one.
        put : mapping
            What to substitute for its names, such as ``{"u": "2*v", "x[t]": "x[t] + e[t]"}``.
        *because : str or Fact
            What proves the hypotheses that change.
        """
        names = {name.partition("[")[0]: text for name, text in put.items()}
        kinds = _kinds(fact)
        missing = [name for name in names if name not in kinds]
        if missing:
            raise ProofError(f"{label}: the fact speaks of no {missing[0]}")
        new = {(kinds[name], name): self.letters.term(text) for name, text in names.items()}
        new = {
            key: ("zero",) if e == 0 and key[0] in ("vec", "state") else e for key, e in new.items()
        }
        facts = [f for r in because for f in self._reasons(r)]
        mine = {h for f in self.facts.values() for h in f.hypotheses}
        return self._prove(label, lambda: tactics.apply(fact, new, *facts, assumed=mine))

    def theorem(self, name: str, fact: str | Fact, witness: Witness) -> Theorem:
        """Make a theorem of a line, by a name and by data on which its hypotheses hold."""
        return Theorem(name, self._reason(fact), witness, list(self.facts.values()))

    def _prove(self, label: str, how: Any) -> Fact:
        try:
            return self._keep(label, how())
        except ProofError as error:
            raise ProofError(f"{label}: {error}" if label else str(error)) from None

    def _keep(self, label: str, fact: Fact) -> Fact:
        if label in self.facts:
            raise ProofError(f"there is a line {label} already")
        if label and label_of(fact):  # which it keeps, in its own proof
            fact = kernel.certificate(fact.claim, ((kernel.ONE, (fact,)),))
        if label:
            self.facts[label] = labelled(fact, label, self._identity)
        return fact

    def _reason(self, reason: str | Fact) -> Fact:
        facts = self._reasons(reason)
        if len(facts) != 1:
            raise ProofError(f"expected one fact as the reason, got {len(facts)}: {reason}")
        return facts[0]

    def _reasons(self, reason: str | Fact) -> list[Fact]:
        if isinstance(reason, Fact):
            return [reason]
        how, _, rest = reason.partition(": ")
        if reason in self.facts:
            return [self.facts[reason]]
        if reason == "round":
            return [kernel.axiom("first round"), kernel.axiom("last round")]
        if how == "square" and rest:
            return [tactics.square(self.letters.term(rest))]
        if how == "suppose" and rest:
            return [tactics.suppose(self.letters.claim(rest))]
        if how == "Cauchy-Schwarz" and rest:
            vectors = [self.letters.term(v) for v in rest.split(",")]
            if len(vectors) != 2:
                raise ProofError(f"Cauchy-Schwarz needs two vectors and a comma, not: {rest}")
            return [tactics.cauchy_schwarz(*vectors)]
        return [self[reason]]


def _kinds(fact: Fact) -> dict[str, str]:
    claims: list[Claim] = [fact.claim, *(h.claim for h in fact.hypotheses)]
    every = (e for c in claims for side in c[::2] for e in subterms(side))
    return {e[1]: e[0] for e in every if len(e) > 1 and type(e[1]) is str and e[0] != "round"}


def show(fact: Fact) -> str:
    """Write the claim of a fact."""
    return show_claim(fact.claim)
