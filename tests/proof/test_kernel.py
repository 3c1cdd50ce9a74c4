"""The kernel's boundary, its regressions, and hostile values for every argument of every rule."""

import contextlib
import copy
import pickle
import re
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from model import InexactError, Model
from of_the_book import all_imports

from prover import kernel
from prover.axioms import AXIOMS
from prover.kernel import (
    END,
    NEXT,
    NOW,
    ONE,
    ZERO,
    Claim,
    Fact,
    Hypothesis,
    ProofError,
    axiom,
    cases,
    certificate,
    discharge,
    hypothesis,
    induct,
    instance,
    kind,
    normal,
)
from prover.polynomials import tree

HOME = Path(kernel.__file__).parent
a, b, c, u, v = ("var", "a"), ("var", "b"), ("var", "c"), ("vec", "u"), ("vec", "v")
y, d, tau = ("seq", "y", *NOW), ("seq", "d", *NOW), ("flag", "tau", *NOW)
w, x, e = ("state", "w", *NOW), ("state", "x", *NOW), ("unit", "e", *NOW)
TWO, HALF = Fraction(2), Fraction(1, 2)
FALSE, TRUE = Claim(ZERO, ">", ZERO), Claim(ZERO, ">=", ZERO)


def minus(p, q):
    return ("+", p, ("*", -ONE, q))


def total(body, end=END):
    return ("sum", body, *end)


def s(name, tag="seq", n=0):
    return (tag, name, "s", n)


def suppose(lhs, op, rhs):
    return hypothesis("", Claim(lhs, op, rhs))


def assume(label, lhs, op, rhs, rounds=()):
    return hypothesis(label, Claim(lhs, op, rhs), rounds)


def equal(lhs, rhs):
    return certificate(Claim(lhs, "==", rhs), ())


# The boundary ----------------------------------------------------------------------------------


def test_what_is_trusted_imports_only_the_standard_library():
    assert set(all_imports(HOME / "axioms.py")) <= sys.stdlib_module_names
    of_kernel = set(all_imports(HOME / "kernel.py"))
    assert of_kernel <= {*sys.stdlib_module_names, "prover.axioms"}


# A private name of the kernel that is used, or what of it is replaced, but for how facts are shown.
BREACH = re.compile(
    r"^from prover\.kernel import (?:\([^)]*\b_|[^(\n]*\b_)|\bkernel\._[a-zA-Z]|\b_LEDGER\b"
    r"|\._fact\b|^\s*(?:(?:kernel|axioms|Fact)\.(?!__repr__|_repr_)\w+|AXIOMS\[.*\]) [^=]?= ",
    re.MULTILINE,
)


def test_no_private_name_of_the_kernel_is_used():
    for path in HOME.parent.rglob("*.py"):
        if path != HOME / "kernel.py":
            assert not BREACH.search(path.read_text(encoding="utf-8")), path


# Forging ---------------------------------------------------------------------------------------


def test_a_fact_is_not_constructed_copied_pickled_or_subclassed():
    fact = suppose(a, ">=", ZERO)
    for make in (
        lambda: Fact(FALSE, ()),
        lambda: Fact.__new__(Fact),
        lambda: copy.copy(fact),
        lambda: pickle.dumps(fact),
        lambda: type("Sub", (Fact,), {}),
    ):
        with pytest.raises(ProofError):
            make()


def test_no_rule_takes_a_forged_fact():
    class Same:
        __slots__ = ("__weakref__",)
        __eq__, __hash__ = (lambda *_: True), (lambda _: object.__hash__(real))

    forged, disguised = object.__new__(Fact), Same()
    real = assume("a", a, ">=", ZERO)
    disguised.__class__ = Fact
    for fake in (forged, disguised, real.step, None):
        for use in (
            lambda f: vars(Fact)["claim"].fget(f),
            lambda f: certificate(TRUE, ((ONE, (f,)),)),
            lambda f: cases(f, real),
            lambda f: cases(real, f),
            lambda f: induct(TRUE, f, real),
            lambda f: induct(real.claim, real, f),
            lambda f: instance(f, ()),
            lambda f: discharge(f, real.hypotheses[0], real),
            lambda f: discharge(real, real.hypotheses[0], f),
        ):
            with pytest.raises(ProofError):
                use(fake)


