"""A saved picture is the figure of the page, with a key to its lines, and nothing beside it."""

import re
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Error
from test_figures_page import PAGES, figure_address
from test_play_page import PAGE, opened

KINDS = [*PAGES, "playground"]
SCALE, ROW = 2, 24  # pixels a unit, and units of a line of the key
MOST = 5  # times; Chromium refuses at times to picture a page that it has only just opened
TWO_FRAMES = "new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
ALONE = """(all) => all.map((svg, i) => {
  svg.style.cssText = `position: fixed; z-index: 9999; left: ${400 * i}px; top: 0; width: 400px;
    max-width: none; margin: 0; border: 0; border-radius: 0;
    background: var(--pst-color-background)`;
  return svg.viewBox.baseVal.height;
})"""
FACE = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"


def address(http, kind):
    if kind == "playground":
        return f"{http}{PAGE}#preset=noise&t=20"
    return figure_address(http, kind)


def pixels(png):
    return np.asarray(Image.open(BytesIO(png)).convert("RGB")).astype(int)


def pictured(page, asked=1, **options):
    """The pixels of a page, once it is drawn: asked for again if the browser refuses."""
    page.evaluate(TWO_FRAMES)
    try:
        return pixels(page.screenshot(**options))
    except Error as refused:
        if asked == MOST or "Unable to capture screenshot" not in str(refused):
            raise
    return pictured(page, asked + 1, **options)


def saved(page, words, path):
    with page.expect_download() as sent:
        page.get_by_role("button", name=words).click()
    sent.value.save_as(path)
    return path


def differ(one, other, side):
    """Whether pictures differ in more squares of a side than the edges of letters do."""
    high, wide = (length // side for length in one.shape[:2])
    squares = (one - other)[: high * side, : wide * side].reshape(high, side, wide, side, 3)
    return (np.abs(squares.mean(axis=(1, 3))).max(axis=2) > 40).mean() > 0.0002


def expected(page, root, key):
    """The picture that should be saved, without its key, which is blank: as the page draws it."""
    svgs = page.locator(f"{root} .play-stage svg:not(.play-none)")
    heights = svgs.evaluate_all(ALONE)
    tall = max(heights)
    shape = (int(tall) + ROW * key, 400 * len(heights), 3)
    out = np.full([shape[0] * SCALE, shape[1] * SCALE, 3], page.evaluate(FACE))
    for i, height in enumerate(heights):
        clip = {"x": 400 * i, "y": 0, "width": 400, "height": height}
        top, left = int(tall - height) // 2 * SCALE, 400 * i * SCALE
        picture = pictured(page, clip=clip)
        out[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    svgs.evaluate_all("(all) => all.forEach((svg) => svg.removeAttribute('style'))")
    return out


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_saved_is_the_figure(browser, http, kind, tmp_path):
    """As an SVG, and as a PNG, which sets letters closer; in light and in dark."""
    root = ".play" if kind == "playground" else f"#play-{kind}"
    with opened(browser, address(http, kind), device_scale_factor=SCALE) as page:
        page.locator(f"{root} .play-said").wait_for()
        if kind != "playground":
            page.locator(f"{root} summary").click()
        key = page.locator(f"{root} .play-facts > span:has(> .play-swatch)").all_inner_texts()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_function("t => document.documentElement.dataset.theme === t", arg=theme)
            path = saved(page, re.compile("Save (as SVG|picture)"), tmp_path / "saved.svg")
            right = expected(page, root, len(key))
            high, wide = right.shape[:2]
            beside = page.context.new_page()
            beside.goto(path.as_uri())
            seen, texts = pictured(beside), beside.locator(":root > text").all_text_contents()
            beside.close()
            assert [text.strip() for text in texts] == key
            assert (seen[high:] == 255).all(), "it spills past its picture"
            assert (seen[:, wide:] == 255).all(), "it spills past its picture"
            pictures = [(seen[:high, :wide], 1)]
            if kind != "playground":
                png = saved(page, "Save as PNG", tmp_path / "saved.png")
                pictures.append((pixels(png.read_bytes()), 16))
            above = high - ROW * SCALE * len(key)
            for picture, side in pictures:
                assert picture.shape == right.shape
                assert not differ(picture[:above], right[:above], side), (theme, side)
                assert not key or (picture[above:] != right[-1, 0]).any(), "its key is blank"
