"""A fuzzer of meaning for the proof kernel: one false fact is a hole.

It applies the rules of the kernel at random, rightly and wrongly, and evaluates every fact it gets
on exact models (`model.Model`) on which the fact's hypotheses hold.  A long run::

    .venv/bin/python tests/proof/fuzzer.py --facts 100000 --seed 1
"""

import argparse
import contextlib
from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from model import InexactError, Model

from prover import kernel as the_kernel
from prover.polynomials import add, tree

NUMBERS, VECTORS, SEQUENCES, STATES = ("a", "b", "c"), ("u", "v"), ("y", "d", "z"), ("w", "x")
FAMILIES, FLAGS = ("e", "f"), ("tau", "sigma")
KINDS = {"var": NUMBERS, "vec": VECTORS, "seq": SEQUENCES, "state": STATES, "flag": FLAGS}
LETTERS = [(tag, name) for tag, names in KINDS.items() for name in names]
ZERO, ONE = Fraction(0), Fraction(1)
CONTRARY = {">=": "<", ">": "<=", "<=": ">", "<": ">="}
WAYS = dict.fromkeys(["certificate", "identity", "cases", "induct", "instance", "discharge"], 5)
WAYS |= {"certificate": 7, "axiom": 4, "restated": 1, "lie": 1, "hypothesis": 1, "easy_case": 1}
WAYS |= {"case_of_rounds": 1, "moved": 1, "bare_induct": 2, "family": 1}  # how often each is taken
SESSION, MODELS, MORE = 60, 10, 14  # attempts in one session; models it starts with, and tries


class Liar(str):
    """A name that claims to be any other that is allowed."""

    def __eq__(self, other):
        return other not in ("t", "T", "s", "k")

    def __hash__(self):
        return hash("a")


class Odd(Fraction):
    """A fraction that claims to be no smaller than anything."""

    def __ge__(self, other):
        return True


class Hole(NamedTuple):
    """A false fact, and where it is false."""

    rule: str
    fact: Any
    model: Any
    t: int

    def __str__(self):
        step = self.fact.step
        return (
            f"{self.rule}: {step.claim}\n  given {step.hypotheses}\n  at {self.t} of {self.model}"
        )