# Hostile values --------------------------------------------------------------------------------


def sly(value):
    """Give an object of a subclass that claims to be equal to anything, and no smaller."""
    base = type(value)
    yes = dict.fromkeys(("__eq__", "__ge__", "__le__"), lambda *_: True)
    return type("Sly", (base,), {**yes, "__hash__": base.__hash__})(*[value][: base is not Claim])


def forged_number(n, d):
    number = Fraction(1, 3)
    number._numerator, number._denominator = n, d
    return number


NO_TERMS = {
    "bool": True,
    "empty": (),
    "subclass of Fraction": sly(ONE),
    "fraction of numpy": Fraction(np.int64(1), np.int64(2)),
    "denominator -1": forged_number(1, -1),
    "denominator 0": forged_number(1, 0),
    "numerator True": forged_number(True, 1),
    "subclass of tuple": sly(("var", "a")),
    "name subclass": ("var", sly("a")),
    "offset subclass": ("seq", "y", "t", sly(0)),
    "name of round": ("var", "t"),
    "name with bracket": ("var", "a[1]"),
    "name that looks like another": ("var", "\N{GREEK SMALL LETTER GAMMA}"),
    "two names": ("var", "a", "b"),
    "base u": ("seq", "y", "u", 0),
    "offset bool": ("seq", "y", "t", True),
    "offset 65": ("seq", "y", "t", 65),
    "free s": s("y"),
    "sum to s": total(s("y"), ("s", 0)),
    "sum of t": total(y),
    "unknown tag": ("div", a, b),
    "word of the kernel": ("/", 1, 0),
    "product of vectors": ("*", u, v),
    "sum of unlike": ("+", a, u),
    "dot of numbers": ("dot", a, b),
    "root of vector": ("root", u),
    "^ by fraction": ("^", a, TWO),
    "^ by -1": ("^", a, -1),
    "inside": ("+", Claim(a, ">=", b)),
}


@pytest.mark.parametrize("bad", NO_TERMS.values(), ids=NO_TERMS)
def test_what_is_no_term_is_refused(bad):
    """Alone, and on either side of a claim."""
    for use in (kind, lambda e: suppose(e, "==", ONE), lambda e: suppose(ONE, "==", e)):
        with pytest.raises(ProofError):
            use(bad)


def test_every_rule_asks_for_terms():
    bad, zero, trivial = NO_TERMS["free s"], equal(ZERO, ZERO), certificate(TRUE, ())
    fact = certificate(Claim(("dot", u, w), ">=", minus(("dot", w, u), ("*", ZERO, a, y, tau))), ())
    keys = [("var", "a"), ("seq", "y"), ("vec", "u"), ("state", "w"), ("flag", "tau")]
    for use in (
        lambda: assume("h", bad, "==", ONE, ("rounds",)),
        lambda: certificate(Claim(bad, ">=", bad), ()),
        lambda: certificate(zero.claim, ((bad, (zero,)),)),
        lambda: induct(Claim(bad, ">=", bad), trivial, trivial),
        *(lambda key=key: instance(fact, ((key, bad),)) for key in keys),
    ):
        with pytest.raises(ProofError):
            use()


NO_CLAIMS = {
    "tuple": (a, ">=", b),
    "subclass": type("Said", (Claim,), {"gap": ZERO})(a, ">=", b),
    "op subclass": Claim(a, sly(">="), b),
    "op unknown": Claim(a, "!=", b),
    "vectors >=": Claim(u, ">=", v),
    "vector == 0": Claim(u, "==", ZERO),
    "number == vector": Claim(a, "==", u),
    "two parts": tuple.__new__(Claim, (a, ">=")),
    "four parts": tuple.__new__(Claim, (a, ">=", b, b)),
}


