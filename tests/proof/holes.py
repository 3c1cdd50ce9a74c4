"""Holes put into the proof kernel one at a time, for the fuzzer to find.

A hole is a change of the kernel's source, or of the table of axioms.  The first five are those that
the first kernel of this project had; then every condition of the rules is dropped in turn.
"""
# ruff: noqa: E501 - the kernel's own lines are quoted whole

import types
from pathlib import Path
from typing import NamedTuple

from fuzzer import Fuzzer

from prover import axioms, kernel

SOURCE, TABLE = (Path(m.__file__).read_text(encoding="utf-8") for m in (kernel, axioms))


class Planted(NamedTuple):
    """What is changed in the kernel's source, or in the axioms', and how many facts may pass."""

    name: str
    changes: tuple[tuple[str, str], ...]
    facts: int = 6000
    seed: int = 0


def plant(hole):
    """Give a kernel with a hole."""
    texts = {"axioms": TABLE, "kernel": SOURCE}
    for old, new in hole.changes:
        home = [name for name, text in texts.items() if text.count(old) == 1]
        assert len(home) == 1, f"{hole.name}: the kernel does not say, or says twice: {old}"
        texts[home[0]] = texts[home[0]].replace(old, new)
    table = types.ModuleType("planted_axioms")
    exec(compile(texts["axioms"], "planted axioms", "exec"), table.__dict__)
    module = types.ModuleType("planted_kernel")
    module.AXIOMS = table.AXIOMS
    text = texts["kernel"].replace("from prover.axioms import AXIOMS\n", "")
    exec(compile(text, "planted kernel", "exec"), module.__dict__)
    return module


def find(hole):
    """Look for a planted hole; give the false fact, or None, and how many facts it took."""
    return Fuzzer(plant(hole), hole.seed).search(hole.facts)


# What the rules let pass is refused before, where it is copied; this lets it pass there too.
LOOSE = (
    '    require(known, "this is no part of a fact, and not made by a rule", x)\n',
    "    if not known:\n        return x\n",
)
NONE = Planted("no hole", ())
OLD = (
    Planted(
        "what is known at one round is used at every round",
        (
            (
                'require(h[3] == () or not any(map(_local, rests)), "proved in a special case only")',
                "pass",
            ),
        ),
    ),
    Planted(
        "a * (1/a) is simplified to 1",
        (
            (
                "    return tuple(sorted((*m, *n))) if m and n else m or n, e[1] * f[1], e[2] * f[2]\n",
                "    both = [(i, j) for i in n for j in m if ('inv', _ATOMS[i]) == _ATOMS[j]"
                " or _ATOMS[i] == ('inv', _ATOMS[j])]\n"
                "    for i, j in both[:1]:\n"
                "        n = tuple(k for k in n if k != i)\n"
                "        m = tuple(k for k in m if k != j)\n"
                "    return tuple(sorted((*m, *n))), e[1] * f[1], e[2] * f[2]\n",
            ),
        ),
    ),
    Planted(
        "the index of a sum is accepted free",
        (
            ('a in ("", "T", free)', 'a in ("", "T", "t", "s")'),
            ('kind(e, "s" if free_in(e, "s") else "t")\n    return _n', "kind(e)\n    return _n"),
        ),
    ),
    Planted(
        "an iterator is read twice, and the hypotheses are lost",
        (
            ("        used = (*used, *_rests(facts))\n", ""),
            (
                "claims = tuple(map(_FIRST, map(_made, facts)))",
                "kept = tuple(facts); claims = tuple(map(_FIRST, map(_made, kept))); used = (*used, *_rests(tuple(facts)))",
            ),
            LOOSE,
        ),
    ),
    Planted(
        "a name that lies about == is accepted",
        (("return type(a) is str and a.isascii()", "return isinstance(a, str) and a.isascii()"), LOOSE),
    ),
)  # fmt: skip

