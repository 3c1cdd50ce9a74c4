"""The scripts of playground, answers and kernel, read without running them: parsed, strict, named.

No linter of JavaScript comes from the package index of Python, so a small one looks for what breaks
pages most often: a name that is written wrong, a name that is left over, a thing of modules.  How
scripts are laid out is left to ``layout``.
"""

import re

import layout
import playground
import pytest
from py_mini_racer import JSEvalException, MiniRacer
from pygments.lexers import JavascriptLexer
from pygments.token import Comment, Name, Punctuation, Token

SCRIPTS = {name: playground.SCRIPTS / f"{name}.js" for name in playground.ORDER}
SCRIPTS["answers"] = playground.SCRIPTS.parent / "answers.js"
OF_THE_KERNEL = ("try", "kernel", "bench", "workbench", "worker")
SCRIPTS |= {name: playground.SCRIPTS.parent / "kernel" / f"{name}.js" for name in OF_THE_KERNEL}
KNOWN = """
    Play globalThis Math JSON Boolean Number Object Array Infinity NaN String Map Set Blob
    URL XMLSerializer document location history navigator addEventListener matchMedia
    getComputedStyle setTimeout clearTimeout IntersectionObserver Option undefined
    Answers BigInt RegExp localStorage
    Promise Worker Uint8Array Error fetch postMessage onmessage decodeURIComponent
"""
GLOBALS = set(KNOWN.split())


LONGEST = 120  # characters of a line
OPEN, CLOSE = set("([{"), set(")]}")


def words_of(text):
    """The words of a script, each with whether it is a name; brackets one by one."""
    out = []
    for kind, word in JavascriptLexer().get_tokens(text):
        if kind in Comment or kind is Token.Literal.String.Backtick or not word.strip():
            continue
        parts = (
            re.findall(r"[\[\](){},;:]|[^\[\](){},;:\s]+", word) if kind in Punctuation else [word]
        )
        out += [(part.removeprefix("$"), kind in Name) for part in parts]
    return out


def bound(words, place, end):
    """Names that a pattern binds: not its keys, not what stands after = as a default."""
    found, depth, skipped = set(), 0, None
    for i in range(place, end):
        word, is_name = words[i]
        if skipped is None and is_name and words[i + 1][0] != ":":
            found.add(word)
        if word == "=" and skipped is None:
            skipped = depth
        if word in CLOSE:
            depth -= 1
        if skipped is not None and (depth < skipped or (word == "," and depth == skipped)):
            skipped = None
        if word in OPEN:
            depth += 1
    return found


def matching(words, place, step):
    """The place of the bracket that belongs to the one at a place, ahead or back."""
    depth = 0
    while True:
        depth += (words[place][0] in OPEN) - (words[place][0] in CLOSE)
        if depth == 0:
            return place
        place += step


def declarations(words):
    """Names that a script declares: variables, functions, parameters."""
    found = set()
    for i, (word, _) in enumerate(words):
        if word in ("const", "let"):
            start, depth, j = i + 1, 0, i + 1
            while not (depth == 0 and words[j][0] in (";", "of", "in")) and depth >= 0:
                depth += (words[j][0] in OPEN) - (words[j][0] in CLOSE)
                j += 1
            found |= bound(words, start, j)
        elif word in ("function", "catch"):
            first = i + 1 if words[i + 1][0] == "(" else i + 2
            found |= {words[i + 1][0]} | bound(words, first, matching(words, first, 1))
        elif word == "=>":
            end = i - 1
            start = matching(words, end, -1) if words[end][0] == ")" else end
            found |= bound(words, start, end + 1)
    return found


def undeclared(text):
    """Names that a script uses and neither declares nor may expect, but for keys and properties."""
    words = words_of(text)
    known, found = declarations(words) | GLOBALS, set()
    for i, (word, is_name) in enumerate(words):
        before, after = words[i - 1][0], words[i + 1][0] if i + 1 < len(words) else ""
        key = before in (".", "?.") or (after == ":" and before in ("{", ","))
        if is_name and not key and word not in known:
            found.add(word)
    return found


def complaints(name, text):
    """What is wrong with a script, as far as it can be seen without running it."""
    found = []
    if not re.search(r'^"use strict";$', text, re.MULTILINE):
        found.append("not strict")
    found += [f"undeclared: {word}" for word in sorted(undeclared(text))]
    own = set(re.findall(r"(?:const|let|function)\s+(\w+)", text))
    found += [
        f"unused: {word}"
        for word in own
        if len(re.findall(rf"(?<![\w$]){re.escape(word)}(?![\w$])", text)) < 2
    ]
    found += [
        f"a module: {line}" for line in re.findall(r"^\s*(?:import|export)\b.*", text, re.MULTILINE)
    ]
    found += [
        f"{word} is not wanted"
        for word in re.findall(r"\b(?:var|eval|console|debugger|innerHTML|alert)\b", text)
    ]
    found += [f"a line of {len(line)}" for line in text.splitlines() if len(line) > LONGEST]
    found += ["a tab, or blanks at the end of a line"] * bool(
        re.search(r"\t|[ ]+$", text, re.MULTILINE)
    )
    try:
        MiniRacer().eval(f"() => {{ {text} }}")
    except JSEvalException as error:
        found.append(f"does not parse: {error}")
    return [f"{name}: {one}" for one in found]


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_clean(name):
    assert not complaints(name, SCRIPTS[name].read_text("utf-8"))


@pytest.mark.parametrize("path", layout.scripts(), ids=lambda path: path.stem)
def test_scripts_are_laid_out(path):
    text = path.read_text("utf-8")
    assert layout.laid_out(text) == text, "run python tests/layout.py"


def test_a_script_that_is_not_laid_out_is_noticed():
    text = SCRIPTS["view"].read_text("utf-8")
    for old, new in (
        (" = ", "="),
        ("\n  const", "\n const"),
        ("{ draw", "{draw"),
        ("},\n", "} ,\n"),
    ):
        assert layout.laid_out(text.replace(old, new, 1)) == text != text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"use strict";', "", "not strict"),
        ("const back =", "const bakc =", "unused: bakc"),
        ("const scale = ", "const scalee = ", "undeclared: scale"),
        (
            "return { plane, race, standalone };",
            "return { plane, race, standalone ;",
            "does not parse",
        ),
        ("let angle = 0", "var angle = 0", "var is not wanted"),
    ],
)
def test_an_unclean_script_is_noticed(old, new, said):
    text = SCRIPTS["view"].read_text("utf-8")
    assert text.count(old) >= 1
    assert any(said in one for one in complaints("view", text.replace(old, new, 1)))