@pytest.mark.parametrize("bad", NO_CLAIMS.values(), ids=NO_CLAIMS)
def test_what_is_no_claim_is_refused(bad):
    real = suppose(a, ">=", b)
    for use in (
        lambda: kernel.check(bad),
        lambda: hypothesis("h", bad),
        lambda: certificate(bad, ((ONE, (real,)),)),
        lambda: induct(bad, real, real),
        lambda: discharge(real, Hypothesis("h", bad), real),
    ):
        with pytest.raises(ProofError):
            use()


REAL = assume("real", a, ">=", ZERO)
(OF_A,) = REAL.hypotheses
TRIVIAL = certificate(TRUE, ())


def stated(rounds, label="h"):
    return hypothesis(label, Claim(y, ">=", b), rounds)


def proved(terms):
    return certificate(REAL.claim, terms)


def put(*pairs):
    return instance(REAL, pairs)


NOT_GIVEN = {
    "label": (lambda x: stated((), x), [None, 1, b"h", sly("h"), ("h",)]),
    "rounds": (stated, [None, ["rounds"], ("round",), ("rounds", "rounds"), ("tau",), (0, 0)]),
    "flag of rounds": (stated, [("tau", n) for n in (2, -1, 1.0)] + [("t", 1), ("tau[t]", 1)]),
    "sly rounds": (stated, [sly(("tau", 1)), (sly("tau"), 1), ("tau", True)]),
    "rounds of no label": (lambda x: stated(x, ""), [("rounds",), ("tau", 1)]),
    "axiom": (axiom, [None, "no", sly("square"), ("square",)]),
    "terms": (proved, [[(ONE, (REAL,))], iter([(ONE, (REAL,))]), sly(((ONE, (REAL,)),))]),
    "facts": (proved, [((ONE, x),) for x in ([REAL], iter((REAL,)), sly((REAL,)), REAL, (None,))]),
    "term": (proved, [((ONE,),), ((ONE, (REAL,), ONE),), (ONE, (REAL,)), ([ONE, (REAL,)],)]),
    "weight": (
        lambda n: certificate(Claim(("*", n, a), ">=", ZERO), ((n, (REAL,)),)),
        [-ONE, -HALF, sly(-ONE), a, ("^", a, 2), tau],
    ),
    "end": (
        lambda end: induct(TRUE, TRIVIAL, TRIVIAL, end),
        [None, ("T", 2), ("T", -1), ("t", 2), ("", 1), ("s", 0), ("T",), ["T", 1], sly(END)],
    ),
    "key": (lambda x: put((x, b)), [["var", "a"], ("var",), ("var", "a", "t"), (sly("var"), "a")]),
    "name": (lambda x: put((x, b)), [("unit", "e"), ("round", "t"), ("var", "t"), ("var", "a[1]")]),
    "pair": (put, [(("var", "a"),), (("var", "a"), b, b), [("var", "a"), b], ("var", "a")]),
    "kind": (put, [(("var", "a"), u), (("vec", "u"), a), (("state", "w"), y), (("seq", "y"), w)]),
    "pairs": (lambda x: instance(REAL, x), [None, [(("var", "a"), b)], iter([(("var", "a"), b)])]),
    "flag": (
        lambda flag: instance(assume("h", tau, ">=", ZERO), ((("flag", "tau"), flag),)),
        [ONE, y, ("*", tau), *(("flag", "sigma", *i) for i in (NEXT, ("", 1), kernel.LAST))],
    ),
    "proof of it": (lambda f: discharge(REAL, OF_A, f), [TRIVIAL]),
    "discharged": (
        lambda h: discharge(REAL, h, REAL),
        [None, REAL.claim, (*OF_A, 1), OF_A._replace(label=""), OF_A._replace(rounds=("rounds",))],
    ),
}


