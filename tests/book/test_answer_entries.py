"""Entries, right and wrong, as readers type them, and the verdict on each."""

import pytest
import sympy as sp
from test_answers import KEYS, book_answers, computed, judge

# Kind, what is right; its letters.  Then the entries by the verdict on them, between strokes.
ENTRIES = """
number 1440400
    right: 1440400 | 1 440 400 | 1,440,400 | 1\u202f440\u202f400 | 1\xa0440\xa0400 | 1.440.400
    right: 1'440'400 | 1’440’400 | 1_440_400 | 1.4404e6 | 14404e2 | 1440400.0 | 1440400.
    right: 1,440,400.0 | 1.440.400,0 | 1 440 400.0 | b = 1 440 400 | = 1,440,400 | 1440.4e3
    right: 1.4404*10^6 | 1.4404 x 10^6 | 1.4404·10^6 | 1,4404e6
    wrong: 1440401 | 1 440 401 | 1,440,401 | 1440 | 1.44040 | 144040 | 1,4404 | 14404 | 1,440
    refused: 1,44,0400 | 1 44 0400 | 1440400 rows | 1.440.40 | 1,440,40
number 90000
    right: 90000 | 90,000 | 90 000 | 9e4 | 9E4 | 9e+4 | 9*10^4 | 90000.0 | 90_000 | 90'000 | 300^2
    right: 9.0e4 | N = 90000 | $90000$ | 90,000.0 | 90.000,0 | \\frac{180000}{2} | 90,000 + 0
    right: (90,000) | 90,000/1
    wrong: 90 | 9000 | 900000 | 9,000 | 9 000 | 9e3 | 90,001 | 99 | 89,999 | 900.00
    refused: 90.000 | 90 00 | 9 0000 | ninety thousand | 90,00 0
number 9/2
    right: 4 1/2 | 4½ | 4 ½ | 9/2 | 4.5 | 4,5 | 4.50 | 4,50 | (9/2) | [9/2] | 4+1/2 | 4 + ½ | 45e-1
    right: 450% | \\frac{9}{2} | \\tfrac{9}{2} | Fraction(9, 2) | 18/4 | 4 2/4 | 4.5e0 | k = 4 1/2
    right: sqrt(81/4) | 9÷2 | 9⁄2 | 0.45e1 | (4 1/2) | 2*2¼ | 1/2 + 4
    wrong: 4 | 5 | 41/2 | 4*1/2 | -4 1/2 | -4.5 | 4 1/3 | 4¼ | 3 1/2 | 45 | 4,05 | 0.5 | ½ | 2
    close: 4.51 | 4,49 | 4.4999 | 4.500001
    refused: 4 3/2 | 4 1/2 1/2 | 4 1/2^2 | 4 1 | 2 4 1/2 | 4..5 | 4,5,0 | 9//2 | nine halves
    refused: 4 1/2x
number -9/2
    right: -4 1/2 | −4½ | - 4 1/2 | -4,5 | −9/2 | -(4 1/2) | -4.5
    wrong: 4 1/2 | -4+1/2 | -3.5
number 2/3
    right: 2/3 | 0.6667 | 0.66667 | 0.66666666666666663 | 0.6666666666666666 | ⅔ | 0,6667 | .6667
    right: 0.666666... | 0.6666… | 4/6 | 6.6667e-1 | 0.666666666666666666666667
    wrong: 0.6 | 0.7 | 1/3 | 3/2 | -2/3 | -0.6667 | 0.65 | 6.667 | 0.06667 | 66.67
    close: 0.67 | 0.667 | 0.66 | 0.666 | 0.6666 | 0.66666 | 0.6668 | 0.66660 | 0.666...
number 3/sqrt(2)
    right: 3/sqrt(2) | 3√2/2 | 2.1213 | 2.121 | 2,1213 | 2.1213203435596424 | 2.1213203436 | 3/√2
    right: 3 sqrt 2/2 | \\frac{3}{\\sqrt{2}} | 3/math.sqrt(2) | 3/np.sqrt(2) | 3*2**-0.5
    right: 1.5*sqrt(2) | 1,5√2 | 1½√2 | sqrt(4.5) | sqrt(4½) | sqrt(4 1/2) | √(9/2) | 3/2 * √2
    right: 3*sqrt[2]/2 | 3/2^½ | 2.12132... | u = 3/sqrt(2) | (3√2)/2
    close: 2.12 | 2.13 | 2.1214 | 2.1212 | 2.122 | 2.1213204 | 2.12132035
    wrong: 3 | 2 | 1.5 | 3√2 | √2 | -2.1213 | 21.213 | 4.5 | 9/2 | 2.5 | sqrt(2)/3 | 2121
    refused: 2,121 | 3/sqrt | 3√ | 1/2sqrt(2) | 3 over sqrt 2 | √ | 2.1.2 | (3/sqrt(2)
number 9
    right: 9 | 9.0 | 9.000 | 3^2 | 8.999999999999998 | 9.000000000000002 | 18/2 | 9e0 | 9,0 | 09
    right: 900% | 81^(1/2) | 3² | +9
    wrong: 8 | 10 | 9 1/2 | -9 | 9e1 | 0.9 | 9,9 | 90 | 9½ | 1/9 | 8.5
    close: 8.99 | 9.01 | 8.9999 | 9.0001 | 8.9999999
number 1/16
    right: 1/16 | 0.0625 | .0625 | 0,0625 | 6.25% | 6.25e-2 | 2^-4 | 2**-4 | (1/4)^2 | (¼)²
    wrong: 1/4 | 16 | 0.625 | 6.25 | 0.25 | -1/16 | 625 | 1/8
    close: 0.0624 | 0.06251
formula 3T - 3; T
    right: 3T-3 | 3(T-1) | 3*T - 3 | 3t-3 | 3*(t - 1) | -3+3T | 3T−3 | = 3T-3 | R = 3T - 3 | 3·T−3
    right: 3[T-1] | 3,0T-3 | (6T-6)/2 | ½(6T-6) | 3×T−3 | \\frac{6T-6}{2}
    wrong: 3T | 3T-4 | T-1 | 3 | 4T-3 | 3T^2-3 | 3T+3 | 2T-3
    refused: 3n-3 | 3T- | three T | 3T-3x | 3TT T -( | 3 1/2 T
formula R sqrt(T)/(2g); R T g
    right: R sqrt(T)/(2g) | R√T/(2g) | R*T^(1/2)/(2*g) | r√t/(2G) | \\frac{R\\sqrt{T}}{2g}
    right: 0.5R√T/g | ½R√T/g | 0,5 R √T / g | R/(2g)*sqrt(T) | R*math.sqrt(T)/(2*g)
    wrong: R√T/g | RT/(2g) | R√T/2 | √T/(2g) | R√T g/2 | 2R√T/g
    refused: R√T/2g | R√T/(2γ) | R sqrt(T)/(2g | R√T/2 g
formula -eta/(1 - eta); η
    right: -η/(1-η) | -eta/(1-eta) | η/(η-1) | -\\eta/(1-\\eta) | -\\frac{\\eta}{1-\\eta}
    right: w = -η/(1-η)
    wrong: η/(1-η) | -η | 1/(1-η) | -η/(1+η)
    refused: -n/(1-n) | -e/(1-e)
formula (c+1/c)^2/4; c
    right: (c+1/c)^2/4 | (C+1/C)²/4 | 0.25(c+1/c)^2 | ¼(c+1/c)² | (c^2+2+c^-2)/4 | [(c+1/c)/2]^2
    right: c²/4+½+1/(4c²)
    wrong: (c+1/c)/4 | c^2/4 | (c+1/c)^2 | (c-1/c)^2/4
vector (2, 1)
    right: (2, 1) | (2,1) | [2, 1] | [2,1] | (2 1) | [2 1] | 2, 1 | 2,1 | (2; 1) | (2,0; 1,0)
    right: (4/2, 1) | [[2, 1]] | array([2, 1]) | np.array([2., 1.]) | w = (2, 1) | (2, 1)^T
    right: (2.0, 1.0) | ( 2 , 1 ) | (1+1, 1) | (2, 5/5) | [2. 1.] | (2  1)
    wrong: (1, 2) | [1, 2] | (2, 1, 0) | (2) | (2, -1) | (2 -1) | (-2 1) | 2, 2 | (2.1, 1) | (0, 1)
    refused: (2, 1 | 2 1 | (2,, 1) | (2, one) |  | 2 | (1 1/2)
vector (1/3, -2/3)
    right: (1/3, -2/3) | (1/3 -2/3) | (0.3333, -0.6667) | [0.33333, -0.66667]
    right: 0.3333333333333333, -0.6666666666666666 | (⅓, −⅔) | (0,3333; -0,6667)
    right: [ 0.33333333 -0.66666667] | (1/3; -2/3)
    close: (0.33, -0.67) | (0.3333, -0.67) | (0.333, -0.667)
    wrong: (0.3333, 0.6667) | (-2/3, 1/3) | (1/3, 2/3) | (0.3, -0.7)
"""


