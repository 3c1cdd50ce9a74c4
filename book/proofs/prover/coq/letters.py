"""What a lemma for Coq speaks of and so binds, and its name, a digest of what it states."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from prover.coq.terms import TYPES, Names, parts_of
from prover.kernel import INDEXED, Hypothesis

Key = tuple[str, str]
SPACE, ROUNDS = ("space", "V"), ("rounds", "T")
KINDS = {"space": "space", "rounds": "nat", **TYPES}
ORDER = ["space", "rounds", "var", "vec", "seq", "state", "unit", "flag"]  # one kind at a time
WIDTH = 100


def letters_in(*terms: Any) -> set[Key]:
    """List what terms and claims speak of: names, the rounds, and a space."""
    out = set()
    for tag, *parts in parts_of(terms):
        if tag in TYPES and parts and type(parts[0]) is str:
            out.add((tag, parts[0]))
        out |= {ROUNDS} if tag in INDEXED else set()
        out |= {SPACE} if tag == "zero" or TYPES.get(tag, "").endswith("V") else set()
    return out


@cache  # it is asked of each of them in every lemma that rests on it; so is the next
def letters_of_hypothesis(h: Hypothesis) -> frozenset[Key]:
    """List what a hypothesis speaks of."""
    of = letters_in(h.claim, *(c.claim for c in h.case))
    return frozenset(of | {ROUNDS} if h.rounds else of)


@cache
def is_local(h: Hypothesis) -> bool:
    """Whether a hypothesis supposes something of the one round t."""
    return h.local


class Letters(tuple[Key, ...]):
    """What a lemma binds, in one order: a space, the rounds, and names by their kinds."""

    __slots__ = ()

    def __new__(cls, keys: Iterable[Key]) -> Letters:
        """Sort some keys."""
        return super().__new__(cls, sorted(keys, key=lambda key: (ORDER.index(key[0]), key[1])))

    def called(self, names: Names) -> list[str]:
        """Give their names, in that order."""
        return [key[1] if key in (SPACE, ROUNDS) else names(*key) for key in self]

    def families(self, names: Names) -> Iterator[tuple[str, str, set[Key]]]:
        """List what holds of families of units: a name, what it says, and of which letters."""
        named = dict(zip(self, self.called(names), strict=True))
        for key, e in named.items():
            if key[0] != "unit":
                continue
            yield f"is_{e}", f"orthonormal {e}", {key}
            for other, v in named.items():
                if other[0] == "vec":
                    yield f"is_{e}_{v}", f"apart {e} {v}", {key, other}
                elif other[0] == "state" or (other[0] == "unit" and v > e):
                    yield f"is_{e}_{v}", f"forall s, apart {e} ({v} s)", {key, other}

    def binders(self, names: Names) -> list[str]:
        """Write what binds them, names of one kind together."""
        kinds: dict[str, list[str]] = {}
        for key, name in zip(self, self.called(names), strict=True):
            kinds.setdefault(KINDS[key[0]], []).append(name)
        return [f"({' '.join(some)} : {kind})" for kind, some in kinds.items()]

    def supposing(self, names: Names) -> list[str]:
        """Write the same, and what holds of families."""
        return [*self.binders(names), *(f"({a} : {b})" for a, b, _ in self.families(names))]

    def call(self, name: str, names: Names) -> list[str]:
        """Apply something that binds them to themselves."""
        return [name, *self.called(names), *(a for a, *_ in self.families(names))]


def stated(kind: str, binders: Iterable[str], claim: str) -> tuple[str, str]:
    """Name something by what it states, and write that, broken into lines."""
    binders = list(binders)
    digest = hashlib.sha256("\n".join([*binders, claim]).encode()).hexdigest()[:10]
    name = f"{kind[0] if kind == 'Lemma' else 'H'}_{digest}"
    words = [f"{kind} {name}", *binders]
    words[-1] += " :" if kind == "Lemma" else " : Prop :="
    return name, "\n  ".join(lines_of([*words, f"{claim}."], WIDTH - 1))


def lines_of(words: Iterable[str], width: int) -> list[str]:
    """Set some words on lines that are as long as they may be; a bullet begins a line."""
    out: list[str] = []
    for word in words:
        if out and len(out[-1]) + len(word) < width and word[0] != "-":
            out[-1] += f" {word}"
        else:
            out.append(word)
    return out


def proved(sentences: Sequence[str], remark: str = "") -> list[str]:
    """Write a proof: on one line if it fits there, or has one sentence."""
    remarks = [f"(* {remark} *)"] * bool(remark)
    one = " ".join(["Proof.", *sentences, "Qed.", *remarks])
    if len(sentences) == 1 or (len(one) <= WIDTH and not any(x[0] == "-" for x in sentences)):
        return [one]
    lines = (f"  {line}" for line in lines_of(sentences, WIDTH - 2))
    return [" ".join(["Proof.", *remarks]), *lines, "Qed."]