@pytest.mark.parametrize("what", NOT_GIVEN)
def test_no_rule_takes_another_argument(what):
    use, values = NOT_GIVEN[what]
    for bad in values:
        with pytest.raises(ProofError):
            use(bad)


def test_deep_terms_are_refused_and_leave_the_kernel_as_it_was():
    fresh = ("vec", "seen_first_where_it_is_too_deep")
    term = ("dot", fresh, fresh)
    for _ in range(3000):
        term = ("+", term, ONE)
    with pytest.raises((ProofError, RecursionError)):
        normal(term)
    assert normal(("dot", u, ("+", fresh, ("*", -ONE, fresh)))) == {}


def test_a_round_out_of_reach_is_refused_every_time():
    far = total(("state", "never_seen", "s", 64), ("t", 2))
    for _ in range(2):
        with pytest.raises(ProofError):
            normal(("dot", u, far))


def test_equal_hashes_do_not_make_equal_terms():
    for p, q in (
        (a, b),
        (y, d),
        (w, x),
        (tau, ("flag", "sigma", *NOW)),
        (y, ("seq", "y", "t", 1)),
        (("var", "y"), ("flag", "y", *NOW)),
        (("root", a), a),
        (("power", a, TWO), ("^", a, 2)),
        (("power", TWO, HALF), TWO),
        (("round", *NOW), ("round", "T", 0)),
    ):
        with pytest.raises(ProofError, match="left over"):
            equal(p, q)


def test_what_is_given_out_cannot_be_changed_from_outside():
    before = normal(minus(a, b))
    normal(minus(a, b)).clear()
    assert normal(minus(a, b)) == before


# The holes of the first kernel, in variants ------------------------------------------------------


def test_no_division_by_what_may_be_zero():
    for p in (a, minus(a, b), ("*", a, b), ("dot", u, u), y, total(s("y")), ("root", a)):
        with pytest.raises(ProofError):
            equal(("*", p, ("inv", p)), ONE)
        with pytest.raises(ProofError):
            certificate(Claim(("*", p, ("inv", p)), ">=", ONE), ())
    assert equal(("inv", ZERO), ZERO).hypotheses == ()
    for q in (("inv", a), ("inv", b), ("*", ("inv", a), ("inv", b))):
        with pytest.raises(ProofError):
            equal(("inv", ("+", a, b)), q)
    assert equal(("*", TWO, ("inv", TWO)), ONE).hypotheses == ()
    assert equal(("inv", ("inv", a)), a).hypotheses == ()


@pytest.mark.parametrize(
    "inside", [("seq", "d", "inv", 0), ("dot", ("*", ("inv", a), a, u), v)], ids=len
)
def test_nothing_is_cancelled_inside_of_an_atom(inside):
    with pytest.raises(ProofError):
        equal(inside, ("seq", "d", *NOW) if inside[0] == "seq" else ("dot", u, v))


def test_what_is_proved_at_one_round_is_not_used_at_every_round():
    everywhere = assume("h", y, ">=", ZERO, ("rounds",))
    claim = Claim(total(s("y"), NOW), ">=", total(ZERO, NOW))
    step = certificate(claim.at(NEXT), ((ONE, (hypothesis("", claim),)), (ONE, (everywhere,))))
    summed = induct(claim, certificate(claim.at(("", 1)), ()), step)
    (h,) = summed.hypotheses
    for proof in (
        suppose(y, ">=", ZERO),
        assume("once", y, ">=", ZERO),
        assume("mistakes", y, ">=", ZERO, ("tau", 1)),
        assume("others", y, ">=", ZERO, ("tau", 0)),
    ):
        with pytest.raises(ProofError, match="special case"):
            discharge(summed, h, proof)
    assert discharge(summed, h, assume("again", y, ">=", ZERO, ("rounds",))).claim == summed.claim


