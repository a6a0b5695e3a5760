#!/usr/bin/env python3
"""Makes the project's own fonts and tables. Needs fonttools; writes the same bytes each time.

    python3 Fonts/generate.py            # writes
    python3 Fonts/generate.py --check    # exits 1 if anything would change

Writes beside this file GalleyTest-{Regular,Bold,Variable,SpaceKern}.ttf and expected-advances.tsv, a copy of the regular
face in Sources/CGalleyData/Embedded, and Sources/GalleyFonts/FontRegistry+Data.swift from fonts.json.
"""

import io
import sys
import unicodedata
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.tables.TupleVariation import TupleVariation

import features
import registry
import strokes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
EMBEDDED = ROOT / "Sources/CGalleyData/Embedded/GalleyTest-Regular.ttf"
FAMILY = "Galley Test"
UNITS_PER_EM = 1000
ASCENT, DESCENT, LINE_GAP = 800, 200, 0
THICKNESS = {400: 70, 700: 140, 100: 30, 900: 180}
# Seconds from 1904 to 2026-01-01: the fonts must not depend on the day they are made.
TIMESTAMP = 3_850_070_400

NARROW = set("ijlI.,:;!'|`()[]\u00b7\u2018\u2019\u0131")
WIDE = set("mwMW@%\u2014\u2026")


def advance_of(code):
    """The advance that every reader of the tests can remember."""
    char = chr(code)
    if code in (0x20, 0xA0): return 300
    if unicodedata.category(char) == "Mn": return 0
    if char in NARROW: return 300
    if char in WIDE: return 900
    if 0x3000 <= code <= 0x9FFF or 0xAC00 <= code <= 0xD7A3 or code == 0xFFFC: return 1000
    if char.isupper(): return 700
    if code in (0x200C, 0x200D): return 0
    return 600


def code_points():
    codes = list(range(0x20, 0x7F)) + list(range(0xA0, 0x100))
    codes += [0x131, 0x141, 0x142, 0x152, 0x153, 0x160, 0x161, 0x17D, 0x17E]
    codes += sorted(strokes.MARKS)
    codes += [c for c in range(0x391, 0x3CA) if c != 0x3A2] + list(range(0x410, 0x450)) + [0x401, 0x451]
    codes += list(range(0x5D0, 0x5EB)) + [0x5B7, 0x5B8, 0x5BC]
    codes += features.ARABIC + [0x64B, 0x64E, 0x650, 0x660, 0x661, 0x662]
    codes += features.DEVANAGARI
    codes += list(range(0xE01, 0xE2F)) + [0xE30, 0xE32, 0xE33, 0xE40, 0xE41, 0xE44, 0xE4D]
    codes += [0x200C, 0x200D, 0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x201E, 0x2022, 0x2026,
              0x20AC, 0x2610, 0x2611]
    codes += [0x3001, 0x3002, 0x300C, 0x300D, 0x3042, 0x3044, 0x304B, 0x30A2, 0x30AB, 0x30FC]
    codes += [0x4E00, 0x4E2D, 0x5B57, 0x6587, 0x65E5, 0x672C, 0x6C34, 0x8A9E, 0xAC00, 0xD55C, 0xAE00, 0xFFFC]
    return sorted(set(codes))


