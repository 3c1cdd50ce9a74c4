"""Coq in the page about it: what is fetched and when, and what it says of changed theorems.

No debugger is attached to the browser, as Playwright's would be: with one, each exception costs a
stack trace, and Coq's compiled code throws so many that it is ten times slower.  So a script in the
page does what a reader does, and posts what it sees.
"""

import json
import queue
import subprocess
import tempfile
from contextlib import contextmanager, suppress

import pytest
import site_checks
from conftest import HTML
from sphinx.errors import ExtensionError

from interactive import changes, web_kernel

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("coq-page")]  # one browser for all
PAGE = "book/coq.html"
NAME = "Block_Novikoff"  # of its other theorems tests/proof/test_coq_files.py asks Coq itself
CHANGE = "leave out the margin"
SECONDS = 900  # to end what hangs
AXIOMS = ["sig_forall_dec", "functional_extensionality_dep"]
SCRIPT = """<script type="module">
const say = (told) => fetch("/said", { method: "POST", body: JSON.stringify(told) });
const find = (selector) => document.querySelector(selector);
const until = (test) => new Promise((done) => {
  const look = () => test() && (seen.disconnect(), done());
  const seen = new MutationObserver(look);
  seen.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
});
const kind = () => find(".bench-answer")?.dataset.kind;
const every = (selector) => [...document.querySelectorAll(selector)];
const press = (words) => every(".bench button").find((one) => one.textContent === words).click();
const verdict = async (step) => {
  await until(() => kind() && kind() !== "running");
  const text = (selector) => find(selector)?.textContent ?? "";
  const facts = every(".bench-facts pre").map((one) => one.textContent);
  const [status, place, left] = [".bench-status", ".bench-place", ".bench-left"].map(text);
  const editor = find(".bench textarea").value;
  await say({ step, kind: kind(), status, place, left, facts, editor });
};
await until(() => find("button.prove-again:not([hidden])"));
await say({ step: "ready" });
find("button[data-file=FILE]").click();
await until(() => kind() === "running");
press("Stop");
await verdict("stop");
press("Run");
await verdict("run");
press(WORDS);
await verdict(WORDS);
const editor = find(".bench textarea");
editor.value = editor.value.replace(/^Proof[^]*$/m, "Admitted.");
press("Run");
await verdict("admitted");
editor.value = "Theorem half : 1 / 2 + 1 / 2 = 1.\\nProof.\\n  field_simplify; lra.\\n";
press("Run");
await verdict("unfinished");
await say({ step: "end" });
</script>"""


@contextmanager
def served(script, heard):
    """Serve the book with a script in the page about Coq; put each request into a queue."""

    class Handler(site_checks.QuietHandler):
        def do_GET(self):  # noqa: N802 - the name is that of http.server
            heard.put(self.path.partition("?")[0])
            if self.path != f"/{PAGE}":
                return super().do_GET()
            text = (HTML / PAGE).read_bytes() + script.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            return self.wfile.write(text)

        def do_POST(self):  # noqa: N802 - as above
            heard.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def copyfile(self, source, outputfile):
            with suppress(ConnectionError):  # a worker that is stopped reads no more
                super().copyfile(source, outputfile)

    with site_checks.served(HTML, Handler) as root:
        yield root + PAGE


def seen_in_browser(script):
    """Open the page in Chromium; give what it asked for and what the script said, in order."""
    heard, out = queue.Queue(), []
    # Where the browser has ended, a process of its own may still write into its folder.
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with served(script, heard) as address, folder as profile:
        command = [site_checks.CHROMIUM, "--headless", *site_checks.CHROMIUM_FLAGS]
        command += ["--remote-debugging-port=0", f"--user-data-dir={profile}", address]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not out or out[-1] != {"step": "end"}:
                out.append(heard.get(timeout=SECONDS))
        finally:
            browser.terminate()
            browser.wait()
    return out


@pytest.fixture(scope="module")
def theorem():
    """What the button of the theorem fetches."""
    path = HTML / web_kernel.COQ_FOLDER / "theorems" / f"{NAME}.json"
    if not path.exists():
        pytest.skip("the book was built without Coq in its page: no npm, or no network")
    return json.loads(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def seen(theorem):
    """Press the button of the theorem, and a change; give what is seen meanwhile."""
    if site_checks.CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    assert CHANGE in {change["words"] for change in theorem["breaks"]}
    return seen_in_browser(SCRIPT.replace("WORDS", json.dumps(CHANGE)).replace("FILE", NAME))


@pytest.fixture(scope="module")
def said(seen):
    return {told["step"]: told for told in seen if isinstance(told, dict)}


def test_nothing_of_coq_is_fetched_before_the_press(seen):
    pressed = seen.index({"step": "ready"})
    before, after = (
        [p for p in part if "/_static/coq/" in p] for part in (seen[:pressed], seen[pressed + 1 :])
    )
    assert before == ["/_static/coq/prove.js"]
    names = {path.rpartition("/")[2] for path in after}
    assert {web_kernel.file_name(pin) for pin in web_kernel.pins("coq")} < names


def axioms_of(told):
    """Short names of the axioms that Coq lists."""
    return [fact.partition(" : ")[0].rpartition(".")[2] for fact in told["facts"]]


def test_coq_accepts_the_theorem_and_names_the_axioms(said, theorem):
    assert said["stop"]["kind"] == "stopped"
    assert (said["run"]["kind"], said["run"]["editor"]) == ("accepted", theorem["code"])
    assert axioms_of(said["run"]) == AXIOMS


def test_what_coq_refuses_is_refused_where_the_proof_uses_the_hypothesis(said, theorem):
    """In Coq's own words; of the other changes tests/proof/test_coq_files.py asks Coq itself."""
    (change,) = (one for one in theorem["breaks"] if one["words"] == CHANGE)
    told = said[CHANGE]
    assert told["kind"] == change["verdict"] == "refused"
    assert told["left"] == "The variable margin was not found in the current environment."
    assert told["editor"] != theorem["code"]
    assert told["status"].endswith(change["said"]["refused"])
    lines = told["editor"].split("\n")
    line = next(n for n, text in enumerate(lines, 1) if text.startswith("Proof."))
    assert told["place"].startswith(f"{line}: Proof. exact (L_")


def test_what_is_admitted_is_an_axiom_and_what_is_unfinished_is_refused(said):
    assert said["admitted"]["kind"] == "other"
    assert [fact.partition(" : ")[0] for fact in said["admitted"]["facts"]] == ["Block_Novikoff"]
    assert (said["unfinished"]["kind"], said["unfinished"]["place"]) == ("refused", "")


def test_a_change_that_is_not_in_the_theorem_ends_the_build():
    assert changes.changed("a : b\n  (c :  d)\n  e", [("(c : d)", "")]) == "a : b\n  e"
    for old in ("x", "e f", "a"):
        with pytest.raises(ExtensionError, match="times in its file"):
            changes.changed("a : a e\n", [(old, "")])


@pytest.mark.usefixtures("theorem")
def test_the_licences_of_coq_stand_beside_its_files():
    for name in ("AGPL-3.0.txt", "LGPL-2.1.txt"):
        text = (HTML / web_kernel.COQ_FOLDER / name).read_text("utf-8")
        assert "GENERAL PUBLIC LICENSE" in text
        assert f"book/_static/coq/{name}" in (web_kernel.ROOT / "LICENSE").read_text("utf-8")