RULES = (
    Planted("a strict claim follows from non-strict ones", (("positive or not _strict(goal)", "True"),)),
    Planted("a weight may be negative", (('_tag(weight) == "/" and weight[1] >= 0', '_tag(weight) == "/"'),)),
    Planted("a weight is any number", (('_tag(weight) == "/" and weight[1] >= 0', "True"),)),
    Planted("a weight is a fraction that lies", (('_tag(weight) == "/" and weight[1] >= 0', 'isinstance(weight, Fraction) and weight >= 0 or (_tag(weight) == "/" and weight[1] >= 0)'), ("(weight[1] > 0 and", "((weight > 0 if isinstance(weight, Fraction) else weight[1] > 0) and"), ('    if tag == "/":\n        return "number"', '    if tag == "/" or isinstance(e, Fraction):\n        return "number"'), ("    tag, parts = e[0], e[1:]\n", "    if isinstance(e, Fraction):\n        return _alone((), e.numerator, e.denominator) if e else ()\n    tag, parts = e[0], e[1:]\n"), LOOSE)),
    Planted("an equation follows from inequalities", (('require(goal[2] != "==", "an equation does not follow from inequalities")', "pass"),)),
    Planted("what is left over is ignored", (('require(rest == (), "this does not follow: left over", _tree(rest))', "pass"),)),
    Planted("one strict factor is enough", (("all(map(_strict, claims))", "any(map(_strict, claims))"),)),
    Planted("a certificate forgets its hypotheses", (("        used = (*used, *_rests(facts))\n", "        _rests(facts)\n"),)),
    Planted("an equation makes any product true", (('if "==" not in map(_THIRD, claims):', "if not facts:"),)),
    Planted("two cases need not be opposite", (('require(pairs != (), "the two cases do not rest on opposite assumptions")', "pairs = pairs or tuple(product(_rests((first,)), _rests((second,))))"),)),
    Planted("a flag has other values", (("(flag and {rhs, right} == {_ratio(0, 1), _ratio(1, 1)})", "(flag and {rhs, right} != {_ratio(0, 1)})"),)),
    Planted("any number is 0 or 1", (('flag = _tag(lhs) == "flag" and ', "flag = "),)),
    Planted("two flags are one", (('(lhs, op, other) == (left, "==", "==")', '(op, other) == ("==", "==")'),)),
    Planted("both cases may be strict", (('"==" not in (op, other) and _strict(h[2]) != _strict(g[2])', '"==" not in (op, other)'),)),
    Planted("the cases may be of different gaps", (("signs = order and _add(_normal(_gap(h[2])), _normal(_gap(g[2]))) == ()", "signs = order"),)),
    Planted("cases of what holds at every round", ((" and h[3] == g[3] == ()", ""),)),
    Planted("two cases prove different claims", (('require(claim == _made(second)[0], "the two cases prove different claims")', "pass"),)),
    Planted("the second case forgets its hypotheses", (("*_rests((second,), pairs[0][1]))", ")"),)),
    Planted("an induction starts anywhere", (('require(starts, "the induction does not start with its claim at 1")', "pass"),)),
    Planted("an induction steps anywhere", (('require(steps, "the induction does not step to its claim at t+1")', "pass"),)),
    Planted("an induction ends anywhere", (('require(number and end in (NOW, NEXT, LAST, END), "an induction ends at t, t+1, T or T+1")', "pass"),)),
    Planted("an induction uses what is supposed of one round", (('require(not any(map(_local, used)), "the induction needs at every round what is supposed")', "pass"),)),
    Planted("an induction forgets how it starts", (("used = (*_rests((base,)), *_rests((step,),", "used = (*(), *_rests((step,),"),)),
    Planted("an induction forgets what its step needs", (('*_rests((step,), ("&", "", claim, ())))', ")"),)),
    Planted("a number may depend on the round", (('require(varies or fixed, f"{key[1]} cannot depend on the round")', "pass"),)),
    Planted("anything is put for a flag", (('require(flag or key[0] != "flag", "only a flag is put for a flag")', "pass"),)),
    Planted("another family is put in", (('require(not _units(value) & _units((claim, *rests)), "the fact speaks of that family")', "pass"),)),
    Planted("an instance keeps its hypotheses as they were", (("said = image(claim, new), (*flags", "said = claim, (*flags"),)),
    Planted("an instance forgets the flags of its hypotheses", (('flags = tuple(map(lambda a: image(("flag", a, *NOW), new)[1], rounds[:-1]))', "flags = rounds[:-1]"),)),
    Planted("a discharge is by any fact", (('require(_made(proof)[0] == h[2], f"this is not what {h[1] or \'it\'} says")', "pass"),)),
    Planted("a discharge forgets what the proof rests on", (("_made(fact)[0], (*_rests((fact,), h), *rests))", "_made(fact)[0], _rests((fact,), h))"),)),
    Planted("a hypothesis forgets its rounds", (('_fact("hypothesis", h[1:], h[2], (h, *_case(h[3])))', '_fact("hypothesis", h[1:], h[2], (h,))'),)),
    Planted("a hypothesis is not kept", (('_fact("hypothesis", h[1:], h[2], (h, *_case(h[3])))', '_fact("hypothesis", h[1:], h[2], _case(h[3]))'),)),
)  # fmt: skip