def drawing_of(code):
    """The lines of a character; accented letters are the base with its accents."""
    char = strokes.LOOKALIKES.get(chr(code), chr(code))
    if char in strokes.LETTERS: return strokes.polylines(strokes.LETTERS[char])
    if code in strokes.MARKS: return strokes.polylines(strokes.MARKS[code])
    if code in (0x20, 0xA0, 0x200C, 0x200D): return []
    if code == 0xFFFC: return [[(0, -1), (0, 6), (4, 6), (4, -1), (0, -1)]]
    parts = unicodedata.normalize("NFD", char)
    if len(parts) > 1 and all(ord(part) in strokes.MARKS for part in parts[1:]):
        # An accent above takes the place of the dot.
        dotless = parts[0] == "i" and any(ord(part) not in strokes.BELOW for part in parts[1:])
        lines = drawing_of(0x131 if dotless else ord(parts[0]))
        for part in parts[1:]:
            above = ord(part) not in strokes.BELOW
            lift = 1.5 if above and parts[0].isupper() else 0
            lines = lines + [[(x, y + lift) for x, y in line] for line in drawing_of(ord(part))]
        return lines
    capital = char.upper()
    if capital != char and (capital in strokes.LETTERS or capital in strokes.LOOKALIKES):
        return [[(x, y * 2 / 3) for x, y in line] for line in drawing_of(ord(capital))]
    if unicodedata.category(char) == "Mn": return [[(1.5, 5.5), (2.5, 5.5)]]
    return strokes.coded_box(code)


def glyph_list():
    """(name, code point or None, advance, lines) in glyph order."""
    glyphs = [(".notdef", None, 600, [[(0, 0), (0, 6), (4, 6), (4, 0), (0, 0)], [(0, 0), (4, 6)], [(0, 6), (4, 0)]])]
    for code in code_points():
        lines = drawing_of(code)
        advance = advance_of(code)
        if advance == 0 and lines:  # marks: drawn around x = 0
            lines = [[(x - 2, y) for x, y in line] for line in lines]
        glyphs.append((features.name_of(code), code, advance, lines))
    glyphs += features.extra_glyphs(drawing_of)
    return glyphs


def outline(lines, advance, weight):
    pen = TTGlyphPen(None)
    if advance == 0:
        shapes = [[(round(x), y) for x, y in contour]
                  for contour in strokes.contours([[(x + 2, y) for x, y in line] for line in lines], 600, THICKNESS[weight])]
        shapes = [[(x - 300, y) for x, y in contour] for contour in shapes]
    else:
        shapes = strokes.contours(lines, advance, THICKNESS[weight])
    for contour in shapes:
        pen.moveTo(contour[0])
        for point in contour[1:]: pen.lineTo(point)
        pen.closePath()
    glyph = pen.glyph()
    if glyph.numberOfContours > 1: glyph.flags[0] |= 0x40  # OVERLAP_SIMPLE: strokes cross each other
    return glyph


def extra_width(advance, weight):
    """Bold letters are wider; spaces of every kind and marks are not."""
    return {100: -20, 400: 0, 700: 40, 900: 80}[weight] if advance > 300 else 0


def base_font(style, weight, family=FAMILY):
    glyphs = glyph_list()
    builder = FontBuilder(UNITS_PER_EM, isTTF=True)
    builder.setupGlyphOrder([name for name, *_ in glyphs])
    builder.setupCharacterMap({code: name for name, code, *_ in glyphs if code is not None})
    builder.setupGlyf({name: outline(lines, advance, weight) for name, _, advance, lines in glyphs})
    glyf = builder.font["glyf"]
    for name in builder.font.getGlyphOrder(): glyf[name].recalcBounds(glyf)
    metrics = {}
    for name, _, advance, _ in glyphs:
        metrics[name] = (advance + extra_width(advance, weight), getattr(glyf[name], "xMin", 0))
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT, lineGap=LINE_GAP)
    is_bold = weight >= 700
    post_script = f"{family.replace(' ', '')}-{style}"
    builder.setupNameTable(dict(
        copyright="Copyright the Galley project; MIT licence.", familyName=family, styleName=style,
        uniqueFontIdentifier=f"1.000;{post_script}", fullName=f"{family} {style}", version="Version 1.000",
        psName=post_script))
    builder.setupOS2(
        version=4, usWeightClass=weight, usWidthClass=5, fsType=0, fsSelection=(0x20 if is_bold else 0x40) | 0x80,
        sTypoAscender=ASCENT, sTypoDescender=-DESCENT, sTypoLineGap=LINE_GAP, usWinAscent=1000, usWinDescent=300,
        sxHeight=400, sCapHeight=600, xAvgCharWidth=600, yStrikeoutPosition=250, yStrikeoutSize=50,
        ySubscriptYOffset=150, ySuperscriptYOffset=350, achVendID="GALY", ulUnicodeRange1=3)
    builder.setupPost(underlinePosition=-100, underlineThickness=50, isFixedPitch=0)
    builder.updateHead(created=TIMESTAMP, modified=TIMESTAMP, macStyle=1 if is_bold else 0, fontRevision=1.0)
    builder.font.recalcTimestamp = False
    addOpenTypeFeaturesFromString(builder.font, features.text([g for g in glyphs]))
    return builder, glyphs


