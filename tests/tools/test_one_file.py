"""What many pages load is put together in one style sheet and few scripts."""

import pytest

from website import bundles

PAGE = """<head>
<link href="../_static/styles/a.css?digest=1" rel="stylesheet" />
<link rel="stylesheet" type="text/css" href="../_static/b.css?v=2" />
<link rel="preload" as="script" href="../_static/scripts/late.js?digest=1" />
<script src="../_static/documentation_options.js?v=3"></script>
<script>let hint = "";</script>
<script src="../_static/first.js?v=4"></script>
<script data-sd-tabs-storage-prefix="x" src="../_static/design-tabs.js?v=5"></script>
<link rel="icon" href="../_static/favicon.svg"/>
</head><body><p class="at-the-end">Text.</p>
<script defer src="../_static/scripts/late.js?digest=1"></script></body>"""
OWN = '<script defer="defer" src="../_static/own.js?v=6"></script>'
SHEET = '<link rel="stylesheet" type="text/css" href="../_static/own.css" />'
NAMES = {"at-the-end", "used"}
AT_ONCE = '<script src="../_static/now.js"></script>'


@pytest.fixture
def static(tmp_path):
    for folder in ("styles", "scripts", "fonts"):
        (tmp_path / folder).mkdir()
    for name, text in {
        "styles/a.css": '@charset "utf-8";@import "../basic.css";a { src: url(../fonts/f.woff2) }',
        "basic.css": 'li { content: url("li.png") }',
        "b.css": "b { src: url('fonts/f.woff2'); mask: url(\"data:image/svg+xml,../x\") }",
        "first.js": '"use strict";\nlet one = 1',
        "scripts/late.js": "two = one + 1;",
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def wholes(static):
    return bundles.make_bundles(PAGE, static, NAMES)


def test_a_style_sheet_is_read_as_where_it_is_put(wholes):
    assert wholes["all.css"].files["all.css"].split("\n") == [
        'li { content: url("li.png") }a { src: url(fonts/f.woff2) }',
        "b { src: url('fonts/f.woff2'); mask: url(\"data:image/svg+xml,../x\") }",
    ]


def test_scripts_stand_in_their_order_and_none_makes_others_strict(wholes):
    text = wholes["all.js"].files["all.js"]
    assert text.startswith(";")
    assert text.index("one = 1") < text.index(";\ntwo")


def test_a_page_loads_each_whole_once_beside_what_is_its_own(wholes):
    own = PAGE.replace("</head>", f"{SHEET}{OWN}\n</head>")
    page = bundles.load_bundles(own, wholes.values(), "const OPTIONS = {};")
    digests = [each.tag.split("?v=")[1].split('"')[0] for each in wholes.values()]
    assert [line for line in page.split("\n") if line] == [
        "<head>",
        f"<script>{bundles.PRELOAD.format(up='../')}</script>"
        f'<link rel="stylesheet" href="../_static/all.css?v={digests[0]}">',
        "<script>const OPTIONS = {};</script>",
        '<script>let hint = "";</script>',
        f'<script defer src="../_static/all.js?v={digests[1]}"></script>',
        '<link rel="icon" href="../_static/favicon.svg"/>',
        SHEET + OWN,
        '</head><body><p class="at-the-end">Text.</p>',
        "</body>",
    ]
    assert bundles.load_bundles(page, wholes.values(), "") == page


def test_a_long_script_begins_another_file(static, monkeypatch):
    monkeypatch.setattr(bundles, "BEGINS_ANOTHER", ("scripts/late.js",))
    whole = bundles.make_bundles(PAGE, static, NAMES)["all.js"]
    assert ["two" in text for text in whole.files.values()] == [False, True]
    page = bundles.load_bundles(PAGE, [whole], "")
    assert page.index("_static/all.js?") < page.index("_static/all-2.js?") < page.index("favicon")
    assert bundles.group_files(["scripts/late.js", "b"]) == [["scripts/late.js", "b"]]


def test_what_a_page_asks_for_is_there_and_in_time(wholes):
    page = PAGE.replace("at-the-end", "sd-tab-set").replace("</head>", AT_ONCE + "</head>")
    page = bundles.load_bundles(page, wholes.values(), "")
    assert "design-tabs.js" in page
    assert "defer" not in page
    assert page.index("all.js") < page.index("now.js")


def test_a_rule_for_what_no_page_has_is_dropped(static):
    sheet = ".x{a: b}/* {} */i > .used,.x p, #used:is(.x, .y:not(.z)) { c: d }"
    sheet += "@media print { .used { e: f } }@media (width) { i.x { g: h } .used .y{} }"
    kept = "i > .used, #used:is(.x, .y:not(.z)) { c: d }@media print { .used { e: f } }"
    assert bundles.drop_unused(sheet, {"used"}) == kept
    page = '<p class="a b" id="c">d</p>'
    assert bundles.find_names([page], static) >= {"a", "b", "c", "one"}
    assert "d" not in bundles.find_names([page], static)


def test_a_digest_is_that_of_the_text(static, wholes):
    (static / "b.css").write_text("b { color: red }")
    changed = bundles.make_bundles(PAGE, static, NAMES)
    assert changed["all.css"].tag != wholes["all.css"].tag
    assert changed["all.js"].tag == wholes["all.js"].tag
