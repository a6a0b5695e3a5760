#!/usr/bin/env python3
"""Writes HTMLName+Known.swift and HTMLName+KnownNames.swift in Sources/GalleyMarkup/HTML: the names that every tree
knows at a fixed id.

usage: generate-html-names.py            (from the package's root; writes the same bytes each time)
Elements come first, then attributes that are not element names too; an id is a name's place in the list.
"""
import sys

ELEMENTS = """
a abbr acronym address annotation annotation-xml applet area article aside audio b base basefont bdi bdo bgsound big
blink blockquote body br button canvas caption center circle cite code col colgroup command content data datalist dd
defs del desc details dfn dialog dir div dl dt element ellipse em embed fieldset figcaption figure font footer
foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins
isindex kbd keygen label legend li line link listing main malignmark map mark marquee math menu menuitem meta metadata
meter mglyph mi mn mo ms mtext multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p
param path picture plaintext polygon polyline pre progress q rb rbc rect rp rt rtc ruby s samp script search section
select shadow slot small source spacer span strike strong style sub summary sup svg symbol table tbody td template text
textarea tfoot th thead time title tr track tspan tt u ul use var video wbr xmp
""".split()

ATTRIBUTES = """
id class lang xml:lang align valign bgcolor background color face size width height border cellpadding cellspacing
start type value reversed hidden href name src alt srcset sizes target rel media charset http-equiv rowspan
colspan nowrap nohref noshade bordercolor frameborder text vlink alink clear compact hspace vspace marginwidth
marginheight leftmargin topmargin rules scope headers span char cols rows wrap open checked disabled selected multiple
readonly required placeholder action method for usemap ismap poster controls autoplay loop muted preload data codetype
codebase classid archive declare standby datetime cite download ping referrerpolicy loading decoding crossorigin
fetchpriority integrity async defer nonce property itemprop role aria-label aria-hidden aria-level tabindex accesskey
contenteditable draggable spellcheck translate xmlns xlink:href viewbox d encoding definitionurl version profile min max alttext hreflang inert
""".split()

SWIFT = {"class", "for", "var", "in", "is", "as", "do", "if", "switch", "default", "operator", "defer", "self", "Type",
         "init", "open", "async", "case", "struct", "where"}


def swift_name(name):
    parts = name.replace(":", "-").split("-")
    word = parts[0] + "".join(p.capitalize() for p in parts[1:])
    return f"`{word}`" if word in SWIFT else word


def write(file, lines):
    head = ["// Written by Scripts/generate-html-names.py; change the list there.", "", "extension HTMLName {"]
    with open("Sources/GalleyMarkup/HTML/" + file, "w") as out:
        out.write("\n".join(head + lines + ["}"]) + "\n")


def main():
    names, seen = [], set()
    for name in ELEMENTS + ["dir"] + ATTRIBUTES:
        if name not in seen:
            seen.add(name)
            names.append(name)
    out = []
    for index, name in enumerate(names):
        out.append(f"    /// The name `{name}`.")
        out.append(f"    @inlinable public static var {swift_name(name)}: HTMLName {{ HTMLName(rawValue: {index}) }}")
    write("HTMLName+Known.swift", out)
    out = []
    out.append("    /// How many names have the same id in every tree.")
    out.append(f"    package static let knownCount = {len(names)}")
    out.append("")
    out.append("    /// The known names, in the order of their ids, separated by spaces.")
    out.append("    static let knownNames: StaticString = \"\"\"")
    line = "        "
    for name in names:
        if len(line) + len(name) + 1 > 110:
            out.append(line + "\\")
            line = "        "
        line += name + " "
    out.append(line.rstrip())
    out.append("        \"\"\"")
    write("HTMLName+KnownNames.swift", out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