def variable_font():
    """One axis, wght 100 to 900; both ends drawn, linear between. Kerning and anchors do not vary."""
    builder, glyphs = base_font("Regular", 400, family=f"{FAMILY} Variable")
    builder.setupFvar([("wght", 100, 400, 900, "Weight")], [
        dict(location=dict(wght=100), stylename="Thin"), dict(location=dict(wght=400), stylename="Regular"),
        dict(location=dict(wght=900), stylename="Black")])
    variations = {}
    for name, _, advance, lines in glyphs:
        middle = outline(lines, advance, 400)
        deltas = []
        for weight, support in ((100, (-1, -1, 0)), (900, (0, 1, 1))):
            end = outline(lines, advance, weight)
            moved = [(bx - ax, by - ay) for (ax, ay), (bx, by) in zip(middle.coordinates, end.coordinates)]
            phantom = [(0, 0), (extra_width(advance, weight), 0), (0, 0), (0, 0)]
            deltas.append(TupleVariation({"wght": support}, moved + phantom))
        variations[name] = deltas
    builder.setupGvar(variations)
    builder.setupStat([dict(tag="wght", name="Weight", values=[
        dict(value=100, name="Thin"), dict(value=400, name="Regular", flags=2), dict(value=900, name="Black")])])
    return builder


def space_kern_font():
    """As the regular face, but `V` and `W` kern against every glyph that no class names: also against the space. The
    value is in class 0 of the second glyph, which a closure over the coverage tables does not show."""
    builder, _ = base_font("Regular", 400, family=f"{FAMILY} SpaceKern")
    gpos = builder.font["GPOS"].table
    for lookup in gpos.LookupList.Lookup:
        for subtable in lookup.SubTable:
            if isinstance(subtable, otTables.PairPos) and subtable.Format == 2:
                for record in subtable.Class1Record:
                    filled = [r for r in record.Class2Record if r.Value1 is not None and getattr(r.Value1, "XAdvance", 0)]
                    if filled:
                        record.Class2Record[0].Value1.XAdvance = features.SPACE_KERN
    return builder


def saved(builder):
    stream = io.BytesIO()
    builder.font.save(stream, reorderTables=True)
    return stream.getvalue()


def main():
    check = "--check" in sys.argv[1:]
    regular, glyphs = base_font("Regular", 400)
    bold, _ = base_font("Bold", 700)
    outputs = {
        HERE / "GalleyTest-Regular.ttf": saved(regular), EMBEDDED: saved(regular),
        HERE / "GalleyTest-Bold.ttf": saved(bold), HERE / "GalleyTest-Variable.ttf": saved(variable_font()),
        HERE / "GalleyTest-SpaceKern.ttf": saved(space_kern_font()),
        HERE / "expected-advances.tsv": features.expected_advances(glyphs, extra_width).encode(),
        ROOT / "Sources/GalleyFonts/FontRegistry+Data.swift": registry.text(HERE / "fonts.json").encode(),
    }
    changed = [path for path, data in outputs.items() if not path.exists() or path.read_bytes() != data]
    for path in changed:
        print(("would change " if check else "wrote ") + str(path.relative_to(ROOT)))
        if not check: path.write_bytes(outputs[path])
    sys.exit(1 if check and changed else 0)


if __name__ == "__main__":
    main()
