#!/usr/bin/env python3
"""Compares the letters and digits of documents' models with those of html5lib's trees, in order.

    Scripts/compare-text.py TEXTS DOCUMENT.html ...     TEXTS: a folder with NAME.txt for each NAME.html

The texts are the models' own (flows where they are anchored, no generated content, formulas as text); the test
TextFidelityTests writes them and calls this script:

    GALLEY_DUMP=/tmp/texts swift test -c release --filter TextFidelityTests

Visible text is html5lib's tree without elements that are not shown: those that HTML hides, `hidden`, and elements whose
`style` says `display: none`; documents whose style sheets hide more tell so below. Bytes without a declared encoding are
UTF-8 where they are valid. Needs html5lib (PyPI). Exits with 1 when a document differs, 69 when html5lib is absent.
"""
import difflib
import pathlib
import re
import sys
import unicodedata

try:
    import html5lib
except ImportError:
    print("html5lib is not installed")
    sys.exit(69)

# Not shown (HTML §15.3.1), or shown as something else than their text: fields and drawings.
HIDDEN = set("""area base basefont datalist head link meta noembed noframes param rp script style template title source track
    iframe canvas video audio svg textarea select meter progress annotation annotation-xml""".split())


def visible(data):
    """The visible text of a document, an element after the other."""
    if not re.search(rb"<meta[^>]*charset", data[:2048], re.I):
        # html5lib does not read XML's declaration.
        declared = re.match(rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding=[\"']([^\"']+)", data)
        try:
            data = data.decode(declared.group(1).decode("ascii") if declared else "utf8")
        except (UnicodeDecodeError, LookupError):
            pass
    tree = html5lib.parse(data, treebuilder="etree", namespaceHTMLElements=False)
    parts = []
    # A node to enter, or text to add; no recursion, as documents may be deep.
    stack = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        if not isinstance(item.tag, str):
            continue
        style = re.sub(r"\s", "", item.get("style") or "").lower()
        if (item.tag.split("}")[-1] in HIDDEN or "display:none" in style or item.get("hidden") is not None
                or item.tag == "audio" and item.get("controls") is None
                or item.tag == "object" and item.get("data")):
            continue
        children = list(item)
        if item.tag == "details" and item.get("open") is None:
            children = [child for child in children if child.tag == "summary"][:1]
            for child in children:
                stack.append(child)
            continue
        for child in reversed(children):
            if child.tail:
                stack.append(child.tail)
            stack.append(child)
        if item.text:
            stack.append(item.text)
    return "".join(parts)


def characters(text):
    """Letters and digits: what must survive; without controls, soft hyphens and the differences that NFKC folds."""
    text = re.sub("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u00ad\ufeff]", "", unicodedata.normalize("NFKC", text))
    return "".join(re.findall(r"\w", text))


def main():
    folder = pathlib.Path(sys.argv[1])
    equal = 0
    for path in map(pathlib.Path, sys.argv[2:]):
        want = characters(visible(path.read_bytes()))
        got = characters((folder / (path.stem + ".txt")).read_text("utf8"))
        if got == want:
            equal += 1
            print(f"equal    {len(want):8}  {path.name}")
            continue
        print(f"differs  {len(want):8}  {path.name}: {len(got)} letters")
        matcher = difflib.SequenceMatcher(None, got[:20000], want[:20000], autojunk=False) if len(want) < 40000 else None
        start = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
        print(f"    from letter {start}: model {got[start:start + 60]!r}, html5lib {want[start:start + 60]!r}")
        if matcher:
            for kind, a, b, c, d in matcher.get_opcodes():
                if kind != "equal":
                    print(f"    {kind}: model {got[a:b][:80]!r}, html5lib {want[c:d][:80]!r}")
    print(f"{equal} of {len(sys.argv) - 2} equal")
    return 0 if equal == len(sys.argv) - 2 else 1


if __name__ == "__main__":
    sys.exit(main())
