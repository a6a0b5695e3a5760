#!/usr/bin/env python3
"""Writes the Unicode property tables of GalleyUnicode.

    python3 -m pip install regex==2026.5.9
    python3 Scripts/generate-unicode.py            # writes the three files below
    python3 Scripts/generate-unicode.py --check    # exit 1 when they differ from what would be written

Output: Sources/CGalleyData/unicode_tables.c, Sources/CGalleyData/include/unicode_tables.h and
Sources/GalleyUnicode/Script+Names.swift.

Sources of the data: the PyPI module `regex` carries the property values of Unicode 17.0. It has no mirroring and no
bracket pairs, so those come from Debian's package unicode-data (15.0; both properties did not change up to 17.0,
which the script checks as far as `regex` can tell: every pair is Bidi_Mirrored in 17.0). Nor does it have the defaults
of unassigned scalars right (Bidi_Class is R and East_Asian_Width W for most of them, the last of the `@missing`
lines): the former come from Debian's file, the latter from UAX #11 (the ideographic blocks and planes are W).

Every table is two-stage: stage 1 maps `scalar >> 7` to a block, stage 2 holds the blocks of 128 bytes, and block 0 is
always ASCII, so that ASCII needs no stage 1. The numbering of the classes below is the raw value of the Swift enums.
"""

import argparse
import pathlib
import sys

import regex
from regex import _regex_core

UNICODE_VERSION = "17.0.0"
UCD = pathlib.Path("/usr/share/unicode")
ROOT = pathlib.Path(__file__).resolve().parent.parent
SHIFT = 7
BLOCK = 1 << SHIFT
LIMIT = 0x110000
ALL = "".join(map(chr, range(LIMIT)))

# The order is the raw value of the Swift enum of the same name.
LINE_BREAK = """XX AI AK AL AP AS B2 BA BB BK CB CJ CL CM CP CR EB EM EX GL H2 H3 HH HL HY ID IN IS JL JT JV LF NL NS NU
OP PO PR QU RI SA SG SP SY VF VI WJ ZW ZWJ""".split()
# Extended classes, each a part of a class that some rule of UAX #14 treats apart.
LINE_BREAK_SPLIT = ["QU_PI", "QU_PF", "AL_DOTTED_CIRCLE", "ID_UNASSIGNED_PICTOGRAPHIC", "SA_MARK",
                    "XX_UNASSIGNED_PICTOGRAPHIC"]
BIDI = "L R AL EN ES ET AN CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI".split()
GENERAL = "CN LU LL LT LM LO MN MC ME ND NL NO PC PD PS PE PI PF PO SM SC SK SO ZS ZL ZP CC CF CS CO".split()
GRAPHEME = "XX CR LF CN EX ZWJ RI PP SM L V T LV LVT".split()  # CN is Control; then Extended_Pictographic
INCB = "NONE CONSONANT EXTEND LINKER".split()
WORD = "XX CR LF NL EXTEND ZWJ RI FO KA HL LE SQ DQ MB ML MN NU EXTENDNUMLET WSEGSPACE".split()
SENTENCE = "XX CR LF EX SE FO SP LO UP LE NU AT SC ST CL".split()
WIDTH = "N A H F NA W".split()


def values(name):
    """The values of a property: id -> its names."""
    table = {}
    for alias, value in _regex_core.PROPERTIES[name][1].items():
        table.setdefault(value, set()).add(alias)
    return table


def column(name, order, default=0):
    """The property as one number per scalar: the index in `order` of a name of its value."""
    result = bytearray([default]) * LIMIT
    seen = 0
    for aliases in values(name).values():
        index = next((i for i, short in enumerate(order) if short in aliases), None)
        if index is None:
            # Not a value of 17.0: a grouping (gc=L) or a value that no scalar has any more (GCB=E_Base).
            continue
        seen += 1
        for run in regex.finditer(rf"\p{{{name}={order[index]}}}+", ALL):
            result[run.start():run.end()] = bytes([index]) * (run.end() - run.start())
    if seen != len(order):
        sys.exit(f"{name}: {len(order) - seen} of {order} are unknown to regex {regex.__version__}")
    return result


def flag(expression):
    result = bytearray(LIMIT)
    for run in regex.finditer(rf"{expression}+", ALL):
        result[run.start():run.end()] = b"\1" * (run.end() - run.start())
    return result


