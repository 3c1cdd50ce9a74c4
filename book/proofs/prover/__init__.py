"""Proofs that are checked: a small trusted kernel, and around it the search, the words, the Coq.

`kernel` is all that must be right for a `Fact` to be true; `proofs` is how a chapter writes a
proof, `theorems` what it shows of it.  Nothing here knows anything of the rest of the library.
"""

from prover.kernel import Claim, Fact, Hypothesis, ProofError
from prover.proofs import Proof
from prover.theorems import Theorem, Witness, derivation

__all__ = ["Claim", "Fact", "Hypothesis", "Proof", "ProofError", "Theorem", "Witness", "derivation"]
