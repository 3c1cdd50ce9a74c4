"""The text of a file for Coq, sentence by sentence: what a reader is shown of it, and Coq is asked.

Neither the page nor the judge looks for words in a file: both read it as Coq does, as a row of
sentences.  What could hide a sentence from one of them is refused: string literals, in which a
comment may seem to begin, and letters that look like others.
"""

import re
from functools import lru_cache
from typing import NamedTuple

# Letters of the preamble's notations, besides those of ASCII.
LETTERS = frozenset("⊕⊖⊙⟨⟩‖²∑")
STRANGE = re.compile(f"[^\\n -~{''.join(sorted(LETTERS))}]")
# Coq reads on to the end of what a sum stands in after * or a sign: it has to be in parentheses.
WIDE_SUM = re.compile(
    r"(?:[*/⊙^]"  # an operation that binds closer
    r"|(?:^|[(,:=<>+*/\\-]|\b(?:in|then|else))\s*-"  # a sign
    r"|(?<!\bin)(?<!\bthen)(?<!\belse)(?<=[\w)⟩²])"  # a function
    r")\s*∑[^,]*"
)
# What the theorems of a file by hand may speak of.
PLACES = {"From", "Import", "Section", "Context", "Variable", "Variables", "Hypothesis"}
PLACES |= {"Implicit", "End"}
MEANINGS = {"Definition", "Fixpoint", "Let", "Inductive", "Record"}


class Sentence(NamedTuple):
    """A sentence: as it stands in the file, and its words, without comments and line breaks."""

    source: str
    words: str

    @property
    def head(self):
        """The word that says what it does, after what only structures a proof."""
        return re.match(r"[-+*{} ]*(\w*)", self.words)[1]

    @property
    def name(self):
        """What it is about: the second word."""
        return re.match(r"\w*\s*(\w*)", self.words)[1]

    @property
    def proved(self):
        """Whether a proof follows: of a lemma, a theorem, or a definition without a body."""
        return self.head in ("Lemma", "Theorem") or (
            self.head == "Definition" and ":=" not in self.words
        )


@lru_cache(maxsize=256)  # a page asks for the theorems of a file, for what it needs and shows
def sentences(text):
    """Give the sentences of a file; ValueError if it could be read in two ways."""
    if strange := set(STRANGE.findall(text)):
        raise ValueError(f"letters that may look like others: {sorted(strange)}")
    if '"' in text:
        raise ValueError("a string literal")
    words, depth = "", 0
    for part in re.split(r"(\(\*|\*\))", text):
        if part == "(*" and depth == 0 and words.endswith("."):
            raise ValueError("a comment begins in a sentence's end")
        depth += (part == "(*") - (part == "*)")
        if depth < 0:
            raise ValueError("a comment ends that did not begin")
        words += " " * len(part) if depth or part == "*)" else part
    if far := WIDE_SUM.search(words):
        raise ValueError(f"a sum that reaches further than it seems: {far[0]}")
    ends = [m.end() for m in re.finditer(r"(?<!\.)\.(?=\s|$)", words)]
    if depth or "..." in words or words[ends[-1] if ends else 0 :].strip():
        raise ValueError("a comment or a sentence does not end")
    out = []
    for start, end in zip([0, *ends], ends, strict=False):
        first = start + re.match(r"\s*", words[start:end]).end()
        out.append(Sentence(text[first:end], " ".join(words[first:end].split())))
    return tuple(out)


def binders(theorem):
    """List what a theorem binds, in brackets: a space, letters, and what it supposes."""
    return _parts(theorem)[0]


def claim(theorem):
    """Give what a theorem states of what it binds."""
    return _parts(theorem)[1]


@lru_cache(maxsize=1024)  # each step of a proof is held against the theorem
def _parts(theorem):
    rest, out = theorem.words.removeprefix(f"{theorem.head} {theorem.name}").strip(), []
    while rest.startswith("("):
        end = _end_of_bracket(rest)
        out.append(rest[:end])
        rest = rest[end:].strip()
    if not rest.startswith(":"):
        raise ValueError(f"{theorem.name} does not bind in brackets")
    return tuple(out), rest[1:].strip()


def _end_of_bracket(words):
    """Give the place after the bracket that the words begin with; their end if it does not end."""
    depth = 0
    for bracket in re.finditer(r"[()]", words):
        depth += 1 if bracket[0] == "(" else -1
        if depth == 0:
            return bracket.end()
    return len(words)


def supposes(theorem, main):
    """List what a theorem supposes and another one does not; letters and their kinds are none."""
    kinds = r"\([\w ]+ : (space|nat|R|V|nat -> (R|V|bool|Prop)|\(1 <= [tT]( <= T)?\)%nat)\)"
    known = binders(main)
    more = [said for said in binders(theorem) if said not in known]
    return [said.partition(" : ")[2][:-1] for said in more if not re.fullmatch(kinds, said)]


DATA = re.compile(r"\([\w ]+ : (space|nat|R|V|nat -> (R|V|bool))\)")


def example_of(theorem):
    """Write what an example of a theorem states: there is all that it binds, and all holds."""
    data = [said for said in binders(theorem) if DATA.fullmatch(said)]
    supposed = [x.partition(" : ")[2][:-1] for x in binders(theorem) if x not in data]
    supposed = [f"({x})" if "->" in x or "forall" in x else x for x in supposed]
    return f"exists {' '.join(data)}, " + " /\\ ".join(supposed)


def theorems(text):
    """List the theorems of a file, which is what has to be read of one that was derived."""
    return [s for s in sentences(text) if s.head == "Theorem"]


def claims(text):
    """List what has to be read of a file by hand: all but lemmas, proofs and what only they need.

    A definition by tactics has to be read to its end.
    """
    out, section, proof_of = [], 0, ""
    for s in sentences(text):
        if proof_of:
            out += [s] * (proof_of == "Definition")
            proof_of = "" if s.head in ("Qed", "Defined") else proof_of
            continue
        section = len(out) if s.head == "Section" else section
        out += [s] * (s.head in PLACES | MEANINGS or s.head == "Theorem")
        if s.head == "End" and not {x.head for x in out[section:]} & MEANINGS:
            del out[section:]  # nothing in it outlives it but lemmas
        proof_of = s.head if s.proved else ""
    return out
