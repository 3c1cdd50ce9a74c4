"""Make the book's mathematical font: python make_font.py STIXTwoMath-Regular.ttf

A part of STIX Two Math 2.11, the characters in mathml.css, a quarter of the whole.  Needs
fonttools and brotli.  One change: Chromium gives every root the width of the widest root sign, so
the signs are drawn equally wide here; else a gap follows each small root.
"""

import re
import sys
from pathlib import Path

from fontTools.misc.transform import Scale
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont

STATIC = Path(__file__).parents[1] / "_static"
RULES = (STATIC / "mathml.css").read_text(encoding="utf-8")
FEATURES = ["ssty", "dtls", "flac", "ss04", "kern", "mark", "mkmk", "ccmp"]
ROOT = 0x221A


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


font = TTFont(sys.argv[1])
squeeze_roots(font, 860)
subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False))
subsetter.populate(unicodes=parse_unicodes(re.search(r"unicode-range: ([^;]+);", RULES)[1]))
subsetter.subset(font)
font.flavor = "woff2"
font.save(STATIC / "fonts" / "STIXTwoMath.woff2")
