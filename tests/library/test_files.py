"""Files become examples, and the command prints their audit."""

import gzip
import io
import json
import re
import sys
from datetime import date
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow
import pytest

from perclib import audit
from perclib.command import main
from perclib.data.files import examples, read

FLIGHTS = """flight,date,temperature,booster,damage
STS-1,1981-04-12,66,A,no
STS-2,1981-11-12,70,A,yes
STS-3,1982-03-22,,B,no
STS-4,1982-06-27,80,B,
STS-5,1982-11-11,68,,no
STS-6,1983-04-04,67,B,yes
"""


def examples_of(text, **how):
    return examples(read(io.StringIO(text)), **how)


def test_words_dates_and_gaps_become_numbers_and_it_is_said():
    table = examples_of(FLIGHTS, name="flights")
    assert table.columns == ("date", "temperature", "booster=A", "booster=B")
    assert table.stream.y.tolist() == [-1, 1, -1, -1, 1]
    assert table.stream.name == "flights"
    mean = (66 + 70 + 68 + 67) / 4
    assert table.stream.X.tolist() == [
        [0, 66, 1, 0],
        [214, 70, 1, 0],
        [344, mean, 0, 1],
        [578, 68, 0, 0],
        [722, 67, 0, 1],
    ]
    assert table.notes == (
        "damage: the labels, the last column; 'yes' is +1, in 2 of 5 rows, 'no' -1",
        "file: 6 rows, separated by ','; names in line 1",
        "damage: left out 1 row without a label",
        "flight: left out, since it has 5 different values in 5 rows",
        "date: a date, as days since 1981-04-12",
        "temperature: 1 gap filled by the column's mean, 67.75",
        "booster: 2 words, a column each; 1 gap with 0 in all",
    )
    other = examples_of(FLIGHTS, label="damage", positive="no")
    assert other.stream.y.tolist() == [1, -1, 1, 1, -1]


