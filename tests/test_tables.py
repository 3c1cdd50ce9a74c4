"""Numbers of tables and printed lines."""

import pytest
from tabulate import tabulate

from perclib.tables import table, typeset

NO_NUMBERS = ["class_0", "x-1", "k-12", "1e5", "3e-5x", "1.0.4", "c12345", "7u"]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("-1", "−1"),
        ("[ 1 -1]", "[ 1 −1]"),
        ("at least 2648, over 6003000", "at least 2648, over 6\u202f003\u202f000"),
        ("-12345.678901", "−12\u202f345.678901"),
        ("1.0e+10 -1e-05 2e+00", "1.0·10¹⁰ −10⁻⁵ 2·10⁰"),
        ("19*, 59.6 / 9, 0.2%", "19*, 59.6 / 9, 0.2%"),
        ("5e+10.", "5·10¹⁰."),
    ],
)
def test_numbers_are_typeset(written, said):
    assert typeset(written) == said


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number_stays(text):
    assert typeset(text) == text


def test_a_table_stays_one_and_its_tags_as_they_are():
    made = tabulate([["<b>", -1e-9]], ["a", "b"], "html")
    page = table([["<b>", -1e-9]], ["a", "b"])
    assert type(page) is type(made)
    assert page == made.replace("-1e-09", "−10⁻⁹")
    assert typeset('<td style="width: 12345px">-1</td>') == '<td style="width: 12345px">−1</td>'


def test_a_quotient_in_a_header_is_not_broken():
    assert "2k\u2060/\u2060T" in table([[1]], ["2k/T"])