def test_what_is_proved_at_mistakes_serves_mistakes_only():
    h = assume("h", y, ">=", ZERO, ("tau", 1))
    same = assume("same", y, ">=", ZERO, ("tau", 1))
    found = discharge(h, h.hypotheses[0], same)
    assert [g.label for g in found.hypotheses] == ["", "same"]
    with pytest.raises(ProofError, match="special case"):
        discharge(h, h.hypotheses[0], assume("other", y, ">=", ZERO, ("tau", 0)))
    with pytest.raises(ProofError, match="special case"):
        discharge(h, h.hypotheses[0], assume("sigma", y, ">=", ZERO, ("sigma", 1)))


def test_the_index_of_a_sum_is_bound():
    for bad in (s("y"), ("+", y, s("y")), total(total(s("y"), NOW)), total(("*", s("y"), y))):
        with pytest.raises(ProofError):
            hypothesis("h", Claim(bad, ">=", ZERO))
    constant = equal(total(a), ("*", a, total(ONE)))
    for value in (s("y"), ("round", "s", 0), ("*", a, s("y")), y, ("round", "t", 0)):
        with pytest.raises(ProofError):
            instance(constant, ((("var", "a"), value),))
    moved = instance(
        equal(total(s("y")), total(s("y"))), ((("seq", "y"), ("*", d, ("round", *NOW))),)
    )
    assert moved.claim.lhs == total(("*", s("d"), ("round", "s", 0)))


def test_a_sum_is_over_the_rounds_before_its_end():
    first, second = ("seq", "y", "", 1), ("seq", "y", "", 2)
    for n, rounds in ((-1, ()), (0, ()), (1, ())):
        assert equal(total(s("y"), ("", n)), ("+", *rounds))
    for n in (2, 3):  # sums of named rounds are not written out
        for value in (ZERO, first, second, ("+", first, second)):
            with pytest.raises(ProofError):
                equal(total(s("y"), ("", n)), value)
    assert equal(total(s("y"), NEXT), ("+", total(s("y"), NOW), y))


def test_sums_inside_of_sums_keep_their_own_index():
    inner = total(s("y"), ("s", 0))
    assert equal(total(("*", a, inner)), ("*", a, total(inner))).hypotheses == ()
    with pytest.raises(ProofError):
        equal(total(("*", s("d"), inner)), ("*", inner, total(s("d"))))
    with pytest.raises(ProofError):
        equal(total(("*", s("d"), inner)), total(("*", s("d"), total(s("y")))))


def test_a_number_does_not_come_to_depend_on_the_round():
    bound = assume("h", y, "<=", a, ("rounds",))
    claim = Claim(total(s("y"), NOW), "<=", ("*", a, total(ONE, NOW)))
    step = certificate(claim.at(NEXT), ((ONE, (hypothesis("", claim),)), (ONE, (bound,))))
    summed = induct(claim, certificate(claim.at(("", 1)), ()), step)
    for value in (y, ("round", *NOW), ("dot", w, u), total(s("y"), NOW)):
        with pytest.raises(ProofError, match="cannot depend on the round"):
            instance(summed, ((("var", "a"), value),))
    assert (
        instance(summed, ((("var", "a"), ("seq", "y", "T", 0)),)).hypotheses[0].claim.rhs[2] == "T"
    )


