"""How expressions and claims of `perclib.proof` are written, as text and as LaTeX.

Like sympy's printers this goes by the names of classes, so it needs nothing from the kernel.
"""

from __future__ import annotations

from typing import Any

from sympy import Add, Dummy, Integer, Mul, Pow, Rational, Symbol, default_sort_key
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE, precedence
from sympy.printing.str import StrPrinter


def show(e: Any, latex: bool = False) -> str:
    """Write an expression as text or as LaTeX."""
    return str(_Latex().doprint(e) if latex else _Text().doprint(e).replace("**", "^"))


def show_claim(c: Any, latex: bool = False) -> str:
    """Write a claim as text or as LaTeX."""
    signs = {">=": r"\ge", "<=": r"\le", "==": "="} if latex else {}
    return f"{show(c.lhs, latex)} {signs.get(c.op, c.op)} {show(c.rhs, latex)}"


def show_atom(e: Any, latex: bool, put: Any) -> str:
    """Write an atom of the kernel; `put` writes what it is made of."""
    writer = {"_Gram": _gram, "_Root": _root, "_Power": _power, "_Sum": _sum}.get(type(e).__name__)
    return writer(e, latex, put) if writer else _indexed(e.args[0].name, e.args[1:], latex, put)


def atom_precedence(e: Any) -> int:
    """Say how tightly an atom binds, as it is written."""
    kind = type(e).__name__
    if kind == "_Power" or (kind == "_Gram" and e.args[0] == e.args[1]):
        return int(PRECEDENCE["Pow"])
    return int(PRECEDENCE["Mul" if kind == "_Sum" and not _counts(e) else "Atom"])


def _indexed(name: str, index: Any, latex: bool, put: Any) -> str:
    left, right = ("_{", "}") if latex else ("[", "]")
    return str(put(Symbol(name))) + "".join(
        f"{left}{put(i)}{right}".replace(" ", "") for i in index
    )


def _norm(v: Any, latex: bool, put: Any) -> str:
    left, right = (r"\lVert ", r"\rVert") if latex else ("|", "|")
    return f"{left}{put(v)}{right}"


def _gram(e: Any, latex: bool, put: Any) -> str:
    a, b = e.args
    if a == b:
        return _norm(a, latex, put) + ("^{2}" if latex else "^2")
    return rf"\langle {put(a)},{put(b)}\rangle" if latex else f"<{put(a)},{put(b)}>"


def _root(e: Any, latex: bool, put: Any) -> str:
    (v,) = e.args
    if type(v).__name__ == "_Gram" and v.args[0] == v.args[1]:
        return _norm(v.args[0], latex, put)
    return rf"\sqrt{{{put(v)}}}" if latex else f"sqrt({put(v)})"


def _power(e: Any, latex: bool, put: Any) -> str:
    base, exponent = e.args
    a, q = put(base), put(exponent)
    if precedence(base) < PRECEDENCE["Atom"]:
        a = rf"\left({a}\right)" if latex else f"({a})"
    if latex:
        return f"{a}^{{{q}}}"
    return f"{a}^{q}" if precedence(exponent) == PRECEDENCE["Atom"] else f"{a}^({q})"


def _counts(e: Any) -> bool:
    """Whether a sum counts the mistakes."""
    f = e.args[0]
    tau = type(f).__name__ == "_Seq" and f.args[0].name == "tau"
    return tau and isinstance(f.args[1], Dummy)


def _sum(e: Any, latex: bool, put: Any) -> str:
    f, n = e.args
    if _counts(e):
        return _indexed("k", () if n == Symbol("T") + 1 else (n,), latex, put)
    (bound,) = f.atoms(Dummy) or (Symbol("s"),)
    f = put(f.xreplace({bound: Symbol("s")}))
    stop = f"{put(n - 1)}" if isinstance(n, Add) else f"{put(n)}-1"
    return rf"\sum_{{s=1}}^{{{stop}}} {f}" if latex else f"sum({f}, s<={stop})"


def _ordered(_: Any, e: Any, _order: Any = None, **__: Any) -> list[Any]:
    """Order a sum as on paper: short terms first, numbers and negative terms last."""

    def key(term: Any) -> tuple[Any, ...]:
        factors = [f for f in Mul.make_args(term) if not isinstance(f, Rational)]
        ranks = sorted(-getattr(a, "rank", 0) for f in factors for a in (f.as_base_exp()[0],))
        minus = term.could_extract_minus_sign()
        return minus, not factors, len(factors), ranks, default_sort_key(term)

    return sorted(Add.make_args(e), key=key)


class _Text(StrPrinter):  # type: ignore[misc]  # sympy is untyped
    _as_ordered_terms = _ordered

    def _print_Pow(self, e: Any, rational: bool = False) -> str:  # noqa: N802 - sympy calls it so
        """Write 1/a^2, not a^(-2)."""
        if isinstance(e.exp, Integer) and e.exp < -1:
            return f"1/{self.parenthesize(Pow(e.base, -e.exp), PRECEDENCE['Mul'])}"
        return str(super()._print_Pow(e, rational))


class _Latex(LatexPrinter):  # type: ignore[misc]  # sympy is untyped
    _as_ordered_terms = _ordered