class Fuzzer:
    """Facts made at random by one kernel."""

    def __init__(self, kernel=the_kernel, seed=0):
        self.k, self.seed = kernel, seed
        self.made, self.tested, self.attempts = Counter(), Counter(), Counter()
        self.refused, self.crashed = Counter(), Counter()

    # Random terms --------------------------------------------------------------------------

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, p):
        return self.random.random() < p

    def index(self, free):
        base, n = (free, 0) if free else ("", 1)
        near = [(base, n)] * 4 + [(base, n + 1), (base, n - 1)]
        return self.pick(*near, ("", 1), ("", 2), ("T", 0), ("T", 1))

    def end(self, free):
        base, n = (free, 0) if free else ("T", 1)
        ends = [("T", 1), ("T", 1), ("T", 0), ("", 2), ("", 3)]
        return self.pick(*[(base, n)] * 2, (base, n + 1), *ends, (base, n - 1), (base, n + 2))

    def rational(self):
        return Fraction(self.pick(0, 1, 1, 2, 3, -1, -2, 4), self.pick(1, 1, 1, 2, 3))

    def leaf(self, free):
        which = self.random.randrange(12)
        if which < 3:
            return ("var", self.pick(*NUMBERS))
        if which < 7:
            return ("seq", self.pick(*SEQUENCES), *self.index(free))
        if which < 9:
            return ("flag", self.pick(*FLAGS), *self.index(free))
        return ("round", *self.index(free)) if which == 9 else self.rational()

    def number(self, depth=2, free="t"):
        """Give a random number; `free` is the round it may speak of."""
        if depth <= 0:
            return self.leaf(free)
        which = self.random.randrange(16)
        inside = [self.number(depth - 1, free) for _ in range(self.random.randint(1, 3))]
        if which < 3:
            return ("+", *inside)
        if which < 7:
            return ("*", *inside)
        if which == 7:
            return ("^", inside[0], self.pick(0, 1, 2, 2, 3))
        if which == 8:
            return ("inv", inside[0])
        if which == 9:
            squared = ("^", inside[0], 2)
            return ("root", self.pick(inside[0], squared, squared))
        if which == 10:
            q = self.pick(Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2), ("var", "b"))
            return ("power", inside[0], q)
        if which < 13:
            return ("dot", self.vector(depth - 1, free), self.vector(depth - 1, free))
        if which < 15:
            return ("sum", self.number(depth - 1, "s"), *self.end(free))
        return self.leaf(free)

    def vector(self, depth=1, free="t"):
        """Give a random vector."""
        which = self.random.randrange(10 if depth > 0 else 6)
        if which == 0:
            return ("vec", self.pick(*VECTORS))
        if which < 4:
            return ("state", self.pick(*STATES), *self.index(free))
        if which < 6:
            return ("unit", self.pick(*FAMILIES), *self.index(free))
        if which == 6:
            return ("+", self.vector(depth - 1, free), self.vector(depth - 1, free))
        if which == 7:
            return ("*", self.number(depth - 1, free), self.vector(depth - 1, free))
        return ("sum", self.vector(depth - 1, "s"), *self.end(free))

    def term(self, vector, free="t"):
        return self.vector(1, free) if vector else self.number(self.pick(0, 1, 1, 2), free)

    def minus(self, e):
        return ("*", -ONE, e)

    def claim(self):
        if self.chance(0.15):
            return self.k.Claim(self.vector(), "==", self.vector())
        rhs = self.pick(ZERO, ZERO, ONE, self.leaf("t"))
        return self.k.Claim(self.number(self.pick(0, 1, 1, 2)), self.pick(*CONTRARY, "=="), rhs)

    # The rules -----------------------------------------------------------------------------

    def attempt(self, rule, *args):
        """Apply a rule; a refusal gives None."""
        self.attempts[rule] += 1
        try:
            fact = getattr(self.k, rule)(*args)
        except self.k.ProofError:
            self.refused[rule] += 1
            return None
        except (TypeError, ValueError, AttributeError, IndexError, KeyError) as error:
            self.crashed[f"{rule}: {error!r}"] += 1
            return None
        self.facts.append(fact)
        self.new.append((rule, fact))
        return fact

    def some_fact(self, good=bool):
        found = [f for f in self.facts if good(f)]
        return self.random.choice(found) if found else None

    def suppose(self, claim, rounds=None):
        rounds = self.pick((), (), ("rounds",)) if rounds is None else rounds
        label = "" if rounds == () and self.chance(0.7) else self.pick("h", "g")
        return self.attempt("hypothesis", label, claim, rounds)

    def likely(self, claim, rounds):
        """Whether a hypothesis holds on many of the models."""
        h, n = self.k.Hypothesis("h", claim, rounds), 0
        for m in self.models:
            with contextlib.suppress(InexactError):  # a model that has no fraction for it is none
                n += any(m.assumes(h, t) for t in range(1, m.rounds + 1))
        return 2 * n >= len(self.models)

    def some_hypothesis(self):
        """Suppose what holds on many of the models."""
        k, y, t = self.k, ("seq", "y", "t", 0), ("t", 0)
        w, x, after = ("state", "w", *t), ("state", "x", *t), ("state", "w", "t", 1)
        known = [
            (k.Claim(after, "==", ("+", w, ("*", y, x))), ("tau", 1)),
            (k.Claim(after, "==", w), ("tau", 0)),
            (k.Claim(("state", "w", "", 1), "==", ("zero",)), ()),
            (k.Claim(("^", y, 2), "==", ONE), ("rounds",)),
        ]
        for _ in range(20):
            rounds = self.pick((), ("rounds",), ("tau", 1), ("tau", 0), ("sigma", 1))
            claim = self.claim()
            if self.chance(0.3):
                claim, rounds = self.pick(*known)
            if self.chance(0.3):
                simple = ("seq", self.pick(*SEQUENCES), *t), ("var", self.pick(*NUMBERS))
                claim = k.Claim(simple[0], self.pick(*CONTRARY), self.pick(simple[1], ZERO, ONE))
            if self.likely(claim, rounds):
                return self.suppose(claim, rounds)
        return None

    def some_axiom(self):
        name = self.pick(*self.k.AXIOMS)
        f = self.attempt("axiom", name)
        if f is None or self.chance(0.1):
            return
        small = lambda: self.pick(ZERO, ONE, -ONE, Fraction(4), Fraction(2), Fraction(1, 2))
        put = {n: self.number(self.pick(0, 1)) if self.chance(0.5) else small() for n in "am"}
        put |= {n: small() for n in "pq"}
        p, q, a, m = put["p"], put["q"], put["a"], put["m"]
        put["r"] = ("+", p, q) if "sum" in name else ("*", p, q)
        put["r"] = ("*", a, m) if name == "power product" else put["r"]
        pairs = [(("var", n), e) for n, e in put.items()] + [(("vec", "v"), self.vector())]
        f = self.attempt("instance", f, tuple(pairs))
        for h in f.hypotheses if f else ():
            gap = self.k.normal(h.claim.gap)
            if set(gap) <= {()}:
                n = gap.get((), ZERO)
                terms = ((n, ()),) if h.claim.op != "==" else ()
                proof = self.attempt("certificate", h.claim, terms)
            else:
                proof = self.some_fact(lambda g, h=h: g.claim == h.claim)
            if proof is not None:
                f = self.attempt("discharge", f, h, proof) or f

    def weight(self, facts):
        if any(f.claim.op == "==" for f in facts):
            if len(facts) == 1 and self.is_vector(facts[0].claim.lhs):
                return self.pick(self.vector(1), ONE, self.number(1))
            return self.pick(ONE, -ONE, self.number(1))
        if self.chance(0.06):
            return self.pick(-ONE, self.number(1), Odd(-1), True, 1)
        return self.pick(ONE, ONE, ONE, Fraction(2), Fraction(1, 2), ZERO)

    def is_vector(self, e):
        try:
            return self.k.kind(e) == "vector"
        except self.k.ProofError:
            return False

    def some_certificate(self):
        terms, gaps = [], []
        for _ in range(self.pick(1, 1, 2, 3)):
            facts = tuple(self.some_fact() for _ in range(self.pick(0, 1, 1, 1, 2)))
            if None in facts or sum(self.is_vector(f.claim.lhs) for f in facts) > 1:
                continue
            weight = self.weight(facts)
            terms.append((weight, facts))
            inner = (
                len(facts) == 1 and self.is_vector(weight) and self.is_vector(facts[0].claim.lhs)
            )
            gaps.append(("dot" if inner else "*", weight, *(f.claim.gap for f in facts)))
        equation = all(any(f.claim.op == "==" for f in facts) for _, facts in terms)
        strict = any(w and facts and all(f.claim.strict for f in facts) for w, facts in terms)
        if self.chance(0.25):
            strict = any(f.claim.strict for _, facts in terms for f in facts) or self.chance(0.2)
        op = "==" if equation != self.chance(0.05) else ">" if strict else ">="
        gap = ("+", *gaps)
        try:
            vector = self.k.kind(gap) == "vector"
            if gaps and self.chance(0.5):
                p = self.k.normal(gap)
                gap = tree(p, self.k.atom) if p or not vector else ("zero",)
        except (self.k.ProofError, ValueError, AttributeError, TypeError):
            vector = False
        rest = self.vector(1) if vector else self.number(self.pick(0, 1))
        sides = ("+", gap, rest), rest
        goal = self.k.Claim(sides[0], op, sides[1])
        if op != "==" and self.chance(0.3):
            goal = self.k.Claim(sides[1], {">": "<", ">=": "<="}[op], sides[0])
        if self.chance(0.05):
            goal = self.k.Claim(goal.lhs, self.pick(*CONTRARY, "=="), goal.rhs)
        given = [(w, iter(f)) if self.chance(0.03) else (w, f) for w, f in terms]
        self.attempt("certificate", goal, iter(given) if self.chance(0.03) else tuple(given))

    def some_identity(self):
        """Let the kernel say what a term is equal to."""
        vector = self.chance(0.3)
        e = self.vector(self.pick(1, 2)) if vector else self.number(self.pick(1, 2, 3))
        if self.chance(0.3):
            pair = [self.sum_of_vectors() for _ in range(2)]
            e, vector = ("dot", *pair), False
        if self.chance(0.1):
            n = self.leaf("t")
            n = self.pick(n, n, ZERO, ("+", n, self.leaf("t")), ("+", n, self.minus(n)))
            e, vector = self.pick(("*", n, ("inv", n)), ("inv", n)), False
        try:
            p = self.k.normal(e)
        except self.k.ProofError:
            return
        other = tree(p, self.k.atom) if p or not vector else ("zero",)
        self.attempt("certificate", self.k.Claim(e, "==", other), ())

    def sum_of_vectors(self):
        end = self.pick(("t", 0), ("T", 1), ("T", 1), ("T", 0), ("t", 1))
        unit = ("unit", self.pick(*FAMILIES), "s", self.pick(0, 0, 0, 1))
        body = self.pick(("*", self.leaf("s"), unit), unit, ("state", "w", "s", 0))
        body = self.pick(body, body, body, ("sum", unit, "s", self.pick(0, 1)))
        alone = ("unit", self.pick(*FAMILIES), *self.pick(("t", 0), ("", 1), ("T", 0)))
        return self.pick(("sum", body, *end), ("sum", body, *end), alone, self.vector(1))

    def contrary(self, c):
        """Give the contrary of a claim, or nearly."""
        k = self.k
        if c.op == "==":
            value = self.pick(ZERO, ZERO, ONE, Fraction(2))
            other = ("flag", self.pick(*FLAGS), *self.index("t"))
            return k.Claim(self.pick(c.lhs, c.lhs, other), "==", value)
        new = k.Claim(c.lhs, CONTRARY[c.op], c.rhs)
        which = self.random.randrange(8)
        if which < 2:
            flip = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
            new = k.Claim(new.rhs, flip[new.op], new.lhs)
        elif which == 2:
            new = k.Claim(new.lhs, {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[new.op], new.rhs)
        elif which == 3:
            op = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[c.op]  # not contrary at all
            new = k.Claim(c.lhs, op, ("+", c.rhs, self.pick(ONE, -ONE, Fraction(2))))
        elif which == 4:
            rhs = self.pick(c.rhs, ("+", c.rhs, ONE), ("+", c.rhs, -ONE))
            new = k.Claim(c.lhs, self.pick("==", *CONTRARY), rhs)
        return new

    def some_cases(self):
        k = self.k
        if self.chance(0.3):
            first, second = self.some_fact(), None
            if first is not None:
                second = self.some_fact(lambda f: f.claim == first.claim and f is not first)
            if second is not None:
                self.attempt("cases", first, second)
                return
        rounds = self.pick((), (), (), ("rounds",))
        atom = self.pick(self.leaf("t"), ("flag", self.pick(*FLAGS), *self.index("t")))
        c = k.Claim(atom, self.pick(*CONTRARY), self.pick(ZERO, ONE, self.leaf("t")))
        if (type(atom) is tuple and atom[0] == "flag") or self.chance(0.4):
            c = k.Claim(atom, "==", self.pick(ZERO, ONE))
        one, two = self.suppose(c, rounds), None
        if one is not None:
            two = self.suppose(self.contrary(c), rounds)
        if one is None or two is None:
            return
        if self.chance(0.1):
            self.attempt("cases", one, two)
            return
        if rounds and "==" not in (one.claim.op, two.claim.op):  # of signs at all rounds
            pairs = [(f, self.summed(f, f.claim)) for f in (one, two)]
            if None in pairs[0] or None in pairs[1]:
                return
            goal = k.Claim(("*", *(f.claim.gap for f in pairs[0])), ">=", ZERO)
            made = [self.attempt("certificate", goal, ((ONE, p),)) for p in pairs]
        else:
            goal, made = self.in_both_cases(one, two)
        if None not in made:
            self.attempt("cases", *made)

    def some_easy_case(self):
        """Where it is not true, it is known from something else."""
        f = self.some_fact(lambda f: f.claim.op != "==")
        if f is None:
            return
        one, two = self.suppose(f.claim, ()), self.suppose(self.contrary(f.claim), ())
        if None not in (one, two):
            two = self.attempt("certificate", f.claim, ((ONE, (f,)), (ZERO, (two,))))
        if None not in (one, two):
            self.attempt("cases", *self.pick((one, two), (two, one)))

    def some_case_of_rounds(self):
        """A sequence has one sign at every round, or the other: no two cases."""
        k, y = self.k, ("seq", self.pick(*SEQUENCES), "t", 0)
        claims = k.Claim(y, ">=", ZERO), k.Claim(y, "<", ZERO)
        one, two = (self.suppose(c, ("rounds",)) for c in claims)
        sums = [self.summed(f, f.claim) for f in (one, two)]
        if None not in sums:
            goal = k.Claim(("*", y, sums[0].claim.gap), ">=", ZERO)
            pairs = zip((one, two), sums, strict=True)
            made = [self.attempt("certificate", goal, ((ONE, p),)) for p in pairs]
            if None not in made:
                self.attempt("cases", *made)

    def some_family(self):
        """Put a unit for a vector, in what may be about that unit."""
        vector = self.pick(("vec", "u"), ("vec", "v"), ("state", "w", "t", 0))
        unit = ("unit", self.pick(*FAMILIES), *self.index("t"))
        other = self.pick(unit, self.sum_of_vectors())
        p = self.k.normal(("dot", vector, other))
        f = self.attempt(
            "certificate", self.k.Claim(("dot", vector, other), "==", tree(p, self.k.atom)), ()
        )
        if f is not None:
            value = self.pick(unit, ("unit", self.pick(*FAMILIES), *self.index("t")))
            self.attempt("instance", f, ((vector[:2], value),))

    def some_moved(self):
        """Put what depends on the round into what was said of every round."""
        y, a = ("seq", self.pick(*SEQUENCES), "t", 0), ("var", self.pick(*NUMBERS))
        f = self.suppose(self.k.Claim(y, self.pick(*CONTRARY), a), ("rounds",))
        f = self.summed(f, f.claim, self.pick(("T", 1), ("t", 0), ("t", 1)))
        f = f and self.plain(f)
        if f:
            value = self.pick(y, y, ("+", y, ONE))
            self.attempt("instance", f, ((a, value),))

    def in_both_cases(self, one, two):
        k, c = self.k, one.claim
        if "==" in (one.claim.op, two.claim.op):
            if self.chance(0.5) and one.claim.op == two.claim.op:
                gaps = one.claim.gap, two.claim.gap  # x = p or x = q: (x - p)*(x - q) = 0
                goal = k.Claim(("*", *gaps), "==", ZERO)
                weights = [(gaps[1], (one,))], [(gaps[0], (two,))]
                if self.chance(0.5):
                    goal = k.Claim(("*", c.lhs, ("+", c.lhs, -ONE)), "==", ZERO)
            else:  # x = p, so x >= p
                goal = k.Claim(c.lhs, ">=", c.rhs)
                sides = [f.claim.gap for f in (one, two)]
                weights = [
                    [(ONE, (f,)), self.offset(goal, g)]
                    for f, g in zip((one, two), sides, strict=False)
                ]
            return goal, [self.attempt("certificate", goal, tuple(w)) for w in weights]
        if self.chance(0.5):
            op = ">" if one.claim.strict and two.claim.strict else ">="
            goal = k.Claim(("*", c.gap, c.gap), op, ZERO)
            return goal, [self.attempt("certificate", goal, ((ONE, (f, f)),)) for f in (one, two)]
        if self.chance(0.2):
            f = self.some_fact() or one
            goal = f.claim
            more = [((ONE, (f,)), (ZERO, (h,))) for h in (one, two)]
            return goal, [self.attempt("certificate", goal, terms) for terms in more]
        goal = k.Claim(c.gap, ">=", ZERO)
        return goal, [
            self.attempt("certificate", goal, ((ONE, (f,)), self.offset(goal, f.claim.gap)))
            for f in (one, two)
        ]

    def offset(self, goal, gap):
        """Give what is missing, if it is a number."""
        left = add(self.k.normal(goal.gap), self.k.normal(gap), -ONE)
        n = left.get((), ZERO) if set(left) <= {()} else ZERO
        return (n, ())

    def summed(self, fact, claim, end=("T", 1)):
        """Sum a claim about round t over the rounds, as it should be done or nearly."""
        k = self.k
        if self.is_vector(claim.lhs):
            return None
        try:
            sides = [k.at(e, "t", ("s", 0)) for e in (claim.lhs, claim.rhs)]
            op = claim.op if claim.op == "==" or self.chance(0.05) else claim.op[0] + "="
            goal = k.Claim(("sum", sides[0], "t", 0), op, ("sum", sides[1], "t", 0))
            wrong = self.chance(0.1)
            if wrong:
                goal = goal._replace(lhs=("+", goal.lhs, self.pick(ONE, -ONE)))
            start = k.Claim(ZERO, ">=", ZERO) if wrong else goal.at(("", 1))
            base = self.attempt("certificate", start, ())
            assumed = self.attempt("hypothesis", "", goal)
            if None in (base, assumed):
                return None
            terms = ((ONE, (assumed,)), (ONE, (fact,)))
            step = self.attempt("certificate", goal.at(("t", 1)), terms)
        except k.ProofError:
            return None
        if self.chance(0.08):
            base = self.some_fact()
        if step is None or self.chance(0.08):
            step = self.some_fact()
        if None in (base, step):
            return None
        return self.attempt("induct", goal, base, step, end)

    def some_induct(self):
        f = self.some_fact(lambda f: "t" in repr(f.claim))
        if self.chance(0.3):  # one that rests on what is said of every round
            h = ("seq", self.pick(*SEQUENCES), "t", 0)
            claim = self.k.Claim(h, self.pick(*CONTRARY), self.pick(("var", "a"), ZERO, h, ONE))
            rounds = self.pick(("rounds",), ("rounds",), (), ("tau", 1))
            f = self.attempt("hypothesis", "all", claim, rounds)
        if f is None:
            return
        end = self.pick(("T", 1), ("T", 1), ("T", 0), ("t", 0), ("t", 1))
        if self.chance(0.15):
            end = self.pick(("T", 2), ("T", 3), ("t", 2), ("T", 2), ("", 3))
        f = self.summed(f, f.claim, end)
        if f is not None:
            self.plain(f)

    def some_bare_induct(self):
        """Start or step wrongly."""
        y, k = ("seq", self.pick(*SEQUENCES)), self.k
        goal = k.Claim((*y, "t", 0), self.pick(">=", "<", "=="), self.pick(ZERO, ("var", "a")))
        assumed = self.attempt("hypothesis", "", goal)
        start, next_ = goal.at(("", 1)), goal.at(("t", 1))
        rounds = self.pick((), ("rounds",))
        base = self.attempt("hypothesis", "start", start)
        step = self.attempt("hypothesis", self.pick("h", "next"), next_, rounds)
        if self.chance(0.3):
            base, step = self.pick(assumed, base), self.pick(assumed, step)
        if None not in (assumed, base, step):
            self.attempt("induct", goal, base, step, self.pick(("T", 1), ("t", 0)))

    def plain(self, f):
        """Say a fact with its sides in normal form."""
        k = self.k
        try:
            sides = [k.normal(e) for e in (f.claim.lhs, f.claim.rhs)]
            vector = self.is_vector(f.claim.lhs)
        except k.ProofError:
            return None
        sides = [tree(p, k.atom) if p or not vector else ("zero",) for p in sides]
        goal = k.Claim(sides[0], f.claim.op, sides[1])
        return self.attempt("certificate", goal, ((ONE, (f,)),))

    def some_restated(self):
        f = self.some_fact()
        if f is not None:
            self.plain(f)

    def some_instance(self):
        f = self.some_fact(lambda f: f.step.rule != "hypothesis") or self.some_fact()
        if f is None:
            return
        if self.chance(0.3):
            f = self.some_fact(lambda f: any(h.rounds for h in f.hypotheses)) or f
        said = repr((f.claim, f.hypotheses))
        used = [key for key in LETTERS if f"'{key[0]}', '{key[1]}'" in said]
        self.random.shuffle(used)
        new = []
        for key in used[: self.pick(1, 1, 2, 3)]:
            if key[0] == "flag":
                value = ("flag", self.pick(*FLAGS), "t", 0)
                value = self.pick(value, value, value, ("seq", "y", "t", 0), ONE)
            elif key[0] in ("vec", "state"):
                value = self.vector(self.pick(0, 1))
                if key[0] == "vec" and self.chance(0.4):
                    value = self.pick(("unit", "e", "", 1), ("unit", "e", "t", 0))
            else:
                value = self.number(self.pick(0, 0, 1, 1, 2), self.pick("t", "t", ""))
                if self.chance(0.3):
                    value = ("seq", self.pick(*SEQUENCES), "t", 0)
                if self.chance(0.05):
                    value = ("seq", self.pick(*SEQUENCES), "s", 0)
            new.append((key, value))
        pairs = tuple(new)
        self.attempt("instance", f, iter(pairs) if self.chance(0.02) else pairs)

    def some_discharge(self):
        rests = lambda f: len(f.hypotheses) > 0
        f = None
        if self.chance(0.5):
            f = self.some_fact(lambda f: f.step.rule == "induct" and rests(f))
        f = f or self.some_fact(lambda f: f.step.rule != "hypothesis" and rests(f))
        f = f or self.some_fact(rests)
        if f is None:
            return
        h = self.random.choice(f.hypotheses)
        proof = self.some_fact(lambda g: g.claim == h.claim and h not in g.hypotheses)
        if proof is None or self.chance(0.3):
            gap = self.k.normal(h.claim.gap)
            zero = not gap and h.claim.op in ("==", ">=", "<=")
            rounds = self.pick((), ("rounds",), ("tau", 1), ("tau", 0))
            proof = (
                self.attempt("certificate", h.claim, ()) if zero else self.suppose(h.claim, rounds)
            )
        if self.chance(0.08):
            proof = self.some_fact()
        if proof is not None:
            self.attempt("discharge", f, h, proof)

    def some_lie(self):
        """Say a name that claims to be another, or a bool for a number."""
        a = ("var", Liar("b"))
        other = self.pick(("var", "a"), ("var", "b"), ("var", "c"))
        self.attempt("certificate", self.k.Claim(a, "==", other), ())
        f = self.attempt("hypothesis", "lie", self.k.Claim(other, "==", ONE))
        if f is not None:
            self.attempt("certificate", self.k.Claim(a, "==", ONE), ((ONE, (f,)),))
        self.attempt("certificate", self.k.Claim(Odd(0), ">=", ONE), ((Odd(-1), ()),))

    # Sessions ------------------------------------------------------------------------------

    def session(self, seed):
        """Make the facts of one session."""
        self.random = Random(f"{self.seed} {seed}")
        self.models = [Model(f"{self.seed} {seed} {i}") for i in range(MODELS)]
        self.facts, self.new = [], []
        for _ in range(4):
            self.some_hypothesis()
        ways = [getattr(self, f"some_{way}") for way, n in WAYS.items() for _ in range(n)]
        for _ in range(SESSION):
            self.pick(*ways)()
            yield from self.new
            self.new.clear()

    def run(self):
        """Make facts for ever, each with the rule that made it."""
        seed = 0
        while True:
            yield from self.session(seed)
            seed += 1

    # The judge -----------------------------------------------------------------------------

    def judge(self, rule, fact):
        """Evaluate a fact; give the hole if it is false."""
        self.made[rule] += 1
        tested = 0
        for n in range(MODELS + MORE):
            if n == len(self.models):
                self.models.append(Model(f"{self.seed} more {n}"))
            m = self.models[n]
            if n >= MODELS and tested:
                break
            for t in range(1, m.rounds + 1):
                try:
                    if all(m.assumes(h, t) for h in fact.hypotheses):
                        true = m.holds(fact.claim, t, s=1 + (t + n) % 3)
                        tested += 1
                        if not true:
                            return Hole(rule, fact, m, t)
                except (InexactError, OverflowError):
                    continue
        self.tested[rule] += tested > 0
        return None

    def search(self, facts):
        """Judge that many facts; give the first hole, and how many facts it took."""
        n = 0
        for n, (rule, fact) in enumerate(islice(self.run(), facts), 1):
            hole = self.judge(rule, fact)
            if hole is not None:
                return hole, n
        return None, n

    def rates(self):
        """Say by rule how often it was accepted, and how many facts were tested on a model."""
        return "\n".join(
            f"{rule}: {n} of {self.attempts[rule]} attempts accepted, "
            f"{100 * self.tested[rule] / n:.0f} % of these facts tested"
            for rule, n in sorted(self.made.items())
        )


def main():
    """Run the fuzzer from the command line."""
    parser = argparse.ArgumentParser(description="Look for false facts of the proof kernel.")
    parser.add_argument("--facts", type=int, default=20000)
    parser.add_argument("--seed", default="0")
    args = parser.parse_args()
    fuzzer = Fuzzer(seed=args.seed)
    hole, n = fuzzer.search(args.facts)
    print(fuzzer.rates())
    print(hole or f"no hole in {n} facts")
    raise SystemExit(hole is not None)


if __name__ == "__main__":
    main()