def test_units_are_orthogonal_to_what_does_not_mention_them_and_to_nothing_else():
    sums = total(s("e", "unit")), total(("*", s("y"), s("e", "unit"))), total(s("e", "unit"), NOW)
    assert equal(("dot", e, u), ZERO)
    assert equal(("dot", e, w), ZERO)
    assert equal(("dot", e, e), ONE)
    assert equal(("dot", e, sums[1]), y)
    assert equal(("dot", e, sums[2]), ZERO)
    assert equal(("dot", sums[0], sums[1]), total(s("y")))
    assert equal(("dot", e, ("unit", "f", *NOW)), ZERO)
    nested, late = (total(total(s(name, "unit"), ("s", 0))) for name in ("e", "late"))
    normal(("dot", late, u))  # the kernel numbers what it meets: here a sum before its unit
    first, last, next_ = ("unit", "e", "", 1), ("unit", "e", "T", 0), ("unit", "e", "t", 1)
    for p, q in (
        (first, nested),
        (e, nested),
        (sums[0], nested),
        (nested, nested),
        (late, ("unit", "late", *NOW)),
        (e, first),
        (first, sums[0]),
        (last, sums[0]),
        (next_, sums[0]),
        (last, sums[2]),
        (e, total(s("e", "unit"), ("T", 0))),
        (e, total(s("e", "unit", 1))),
        (e, total(s("e", "unit"), NEXT)),
        (sums[0], sums[2]),
    ):
        for value in (ZERO, ONE, y, total(ONE), total(ONE, NOW)):
            if (p, q) == (e, total(s("e", "unit"), NEXT)) and value == ONE:
                continue  # e[t] is the last of those before t+1
            with pytest.raises(ProofError):
                equal(("dot", p, q), value)


def test_a_family_is_not_put_into_what_speaks_of_it():
    orthogonal = equal(("dot", u, e), ZERO)
    for value in (e, ("unit", "e", "", 1), ("+", v, ("*", a, e)), total(s("e", "unit"))):
        with pytest.raises(ProofError, match="family"):
            instance(orthogonal, ((("vec", "u"), value),))
    same = assume("same", v, "==", e, ("rounds",))  # only the hypothesis speaks of e
    apart = certificate(Claim(("dot", u, v), "==", ZERO), ((u, (same,)),))
    with pytest.raises(ProofError, match="family"):
        instance(apart, ((("vec", "u"), ("unit", "e", "", 1)),))
    assert instance(orthogonal, ((("vec", "u"), ("unit", "f", *NOW)),)).claim.lhs[1][1] == "f"


def test_two_cases_are_opposite():
    def both(one, two):
        goal = Claim(("^", minus(one[0], one[2]), 2), ">=", ZERO)
        known = instance(axiom("square"), ((("var", "a"), minus(one[0], one[2])),))
        parts = [certificate(goal, ((ONE, (known,)), (ZERO, (suppose(*h),)))) for h in (one, two)]
        return cases(*parts)

    for one, two in (
        ((a, ">", b), (a, "<=", b)),
        ((a, ">=", b), (a, "<", b)),
        ((a, ">=", b), (b, ">", a)),
        ((tau, "==", ONE), (tau, "==", ZERO)),
        ((a, "<", ZERO), (("*", -ONE, a), "<=", ZERO)),
    ):
        assert both(one, two).hypotheses == ()
        assert both(two, one).hypotheses == ()
    for one, two in (
        ((a, ">", b), (a, "<", b)),
        ((a, ">=", b), (a, ">=", b)),
        ((a, ">", b), (a, ">", b)),
        ((a, ">", b), (a, "<=", c)),
        ((a, ">", ZERO), (a, "<=", ONE)),
        ((a, "==", b), (a, "<", b)),
        ((tau, "==", ONE), (tau, "==", ONE)),
        ((tau, "==", ONE), (tau, "==", TWO)),
        ((tau, "==", ONE), (("flag", "sigma", *NOW), "==", ZERO)),
        ((y, "==", ONE), (y, "==", ZERO)),
        ((tau, "==", ONE), (("flag", "tau", "t", 1), "==", ZERO)),
        ((a, ">", b), (("*", TWO, a), "<=", b)),
    ):
        with pytest.raises(ProofError, match="opposite"):
            both(one, two)


def test_two_cases_prove_the_same_and_rest_on_what_both_rest_on():
    parts = [suppose(a, ">", b), suppose(a, "<=", b)]
    with pytest.raises(ProofError, match="different claims"):
        cases(*parts)
    rests = [assume(label, c, ">=", ZERO) for label in "gh"]
    made = [
        certificate(TRUE, ((ZERO, (p,)), (ZERO, (r,)))) for p, r in zip(parts, rests, strict=True)
    ]
    assert [h.label for h in cases(*made).hypotheses] == ["g", "h"]


