"""What the kernel's arithmetic knows without a word, as lemmas: a term is its normal form.

Sums are linear and have a last summand, 1/(a*b) = (1/a)*(1/b), units are orthonormal: this is
proved for each sum, inner product, inverse, root and power that occurs, by a lemma that rewrites it
into the kernel's normal form; the rest is Coq's ``ring``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from prover.coq.letters import Key, Letters, letters_in, proved, stated
from prover.coq.terms import (
    Names,
    Page,
    Part,
    atomic,
    fold,
    is_vector,
    normal,
    parts_of,
    write,
    write_number,
    write_poly,
    write_round,
)
from prover.kernel import NOW, ONE, Poly, Term, at, atom, free_in
from prover.polynomials import UNIT, linear, mul, tree


class NormalForms:
    """The lemmas that rewrite terms into their normal forms, among others, by name."""

    def __init__(self, page: Page) -> None:
        self.page, self.names = page, page.names
        self.normals: dict[Any, Part[str | None]] = {}

    def identity(self, terms: Iterable[Term], vectors: bool = False) -> list[str]:
        """Prove an equation between what terms are made of: their normal forms, and a ring."""
        terms = list(terms)
        rewrites = self.rewrites(terms)
        out = [f"rewrite {', '.join(rewrites)}."] if rewrites else []
        if vectors:
            out.append("lin.")
        return [*out, self.ring(terms)]

    def ring(self, terms: Iterable[Term]) -> str:
        """Close an equation between normal forms; a flag is its own square."""
        terms = list(terms)
        flags = sorted({write(e, self.names, True) for e in self.flags_in(terms)})
        known = [f"(ind_square {x.removeprefix('ind ')})" for x in flags]
        tactic = "field" if self.fractions_in(terms) else "ring"
        return f"{tactic} [{' '.join(known)}]." if known else f"{tactic}."

    def flags_in(self, terms: Iterable[Term]) -> set[Term]:
        """Find the flags in some terms and in their normal forms."""
        out = set()
        for e in terms:
            for m in normal(e):
                out |= {atom(i) for i in m if atom(i)[0] == "flag"}
            out |= {x for x in parts_of(e) if x[0] == "flag" and x[2] != "s"}
        return out

    def fractions_in(self, terms: Iterable[Term]) -> bool:
        """Whether some terms, or their normal forms, hold a fraction that is no whole number."""

        def inside(x: Any) -> bool:
            if type(x) is Fraction:
                return x.denominator > 1
            return type(x) is tuple and any(map(inside, x))

        parts = [a for e in terms for a in (e, *_leaves(e))]
        return any(inside(e) or inside(tuple(normal(e).values())) for e in parts)

    def rewrites(self, terms: Iterable[Term]) -> list[str]:
        """List the lemmas that rewrite what terms are made of, the largest first."""
        found = {}
        for e in terms:
            for leaf in _leaves(e):
                lemma = self.normal_form(leaf)
                if lemma:
                    found[lemma] = len(write(leaf, self.names))
        return sorted(found, key=lambda x: (-found[x], x))

    def normal_form(self, e: Term) -> str | None:
        """Prove that something is its normal form; give the lemma, or None if it is by itself."""
        return self.once(e, lambda: self.new_normal_form(e))

    def once(self, key: Any, write_down: Callable[[], str | None]) -> str | None:
        """Write a lemma, and what it uses; the next time that it is asked for, the same again."""
        if key not in self.normals:
            self.normals[key] = self.page.part(write_down)
        return self.page.put(self.normals[key])

    def new_normal_form(self, e: Term) -> str | None:
        """Prove the same, for the first time."""
        vectors, p = is_vector(e), normal(e)
        old, new = write(e, self.names), write_poly(p, self.names, vectors)
        if old == new or f"({old})" == new or old == f"({new})":
            return None
        proof = getattr(self, "_of_" + e[0])(e)
        base = next((b for b in "st" if free_in(e, b)), "")
        return self.lemma(letters_in(e), base, f"{old} = {new}", proof)

    def lemma(self, keys: set[Key], base: str, claim: str, proof: list[str]) -> str:
        """Write a lemma about some letters, and perhaps a round; give it as it is applied."""
        letters, at = Letters(keys), {"s": "(1 <= s)%nat", "t": "(1 <= t <= T)%nat"}.get(base)
        binders = letters.supposing(self.names) + [f"({base} : nat) (H{base} : {at})"] * bool(at)
        name, head = stated("Lemma", binders, claim)
        self.page.texts.setdefault(name, "\n".join([head, *proved(proof)]))
        call = " ".join([*letters.call(name, self.names), *[base, f"H{base}"] * bool(at)])
        return f"({call})" if " " in call else call

    def _of_zero(self, _: Term) -> list[str]:
        return ["reflexivity."]

    def _of_round(self, _: Term) -> list[str]:
        return ["rewrite ?S_INR; simpl; ring."]

    def _of_root(self, e: Term) -> list[str]:
        return ["apply (f_equal sqrt).", *self.identity([e[1]])]

    def _of_power(self, e: Term) -> list[str]:
        base = normal(e[1])
        if base in ({}, UNIT):
            return [f"apply power_{0 if base == {} else 1}.", *self.identity([e[1]])]
        out = ["apply (f_equal2 power)."]
        for a in e[1:]:
            out.append("- " + " ".join(self.identity([a])))
        return out

    def _of_inv(self, e: Term) -> list[str]:
        inside = normal(e[1])
        text, identity = write(e[1], self.names), tactic(" ".join(self.identity([e[1]])))
        if inside == {}:
            return ["apply inv_zero.", *self.identity([e[1]])]
        lead = Fraction(inside[min(inside)])
        if len(inside) > 1:
            rest = write_poly(mul(inside, {(): 1 / lead}), self.names, False)
            identity = re.sub(r"\bring\b", "field", identity) if lead != 1 else identity
            return [
                f"rewrite (inv_scaled {atomic(text)} {write_number(lead)} {atomic(rest)}) "
                f"by ({identity}).",
                "field.",
            ]
        (monomial,) = inside
        factors = [write(atom(i), self.names, True) for i in monomial]
        product = fold("*", factors, "1")
        out = [
            f"rewrite (inv_scaled {atomic(text)} {write_number(lead)} {product}) by ({identity}).",
            "rewrite ?inv_product, ?inv_inv. rewrite ?inv_1.",
        ]
        says = [atom(i) for i in monomial] + [atom(i)[1] for i in monomial if atom(i)[0] == "inv"]
        return [*out, self.ring([tree(normal(e)), *says]).replace("ring", "field")]

    def _of_sum(self, e: Term, text: str = "") -> list[str]:
        _, body, base, n = e
        vectors = is_vector(body)
        sum_, ring = ("vsum", "vector; ring.") if vectors else ("sum", "ring.")
        if base == "" and n <= 1:
            return ["reflexivity."]
        if base in ("t", "s") and n > 0:
            before, last = ("sum", body, base, n - 1), at(body, "s", (base, n - 1))
            parts = [before, last]
            return [f"rewrite {sum_}_S by lia.", *self.identity_of(parts, vectors)]
        inner = normal(body)
        rows = []
        for m, c in inner.items():
            inside = tuple(j for j in m if free_in(atom(j), "s"))
            outside = {tuple(j for j in m if j not in inside): c}
            summand = write(tree({inside: ONE}), self.names, True)
            rows.append((_scalar(outside, self.names), summand))
        op = ("⊙", "⊕") if vectors else ("*", "+")

        def total(k: str) -> str:
            summed = [f"({a} {op[0]} {sum_} (fun s => {b}) {k})" for a, b in rows]
            return fold(op[1], summed, "zero" if vectors else "0")

        steps = ", ".join(dict.fromkeys(f"({sum_}_S (fun s => {b}) s Hs)" for _, b in rows))
        rewriting = f"rewrite {steps}. " if steps else ""
        text, last = text or write(body, self.names), write_round(base, n)
        zero = f"rewrite ?{sum_}_0, ?{sum_}_1; {ring}"
        own = " ".join(self.identity_of([body], vectors))
        return [
            f"transitivity {atomic(total(last))}; [|{ring[:-1]}].",
            f"refine ({sum_}_is (fun s => {text}) (fun n => {total('n')}) {last} _ _ _).",
            f"- {zero}",
            f"- {zero}",
            f"- intros s Hs. {rewriting}{own}",
        ]

    def identity_of(self, terms: list[Term], vectors: bool) -> list[str]:
        """Prove an equation of numbers or of vectors."""
        out = self.identity(terms)
        if not vectors:
            return out
        return [*out[:-1], "vector.", out[-1]]

    def _of_dot(self, e: Term) -> list[str]:
        out = []
        rewrites = self.rewrites(e[1:])
        if rewrites:
            out.append(f"rewrite {', '.join(rewrites)}.")
        _, a, b = e
        pairs: dict[str, None] = {}
        for v in linear(normal(a)):
            for w in linear(normal(b)):
                lemma = self.inner(v, w)
                if lemma:
                    pairs[lemma] = None
        out.append("lin.")
        out += [f"rewrite ?{x}." for x in pairs]
        factors = [q for x in (a, b) for q in linear(normal(x)).values()]
        return [*out, self.ring([tree(normal(e)), *map(tree, factors)])]

    def inner(self, v: int, w: int) -> str | None:
        """Prove what the inner product of two atoms is; None where it is written as it is."""
        return self.once(("inner", atom(v), atom(w)), lambda: self.new_inner(v, w))

    def new_inner(self, v: int, w: int) -> str | None:
        """Prove the same, for the first time."""
        x, y = atom(v), atom(w)
        p = normal(("dot", atom(min(v, w)), atom(max(v, w))))
        texts = [write(a, self.names, True) for a in (x, y)]
        old, new = "⟨{}, {}⟩".format(*texts), write_poly(p, self.names, False)
        if old == new:
            return None
        if tree(p) == ("dot", atom(min(v, w)), atom(max(v, w))):
            return f"(dot_sym _ {atomic(texts[0])} {atomic(texts[1])})"
        base = next((b for b in "st" if free_in(x, b) or free_in(y, b)), "")
        proof = ["rewrite dot_sym."] if x[0] == "sum" and y[0] == "unit" else []
        one_family = _summand(v)[0][:2] == _summand(w)[0][:2]
        if p == {} and not (one_family and NOW in (x[2:], y[2:])):
            proof = ["apart."]
        elif x[0] == y[0] == "unit":
            proof = [f"now rewrite is_{self.names(*x[:2])}, Nat.eqb_refl."]
        else:
            e = self.names(*(_summand(v)[0][:2]))
            sums = [f"(fun s => {self.coefficient(i)})" for i in (v, w) if atom(i)[0] == "sum"]
            both = len(sums) == 2
            law = f"dot_unit{'s' if both else ''} {e} _ {'_ ' if both else ''}{' '.join(sums)}"
            proof.append(
                f"rewrite ({law}{'' if both else ' _'} _ is_{e}) by (intro; vector; ring)."
            )
            if both:
                text = " * ".join(self.coefficient(i) for i in (v, w))
                proof += self._of_sum(("sum", self.product(v, w), *x[2:]), text)
            else:
                proof.append(
                    "destruct (Nat.ltb_spec t t), (Nat.ltb_spec t (S T)), (Nat.leb_spec 1 t);"
                )
                proof.append("try lia; simpl; ring.")
        return self.lemma(letters_in(x, y), base, f"{old} = {new}", proof)

    def coefficient(self, v: int) -> str:
        """Write the coefficient of a unit in a sum."""
        return write(tree(_summand(v)[1]), self.names, True)

    def product(self, v: int, w: int) -> Term:
        """Multiply the coefficients of two sums of units."""
        return ("*", *(tree(_summand(i)[1]) for i in (v, w)))


def _summand(v: int) -> tuple[Term, Poly]:
    """Give the vector in a sum that is an atom, and its coefficient; of no sum, itself."""
    e = atom(v)
    vectors = linear(normal(e[1])) if e[0] == "sum" else {v: UNIT}
    return next((atom(i), c) for i, c in vectors.items())


def tactic(script: str) -> str:
    """Write sentences that prove something as one tactic."""
    return script.rstrip(".").replace(". ", "; ")


def _scalar(p: Poly, names: Names) -> str:
    return atomic(write(tree(p), names, True))


def _leaves(e: Term) -> Iterator[Term]:
    """List what a term is a polynomial in."""
    if type(e) is Fraction:
        return
    if e[0] in ("+", "*", "^"):
        for a in e[1:]:
            if type(a) is not int:
                yield from _leaves(a)
    else:
        yield e
