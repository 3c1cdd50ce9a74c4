"""Formal vectors: what `dot` expands to, and that a wrong sign is seen."""

import pytest
import sympy as sp

from perclib.algebra import Vector, dot, norm, vectors

u, v, w = vectors("u v w")
a, b = sp.symbols("a b", real=True)
MIXED = [u, 2 * v, u - v, a * u + b * w, u + v / 3 - a * w]


def same(left, right):
    """Whether two expressions are equal as polynomials."""
    return sp.expand(left - right) == 0


@pytest.mark.parametrize("one", MIXED)
@pytest.mark.parametrize("other", MIXED)
def test_dot_is_symmetric_and_bilinear(one, other):
    assert same(dot(one, other), dot(other, one))
    for third in MIXED:
        whole = a * dot(one, third) + b * dot(other, third)
        assert same(dot(a * one + b * other, third), whole)
        assert same(dot(third, one * a + other * b), whole)


def test_named_vectors_have_one_symbol_a_pair():
    assert dot(u, v) == dot(v, u) != dot(u, w)
    assert dot(u, v).is_real
    assert norm(u).is_nonnegative
    assert norm(u) ** 2 == dot(u, u)
    assert norm(u) != norm(v)
    assert len({dot(one, other) for one in (u, v, w) for other in (u, v, w)}) == 6


def test_what_cancels_is_gone():
    assert u + v - v == u
    assert -(u - v) == v - u
    assert 0 * u == u - u == Vector(())
    assert dot(u - u, v) == 0
    assert 3 * u / 3 == u
    assert len({u, 3 * u / 3, v}) == 2


def test_norms_scale_by_the_size_of_a_factor():
    assert norm(-2 * u) == 2 * norm(u)
    assert norm(a * u) == sp.Abs(a) * norm(u)
    assert dot(u / norm(u), u / norm(u)) == 1


def test_components_agree():
    """Against vectors of numbers, in three dimensions."""
    numbers = dict(zip("uvw", ([1, -2, 3], [0, 4, -1], [5, 1, 2]), strict=True))
    names = {"u": u, "v": v, "w": w}
    columns = {name: sp.Matrix(column) for name, column in numbers.items()}
    put = {norm(names[m]): columns[m].norm() for m in names}
    put |= {dot(names[m], names[n]): columns[m].dot(columns[n]) for m, n in ("uv", "uw", "vw")}
    formal = dot(2 * u - v + w / 2, u + 3 * w)
    one = 2 * columns["u"] - columns["v"] + columns["w"] / 2
    assert formal.subs(put) == one.dot(columns["u"] + 3 * columns["w"]) != 0


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        (dot(w, u), r"\langle u,w\rangle"),
        (norm(u), r"\|u\|"),
        (dot(u, u), r"\|u\|^{2}"),
        (dot(*vectors("u w_{t+1}")), r"\langle u,w_{t+1}\rangle"),
    ],
)
def test_sympy_writes_them_as_the_book_does(shown, printed):
    assert sp.latex(shown) == printed
