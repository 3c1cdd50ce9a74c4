"""Make a font of the book, a part of another: python make_font.py FONT.

Of STIXTwoMath-Regular.ttf (STIX Two Math 2.11) the characters that mathml.css names: those of the
book's formulas, and, for others, a part of the whole.  Three changes: Chromium gives every root
the width of the widest root sign, so the signs are drawn equally wide here; else a gap follows each
small root.  The two bars of a norm are as far apart as TeX sets them; else they are one thick bar
on a screen of few points.  An index of an index is drawn as an index.  Of fa-solid-900.ttf (Font
Awesome Free 6, as the theme brings it) the icons that book.css names, a sixtieth.  Needs fonttools
and brotli.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from fontTools.misc.transform import Scale
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont

STATIC = Path(__file__).parent / "_static"
FEATURES = ["ssty", "dtls", "flac", "ss04", "kern", "mark", "mkmk", "ccmp"]
FACE = re.compile(r'url\("fonts/([^"]+)"\)[^{}]*unicode-range: ([^;]+);')
ROOT, NORM = 0x221A, 0x2016


def squeeze_roots(font: TTFont, width: int) -> None:
    """Scale the larger root signs and their parts across, so that each is `width` wide."""
    variants = font["MATH"].table.MathVariants
    name = font.getBestCmap()[ROOT]
    construction = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(name)]
    larger = {record.VariantGlyph for record in construction.MathGlyphVariantRecord[1:]}
    larger |= {part.glyph for part in construction.GlyphAssembly.PartRecords}
    glyphs, metrics = font["glyf"], font["hmtx"]
    scales = {glyph: width / metrics[glyph][0] for glyph in larger}
    for glyph, scale in scales.items():
        pen = TTGlyphPen(None)
        glyphs[glyph].draw(TransformPen(pen, Scale(scale, 1)), glyphs)
        glyphs[glyph] = pen.glyph()
        glyphs[glyph].recalcBounds(glyphs)
        metrics[glyph] = (width, glyphs[glyph].xMin)


def part_bars(font: TTFont, apart: int, thick: int) -> None:
    """Draw the sign of a norm as two bars; their left sides are `apart` units from each other."""
    name = font.getBestCmap()[NORM]
    glyphs, (_, left) = font["glyf"], font["hmtx"][name]
    low, high = glyphs[name].yMin, glyphs[name].yMax
    pen = TTGlyphPen(None)
    for x in (left, left + apart):
        pen.moveTo((x, low))
        for corner in ((x, high), (x + thick, high), (x + thick, low)):
            pen.lineTo(corner)
        pen.closePath()
    glyphs[name] = pen.glyph()
    glyphs[name].recalcBounds(glyphs)
    font["hmtx"][name] = (2 * left + apart + thick, left)


def share_scripts(font: TTFont) -> None:
    """Draw the index of an index as an index, smaller: its own signs are a quarter of the file."""
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for part in lookup.SubTable:
            alternates = getattr(getattr(part, "ExtSubTable", part), "alternates", {})
            alternates.update({name: [first] * 2 for name, (first, *_) in alternates.items()})


def save_parts(source: Path, sheet: str, change: Callable[[TTFont], None]) -> None:
    """Save the characters of a font for which each face of a style sheet uses it."""
    for name, characters in FACE.findall((STATIC / sheet).read_text(encoding="utf-8")):
        font = TTFont(source)
        change(font)
        subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False))
        subsetter.populate(unicodes=parse_unicodes(characters))
        subsetter.subset(font)
        font.flavor = "woff2"
        font.save(STATIC / "fonts" / name)


def mend_formulas(font: TTFont) -> None:
    """Change the signs of roots, norms and indices."""
    squeeze_roots(font, 860)
    part_bars(font, apart=200, thick=50)
    share_scripts(font)


def lose_name(font: TTFont) -> None:
    """Take away the name, which the licence of the icons keeps for the whole."""
    for kind in (1, 3, 4, 6, 16):
        font["name"].removeNames(kind)


source = Path(sys.argv[1])
if source.stem.startswith("STIX"):
    save_parts(source, "mathml.css", mend_formulas)
else:
    save_parts(source, "book.css", lose_name)
