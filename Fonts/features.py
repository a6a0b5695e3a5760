"""Glyph names, glyphs without a code point, and the OpenType features of the test fonts; also what they add up to."""

import strokes

# Right-joining (alef, dal, reh, waw) and dual-joining letters.
RIGHT_JOINING = [0x627, 0x62F, 0x631, 0x648]
DUAL_JOINING = [0x628, 0x62A, 0x62D, 0x633, 0x639, 0x644, 0x645, 0x646, 0x647, 0x64A]
ARABIC = sorted(RIGHT_JOINING + DUAL_JOINING)
# Letters, two vowel signs after the letter, one before it, virama.
DEVANAGARI = [0x915, 0x924, 0x928, 0x92E, 0x938, 0x937, 0x930, 0x939, 0x93E, 0x93F, 0x940, 0x947, 0x94D]

SPACE_KERN = -80
FORM_ADVANCE = {"init": 450, "medi": 400, "fina": 550}
KERNS = {("A", "V"): -100, ("V", "A"): -100, ("T", "o"): -80, ("A", "space"): -50, ("space", "A"): -50}


def name_of(code):
    if code == 0x20: return "space"
    if 0x41 <= code <= 0x5A or 0x61 <= code <= 0x7A: return chr(code)
    return f"uni{code:04X}" if code <= 0xFFFF else f"u{code:X}"


def extra_glyphs(drawing_of):
    """(name, None, advance, lines) of ligatures and forms."""
    def beside(*chars):
        lines = []
        for position, char in enumerate(chars):
            lines += [[((x + 5 * position) * 4 / (5 * len(chars) - 1), y) for x, y in line]
                      for line in drawing_of(ord(char))]
        return lines

    glyphs = [("f_f", None, 1000, beside("f", "f")), ("f_i", None, 800, beside("f", "i")),
              ("f_f_i", None, 1200, beside("f", "f", "i"))]
    for code in ARABIC:
        forms = ["fina"] + (["init", "medi"] if code in DUAL_JOINING else [])
        for form in sorted(forms):
            # A joining form is the box of its letter with a bar to the neighbour.
            lines = strokes.coded_box(code)
            if form in ("init", "medi"): lines = lines + [[(-1, 0), (0, 0)]]
            if form in ("fina", "medi"): lines = lines + [[(4, 0), (5, 0)]]
            glyphs.append((f"{name_of(code)}.{form}", None, FORM_ADVANCE[form], lines))
    glyphs.append(("lam_alef", None, 500, strokes.coded_box(0x644) + strokes.polylines("10 36")))
    glyphs.append(("lam_alef.fina", None, 520, strokes.coded_box(0x644) + strokes.polylines("10 36;40 42")))
    glyphs.append(("ksha", None, 750, strokes.coded_box(0x915) + strokes.polylines("02 44")))
    for code in (0x938, 0x928):
        glyphs.append((f"{name_of(code)}.half", None, 350, strokes.coded_box(code)))
    return glyphs


