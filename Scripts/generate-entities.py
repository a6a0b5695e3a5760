#!/usr/bin/env python3
"""Writes the HTML standard's named character references and the Encoding standard's tables.

usage: generate-entities.py              (from the package's root; writes the same bytes each time)

  Sources/CGalleyData/entities_table.c, include/html_entities.h   2,231 names, sorted by bytes, and their characters
  Sources/CGalleyData/entities_encodings.c                        the upper halves of the single-byte encodings
  Sources/GalleyMarkup/Encoding/EncodingLabels+Table.swift        the labels of all encodings

Sources: `html.entities.html5` of Python's standard library (the list of HTML §13.5), PyPI's `webencodings` (the labels of
the Encoding standard) and Python's codecs, mended where the Encoding standard's indexes differ from them.
"""
import html.entities
import sys

import webencodings.labels

SINGLE = """ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 iso-8859-13
iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252
windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic""".split()
CODEC = {"macintosh": "mac_roman", "windows-874": "cp874", "x-mac-cyrillic": "mac_cyrillic"}
# Where the Encoding standard's index differs from Python's codec.
MENDED = {("koi8-u", 0xAE): 0x45E, ("koi8-u", 0xBE): 0x40E, ("windows-1255", 0xCA): 0x5BA}


def c_bytes(data):
    lines = []
    for start in range(0, len(data), 24):
        lines.append("    " + ",".join(str(b) for b in data[start:start + 24]) + ",")
    return "\n".join(lines)


def entities():
    names = sorted(html.entities.html5, key=lambda n: n.encode())
    blob, name_ends, values, value_ends = b"", [], b"", []
    for name in names:
        blob += name.encode()
        name_ends.append(len(blob))
        values += html.entities.html5[name].encode("utf-8")
        value_ends.append(len(values))
    assert name_ends[-1] < 65536 and value_ends[-1] < 65536
    with open("Sources/CGalleyData/include/html_entities.h", "w") as file:
        file.write(f"""// Written by Scripts/generate-entities.py.
#ifndef GALLEY_HTML_ENTITIES_H
#define GALLEY_HTML_ENTITIES_H
#include <stdint.h>

/// How many named character references there are.
#define GALLEY_ENTITY_COUNT {len(names)}
/// How many single-byte encodings there are.
#define GALLEY_SINGLE_BYTE_COUNT {len(SINGLE)}

/// The names without `&`, most with `;`, sorted by bytes, one after another.
const uint8_t *galley_entity_names(void);
/// Where each name ends.
const uint16_t *galley_entity_name_ends(void);
/// The UTF-8 of the characters, one reference after another.
const uint8_t *galley_entity_values(void);
/// Where the characters of each reference end.
const uint16_t *galley_entity_value_ends(void);

/// The names of the single-byte encodings, separated by spaces.
const char *galley_single_byte_names(void);
/// For each of them the 128 characters of the bytes from 0x80; U+FFFD where there is none.
const uint16_t *galley_single_byte_tables(void);

#endif
""")
    with open("Sources/CGalleyData/entities_table.c", "w") as file:
        file.write('// Written by Scripts/generate-entities.py.\n#include "html_entities.h"\n\n')
        file.write(f"static const uint8_t names[] = {{\n{c_bytes(blob)}\n}};\n")
        file.write(f"static const uint16_t name_ends[] = {{\n{c_bytes(name_ends)}\n}};\n")
        file.write(f"static const uint8_t values[] = {{\n{c_bytes(values)}\n}};\n")
        file.write(f"static const uint16_t value_ends[] = {{\n{c_bytes(value_ends)}\n}};\n\n")
        file.write("const uint8_t *galley_entity_names(void) { return names; }\n")
        file.write("const uint16_t *galley_entity_name_ends(void) { return name_ends; }\n")
        file.write("const uint8_t *galley_entity_values(void) { return values; }\n")
        file.write("const uint16_t *galley_entity_value_ends(void) { return value_ends; }\n")


def encodings():
    tables = []
    for name in SINGLE:
        codec = CODEC.get(name, name.replace("windows-", "cp"))
        for byte in range(0x80, 0x100):
            try:
                value = ord(bytes([byte]).decode(codec))
            except UnicodeDecodeError:
                value = byte if name.startswith("windows") and byte < 0xA0 else 0xFFFD
            tables.append(MENDED.get((name, byte), value))
    with open("Sources/CGalleyData/entities_encodings.c", "w") as file:
        file.write('// Written by Scripts/generate-entities.py.\n#include "html_entities.h"\n\n')
        file.write(f"static const uint16_t tables[] = {{\n{c_bytes(tables)}\n}};\n\n")
        file.write(f'const char *galley_single_byte_names(void) {{ return "{" ".join(SINGLE)}"; }}\n')
        file.write("const uint16_t *galley_single_byte_tables(void) { return tables; }\n")
    labels = {}
    for label, name in webencodings.labels.LABELS.items():
        labels.setdefault(name, []).append(label)
    official = {"utf-8": "UTF-8", "utf-16le": "UTF-16LE", "utf-16be": "UTF-16BE", "shift_jis": "Shift_JIS",
                "euc-jp": "EUC-JP", "iso-2022-jp": "ISO-2022-JP", "gbk": "GBK", "gb18030": "gb18030",
                "big5": "Big5", "euc-kr": "EUC-KR", "koi8-r": "KOI8-R", "koi8-u": "KOI8-U", "ibm866": "IBM866"}
    with open("Sources/GalleyMarkup/Encoding/EncodingLabels+Table.swift", "w") as file:
        file.write("// Written by Scripts/generate-entities.py; the labels of the Encoding standard, §4.2.\n\n")
        file.write("extension EncodingLabels {\n")
        file.write("    /// One encoding a line: its name, then its labels.\n")
        file.write('    static let table = """\n')
        for name in sorted(labels):
            shown = official.get(name, name.upper() if name.startswith("iso-8859") else name)
            words = [shown] + sorted(labels[name])
            line = "        "
            for index, word in enumerate(words):
                if len(line) + len(word) > 108:
                    file.write(line + "\\\n")
                    line = "        "
                line += word + (" " if index + 1 < len(words) else "")
            file.write(line + "\n")
        file.write('        """\n}\n')


if __name__ == "__main__":
    entities()
    encodings()
    sys.exit(0)