def test_cases_of_what_holds_at_every_round_are_no_cases():
    for rounds in (("rounds",), ("tau", 1)):
        hs = [assume("h", y, op, ZERO, rounds) for op in (">=", "<")]
        goal = Claim(ZERO, ">=", ZERO)
        parts = [certificate(goal, ((ZERO, (h,)),)) for h in hs]
        with pytest.raises(ProofError, match="opposite"):
            cases(*parts)


def test_flags_are_their_own_squares_and_nothing_else_is():
    assert equal(("^", tau, 3), tau)
    for p in (y, a, ("dot", u, v), total(s("y"))):
        with pytest.raises(ProofError):
            equal(("^", p, 2), p)


def test_an_induction_needs_its_start_its_step_and_every_round():
    claim = Claim(y, ">=", ZERO)
    start, assumed = hypothesis("start", claim.at(("", 1))), hypothesis("", claim)
    next_ = hypothesis("next", claim.at(NEXT), ("rounds",))
    fact = induct(claim, start, next_)
    assert fact.claim == Claim(("seq", "y", "T", 1), ">=", ZERO)
    assert {h.label for h in fact.hypotheses} == {"start", "next"}
    for base, step in (
        (next_, next_),
        (start, start),
        (start, assumed),
        (assumed, next_),
        (start, hypothesis("", claim.at(NEXT))),
        (start, hypothesis("n", claim.at(NEXT))),
        (start, hypothesis("next", claim.at(NEXT), ("tau", 1))),
    ):
        with pytest.raises(ProofError):
            induct(claim, base, step)


def test_an_instance_puts_a_flag_into_the_rounds_of_its_hypotheses():
    put = ((("flag", "tau"), ("flag", "sigma", *NOW)),)
    everywhere, supposed = instance(assume("h", y, ">=", ZERO, ("tau", 1)), put).hypotheses
    assert everywhere.rounds == ("sigma", 1)
    assert supposed.claim.lhs[1] == "sigma"


def test_an_instance_renames_only_the_hypotheses_that_it_changes():
    rests = [hypothesis(label, Claim(n, ">=", ZERO)) for label, n in (("h", a), ("g", b), ("", a))]
    fact = certificate(TRUE, tuple((ZERO, (f,)) for f in rests))
    assert [h.label for h in fact.hypotheses] == ["h", "g", ""]
    assert [h.label for h in instance(fact, ((("var", "a"), c),)).hypotheses] == ["h'", "g", ""]


def test_a_strict_claim_needs_a_strict_term():
    some, none = suppose(a, ">", ZERO), suppose(b, ">=", ZERO)
    assert certificate(Claim(("+", a, b), ">", ZERO), ((ONE, (some,)), (ONE, (none,))))
    for goal, terms in (
        (Claim(b, ">", ZERO), ((ONE, (none,)),)),
        (Claim(("*", a, b), ">", ZERO), ((ONE, (some, none)),)),
        (Claim(b, ">", ZERO), ((ZERO, (some,)), (ONE, (none,)))),
        (Claim(ZERO, ">", ZERO), ()),
        (Claim(ZERO, ">", ZERO), ((ZERO, ()),)),
        (Claim(a, "==", ZERO), ((ONE, (some,)),)),
        (Claim(b, "==", ZERO), ((ONE, (none,)),)),
    ):
        with pytest.raises(ProofError):
            certificate(goal, terms)


