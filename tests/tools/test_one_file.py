"""What many pages load is put together in one style sheet and few scripts."""

import pytest

from website import bundles

PAGE = """<link href="../_static/styles/a.css?digest=1" rel="stylesheet" />
<script src="../_static/first.js?v=4"></script>
<script defer src="../_static/scripts/late.js?digest=1"></script>"""
FILES = {
    "styles/a.css": '@charset "utf-8";@import "../basic.css";.used { src: url(../fonts/f.woff2) }',
    "basic.css": '.used { content: url("li.png") }',
    "first.js": '"use strict";\nlet one = 1',
    "scripts/late.js": "two = one + 1;",
}


@pytest.fixture
def static(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_files_are_read_as_where_they_are_put_and_none_makes_others_strict(static):
    wholes = bundles.make_bundles(PAGE, static, {"used"})
    style, script = wholes["all.css"].files["all.css"], wholes["all.js"].files["all.js"]
    assert style == '.used { content: url("li.png") }.used { src: url(fonts/f.woff2) }'
    assert script.startswith(";")
    assert script.index("one = 1") < script.index(";\ntwo")


def test_a_rule_for_what_no_page_has_is_dropped(static):
    sheet = ".x{a: b}/* {} */i > .used,.x p, #used:is(.x, .y:not(.z)) { c: d }"
    sheet += "@media print { .used { e: f } }@media (width) { i.x { g: h } .used .y{} }"
    kept = "i > .used, #used:is(.x, .y:not(.z)) { c: d }@media print { .used { e: f } }"
    assert bundles.drop_unused(sheet, {"used"}) == kept
    found = bundles.find_names(['<p class="a b" id="c">d</p>'], static)
    assert found >= {"a", "b", "c", "one"}
    assert "d" not in found


def test_a_digest_is_that_of_the_text(static):
    """A browser that keeps the old file asks for the new one."""
    before = bundles.make_bundles(PAGE, static, {"used"})
    (static / "basic.css").write_text(".used { color: red }")
    after = bundles.make_bundles(PAGE, static, {"used"})
    assert after["all.css"].tag != before["all.css"].tag
    assert after["all.js"].tag == before["all.js"].tag
