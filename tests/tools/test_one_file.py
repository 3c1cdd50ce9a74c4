"""What many pages load is put together in one style sheet and few scripts."""

from types import SimpleNamespace as Given

import pytest

from website import bundles

PAGE = '<p class="a b" id="c">d</p><link href="../_static/all.css"><script src="../_static/all.js">'
FILES = {
    "styles/a.css": '@charset "utf-8";@import "../basic.css";.a { src: url(../fonts/f.woff2) }',
    "basic.css": '.a { content: url("li.png") }',
    "first.js": '"use strict";\nlet one = 1',
    "scripts/late.js": "two = one + 1;",
    "own.js": "three = 3;",
    "some.js": "four = 4;",
}


@pytest.fixture
def static(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / "_static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "_static"


def asked(name, priority=500, **attributes):
    return Given(filename=f"_static/{name}", priority=priority, attributes=attributes)


SCRIPTS = [asked("own.js", 800), asked("scripts/late.js"), asked("first.js", 200)]
SOME = asked("some.js", type="later")


def write(static, monkeypatch):
    """Write the bundles of a page, and give what it asks for."""
    monkeypatch.setattr(bundles, "THEME", ("styles/a.css",))
    builder = Given(_orig_css_files=[], _orig_js_files=[*SCRIPTS, SOME])
    page = static.parent / "page.html"
    page.write_text(PAGE)
    config = Given(html_js_files=[("own.js", {})])
    bundles.write_bundles(Given(builder=builder, config=config), static.parent)
    return page.read_text()


def test_files_are_read_as_where_they_are_put_and_none_makes_others_strict(static, monkeypatch):
    write(static, monkeypatch)
    style, script = ((static / name).read_text() for name in ("all.css", "all.js"))
    assert style == '.a { content: url("li.png") }.a { src: url(fonts/f.woff2) }'
    assert script.startswith(";")
    assert script.index("one = 1") < script.index(";\ntwo")
    assert (static / "all-2.js").read_text() == ";\nthree = 3;"


def test_a_rule_for_what_no_page_has_is_dropped(static):
    sheet = ".x{a: b}/* {} */i > .used,.x p, #used:is(.x, .y:not(.z)) { c: d }"
    sheet += "@media print { .used { e: f } }@media (width) { i.x { g: h } .used .y{} }"
    kept = "i > .used, #used:is(.x, .y:not(.z)) { c: d }@media print { .used { e: f } }"
    assert bundles.drop_unused(sheet, {"used"}) == kept
    found = bundles.find_names([PAGE], static)
    assert found >= {"a", "b", "c", "one"}
    assert "d" not in found


def test_a_digest_is_that_of_the_text(static, monkeypatch):
    """A browser that keeps the old file asks for the new one."""
    before = write(static, monkeypatch)
    (static / "basic.css").write_text(".a { color: red }")
    after = write(static, monkeypatch)
    assert before.partition("all.js")[2] == after.partition("all.js")[2] != '">'
    assert before != after