def text(glyphs):
    """The feature file."""
    names = {name for name, *_ in glyphs}
    letters = [(name, code, advance) for name, code, advance, _ in glyphs if code is not None and advance > 0]
    lines = ["languagesystem DFLT dflt;"]
    lines += [f"languagesystem {script} dflt;" for script in ("latn", "grek", "cyrl", "hebr", "arab", "dev2", "thai")]
    lines += ["feature liga { script latn; sub f f i by f_f_i; sub f f by f_f; sub f i by f_i; } liga;"]

    for form in ("init", "medi", "fina"):
        rules = " ".join(f"sub {name_of(c)} by {name_of(c)}.{form};" for c in ARABIC if f"{name_of(c)}.{form}" in names)
        lines.append(f"feature {form} {{ script arab; {rules} }} {form};")
    lam, alef = name_of(0x644), name_of(0x627)
    lines.append("feature rlig { script arab; lookupflag IgnoreMarks; "
                 f"sub {lam}.init {alef}.fina by lam_alef; sub {lam}.medi {alef}.fina by lam_alef.fina; }} rlig;")
    ka, ssa, virama = name_of(0x915), name_of(0x937), name_of(0x94D)
    lines.append(f"feature akhn {{ script dev2; sub {ka} {virama} {ssa} by ksha; }} akhn;")
    half = " ".join(f"sub {name_of(c)} {virama} by {name_of(c)}.half;" for c in (0x938, 0x928))
    lines.append(f"feature half {{ script dev2; {half} }} half;")

    # Kerning: single pairs, then classes (the classes are what the SpaceKern face widens to class 0).
    pairs = " ".join(f"pos {a} {b} {value};" for (a, b), value in KERNS.items())
    lines.append(f"feature kern {{ {pairs} @first = [V W]; @second = [a e o]; pos @first @second -60; }} kern;")

    # Marks: every letter that is written with them has an anchor above and below.
    for code in sorted(strokes.MARKS):
        side, y = ("BELOW", 0) if code in strokes.BELOW else ("ABOVE", 450)
        lines.append(f"markClass {name_of(code)} <anchor 0 {y}> @{side};")
    bases = []
    for name, code, advance in letters:
        char = chr(code)
        if not char.isalpha() or code > 0x4FF: continue
        top = 650 if char.isupper() or char in "bdfhklt" else 450
        bases.append(f"pos base {name} <anchor {advance // 2} {top}> mark @ABOVE <anchor {advance // 2} 0> mark @BELOW;")
    lines.append("feature mark { " + " ".join(bases) + " } mark;")
    above = [name_of(c) for c in sorted(strokes.MARKS) if c not in strokes.BELOW]
    lines.append("feature mkmk { " + " ".join(f"pos mark {m} <anchor 0 650> mark @ABOVE;" for m in above) + " } mkmk;")
    marks = " ".join(name_of(c) for c in sorted(strokes.MARKS))
    bases = " ".join(name for name, code, advance in letters)
    lines.append(f"table GDEF {{ GlyphClassDef [{bases}], [f_f f_i f_f_i lam_alef lam_alef.fina ksha], [{marks}], ; }} GDEF;")
    return "\n".join(lines)


# What a shaper must make of these strings: the sum of the advances and the positioning, by hand.
WORDS = [
    ("Hello", 700 + 600 + 300 + 300 + 600), ("AV", 1400 - 100), ("A V", 700 + 300 + 700 - 50), ("A A", 1700 - 100),
    ("To", 1300 - 80), ("Va", 1300 - 60), ("V a", 700 + 300 + 600), ("fi", 800), ("ff", 1000), ("ffi", 1200),
    ("office", 600 + 1200 + 600 + 600), ("e\u0301", 600), ("\u4e2d\u6587", 2000),
    ("\u0628\u062a\u0628", 450 + 400 + 550), ("\u0644\u0627", 500), ("\u0628\u0644\u0627", 450 + 520),
    ("\u0915\u094d\u0937", 750), ("\u0938\u094d\u0924", 350 + 600), ("\u0915\u093f", 1200),
]


def expected_advances(glyphs, extra_width):
    """Tab-separated: face, what (U+XXXX or the string as code points), advance in font units."""
    lines = ["face\ttext\tadvance"]
    for face, weight in (("Regular", 400), ("Bold", 700)):
        for _, code, advance, _ in glyphs:
            # Not what shaping replaces or reorders: joiners, the soft hyphen, marks alone, Devanagari.
            if code is not None and advance > 0 and code != 0xAD and not 0x900 <= code < 0x980:
                lines.append(f"{face}\tU+{code:04X}\t{advance + extra_width(advance, weight)}")
    for string, advance in WORDS:
        lines.append("Regular\t" + " ".join(f"U+{ord(c):04X}" for c in string) + f"\t{advance}")
    lines.append(f"SpaceKern\tU+0056 U+0020 U+0041\t{700 + SPACE_KERN + 300 - 50 + 700}")
    return "\n".join(lines) + "\n"