def data(text):
    """A file with a text, or with bytes."""
    return io.BytesIO(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize(
    ("text", "how", "said"),
    [
        # what separates cells, and what is no table
        ("a,b,y\n1,5,p,\n2,3,q,\n", {}, "got 3 cells in line 1 and 4 in line 2, separated by"),
        ("1;2,5\n3;4, a\n", {}, "each of ',', ';' may separate cells"),
        ('a,y\n1,p\n2,"q\n3,p\n', {}, "in the row from line 3: unexpected end of data"),
        ("a,b, a\n1,2,p\n", {}, "expected names that differ, got 'a', 'b', 'a'; without a head"),
        (" \n", {}, "file: expected a table, got an empty file"),
        ('""\n', {}, "file: expected a table, got an empty file"),
        ("a\n1\n2\n", {}, "columns of a file are cut where sep= says"),
        ("a,y\n", {}, "expected rows below two or more names that differ, got 'a', 'y' and 0 rows"),
        ('{"a": 1, "y": 0}\n{"a": 2, "y": 1}\n', {}, "got '{\"a\":' first; read JSON with pandas"),
        ("1 |f a:1 b:2\n-1 |f a:3\n", {}, "expected cells with separators, got '1' first"),
        ("<!DOCTYPE html>\n<p>404</p>\n", {}, "got '<!DOCTYPE' first"),
        ("1 qid:3 1:0.5 3:2 # first\n0 qid:3 2:1\n", {}, "sklearn.datasets.load_svmlight_file"),
        ("@RELATION may\n@data\n1,p\n", {}, "ARFF with scipy.io.arff.loadarff"),
        (b"PK\3\4\n\0\0\0,y\n1,p\n", {}, "save a spreadsheet as CSV"),
        ("a,y\n1,p\n2,q\n".encode("utf-16"), {}, "choose encoding=, such as cp1252 or utf-16"),
        (b"PAR1 and no more", {}, "Parquet"),
        (b"\x89PNG\r\n\x1a\n\0\0", {}, "file: expected text or Parquet"),
        (gzip.compress(FLIGHTS.encode(), mtime=0)[:99], {}, "Compressed file ended before"),
        (b"?,y\n1,p\n\xff,q\n", {}, "choose encoding=, such as cp1252"),
        (
            "a,y\n1,p\n",
            {"encoding": "latein"},
            "unknown encoding: latein; of text choose encoding=",
        ),
        # whether there is a head
        ("2019,2020,y\n1,2,p\n2,3,q\n3,5,p\n1,1,q\n", {}, "header=True or header=False"),
        ("2019,2020\n1,0\n2,1\n", {}, "header=True or header=False"),
        ("0,1,2\n5,6,1\n7,8,0\n", {}, "header=True or header=False"),
        ("4,2,s,v\n1,2,3,0\n4,5,6,1\n", {}, "header=True or header=False"),
        ("None,1.5,p\n2.5,2,q\n", {}, "header=True or header=False"),
        (",0,1\n0,.5,1\n1,.7,0\n", {}, "header=True or header=False"),
        ("1.5,2,p\n2.5,3,q\n", {}, "header=True or header=False"),
        ("r,s,p\nb,s,q\n", {}, "header=True or header=False"),
        # what is nearly a number
        (
            "a,y\n1,p\n?,q\n4,q\n5,p\n",
            {},
            "look like numbers, but not all are: '?' 1 time; name gaps",
        ),
        ("a,y\n5%,p\n7,q\n8%,q\n", {}, "'5%' 1 time, '8%' 1 time; name gaps with na="),
        ("a\ty\n1,234,567\tp\n7\tq\n", {}, "the mark with decimal="),
        (
            'a,y\n"1,234",p\n5,q\n',
            {},
            "the mark in '1,234' may be decimal or group thousands; choose",
        ),
        ("a;b;y\n1.234;2,5;p\n9.001;3,5;q\n", {}, "a: the mark in '1.234' may be decimal or group"),
        ("a;y\n0,123;p\n5;q\n", {"decimal": "."}, "'0,123' 1 time"),
        ("a;y\n1234,567;p\n5;q\n", {"decimal": "."}, "'1234,567' 1 time"),
        ("fee;y\n£1,50;p\n£2,50;q\n", {}, "'£1,50' 1 time"),
        ("a;y\n1 000;p\n−7;q\n1'234;q\n", {}, "'1 000' 1 time, '−7' 1 time"),
        ("a,b,y,\n1,5,p,\n2,3,q,\n", {}, "in column 'unnamed 4', got none"),
        ("a,y\n12,p\n(5),q\n-,q\n", {}, "'(5)' 1 time, '-' 1 time"),
        ("a,y\n1,p\ninf,q\n", {}, "a: expected 0 or a magnitude from 1e-140 to 1e+140, got inf in"),
        # dates
        ("d,y\n1/2/2020,p\n3/4/2020,q\n", {}, "'1/2/2020' may begin with the day or with"),
        # labels and columns
        ("a,y\n1,no\n2,no\n", {}, "expected two labels in column 'y', got 'no'"),
        ("a,y\n1,Yes\n2,yes\n", {}, "got 'Yes', 'yes'; choose"),
        ("a,y\n1,\n2,\n", {}, "expected two labels in column 'y', got none"),
        ("a,y\n1,p\n2,q\n3,r\n", {}, "got 'p', 'q', 'r'; choose with positive= the one"),
        ("k,a\np,1\nq,2\nq,3\n", {}, "or with label= another column"),
        ("a,y\n1,p\n2,q\n", {"label": "z"}, "label: expected one of the columns 'a', 'y'"),
        ("a,y\n1,p\n2,q\n", {"positive": "r"}, "got 'p', 'q'; choose with positive="),
        ("a,y\n,p\n,q\n", {}, "columns of numbers, got none: a: left out, since it is empty"),
    ],
)
def test_a_file_in_doubt_is_refused_with_what_helps(text, how, said):
    asked = {key: how.pop(key) for key in ("label", "positive") if key in how}
    with pytest.raises(ValueError, match=re.escape(said)):
        examples(read(data(text), **how), **asked)


BOTH = [[1], [2]]


@pytest.mark.parametrize(
    ("text", "how", "columns", "X"),  # labels are p and q, in the order of the alphabet
    [
        # separators, heads and lines
        ("\ufeffa,b,y\r\n1.5,2,p\r\n2.5,3,q\r\n", {}, "a b", [[1.5, 2], [2.5, 3]]),
        ("\n\na;b;y\n1,5;2;p\n2,5;3;q\n", {}, "a b", [[1.5, 2], [2.5, 3]]),
        ("a\tb\ty\n1.5\t2\tp\n2.5\t3\tq\n", {}, "a b", [[1.5, 2], [2.5, 3]]),
        ("1.5,2,p\n2.5,3,q\n", {"header": False}, "0 1", [[1.5, 2], [2.5, 3]]),
        ("2019,2020,y\n1,2,p\n2,3,q\n", {"label": "y"}, "2019 2020", [[1, 2], [2, 3]]),
        ("4,2,s,v\n1,2,3,p\n4,5,6,q\n", {"header": True}, "4 2 s", [[1, 2, 3], [4, 5, 6]]),
        ("r,s,p\nb,t,q\n", {"header": False}, "0=b 0=r 1=s 1=t", [[0, 1, 1, 0], [1, 0, 0, 1]]),
        ("a,y\n1,p\n2,q\n".encode("utf-16-le"), {"encoding": "utf-16-le"}, "a", BOTH),
        ("sep=;\na;y\n1;p\n2;q\n", {}, "a", BOTH),
        ('"w, kg";"h, cm";y\n70,5;180;p\n8;19;q\n', {}, "w, kg|h, cm", [[70.5, 180], [8, 19]]),
        ('a,b,y\n1,"x, 1",p\n 2, "x, 1",q\n  \n', {}, "a|b=x, 1", [[1, 1], [2, 1]]),
        (",a,y\n0,5,p\n1,7,q\n2,6,q\n", {}, "a", [[5], [7], [6]]),
        ("a   b y\n 1  2 p\n2 3   q\n", {"sep": " "}, "a b", [[1, 2], [2, 3]]),
        ("a\ty\n1\tp\n2\tq\n", {"sep": r"\t"}, "a", BOTH),
        ("a=b,a,y\n5,b,p\n6,c,q\n", {}, "a=b a=b a=c", [[5, 1, 0], [6, 0, 1]]),
        (",1.5,p\n2.5,2,q\n", {"header": False}, "0 1", [[2.5, 1.5], [2.5, 2]]),
        # numbers and gaps
        ("a,b,y\n.5,1e3,p\n-.5,2,q\n", {}, "a b", [[0.5, 1000], [-0.5, 2]]),
        ("a,y\n1,p\n?,q\n4,q\n", {"na": ["?"]}, "a", [[1], [2.5], [4]]),
        ('a,y\n"1,234.5",p\n5,q\n', {"decimal": "."}, "a", [[1234.5], [5]]),
        ("a;b;y\n1.234;2,5;p\n7;8;q\n", {"decimal": ","}, "a b", [[1234, 2.5], [7, 8]]),
        ("a,b,y\n1,5%,p\n2,7%,q\n", {"drop": ["b"]}, "a", BOTH),
        ("a,y\nNA,p\n7 ,q\n", {}, "a", [[7], [7]]),
        ("a,y\n1 Elm,p\n2 Oak,q\n2 Oak,q\n", {}, "a=1 Elm|a=2 Oak", [[1, 0], [0, 1], [0, 1]]),
        # dates
        ("d;b;y\n03.01.2018;5,11;p\n04.01.2018;6,5;q\n", {}, "d b", [[0, 5.11], [1, 6.5]]),
        ("d,y\n13/01/2020,p\n14/01/2020,q\n1/2/2020,q\n", {}, "d", [[0], [1], [19]]),
        ("d;y\n13.01.2020 12:00;p\n1.2.2020 18:00;q\n", {}, "d", [[0], [19.25]]),
        ("d,y\n1/13/2020,p\n2/1/2020,q\n", {}, "d", [[0], [19]]),
        ("d,y\n2020-01-02 06:00,p\n2020-01-03 18:00,q\n", {}, "d", [[0], [1.5]]),
        ("d,y\n13 Jan 2020,p\n1 Feb 2020,q\n", {}, "d", [[0], [19]]),
        ("d,y\n2020-01-13,p\n-,q\n2020-01-15,q\n", {"na": ["-"]}, "d", [[0], [1], [2]]),
        # bytes
        (gzip.compress(b"a,y\n1,p\n2,q\n", mtime=0), {}, "a", BOTH),
        ("ж,y\n1,p\n2,q\n".encode("utf-16"), {"encoding": "utf-16"}, "ж", BOTH),
        ("ж,y\n1,p\n2,q\n".encode("cp1251"), {"encoding": "cp1251"}, "ж", BOTH),
    ],
)
def test_a_file_is_read_rightly(text, how, columns, X):
    table = examples(read(data(text), **how), how.get("label"))
    assert table.columns == tuple(columns.split("|" if "|" in columns else " "))
    assert table.stream.X.tolist() == X
    assert table.stream.y.tolist() == [-1, 1, 1][: len(X)]


def test_the_notes_report_what_was_read():
    text = "id,a,b,y\n1,5,1,p\n2,5,1,q\n3,6,2,q\n"
    assert examples(read(io.StringIO(text), drop=["id"])).notes == (
        "y: the labels, the last column; 'q' is +1, in 2 of 3 rows, 'p' -1",
        "file: 3 rows, separated by ','; names in line 1",
        "numbers as they are: 'a', 'b'",
        "1 row equal to an earlier one in these numbers, but for the label, so that no weights "
        "score all rows right: "
        "line 2 and line 3",
    )
    long = "".join(f"the text of row {n},{n},{'pq'[n % 2]}\n" for n in (*range(30), 0))
    for made, note in (
        (text, "id: counts the rows; if it means nothing, leave it out with drop="),
        ("text,a,y\n" + long, "sklearn.feature_extraction.text.HashingVectorizer"),
    ):
        assert any(said.endswith(note) for said in examples_of(made).notes)


def test_numbers_of_other_kinds_are_numbers():
    big = 10**24
    frame = pd.DataFrame({"a": [Decimal("1.5"), None, Decimal("2.5")], "b": [big, 3 * big, 0]})
    frame = frame.astype(object).assign(y=["p", "q", "q"])
    frame["d"] = pd.array([date(2024, 1, n) for n in (1, 2, 4)], pd.ArrowDtype(pyarrow.date32()))
    made = examples(frame, label="y")
    assert made.stream.X.tolist() == [[1.5, 1e24, 0], [2, 3e24, 1], [2.5, 0, 3]]
    assert made.notes[1:] == (
        "a: 1 gap filled by the column's mean, 2",
        "d: a date, as days since 2024-01-01",
        "numbers as they are: 'b'",
    )


def test_rows_of_parquet_keep_an_index_with_a_name(tmp_path):
    frame = pd.DataFrame({"x": [3, 4, 5], "n": [1, 2, 3], "y": list("pqq")})
    for name, index in (("one", "x"), ("two", ["x", "n"])):
        frame.set_index(index).to_parquet(tmp_path / name)
        assert examples(read(tmp_path / name)).columns == ("x", "n")
    frame[frame.n > 1].to_parquet(tmp_path / "rows")  # an index that nobody named
    assert list(read(tmp_path / "rows").columns) == ["x", "n", "y"]


def test_rows_that_contradict_an_earlier_one_are_counted_whichever_came_first():
    (note,) = (n for n in examples_of("a,y\n1,p\n1,p\n1,q\n1,p\n1,q\n2,q\n").notes if "equal" in n)
    assert note.startswith("3 rows")
    assert note.endswith("line 2 and line 4, line 4 and line 5, line 2 and line 6")


def test_a_quote_astray_is_refused_with_its_line():
    with pytest.raises(ValueError, match=r"in the row from line 3: .* a quote astray"):
        examples_of('a\ty\nx\tp\n"x" 5"\tq\nz\tp\n')


@pytest.mark.parametrize("form", ["numpy", "numpy_nullable", "pyarrow"])
def test_frames_of_pandas_are_taken_whatever_holds_their_numbers(form):
    frame = pd.DataFrame({"a": [1.5, None, 2.5], "b": [True, False, True], "y": ["p", "q", "q"]})
    frame["t"] = pd.to_datetime(["2020-01-01", "2020-01-03T12:00", "2020-01-02"], format="ISO8601")
    frame = frame if form == "numpy" else frame.convert_dtypes(dtype_backend=form)
    X = examples(frame, label="y").stream.X
    assert X.tolist() == [[1.5, 1, 0], [2, 0, 2.5], [2.5, 1, 1]]


def test_what_is_no_table_is_refused():
    with pytest.raises(ValueError, match="frame: expected a table of pandas, got ndarray; use rea"):
        examples(np.eye(2))
    with pytest.raises(ValueError, match="names that differ, got 'a', 'a', 'y'"):
        examples(pd.DataFrame([[1, 2, "p"]], columns=["a", "a", "y"]))


def test_the_command_prints_what_audit_finds(tmp_path, capsys):
    file, report = tmp_path / "flights.csv", tmp_path / "report.html"
    file.write_text(FLIGHTS.replace("flight,", "id,").replace("STS-", ""), "latin-1")
    how = [str(file), "--label", "damage", "--passes", "2", "--solve", "9000"]
    how += ["--positive", "no"]
    assert main(["audit", *how, "--html", str(report)]) == 0
    printed, page = capsys.readouterr().out, report.read_text("utf-8")
    table = examples(read(file), "damage", "no", name="flights.csv")
    assert printed == f"{audit(table, passes=2)}\n".replace("drop=", "--drop")
    assert page.count("<svg") == page.count("</svg>") == 1
    assert "https://" not in page.replace("https://www.w3.org", "")
    assert page.count("<table") == 2
    for part in table.notes:
        part = part.replace("drop=", "--drop").replace("'", "&#x27;")
        assert part.split("-1")[0].rstrip(" -−1") in page
    main(["audit", *how, "--json"])
    told = json.loads(capsys.readouterr().out)
    view = told["views"][1]
    assert view["orders"] == list(audit(table, passes=2)["lifted"].orders)
    assert len(view["weights"]) == len(told["columns"]) + 1
    assert (told["columns"][1], told["notes"]) == (
        "date",
        [note.replace("drop=", "--drop") for note in table.notes],
    )


def test_the_command_reads_parquet_and_standard_input(tmp_path, capsys, monkeypatch):
    frame = read(io.StringIO(FLIGHTS))
    frame.to_parquet(tmp_path / "flights.parquet")
    assert main(["audit", str(tmp_path / "flights.parquet"), "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    stdin = io.TextIOWrapper(io.BytesIO(FLIGHTS.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert main(["audit", "-", "--json"]) == 0
    second = json.loads(capsys.readouterr().out)
    assert first["views"] == second["views"]
    assert second["name"] == "standard input"


def test_the_command_says_what_it_refuses(tmp_path, capsys):
    assert main(["audit", str(tmp_path / "none.csv")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "No such file" in told.err
    for words in (["audit"], []):
        with pytest.raises(SystemExit):
            main(words)
        assert "usage: perclib" in capsys.readouterr().err
    file, page = tmp_path / "flights.csv", str(tmp_path / "none" / "page.html")
    file.write_text(FLIGHTS)
    assert main(["audit", str(file), "--passes", "1", "--html", page]) == 1
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("d,y\n1/2/2020,p\n3/4/2020,q\n", "or leave the column out with --drop\n"),
        ("2019,2020\n1,0\n2,1\n", "choose with --header or --no-header\n"),
    ],
)
def test_the_command_names_its_flags(text, said, tmp_path, capsys):
    (tmp_path / "file.csv").write_text(text)
    assert main(["audit", str(tmp_path / "file.csv")]) == 1
    assert capsys.readouterr().err.endswith(said)
