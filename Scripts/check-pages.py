#!/usr/bin/env python3
"""Proves from the JSON of pages that no line is cut by a page's edge, none is lost and none stands twice.

    swift build -c release --product galley
    python3 Scripts/check-pages.py [--galley PROGRAM] [--show] [NAME ...]

Each document of ../shared/data/html and the corpus is cut into pages of A4 and of 500 x 400 px, and the same text once more
into one page as high as can be: the lines of each paragraph must come back in their order, each once, headers and footers of tables that
are repeated aside (the JSON says `repeated`), each within the sheet. Widows and orphans (CSS Fragmentation 3 §4.3): where a
paragraph goes on on the next page, two lines at least stand on either side, unless the page had no better place: the
paragraph is the first thing on its page, or other text stands beside the line (columns, floats, cells). Exits with 1 when
something fails, 69 where the documents are absent.
"""
import argparse
import collections
import concurrent.futures
import json
import subprocess
import sys

from html_files import REAL, ROOT, html_files

# By name: the width in px.
SHEETS = {"A4": 210 / 25.4 * 96, "500x400": 500}
HIGH = 900_000
# A line may stand this far beyond an edge: layout counts in 1/64 px.
SLACK = 1 / 16
PICTURE = "\ufffc"
MARGIN = 54


def pages(galley, document, page):
    result = subprocess.run(
        [galley, "render", document, "--format", "json", "--quiet", "--no-images", "--page", page, "-o", "-"],
        capture_output=True)
    if result.returncode not in (0, 1):
        raise RuntimeError(f"exit {result.returncode}: {result.stderr.decode()[:200]}")
    return json.loads(result.stdout)["pages"]


def lines(pages):
    """Each line with its page, repeated ones left out."""
    return [(number, line) for number, page in enumerate(pages) for line in page["lines"] if not line.get("repeated")]


def by_paragraph(pages):
    """The lines of each paragraph in their order. (Those of cells beside each other come page by page.)"""
    found = collections.defaultdict(list)
    for _, line in lines(pages):
        found[line["paragraph"]].append(line["text"])
    return found


def is_alone(line, page):
    """Whether nothing else of the page stands at the height of a line."""
    top, bottom = line["y"], line["y"] + line["height"]
    return not any(other is not line and other["paragraph"] != line["paragraph"]
                   and other["y"] < bottom - 1 and other["y"] + other["height"] > top + 1 for other in page["lines"])


def stranded(cut):
    """Paragraphs of which one line stands alone at a page's end or begin, where it need not."""
    found = []
    paragraphs = collections.defaultdict(list)
    for number, line in lines(cut):
        paragraphs[line["paragraph"]].append((number, line))
    for paragraph, own in paragraphs.items():
        counts = collections.Counter(number for number, _ in own)
        if len(counts) < 2:
            continue
        first, last = min(counts), max(counts)
        for number, where in ((first, "orphan"), (last, "widow")):
            if counts[number] >= 2:
                continue
            line = next(line for page, line in own if page == number)
            if not is_alone(line, cut[number]):
                continue
            # What stands above it on the page where the break should have been: nothing means no better place.
            start = cut[first if where == "orphan" else last - 1]
            heads = [other for other in start["lines"] if not other.get("repeated")]
            if where == "widow" and (counts[last - 1] <= 2 and heads and heads[0]["paragraph"] == paragraph):
                continue
            if where == "orphan" and heads and heads[0]["paragraph"] == paragraph:
                continue
            found.append(f"{where} on page {number + 1}: {line['text'][:40]!r}")
    return found


def check(galley, document):
    wrong, notes = [], []
    for name, width in SHEETS.items():
        cut = pages(galley, document, name)
        expected, found = by_paragraph(pages(galley, document, f"{width}x{HIGH}")), by_paragraph(cut)
        for paragraph in sorted(expected.keys() | found.keys()):
            one, other = expected.get(paragraph, []), found.get(paragraph, [])
            if one != other:
                wrong.append(f"{name}: paragraph {paragraph} has {len(one)} lines, {len(other)} on pages: "
                             f"{(one + other)[0][:40]!r}")
        for number, page in enumerate(cut):
            for line in page["lines"]:
                # A picture higher than a page is cut by it.
                if line["height"] > page["height"] - 2 * MARGIN and line["text"] == PICTURE:
                    continue
                if line["y"] < -SLACK or line["y"] + line["height"] > page["height"] + SLACK:
                    wrong.append(f"{name}: page {number + 1} cuts {line['text'][:40]!r}")
        notes += [f"{name}: {text}" for text in stranded(cut)]
    return wrong, notes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--galley", default=ROOT / ".build/release/galley")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if not REAL.exists():
        print("check-pages: skipped, the documents are absent")
        return 69
    documents = html_files(options.names)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda path: check(options.galley, path), documents))
    failures = 0
    for path, (wrong, notes) in zip(documents, results):
        failures += bool(wrong or notes)
        if wrong or notes or options.show:
            print(f"{path.name}: {'; '.join((wrong + notes)[:6]) or 'as it should be'}"
                  + (f" and {len(wrong + notes) - 6} more" if len(wrong + notes) > 6 else ""))
    print(f"{len(documents)} documents, {len(documents) - failures} of them whole on their pages")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
