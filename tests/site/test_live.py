"""The kernel in the page: every proof of the book in the browser, and what a reader can do with it.

The pages are opened by one browser, and one worker answers all that is asked.
"""

import gzip
import hashlib
import json
import re
import sys
import tarfile
from contextlib import contextmanager
from pathlib import Path

import pytest
import site_checks
import sympy
from conftest import HTML
from hypothesis import given, strategies as st

from interactive import web_kernel
from prover import theorems
from prover.kernel import ProofError
from runs import proof_runs

sys.path.insert(0, str(web_kernel.ROOT / "book" / "_static" / "kernel"))
import roots

# one browser and one worker for all
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("live")]
PLACE = HTML / "_static" / "kernel"
CHECKS = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted((PLACE / "checks").glob("*.json"))
}
EACH = [(page, anchor) for page, those in CHECKS.items() for anchor in those]
CHAPTER = "book/proofs/separable.html"
SOME = "machine-thm-block-novikoff"


EMPTY = "empty.html"
NO_ICON = '<link rel="icon" href="data:,">'  # else a browser asks the host for one, some time later
PATIENCE = 300_000  # milliseconds; a busy machine takes its time
RUN = """async ({ before, code }) => {
  const said = [], keep = ({ line, kind, text }) => text && said.push({ line, kind, text });
  const { kind, line, text, unheld = "" } = await Kernel.run(before, code, keep);
  return { kind, line, text, said, unheld };
}"""


@pytest.fixture(scope="module")
def book(browser, http):
    if not (PLACE / "prover.zip").exists():
        pytest.skip("the book was built without the kernel in its pages: no npm, or no network")
    return browser, http


@pytest.fixture(scope="module")
def kernel(book):
    """A page that holds the kernel and nothing else; what one asks."""
    browser, root = book
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.route(root + EMPTY, lambda route: route.fulfill(content_type="text/html", body=NO_ICON))
    with site_checks.listening(page, root) as found:
        page.goto(root + EMPTY)
        page.add_script_tag(url=root + "_static/kernel/kernel.js")
        yield lambda before, code: page.evaluate(RUN, {"before": before, "code": code})
    assert not found