def ucd_lines(name):
    for line in (UCD / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield [field.strip() for field in line.split(";")]


def correct_unassigned(general, width, bidi):
    """Gives the scalars without a character the default values of UAX #11 and of DerivedBidiClass.txt."""
    defaults = bytearray([BIDI.index("L")]) * LIMIT
    long_names = {"Left_To_Right": "L", "Right_To_Left": "R", "Arabic_Letter": "AL", "European_Terminator": "ET"}
    for line in (UCD / "extracted/DerivedBidiClass.txt").read_text(encoding="utf-8").splitlines():
        match = regex.fullmatch(r"# @missing: (\w+)\.\.(\w+); (\w+)", line)
        if match:
            first, last = int(match[1], 16), int(match[2], 16)
            defaults[first:last + 1] = bytes([BIDI.index(long_names[match[3]])]) * (last + 1 - first)
    wide = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]
    for cp in range(LIMIT):
        if general[cp] == GENERAL.index("CN"):
            if bidi[cp] != BIDI.index("BN"):  # BN: noncharacters and default ignorables, which regex has
                bidi[cp] = defaults[cp]
            width[cp] = WIDTH.index("W" if any(a <= cp <= b for a, b in wide) else "N")
        elif general[cp] == GENERAL.index("CO"):
            width[cp] = WIDTH.index("A")
        elif general[cp] == GENERAL.index("CS"):
            width[cp] = WIDTH.index("N")
            bidi[cp] = BIDI.index("L")


def script_names():
    """[(tag, Swift name)]: Unknown, Common, Inherited, then by tag."""
    long_names = {}
    for fields in ucd_lines("PropertyValueAliases.txt"):
        if fields[0] == "sc":
            long_names[fields[1]] = fields[2]
    # Added after 15.0.
    long_names |= {
        "Gara": "Garay", "Gukh": "Gurung_Khema", "Krai": "Kirat_Rai", "Onao": "Ol_Onal", "Sunu": "Sunuwar",
        "Todr": "Todhri", "Tutg": "Tulu_Tigalari", "Berf": "Beria_Erfe", "Sidt": "Sidetic", "Tayo": "Tai_Yo",
        "Tols": "Tolong_Siki",
    }
    del long_names["Hrkt"]  # Katakana_Or_Hiragana: no scalar has it
    known = [aliases for aliases in values("SCRIPT").values()]
    for aliases in known:
        if not any(tag.upper() in aliases for tag in long_names) and "HRKT" not in aliases:
            sys.exit(f"a script without a tag: {aliases}")
    for tag in long_names:
        if not any(tag.upper() in aliases for aliases in known):
            sys.exit(f"a script that regex does not know: {tag}")
    first = ["Zzzz", "Zyyy", "Zinh"]
    tags = first + sorted(tag for tag in long_names if tag not in first)

    def swift(name):
        words = name.split("_")
        return words[0].lower() + "".join(word.capitalize() for word in words[1:])

    return [(tag, swift(long_names[tag])) for tag in tags]


def two_stage(data):
    blocks, stage1, stage2 = {}, [], []
    for start in range(0, LIMIT, BLOCK):
        block = tuple(data[start:start + BLOCK])
        if block not in blocks:
            blocks[block] = len(blocks)
            stage2 += block
        stage1.append(blocks[block])
    return stage1, stage2


def c_array(kind, name, numbers):
    lines, line = [], "   "
    for number in numbers:
        item = f" {number},"
        if len(line) + len(item) > 118:
            lines.append(line)
            line = "   "
        line += item
    lines.append(line)
    return f"const {kind} {name}[{len(numbers)}] = {{\n" + "\n".join(lines) + "\n};\n"


