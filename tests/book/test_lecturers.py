"""The plans for lecturers fill their minutes, and the problems' solutions are as they are said."""

import itertools
import random
import re
from pathlib import Path

from chapters import littlestone

from perclib import Perceptron, Stream, block_novikoff, largest_margin, run

BOOK = Path(__file__).resolve().parents[2] / "book"
PAGE = (BOOK / "lecturers.md").read_text("utf-8")
SOLUTIONS = (BOOK / "solutions.md").read_text("utf-8")


def rows(table):
    """Minutes in the first column of a table, and the second column."""
    text = PAGE.split(f":name: {table}")[1].split("\n```")[0]
    return re.findall(r"^\* - (\d+)\n  - (.*)$", text, re.MULTILINE)


def test_each_lecture_takes_75_minutes():
    assert sum(int(minutes) for minutes, _ in rows("tab-one-lecture")) == 75
    lectures = []
    for minutes, section in rows("tab-three-lectures"):
        if re.match("first|second|third", section):
            lectures.append(0)
        lectures[-1] += int(minutes)
    assert lectures == [75, 75, 75]
    six = PAGE.split("## Six lectures")[1].split("\n## ")[0]
    lectures = re.findall(r"^\d\. .*", six, re.MULTILINE)
    assert lectures
    for lecture in lectures:
        for part in lecture.split("; or,"):
            assert sum(map(int, re.findall(r"\((\d+)\)", part))) == 75, part


def test_each_set_of_problems_has_40_points_and_every_problem_a_solution():
    points = [int(n) for n in re.findall(r"\} \d+\. .*\((\d+)\spoints", PAGE)]
    assert (sum(points[:4]), sum(points[4:])) == (40, 40)
    assert re.findall(r"^(\d)\. ", SOLUTIONS, re.MULTILINE) == list("12345678")
    assert "solutions" not in (BOOK.parent / "_toc.yml").read_text("utf-8")


def test_problem_1_is_met():
    stream = Stream([[1, 3], [3, -1], [-2, -2]], [1, 1, -1])
    assert block_novikoff(stream, [2, 1]).value == 2
    assert run(Perceptron.zero(2), stream).mistake_count == 2
    assert largest_margin(stream).ceiling ** 2 < 5 + 1e-9


def test_problem_2_counts_the_mistakes():
    draw = random.Random(1)
    for _ in range(300):
        w, x = ([draw.randint(-20, 20) for _ in range(2)] for _ in range(2))
        if x == [0, 0]:
            continue
        z = [-2 * x[1], 2 * x[0]]
        scores = [(w[0] * a + w[1] * b, a * a + b * b) for a, b in (x, z)]
        told = sum(0 if score > 0 else -score // square + 1 for score, square in scores)
        done = run(Perceptron(w), Stream([x, z] * 1000, [1] * 2000))
        assert done.mistake_count == told


def test_problem_3_separates_the_two_learners():
    for m in (1, 2, 7, 10, 40):
        X = [(1, 0)] * m + [(-1, 1)] * m
        w, mistakes = (0, 0), 0
        for x in X:
            mistakes += w[0] * x[0] + w[1] * x[1] <= 0
            w = (w[0] + x[0], w[1] + x[1])
        assert mistakes == m // 2 + 2
        stream = Stream(X, [1] * 2 * m)
        assert run(Perceptron.zero(2), stream).mistake_count <= 10
        assert 10 <= block_novikoff(stream, [1, 2]).value < 10.001


def test_problem_5_is_reached():
    for m in range(1, 5):
        experts = list(itertools.product((-1, 1), repeat=m))
        for labels in experts:
            left, mistakes = experts, 0
            for t, y in enumerate(labels):
                mistakes += y * sum(expert[t] for expert in left) <= 0
                left = [expert for expert in left if expert[t] == y]
            assert (mistakes, len(left)) == (m, 1)


def test_problem_7_has_dimension_2():
    every = frozenset(itertools.product((0, 1), repeat=3))
    assert littlestone(every) == 3
    assert {littlestone(every - {one}) for one in every} == {2}
    assert sum(abs(sum(z)) for z in itertools.product((-1, 1), repeat=4)) / 16 == 1.5  # problem 6