@contextmanager
def opened(browser, address, width=1280, **options):
    context = browser.new_context(viewport={"width": width, "height": 900}, **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


# --- Every proof of the book ----------------------------------------------------------------------


@pytest.mark.parametrize(("page", "anchor"), EACH)
def test_a_proof_file_is_accepted_in_the_page_as_at_the_desk(kernel, page, anchor):
    check = CHECKS[page][anchor]
    found = kernel(check["before"], check["code"])
    assert (found["kind"], found["text"]) == ("accepted", "")


@pytest.mark.usefixtures("book")
def test_every_proof_file_can_be_tried():
    """None with a script is left out of the pages' files."""
    there = {(page, check["file"]) for page, those in CHECKS.items() for check in those.values()}
    for chapter in proof_runs.chapters():
        for name in proof_runs.run_proofs.chapter_files(chapter):
            if "Proof(" in proof_runs.run_proofs.file_of(name).read_text("utf-8"):
                assert tuple(name.split(".")) in there


FALSE = {
    "twice the margin": ('"u @ w[t+1] >= u @ w[t] + gamma"', '"u @ w[t+1] >= u @ w[t] + 2*gamma"'),
    "no wrong side": ('"update", "wrong side", "label", "radius"', '"update", "label", "radius"'),
    "a smaller bound": ("R**2*(u @ u)/gamma**2", "R**2*(u @ u)/(2*gamma**2)"),
    "a strict bound": ('"bound", "k <= R**2', '"bound", "k < R**2'),
    "no start": ('"start", "growth", "rest"', '"growth", "rest"'),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refused(kernel, name):
    check, (old, new) = CHECKS["separable"][SOME], FALSE[name]
    assert check["code"].count(old) == 1
    found = kernel(check["before"], check["code"].replace(old, new))
    assert found["kind"] == "refused"
    assert "does not follow: left over" in found["text"]


A = 'from prover import Proof, Witness\np = Proof(numbers="a")\n'
ROOT = f"from sympy import sqrt\n{A}"
ASSUMED = 'p.assume("some", "a >= 1")\n'
WITNESS = ASSUMED + 'p.theorem("T", "some", Witness(a={}))'
NO_PROOFS = [  # what is run before, a reader's code, the verdict, and what is said
    ("", "1 +", "failed", "This is not Python"),
    ("", "x = 1\n\ny = z", "failed", "NameError"),
    ("", "", "nothing", ""),
    ("", "2 < 1", "nothing", ""),
    ("", "print('proved')", "nothing", ""),
    (A, WITNESS.format("-1"), "refused", "violates some"),
    (ROOT, WITNESS.format("sqrt(2)"), "accepted", ""),
    (ROOT, WITNESS.format("sqrt(sqrt(2))"), "beyond", ""),
    (ROOT, WITNESS.format("sqrt(-1)"), "failed", ""),
    (ROOT, WITNESS.format("sqrt(2)*0.5"), "failed", ""),
    (ROOT, WITNESS.format("-sqrt(2)"), "refused", ""),
]


@pytest.mark.parametrize(("before", "code", "kind", "said"), NO_PROOFS)
def test_what_is_no_proof_is_said_to_be_none(kernel, before, code, kind, said):
    """And of witnesses those alone are accepted that can be counted."""
    found = kernel(before, code)
    assert found["kind"] == kind
    assert said in found["text"]


LETTERS = 'p = Proof(numbers="gamma R", vectors="u", states="w x", sequences="y")\n'
LETTERS += 'p.assume("start", "gamma > 0")\n'
UNREAD = {  # what a reader may write in a claim, and what is said
    "0 <= R <= 1": "A claim has one sign: claim 0 <= R and R <= 1 each in a line of its own.",
    "gamma ≤ R²": "Write gamma <= R**2: <= for ≤, **2 for ².",
    "2gamma R >= 0": "Write 2*gamma*R >= 0: * for a product.",
    "‖u‖ − |w[t]| >= 0": "Write norm(u) - norm(w[t]) >= 0: - for −, norm for a length.",
    "⟨w[t], x[t]⟩ >= <u, u>": "Write (w[t] @ x[t]) >= (u @ u): @ for an inner product.",
    "R >= 0 and R <= 1": "A claim says one thing: write each part in a line of its own, "
    "without and, or, not.",
    "(gamma >= 0": "A “)” is missing: “(” is never closed.",
    "gama >= 0": "gama is no letter of this proof: did you mean gamma?",
}


@pytest.mark.parametrize("claim", UNREAD)
def test_what_cannot_be_read_is_said_with_what_to_write(kernel, claim):
    """In one sentence, with the line; what it offers is read."""
    before = "from prover import Proof"
    code = f'{LETTERS}p.assume("some", "{claim}")'
    found = kernel(before, code)
    assert (found["kind"], found["line"], found["text"]) == ("unread", 3, UNREAD[claim])
    if offered := re.match("Write (.*?): ", found["text"]):
        place = ', at="rounds"' * ("[t]" in claim)
        mended = f'{LETTERS}p.assume("some", "{offered[1]}"{place})'
        assert kernel(before, mended)["kind"] == "accepted"


def test_a_run_leaves_nothing_for_the_next(kernel):
    before = 'from prover import Proof\np = Proof(numbers="a")\np.assume("a", "a >= 1")'
    code = 'p.step("b", "a >= 0", "a")\np.let(c="a + 1")\np.step("d", "c >= 1", "b")'
    assert kernel(before, code) == kernel(before, code)
    assert kernel(before, 'p["b"]')["text"].startswith("b is no line of this proof")


POISON = {
    "a module of the package": "from prover import kernel\nkernel.require = lambda *a: None",
    "a private name": "from prover.kernel import _LEDGER",
    "a global of a function": "Proof.step.__globals__['Fact'] = None",
    "a method, by name": "setattr(Proof, 'step', Proof.assume)",
    "what a number is": "Fraction.__add__ = Fraction.__mul__",
    "what a name means": "__builtins__['all'] = any",
    "all modules": "import sys\nsys.modules.clear()",
    "a class": "class Any:\n    def __eq__(self, other): return True",
    "code in a string": "exec('import gc')",
    "the page": "import js",
}


@pytest.mark.parametrize("name", POISON)
def test_no_run_changes_what_judges_the_next(kernel, name):
    before = (
        "from fractions import Fraction\nfrom prover import Proof, powers\n"
        'p = Proof(numbers="a")\np.assume("a", "a >= 1")'
    )
    found = kernel(before, f"p.step('b', 'a >= 0', 'a')\n{POISON[name]}\np.step('c', 'a > 5', 'a')")
    assert found["kind"] == "beyond"
    assert "on your own computer" in found["text"]
    for false in ('p.step("c", "a >= 2", "a")', 'p.step("d", "0 > 0", "a")'):
        assert kernel(before, false)["kind"] == "refused"
    assert kernel(before, 'p.step("b", "a >= 0", "a")')["kind"] == "accepted"


TWO = 'p.assume("two", "a >= 2")\n'
ABSURD = 'p.assume("c", "a <= 0")\np.step("d", "0 > 0", "two", "c")'


@pytest.mark.parametrize(
    ("code", "unheld"),
    [
        ('p.assume("absurd", "0 >= 1")\np.step("b", "a > 5", "absurd")', "absurd"),
        (f'{TWO}p.step("b", "a >= 0", "two")', "two"),
        (f'{TWO}p.theorem("T", "two", Witness(a=2))', ""),
        (f'{TWO}p.theorem("T", "two", Witness(a=2))\n{ABSURD}', "two, c"),
        ('p.step("s", "a**2 >= 0")', ""),
    ],
)
def test_hypotheses_without_a_witness_are_said_to_be(kernel, code, unheld):
    found = kernel(A, code)
    assert (found["kind"], found["unheld"]) == ("accepted", unheld)


# --- What a reader sees and presses --------------------------------------------------------------


@pytest.fixture(scope="module")
def bench(book):
    """The page of chapter 4 with a bench that was opened by keys, and has run."""
    browser, root = book
    with opened(browser, root + CHAPTER) as page, site_checks.listening(page, root) as found:
        button = page.locator(f'button.try-it[data-check="{SOME}"]')
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector('.bench-answer[data-kind="accepted"]')
        yield page
        assert not found


def test_try_it_opens_that_very_check_and_runs_it(bench):
    check = CHECKS["separable"][SOME]
    assert bench.locator(".bench textarea").input_value() == check["code"]
    before = bench.locator(".bench-before pre")  # of a proof that goes on from another
    assert (before.text_content() if before.count() else "") == check["before"]
    facts = bench.locator(".bench-facts li").all_inner_texts()
    assert any("<u,w[t+1]> >= <u,w[t]> + gamma" in fact for fact in facts)
    assert "Accepted" in bench.locator(".bench [role=status]").inner_text()
    assert "hypotheses that it rests on" in bench.locator(".bench-trust").inner_text()
    assert bench.locator(".bench progress").is_hidden()


def test_the_keyboard_goes_in_and_out_of_the_editor(bench):
    editor = bench.locator(".bench textarea")
    editor.focus()
    bench.keyboard.press("Tab")
    assert bench.evaluate("document.activeElement.textContent").startswith("leave out")
    bench.keyboard.press("Shift+Tab")
    assert bench.evaluate("document.activeElement.tagName") == "TEXTAREA"
    assert bench.evaluate("document.activeElement.labels[0].textContent").startswith("The check")
    editor.fill(editor.input_value().replace("+ gamma", "+ 2*gamma"))
    bench.keyboard.press("Control+Enter")
    bench.wait_for_selector('.bench-answer[data-kind="refused"]')
    said = bench.locator(".bench [role=status]").inner_text()
    assert re.search(
        r"Refused\. The kernel does not accept line (\d+):\s+\1: .*\+ 2\*gamma\".*\s+"
        r"progress: this does not follow: left over",
        said,
    )
    bench.get_by_role("button", name="As it was").click()
    bench.wait_for_selector('.bench-answer[data-kind="accepted"]')
    assert editor.input_value() == CHECKS["separable"][SOME]["code"]
    assert bench.locator(".bench-place").first.is_hidden()


def test_what_is_offered_is_put_into_the_editor_and_run(bench):
    one = CHECKS["separable"][SOME]["breaks"][0]
    bench.get_by_role("button", name=one["words"], exact=True).click()
    bench.wait_for_selector(f'.bench-answer[data-kind="{one["verdict"]}"]')
    code = CHECKS["separable"][SOME]["code"]
    changed = bench.locator(".bench textarea").input_value()
    assert changed == code[: one["start"]] + one["text"] + code[one["end"] :]


def test_a_search_that_takes_long_can_be_stopped(book):
    browser, root = book
    with opened(browser, root + CHAPTER) as page:
        page.locator(f'button.try-it[data-check="{SOME}"]').click()
        page.locator(".bench textarea").fill("while True: pass")
        page.keyboard.press("Control+Enter")
        page.get_by_role("button", name="Stop").click()
        page.wait_for_selector('.bench-answer[data-kind="stopped"]')
        assert page.locator(".bench progress").is_hidden()
        assert page.evaluate("document.activeElement.textContent") == "Run"
        page.get_by_role("button", name="As it was").click()
        page.wait_for_selector('.bench-answer[data-kind="accepted"]')


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_a_bench_is_for_everyone(bench, theme, width):
    bench.set_viewport_size({"width": width, "height": 900})
    bench.emulate_media(color_scheme=theme)
    bench.wait_for_function("t => document.documentElement.dataset.theme === t", arg=theme)
    bench.evaluate(site_checks.AXE)
    bench.add_style_tag(content=site_checks.STILL)
    for rules in (["color-contrast"], site_checks.WCAG):
        answer = bench.evaluate(
            "r => axe.run(document.querySelector('.bench'), { runOnly: r, preload: false })", rules
        )
        assert not answer["violations"], answer["violations"]
    room = "e => e.scrollWidth - e.clientWidth"
    assert bench.evaluate(f"({room})(document.documentElement)") <= 1
    assert bench.locator(".bench").first.evaluate(room) <= 1


# --- The workbench -------------------------------------------------------------------------------

WORKBENCH = "book/workbench.html"
WRONG = {  # by step: what a reader may put in, and what comes of it
    1: ("w[t] - y[t]*x[t]", "other"),
    2: ("<", "other"),
    3: ("2*gamma", "other"),
    4: ("2*gamma", "refused"),
    5: ("0*gamma", "refused"),
    6: ('"margin"', "refused"),
    7: ("2*k*R**2", "other"),
    8: ("Cauchy-Schwarz: u, w[T]", "refused"),
    9: ("R**2*(u @ u)/(2*gamma**2)", "refused"),
    10: ("2", "refused"),
}


@pytest.fixture(scope="module")
def workbench(book):
    browser, root = book
    with opened(browser, root + WORKBENCH) as page, site_checks.listening(page, root) as found:
        page.wait_for_selector("[data-ready]", state="attached")
        yield page
        assert not found


def step(page, n, text):
    """Put something into the gap of a step; what comes of it."""
    form = page.locator("form.bench").nth(n - 1)
    form.locator("input").fill(text)
    form.locator("input").press("Enter")
    form.locator(".bench-answer:not([data-kind='running'])[data-kind]").wait_for()
    return form.locator(".bench-answer").get_attribute("data-kind")


@pytest.mark.parametrize("n", WRONG)
def test_a_wrong_step_of_the_tour_is_not_taken(workbench, n):
    text, kind = WRONG[n]
    assert step(workbench, n, text) == kind
    assert "0 of 10" in workbench.locator(".bench-count").text_content()


def test_the_tour_is_completed_by_its_answers(workbench):
    page = workbench
    assert page.locator("form.bench").count() == 10
    for n in range(1, 11):
        form = page.locator("form.bench").nth(n - 1)
        form.get_by_role("button", name="Hint").click()
        assert form.locator(".bench-hint").is_visible()
        form.get_by_role("button", name="Show an answer").click()
        assert step(page, n, form.locator("input").input_value()) == "accepted"
        assert f"{n} of 10" in page.locator(".bench-count").text_content()
    assert step(page, 5, "gamma*k") == "accepted"  # the reader's own, last of two
    assert step(page, 5, "0*gamma") == "refused"
    page.get_by_role("button", name="Take the proof to the editor").click()
    own = page.locator(".bench-own")
    taken = own.locator("textarea").input_value()
    assert '"u @ w[T+1] >= gamma*k"' in taken
    assert "k*gamma" not in taken
    own.locator('.bench-answer[data-kind="accepted"]').wait_for()
    assert "Theorem (Block-Novikoff). k <= R^2*|u|^2/gamma^2" in own.inner_text()


def test_the_workbench_is_read_without_scripts_and_from_the_disk(book):
    browser, root = book
    with opened(browser, root + WORKBENCH, java_script_enabled=False) as page:
        assert "u @ w[T+1] >= ___" in page.locator(".bd-article").inner_text()
    with opened(browser, (HTML / WORKBENCH).as_uri()) as page:
        assert "Browsers forbid" in page.locator(".bench-alive").inner_text()


# --- From the disk, and where files are missing -----------------------------------------------


def test_from_the_disk_the_page_says_how_to_serve_the_book(book):
    browser, _ = book
    with opened(browser, (HTML / CHAPTER).as_uri()) as page:
        button = page.locator("button.try-it").first
        button.click()
        said = button.locator("xpath=following-sibling::p")
        assert "Browsers forbid" in said.inner_text()
        assert f'python -m http.server -d "{HTML}"' in said.inner_text()
        assert f"localhost:8000/{CHAPTER}" in said.inner_text()


def test_before_the_click_nothing_is_fetched_but_one_small_script(book):
    browser, root = book
    context = browser.new_context()
    page, asked = context.new_page(), []
    page.on("request", lambda request: asked.append(request.url.split("?")[0]))
    page.goto(root + CHAPTER, wait_until="load")
    ours = [url.removeprefix(root) for url in asked if "/kernel/" in url]
    context.close()
    assert ours == ["_static/kernel/try.js"]
    assert len(gzip.compress((PLACE / "try.js").read_bytes())) < 2000


# --- How the files come ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"), [("a", ""), ("b", "another digest"), (None, "does not hold")]
)
def test_of_what_npm_fetches_only_what_has_its_digest_is_kept(tmp_path, monkeypatch, text, said):
    kept = tmp_path / "kept"
    pin = {"package": "some", "version": "1.0.0", "file": "build/a.js"}
    pin["sha256"] = hashlib.sha256(b"a").hexdigest()

    def pack(_npm, _name, folder):
        """Write a package as npm packs it."""
        path = Path(folder) / "some-1.0.0.tgz"
        with tarfile.open(path, "w:gz") as archive:
            if text:
                (tmp_path / "a.js").write_text(text)
                archive.add(tmp_path / "a.js", "package/build/a.js")
        return path

    monkeypatch.setattr(web_kernel, "KEPT_FILES", kept)
    monkeypatch.setattr(web_kernel, "pins", lambda _folder: [pin])
    monkeypatch.setattr(web_kernel, "npm_pack", pack)
    monkeypatch.setattr(web_kernel.shutil, "which", lambda _: "npm")
    assert said in web_kernel.fetch("kernel")
    assert [path.name for path in kept.iterdir()] == [web_kernel.kept(pin).name] * (not said)
    assert web_kernel.kernel_is_there() == (not said)


# --- What is offered to break ---------------------------------------------------------------------


def at_the_desk(before, code):
    """Say what the kernel says of a check at a desk, where it is quicker than in a page."""
    scope = {}
    with pytest.MonkeyPatch.context() as patch:  # a theorem before it is a fact with a name
        named = lambda self: theorems._NAMES.setdefault(self.fact, self.name)
        patch.setattr(theorems.Theorem, "__post_init__", named)
        exec(before, scope)
    try:
        exec(code, scope)
    except ProofError as error:
        return "refused", str(error)
    return "accepted", ""


@pytest.mark.parametrize("page", CHECKS)
def test_a_change_that_is_offered_is_judged_as_the_table_says(page):
    for check in CHECKS[page].values():
        for one in check["breaks"]:
            code = check["code"][: one["start"]] + one["text"] + check["code"][one["end"] :]
            kind, text = at_the_desk(check["before"], code)
            assert kind == one["verdict"], one["words"]
            assert kind == "accepted" or "this does not follow: left over" in text
            assert bool(one["said"][kind]) == (kind == "accepted")


# --- Roots of whole numbers, as sympy has them ---------------------------------------------------

NUMBER = st.lists(
    st.tuples(st.fractions(-4, 4, max_denominator=6), st.integers(1, 20)), min_size=1, max_size=3
)


def in_page_and_sympy(parts):
    """The same number twice: in the page, and of sympy."""
    ours = roots.sympify(0)
    for q, d in parts:
        ours = roots.sympify(ours + roots.sympify(roots.sqrt(d)) * q)
    return ours, sum(sympy.Rational(q.numerator, q.denominator) * sympy.sqrt(d) for q, d in parts)


def of_sympy(x):
    parts = roots.sympify(x).parts.items()
    return sum(sympy.Rational(q.numerator, q.denominator) * sympy.sqrt(d) for d, q in parts)


@given(NUMBER, NUMBER)
def test_roots_are_counted_as_sympy_counts(one, two):
    (a, a_), (b, b_) = in_page_and_sympy(one), in_page_and_sympy(two)
    assert sympy.expand(of_sympy(a) - a_) == 0
    assert sympy.expand(of_sympy(a + b) - a_ - b_) == 0
    assert sympy.expand(of_sympy(a - b) - a_ + b_) == 0
    assert sympy.expand(of_sympy(a * b) - a_ * b_) == 0
    assert roots.sign(roots.exact(a)) == sympy.sign(a_)
    if a.parts:
        assert roots.sympify(a) * roots.inverse(a) == 1
    size = roots.sympify(roots.root(a * a))
    assert size in (a, -a)
    assert roots.sign(roots.exact(size)) == (roots.sign(roots.exact(a)) != 0)


@given(st.integers(0, 9), st.sampled_from([-3, -1, 1, 2]), st.sampled_from([2, 3, 6, 7]))
def test_a_root_of_a_sum_is_found_if_it_is_a_sum_of_roots(a, b, d):
    """Of a + b*sqrt(d) it is one if a*a - b*b*d is a square, and only then."""
    x, norm = roots.sympify(roots.sqrt(d)) * b + a, a * a - b * b * d
    if roots.sign(x) < 0:
        return
    if norm >= 0 and sympy.sqrt(norm).is_integer:
        found = roots.sympify(roots.root(x))
        assert found * found == x
    else:
        with pytest.raises(roots.BeyondError):
            roots.root(x)