@pytest.mark.parametrize("name", AXIOMS)
def test_an_axiom_is_true(name):
    """Put small numbers for its letters, and evaluate it at the first round and the last."""
    model, seen, fact = Model("axioms"), 0, axiom(name)
    claims = [fact.claim, *(h.claim for h in fact.hypotheses)]
    assert claims == [Claim(*c) for c in AXIOMS[name]]
    letters = [("var", n) for n in "ampqr" if f"('var', '{n}')" in repr(claims)]
    values = [Fraction(n, 4) for n in (-4, 0, 1, 4, 8, 16)]
    for numbers in product(values, repeat=len(letters)):
        for vector in (("zero",), u):
            table = {("vec", "v"): vector, **dict(zip(letters, numbers, strict=True))}
            said = [Claim(*kernel.image(tuple(c), table)) for c in claims]
            for t in (1, model.rounds):
                with contextlib.suppress(InexactError):  # no fraction: nothing can be said
                    if all(model.holds(c, t) for c in said[1:]):
                        seen += 1
                        assert model.holds(said[0], t), table
    assert seen > 1


# What is given to a rule, or given out, is changed later ------------------------------------------


def test_a_claim_that_changes_its_class():
    """What was given, and what is given out of a fact, is not what the kernel keeps."""
    claim = Claim(ONE, ">=", ZERO)
    fact = certificate(claim, ((ONE, ()),))
    lie = {"__slots__": (), "gap": -ONE, "claim": Claim(-ONE, ">=", ZERO)}
    for said in (claim, fact.claim, fact.step, fact.step.claim):
        said.__class__ = type("Disguised", (type(said),), lie)
        with pytest.raises(ProofError):
            certificate(lie["claim"], ((ONE, (fact,)),))
    assert fact.claim.gap == Claim(ONE, ">=", ZERO).gap


def test_a_fraction_that_changes():
    number, false = Fraction(24691, 2), Claim(Fraction(24691, 2), "==", Fraction(7, 2))
    fact = certificate(Claim(number, ">=", ZERO), ((number, ()),))
    for part in (number, fact.claim.lhs, *normal(number).values(), tree(normal(number))):
        part._numerator = 7
    assert fact.claim == Claim(Fraction(24691, 2), ">=", ZERO)
    with pytest.raises(ProofError):
        certificate(false, ())


@pytest.mark.parametrize("c", [Fraction(3), Fraction(-2, 7), Fraction(1, 3)])
def test_coefficients_are_whole_or_fractions_and_never_rounded(c):
    """Whole ones are plain numbers of Python, of which a quotient would be rounded."""
    for e in (c, ("*", c, y), ("+", c, ("*", Fraction(2), y))):
        p = normal(("+", ("inv", e), ("*", c, ("inv", e), ("inv", e)), ("round", "T", 2)))
        assert {type(a) for a in p.values()} <= {int, Fraction}
    assert normal(("inv", c)) == {(): 1 / c}
    assert normal(("inv", ("*", c, y))) == {next(iter(normal(("inv", y)))): 1 / c}


# What frames hand out, and what is written into constants -----------------------------------------


@pytest.mark.parametrize("number", ["ZERO", "ONE"])
def test_a_constant_that_is_written_into_proves_nothing(monkeypatch, number):
    monkeypatch.setattr(getattr(kernel, number), "_numerator", 2)
    zero, one, fresh = Fraction(0), Fraction(1), ("var", f"fresh_{number}")
    for false in (Claim(fresh, "==", a), Claim(zero, ">", zero), Claim(zero, ">=", one)):
        for terms in ((), ((one, ()),)):
            with pytest.raises(ProofError):
                certificate(false, terms)
    assert normal(("+", one, one)) == {(): 2}
    assert axiom("inverse").claim == Claim(("*", a, ("inv", a)), "==", one)


def test_the_axioms_are_read_only():
    with pytest.raises(TypeError):
        AXIOMS["anything"] = AXIOMS["square"]
    zero = AXIOMS["square"][0][2]
    try:
        zero._numerator = -1
        assert axiom("square").claim == Claim(("^", a, 2), ">=", Fraction(0))
        zero._numerator = 1
        assert axiom("square").claim == Claim(("^", a, 2), ">=", Fraction(0))
    finally:
        zero._numerator = 0