ARITHMETIC = (
    Planted("every atom is its own square", ((' and _ATOMS[i][0] == "flag"', ""),)),
    Planted("every sequence is its own square", (('_ATOMS[i][0] == "flag"', '_ATOMS[i][0] in ("flag", "seq")'),)),
    Planted("1/0 is not 0", (("lead = _alone((), *_ratio(p[0][2], p[0][1])[1:]) if p else ()", "lead = _alone((), *_ratio(p[0][2], p[0][1])[1:]) if p else _UNIT"), ("lead) if p else ()", "lead) if p else lead"),)),
    Planted("1/(a+b) is 1/a", (("    if len(p) > 1:\n        return", "    if len(p) > 9:\n        return"),)),
    Planted("a sum ends one round late", (("if base == \"\" and n <= 1:", "if base == \"\" and n <= 2:"),)),
    Planted("the last summand is the next one", (('last = _normal(at(body, "s", (base, n - 1)))', 'last = _normal(at(body, "s", (base, n)))'),)),
    Planted("what is inside of a sum is taken out", (('inside = tuple(filter(lambda j: free_in(_ATOMS[j], "s"), term[0]))', 'inside = tuple(filter(lambda j: _ATOMS[j][0] == "seq", term[0]))'),)),
    Planted("a unit is among those before", (('return _normal(at(_tree(c), "s", NOW)) if n == END else ()', 'return _normal(at(_tree(c), "s", NOW))'),)),
    Planted("a unit is among those up to T-1", (("if alone and n in (NOW, END):", "if alone and n in (NOW, LAST, END):"), ('"s", NOW)) if n == END else ()', '"s", NOW)) if n != NOW else ()'))),
    Planted("units of all families are the same", (('if "unit" in (e[0], f[0]) and e[:2] != f[:2]:', 'if "unit" in (e[0], f[0]) and e[0] != f[0]:'),)),
    Planted("units are equal in all rounds", (('if e[0] == x[0] == y[0] == "unit" and i == j:', 'if e[0] == x[0] == y[0] == "unit":'),)),
    Planted("sums of units up to different rounds", (('x[0] == y[0] == "sum" and i == j:', 'x[0] == y[0] == "sum":'),)),
    Planted("units of another round in a sum", (('unit[2:] == NOW and summand[2:] == ("s", 0)', "unit[2:] == NOW"),)),
    Planted("any unit meets a sum", (('unit[0] == "unit" and unit[2:] == NOW and', 'unit[0] == "unit" and'),)),
    Planted("a sum of sums is of no family", (('return () if "sum" not in (e[0], f[0]) else _poly(("dot", x, y))', "return ()"),)),
    Planted("every power of a number is itself", (("of[0] in ((), _UNIT) else", "len(of[0]) < 2 else"),)),
    Planted("a round is shifted by one too much", (("e = (*e[:-2], i[0], i[1] + e[-1])", 'e = (*e[:-2], i[0], i[1] + e[-1] + (i[0] == "T"))'),)),
)  # fmt: skip


