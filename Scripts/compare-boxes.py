#!/usr/bin/env python3
"""Compares the boxes of blocks as galley lays them out with those of headless Chromium, on the documents of
../shared/data/html at 800 px, with the same faces and line heights that do not depend on them.

    swift build -c release --product galley
    Scripts/compare-boxes.py                    a table of the documents
    Scripts/compare-boxes.py --only name        those whose name begins so
    Scripts/compare-boxes.py --show [N]         N differences of each document (20), what is outermost first
    Scripts/compare-boxes.py --file A.html ...  documents of your own

A box is the same where x, width and height are each within 1 px; y is the heights before it added up. Compared is every
element that makes a block-level box, a table or a part of one, a float or an inline block; replaced elements are not, and
neither is what has no size. A box that galley does not have at all is a difference, unless it is 0 px high.

Exits with 1 when fewer are the same than are asked for; with 69 when Chromium or the documents are absent.
"""
import argparse
import html
import importlib
import json
import pathlib
import subprocess
import sys
import tempfile

import chromium
import line_sets

lines = importlib.import_module("compare-lines")

WIDTH = 800
TARGET = 95  # per cent
# Heights of lines that every element has from itself, and the same everywhere.
CSS = "*{line-height:1.4!important}"
# Numbers the elements with boxes, and writes the document as it is then: HTML, whatever it was.
MARK = """(() => {
  const shown = /^(block|flow-root|list-item|inline-block|inline-table|table(-.*)?|flex|grid|inline-flex|inline-grid)$/;
  const replaced = /^(img|video|audio|iframe|embed|object|canvas|input|textarea|select|button|svg|math|hr|meter|progress)$/i;
  let count = 0;
  for (const element of document.documentElement.querySelectorAll('*')) {
    if (element.closest('svg,math,select,button')) continue;
    const display = getComputedStyle(element).display;
    if (shown.test(display) && !/^table-column/.test(display) && !replaced.test(element.localName))
      element.setAttribute('data-box', count++);
  }
  // Pictures are absent: one pixel stands for each, of the size that the style sheet gives.
  for (const image of document.querySelectorAll('img')) {
    image.removeAttribute('srcset');
    image.src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  }
  const page = document.implementation.createHTMLDocument('');
  return [document.compatMode, page.importNode(document.documentElement, true).outerHTML];
})()"""
BOXES = """[...document.querySelectorAll('[data-box]')].map(element => {
  const rect = element.getBoundingClientRect();
  return [element.getAttribute('data-box'), element.localName + (element.className ? '.' + element.className : ''),
          rect.left + scrollX, rect.top + scrollY, rect.width, rect.height];
})"""


def theirs(browser, page, copy):
    """Chromium's boxes; writes the document with the numbers of its elements to `copy`."""
    browser.chromium.resize(WIDTH, 2000)
    browser.open(page.file)
    mode, source = browser.chromium.js(MARK)
    base = f'<base href="{html.escape(page.file.resolve().as_uri())}">'
    doctype = "<!doctype html>" if mode == "CSS1Compat" else ""
    copy.write_text(f"{doctype}\n{source}".replace("<head>", "<head><meta charset=utf-8>" + base, 1), "utf-8")
    # Both read the same bytes.
    browser.chromium.open(copy, scripts=False)
    style = f"<style>{lines.font_rules(page)}{lines.page_css(page)}{CSS}</style>"
    browser.add_style(style)
    browser.chromium.js("Promise.all([...document.images].map(i => i.decode().catch(() => 0))).then(() => 1)")
    return browser.chromium.js(BOXES)


def ours(program, page, copy, folder):
    """Galley's boxes by number."""
    css = folder / "page.css"
    css.write_text(lines.page_css(page) + CSS, "utf-8")
    command = [program, "layout", copy, "--boxes", "--width", str(WIDTH), "--quiet", "--css", css, "--wait",
               "--base-url", page.file.resolve().as_uri()]
    for font in sorted({font for _, font, _, _ in lines.faces(page)}):
        command += ["--font", font]
    result = subprocess.run(command, capture_output=True)
    if result.returncode not in (0, 1):
        sys.exit(f"{page.name}: galley failed: {result.stderr.decode()[:400]}")
    return {box["attributes"]["data-box"]: box for box in json.loads(result.stdout)["boxes"]
            if "data-box" in box.get("attributes", {})}


def compare(boxes, own):
    """How many boxes there are, how many are the same, and the others."""
    count, different = 0, []
    for number, name, x, y, width, height in boxes:
        box = own.get(number)
        if width == 0 and height == 0 or box is None and height == 0:
            continue
        count += 1
        if box is None:
            different.append(f"{name} #{number}: absent; {x:.1f} {width:.1f}x{height:.1f} there")
        elif max(abs(box["x"] - x), abs(box["width"] - width), abs(box["height"] - height)) > 1:
            different.append(f"{name} #{number}: x {box['x']:.1f} {box['width']:.1f}x{box['height']:.1f}, there "
                             f"{x:.1f} {width:.1f}x{height:.1f}")
    return count, different


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--galley", default=line_sets.ROOT / ".build/release/galley")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--show", type=int, nargs="?", const=20, default=0)
    parser.add_argument("--file", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    if not pathlib.Path(options.galley).exists():
        sys.exit(f"compare-boxes: {options.galley} is not built")
    if not chromium.path() or not (options.file or line_sets.REAL.exists()):
        print("compare-boxes: skipped, chromium or the documents are absent")
        return 69
    if options.file:
        pages = [line_sets.Page("files", file.name, "", file, [], "", WIDTH) for file in options.file]
    else:
        pages = [page for one in line_sets.documents("documents", TARGET, line_sets.REAL, (WIDTH,))
                 for page in one.pages if page.name.startswith(tuple(options.only) or "")]
    total = same = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        browser = lines.Browser(folder)
        print(browser.chromium.version)
        print(f"{'':48} {'boxes':>6} {'differ':>7} {'same %':>8}")
        for page in pages:
            copy = folder / "marked.html"
            boxes = theirs(browser, page, copy)
            count, different = compare(boxes, ours(options.galley, page, copy, folder))
            total, same = total + count, same + count - len(different)
            print(f"  {page.name:46} {count:6} {len(different):7} {100 - 100 * len(different) / max(1, count):8.2f}", flush=True)
            for line in different[:options.show]:
                print("     ", line)
        browser.chromium.close()
    share = 100 * same / max(1, total)
    print(f"{'all':48} {total:6} {total - same:7} {share:8.2f}; {TARGET} % are asked for")
    return 1 if share < TARGET and not options.file and not options.only else 0


if __name__ == "__main__":
    sys.exit(main())
