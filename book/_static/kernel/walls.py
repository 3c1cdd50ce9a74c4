"""What a proof in the page may be written in: all that a check uses, and no way into its judge.

The kernel shares its process with the code that a reader runs.  Python has no walls inside of a
process, so a line that reaches for them is not run: every later verdict of the page stands on what
it could change.
"""

import ast
from importlib.util import find_spec

FROM = {
    "prover": {
        *{"Claim", "Fact", "Hypothesis", "Proof", "ProofError", "Theorem", "Witness"},
        *{"derivation", "powers"},
    },
    "prover.kernel": {
        *{"axiom", "cases", "certificate", "discharge", "hypothesis", "induct", "instance"},
        *{"Claim", "Fact", "Hypothesis", "ProofError", "ONE", "ZERO", "NOW", "NEXT", "LAST", "END"},
    },
    "fractions": {"Fraction"},
    "sympy": {"Integer", "Rational", "sqrt"},
    "itertools": {"accumulate", "chain", "combinations", "pairwise", "permutations", "product"},
}
WHOLE = {"sympy"}  # imported as a module, for the names above
NAMES = frozenset(
    """breakpoint classmethod compile delattr dir eval exec getattr globals help input locals
    memoryview object open property setattr staticmethod super type vars""".split()
)
FRAMES = ("f_", "tb_", "gi_", "cr_", "ag_", "co_")
SAID = (
    "It reaches for {}, by which a program can change the kernel that judges it. A proof in the "
    "page uses prover, fractions and plain names; run anything else on your own computer."
)


def beyond(node):
    """Say what of a statement a proof in the page may not use; nothing if it may all be used."""
    found = next(filter(None, map(_reaches, ast.walk(node))), "")
    return found and SAID.format(found)


def _reaches(node):
    if isinstance(node, ast.Import):
        names = [one.name for one in node.names if one.name not in WHOLE or one.asname]
        names = [name for name in names if find_spec(name.partition(".")[0])]  # else there is none
        return f"the module {names[0]}" if names else ""
    if isinstance(node, ast.ImportFrom):
        if not node.level and find_spec(node.module.partition(".")[0]) is None:
            return ""  # there is none
        names = [one.name for one in node.names if one.name not in FROM.get(node.module, ())]
        return f"{node.module}.{names[0]}" if names else ""
    if isinstance(node, ast.Attribute):
        of = node.value.id if isinstance(node.value, ast.Name) else ""
        known = node.attr in FROM[of] if of in WHOLE else not node.attr.startswith(("_", *FRAMES))
        return "" if known and isinstance(node.ctx, ast.Load) else f"the attribute {node.attr}"
    if isinstance(node, ast.Name):
        return node.id if node.id in NAMES or node.id.startswith("__") else ""
    return "a class" if isinstance(node, ast.ClassDef | ast.MatchClass) else ""