AXIOMS = (
    Planted("a squared number is positive", (('"square": ((("^", _A, 2), ">=", _ZERO),)', '"square": ((("^", _A, 2), ">", _ZERO),)'),)),
    Planted("a square is at least its root", (('"square": ((("^", _A, 2), ">=", _ZERO),)', '"square": ((("^", _A, 3), ">=", _ZERO),)'),)),
    Planted("a squared norm is positive", (('(("dot", _V, _V), ">=", _ZERO)', '(("dot", _V, _V), ">", _ZERO)'),)),
    Planted("what is not positive is zero", (('(_A, "==", _ZERO), _NONNEGATIVE, (_A, "<=", _ZERO)', '(_A, "==", _ZERO), (_A, "<=", _ZERO)'),)),
    Planted("what is not negative is zero", (('(_A, "==", _ZERO), _NONNEGATIVE, (_A, "<=", _ZERO)', '(_A, "==", _ZERO), _NONNEGATIVE'),)),
    Planted("a * (1/a) is 1 for every a", (('"inverse": ((("*", _A, ("inv", _A)), "==", _ONE), _POSITIVE)', '"inverse": ((("*", _A, ("inv", _A)), "==", _ONE),)'),)),
    Planted("a * (1/a) is 1 for a >= 0", (('"inverse": ((("*", _A, ("inv", _A)), "==", _ONE), _POSITIVE)', '"inverse": ((("*", _A, ("inv", _A)), "==", _ONE), _NONNEGATIVE)'),)),
    Planted("1/a is positive", (('((("inv", _A), ">", _ZERO), _POSITIVE)', '((("inv", _A), ">", _ZERO),)'),)),
    Planted("a root squared is the number", (('((("^", ("root", _A), 2), "==", _A), _NONNEGATIVE)', '((("^", ("root", _A), 2), "==", _A),)'),)),
    Planted("a root is positive", (('((("root", _A), ">=", _ZERO),)', '((("root", _A), ">", _ZERO),)'),)),
    Planted("a power is positive", (('"power sign": ((_A_Q, ">=", _ZERO),)', '"power sign": ((_A_Q, ">", _ZERO),)'),)),
    Planted("a power of what is not negative is positive", (('"power positive": ((_A_Q, ">", _ZERO), _POSITIVE)', '"power positive": ((_A_Q, ">", _ZERO), _NONNEGATIVE)'),)),
    Planted("the power 1 of any number", (('((("power", _A, _ONE), "==", _A), _NONNEGATIVE)', '((("power", _A, _ONE), "==", _A),)'),)),
    Planted("powers multiply, exponents of any sign", (('*(_NONNEGATIVE, *_EXPONENTS, (_R, "==", ("+", _P, _Q))),', '*(_NONNEGATIVE, (_R, "==", ("+", _P, _Q))),'),)),
    Planted("powers multiply, numbers of any sign", (('*(_NONNEGATIVE, *_EXPONENTS, (_R, "==", ("+", _P, _Q))),', '*(*_EXPONENTS, (_R, "==", ("*", _P, _Q))),'),)),
    Planted("powers of powers, exponents of any sign", (('*(_NONNEGATIVE, *_EXPONENTS, (_R, "==", ("*", _P, _Q))),', '*(_NONNEGATIVE, (_R, "==", ("*", _P, _Q))),'),)),
    Planted("powers of products, numbers of any sign", (('*(_NONNEGATIVE, (_M, ">=", _ZERO), _EXPONENTS[1], (_R, "==", ("*", _A, _M))),', '*(_EXPONENTS[1], (_R, "==", ("*", _A, _M))),'),)),
    Planted("a tangent of a concave power", (('(_M, ">=", _ZERO), (_Q, ">=", _ONE)),', '(_M, ">=", _ZERO), (_Q, ">", _ZERO)),'),)),
    Planted("a tangent at a negative point", (('*(_NONNEGATIVE, (_M, ">=", _ZERO), (_Q, ">=", _ONE)),', '*(_NONNEGATIVE, (_Q, ">=", _ONE)),'),)),
    Planted("rounds start at 2", (('"first round": ((_ROUND, ">=", _ONE),)', '"first round": ((_ROUND, ">", _ONE),)'),)),
    Planted("no round is the last", (('((_ROUND, "<=", ("round", "T", 0)),)', '((_ROUND, "<", ("round", "T", 0)),)'),)),
)  # fmt: skip

ALL = OLD + RULES + ARITHMETIC + AXIOMS
SOON = ("two flags are one", "units of all families are the same", "a root squared is the number")
QUICK = OLD + tuple(hole for hole in ALL if hole.name in SOON)  # found among the first 1300 facts