def read_entries(table):
    """Give what is asked of a kind, and the entries by the verdict on them."""
    out = []
    for line in table.strip("\n").split("\n"):
        if line.startswith(" "):
            want, _, texts = line.strip(" ").partition(": ")
            out[-1][-1].setdefault(want, []).extend(texts.split(" | "))
        else:
            kind, _, said = line.partition(" ")
            right, _, letters = said.partition("; ")
            out.append((kind, right, letters, {}))
    return out


JUDGED = read_entries(ENTRIES)


def verdict(answer, text):
    found = judge(answer, text)
    if "refused" in found:
        return "refused"
    return "right" if found["holds"] else "close" if found.get("close") else "wrong"


@pytest.mark.parametrize(("kind", "right", "letters", "entries"), JUDGED)
def test_entries_are_judged(kind, right, letters, entries):
    answer = {"kind": kind, "right": right, "letters": letters.split(), "mistakes": []}
    for want, texts in entries.items():
        found = {text: verdict(answer, text) for text in texts}
        assert found == dict.fromkeys(texts, want)


NUMBERS = [name for name in KEYS if book_answers()[name]["kind"] == "number"]


@pytest.mark.parametrize("name", NUMBERS)
def test_decimals_of_keys_are_right_and_those_of_mistakes_are_not(name):
    """As Python prints them, rounded to four digits, and with the marks that the book prints."""
    right, mistakes = computed()[name]
    answer = book_answers()[name]

    def forms(value):
        exact = sp.nsimplify(sp.sympify(value))
        found = [repr(float(exact)), f"{sp.N(exact, 20)}", f"{float(exact):.7f}"]
        if exact.is_Integer and exact > 999:
            found += [f"{int(exact):,}", f"{int(exact):,}".replace(",", " ")]
        if not exact.is_Integer:
            found.append(f"{float(exact):.{5 - sp.ceiling(sp.log(abs(exact), 10))}f}")
        return found

    assert {form: verdict(answer, form) for form in forms(right)} == dict.fromkeys(
        forms(right), "right"
    )
    for mistake in mistakes:
        for form in forms(mistake):
            assert verdict(answer, form) != "right", (mistake, form)


def test_half_an_answer_is_told_so():
    def said(kind, right, text):
        return judge({"kind": kind, "right": right, "letters": [], "mistakes": []}, text)["say"]

    assert (
        said("number", "81/16 + sqrt(65)/2", "81/16")
        == "That is one term of it: another is missing."
    )
    assert said("vector", "(2, 1)", "(2, 0)") == "Right so far: coordinate 1."
    assert said("vector", "(2, 1)", "(2, 1, 0)") == "Write 2 coordinates."