def combined_classes(line, bidi, grapheme, script, extensions, general):
    """One number for all that the analysis of a text looks at: C source and header.

    Scalars that agree in all of it have the same number, and the record of a number has the answers of the single tables.
    """
    marks = [GENERAL.index(name) for name in ("MN", "MC", "ME")]
    plain = [GRAPHEME.index(name) for name in ("XX", "LV", "LVT")]
    numbers, records, data = {}, [], []
    for cp in range(LIMIT):
        is_mark = general[cp] in marks
        joins = grapheme[cp] not in plain
        # Unknown, Common, Inherited.
        is_generic = script[cp] < 3 and not extensions[cp] and not is_mark and not bidi[cp] & 0x20
        record = (line[cp], bidi[cp], grapheme[cp], script[cp], extensions[cp], is_mark | joins << 1 | is_generic << 2)
        if record not in numbers:
            numbers[record] = len(records)
            records.append(record)
        data.append(numbers[record])
    stage1, stage2 = two_stage(data)
    print("classes:", len(records), "blocks:", len(stage2) // BLOCK, file=sys.stderr)
    packed = [f"0x{int.from_bytes(bytes(record), 'little'):012X}" for record in records]
    return [
        c_array("uint16_t", "galley_unicode_class_index", stage1),
        c_array("uint16_t", "galley_unicode_class_blocks", stage2),
        c_array("uint64_t", "galley_unicode_class_records", packed),
    ], [
        f"extern const uint16_t galley_unicode_class_index[{len(stage1)}];\n"
        f"extern const uint16_t galley_unicode_class_blocks[{len(stage2)}];\n"
        "/// A number that scalars share whose `galley_unicode_record` is the same. Any number may be asked; above U+10FFFF the\n"
        "/// answer is that of U+10FFFF.\n"
        "static inline uint16_t galley_unicode_class(uint32_t scalar) {\n"
        "    if (scalar > 0x10FFFF) scalar = 0x10FFFF;\n"
        f"    return galley_unicode_class_blocks[galley_unicode_class_index[scalar >> {SHIFT}] * {BLOCK}u"
        f" + (scalar & {BLOCK - 1})];\n}}\n"
        "/// The same for an ASCII byte: one load.\n"
        "static inline uint16_t galley_unicode_class_ascii(uint8_t byte) {\n"
        f"    return galley_unicode_class_blocks[byte & {BLOCK - 1}];\n}}\n",
        "/// The same for a scalar of two bytes of UTF-8, U+0080 to U+07FF.\n"
        "static inline uint16_t galley_unicode_class_two_bytes(uint8_t first, uint8_t second) {\n"
        f"    return galley_unicode_class_blocks[galley_unicode_class_index[(first & 31) >> 1] * {BLOCK}u"
        " + ((first & 1u) << 6 | (second & 63u))];\n}\n",
        f"extern const uint64_t galley_unicode_class_records[{len(records)}];\n"
        "/// What is known of the scalars of a class, in bytes from the lowest: what the tables line_break, bidi, grapheme, script\n"
        "/// and script_extensions answer; then bits: 0 a mark (Mn, Mc, Me), 1 whether grapheme clusters look at more than its\n"
        "/// being there, 2 no mark, no bracket, and neither Script nor Script_Extensions say a script.\n"
        "static inline uint64_t galley_unicode_record(uint16_t number) {\n"
        "    return galley_unicode_class_records[number];\n}\n",
    ]


def generate():
    general = column("GC", GENERAL)
    width = column("EA", WIDTH)
    bidi = column("BC", BIDI)
    correct_unassigned(general, width, bidi)
    pictographic = flag(r"\p{Extended_Pictographic}")

    # Line breaking: bits 0-5 the extended class, bit 7 East Asian (F, W, H) as LB19a and LB30 want it.
    line = column("LB", LINE_BREAK)
    split = {name: len(LINE_BREAK) + i for i, name in enumerate(LINE_BREAK_SPLIT)}
    lb = {name: i for i, name in enumerate(LINE_BREAK)}
    gc = {name: i for i, name in enumerate(GENERAL)}
    for cp in range(LIMIT):
        value = line[cp]
        if value == lb["QU"]:
            value = {gc["PI"]: split["QU_PI"], gc["PF"]: split["QU_PF"]}.get(general[cp], value)
        elif pictographic[cp] and general[cp] == gc["CN"]:
            value = split["XX_UNASSIGNED_PICTOGRAPHIC" if value == lb["XX"] else "ID_UNASSIGNED_PICTOGRAPHIC"]
        elif value == lb["SA"] and general[cp] in (gc["MN"], gc["MC"]):
            value = split["SA_MARK"]
        elif cp == 0x25CC:
            value = split["AL_DOTTED_CIRCLE"]
        line[cp] = value | (0x80 if width[cp] in (2, 3, 5) else 0)

    # Bidi: bits 0-4 the class, bit 5 a paired bracket, bit 6 mirrored.
    brackets = []
    for cp, other, kind in ((int(a, 16), int(b, 16), k) for a, b, k in ucd_lines("BidiBrackets.txt")):
        brackets.append((cp, other, kind == "o"))
        bidi[cp] |= 0x20
    for cp, mirrored in enumerate(flag(r"\p{Bidi_Mirrored}")):
        bidi[cp] |= mirrored << 6
    mirrors = [(int(a, 16), int(b, 16)) for a, b in ucd_lines("BidiMirroring.txt")]
    for cp, other in mirrors:
        if not (bidi[cp] & 0x40 and bidi[other] & 0x40):
            sys.exit(f"U+{cp:04X} has a mirroring glyph but is not mirrored in {UNICODE_VERSION}")

    # Graphemes: bits 0-3 GCB with Extended_Pictographic as a class of its own, bits 4-5 InCB.
    grapheme = column("GCB", GRAPHEME)
    incb = column("INCB", INCB)
    for cp in range(LIMIT):
        if pictographic[cp]:
            if grapheme[cp]:
                sys.exit(f"U+{cp:04X} is pictographic and has a grapheme break class")
            grapheme[cp] = len(GRAPHEME)
        grapheme[cp] |= incb[cp] << 4

    # Words: bits 0-4 WB, bit 7 Extended_Pictographic.
    word = column("WB", WORD)
    for cp in range(LIMIT):
        word[cp] |= pictographic[cp] << 7
    sentence = column("SB", SENTENCE)

    # General category and width: bits 0-4 gc, bits 5-7 East_Asian_Width.
    category = bytearray(general[cp] | width[cp] << 5 for cp in range(LIMIT))

    flags = bytearray(LIMIT)
    for bit, expression in enumerate([
        r"\p{Default_Ignorable_Code_Point}", r"\p{Extended_Pictographic}", r"\p{Emoji_Presentation}",
        r"\p{Variation_Selector}", r"\p{Emoji}", r"\p{Emoji_Modifier}", r"\p{Emoji_Modifier_Base}",
        r"\p{White_Space}",
    ]):
        for cp, value in enumerate(flag(expression)):
            flags[cp] |= value << bit

    ccc = bytearray(LIMIT)
    for aliases in values("CCC").values():
        number = next(int(alias) for alias in aliases if alias.isdigit())
        if number:
            for run in regex.finditer(rf"\p{{CCC={number}}}+", ALL):
                ccc[run.start():run.end()] = bytes([number]) * (run.end() - run.start())

    scripts = script_names()
    script = column("SCRIPT", [tag.upper() for tag, _ in scripts])
    sets = [()] * LIMIT
    for index, (tag, _) in enumerate(scripts):
        for run in regex.finditer(rf"\p{{scx={tag}}}+", ALL):
            for cp in range(run.start(), run.end()):
                sets[cp] += (index,)
    # Only sets that differ from { script } get an entry; 0 means no entry.
    set_numbers, extension_lists, starts = {}, [], [0, 0]
    extensions = bytearray(LIMIT)
    for cp in range(LIMIT):
        if sets[cp] and sets[cp] != (script[cp],):
            if sets[cp] not in set_numbers:
                set_numbers[sets[cp]] = len(set_numbers) + 1
                extension_lists += sets[cp]
                starts.append(len(extension_lists))
            extensions[cp] = set_numbers[sets[cp]]

    tables = [
        ("line_break", line, "bits 0-5 extended Line_Break, bit 7 East Asian"),
        ("bidi", bidi, "bits 0-4 Bidi_Class, bit 5 paired bracket, bit 6 Bidi_Mirrored"),
        ("grapheme", grapheme, "bits 0-3 Grapheme_Cluster_Break or pictographic, bits 4-5 Indic_Conjunct_Break"),
        ("word", word, "bits 0-4 Word_Break, bit 7 Extended_Pictographic"),
        ("sentence", sentence, "Sentence_Break"),
        ("category", category, "bits 0-4 General_Category, bits 5-7 East_Asian_Width"),
        ("flags", flags, "DI, ExtPict, EPres, VS, Emoji, EMod, EBase, White_Space from bit 0"),
        ("combining", ccc, "Canonical_Combining_Class"),
        ("script", script, "Script"),
        ("script_extensions", extensions, "number of a set of scripts, 0: only the Script"),
    ]
    stamp = (
        f"// Generated by Scripts/generate-unicode.py from Unicode {UNICODE_VERSION} (regex {regex.__version__}); do not edit.\n"
        "// Unicode data files are copyright Unicode, Inc.; https://www.unicode.org/license.txt (Unicode-3.0).\n")
    source = [stamp, '#include "unicode_tables.h"\n']
    header = [stamp, "#pragma once\n#include <stdint.h>\n", f'#define GALLEY_UNICODE_VERSION "{UNICODE_VERSION}"\n']
    for name, data, meaning in tables:
        stage1, stage2 = two_stage(data)
        source += [
            c_array("uint16_t", f"galley_unicode_{name}_index", stage1),
            c_array("uint8_t", f"galley_unicode_{name}_blocks", stage2),
        ]
        header.append(
            f"extern const uint16_t galley_unicode_{name}_index[{len(stage1)}];\n"
            f"extern const uint8_t galley_unicode_{name}_blocks[{len(stage2)}];\n"
            f"/// {meaning}. Any number may be asked; above U+10FFFF the answer is that of U+10FFFF.\n"
            f"static inline uint8_t galley_unicode_{name}(uint32_t scalar) {{\n"
            f"    if (scalar > 0x10FFFF) scalar = 0x10FFFF;\n"
            f"    return galley_unicode_{name}_blocks[galley_unicode_{name}_index[scalar >> {SHIFT}] * {BLOCK}u"
            f" + (scalar & {BLOCK - 1})];\n}}\n"
            f"/// The same for an ASCII byte: one load.\n"
            f"static inline uint8_t galley_unicode_{name}_ascii(uint8_t byte) {{\n"
            f"    return galley_unicode_{name}_blocks[byte & {BLOCK - 1}];\n}}\n")
    class_source, class_header = combined_classes(line, bidi, grapheme, script, extensions, general)
    source += class_source
    header += class_header
    brackets.sort()
    mirrors.sort()
    lists = [
        ("uint8_t", "script_extension_lists", extension_lists, "the sets of scripts, one after the other"),
        ("uint16_t", "script_extension_starts", starts, "where set n starts (n + 1: where it ends)"),
        ("uint32_t", "mirror_pairs", [n for pair in mirrors for n in pair], "sorted pairs: scalar, mirror"),
        ("uint32_t", "bracket_pairs", [n for a, b, opens in brackets for n in (a, b << 1 | opens)],
         "sorted pairs: scalar, partner << 1 | opens"),
    ]
    for kind, name, numbers, meaning in lists:
        source.append(c_array(kind, f"galley_unicode_{name}", numbers))
        header.append(
            f"extern const {kind} galley_unicode_{name}[{len(numbers)}];\n"
            + f"/// {meaning[0].upper() + meaning[1:]}.\n"
            f"static inline const {kind} *_Nonnull galley_unicode_{name}_base(void) {{ return galley_unicode_{name}; }}\n"
            f"#define GALLEY_UNICODE_{name.upper()}_COUNT {len(numbers)}\n")

    tags = [int.from_bytes(tag.encode(), "big") for tag, _ in scripts]
    source.append(c_array("uint32_t", "galley_unicode_script_tags", tags))
    header.append(
        f"extern const uint32_t galley_unicode_script_tags[{len(scripts)}];\n"
        "/// The ISO 15924 tags by script number.\n"
        "static inline const uint32_t *_Nonnull galley_unicode_script_tags_base(void) "
        "{ return galley_unicode_script_tags; }\n"
        f"#define GALLEY_UNICODE_SCRIPT_COUNT {len(scripts)}\n")
    swift = [stamp, "\nextension Script {\n"]
    for index, (tag, name) in enumerate(scripts):
        swift.append(f"    /// `{tag}`\n    @inlinable public static var {name}: Script {{ Script(rawValue: {index}) }}\n")
    swift.append("}\n")
    sizes = {name: len(two_stage(data)[1]) // BLOCK for name, data, _ in tables}
    print("blocks:", sizes, "script sets:", len(set_numbers), file=sys.stderr)
    return {
        ROOT / "Sources/CGalleyData/unicode_tables.c": "\n".join(source),
        ROOT / "Sources/CGalleyData/include/unicode_tables.h": "\n".join(header),
        ROOT / "Sources/GalleyUnicode/Script+Names.swift": "".join(swift),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file is out of date")
    arguments = parser.parse_args()
    stale = False
    for path, text in generate().items():
        if arguments.check:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                print(f"{path.relative_to(ROOT)} is out of date", file=sys.stderr)
                stale = True
        else:
            path.write_text(text, encoding="utf-8")
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
