#!/usr/bin/env python3
"""Compares the SVG that galley writes, as Chromium shows it, with the PNG that it draws of the same document.

    swift build -c release --product galley
    python3 Scripts/compare-svg.py [--galley PROGRAM] [--keep FOLDER] [--outlines] [--sample | FILE ...]

Without files: the documents of ../shared/data/html and the corpus, the first page of each. Each SVG must be XML with no
name given twice, every `href` to a place in it must lead somewhere, its text must be the page's, and the pictures must
agree: both are shrunk to a quarter, since antialiasing differs, and at most 0.2 % of the pixels may differ by more than 48 of
255. With --keep the pictures stay there, side by side.

Needs chromium, and PyPI's pillow and numpy. Exits with 1 when something fails, 69 when a tool is absent.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

from html_files import ROOT, html_files

PAPER = ["--page", "794x1123"]
THRESHOLD, ALLOWED, SHRINK = 48, 0.002, 4
SVG = "{http://www.w3.org/2000/svg}"


def letters(text):
    """What of a text is there to compare: no spaces, no hyphens that only a line's end shows."""
    return re.sub(r"[\s\u00ad\u2010\u200b-\u200f\u2060\ufeff-]", "", text)


def markup(path, page):
    """What is wrong with a file as XML, and beside the page's lines."""
    root = tree.parse(path).getroot()
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    wrong = [f"{len(ids) - len(set(ids))} names given twice"] if len(ids) != len(set(ids)) else []
    for element in root.iter(SVG + "use"):
        if element.get("href")[1:] not in ids:
            wrong.append(f"no {element.get('href')}")
    for value in re.findall(r"url\(#([^)]*)\)", path.read_text()):
        if value not in ids:
            wrong.append(f"no #{value}")
    shown = letters("".join("".join(element.itertext()) for element in root.iter(SVG + "text")))
    said = letters("".join(line["text"] for line in page["lines"]).replace("\ufffc", ""))
    # Markers, headers and ruby are in no line, what is transformed looks otherwise: the letters are counted.
    missing = sum(max(0, said.count(letter) - shown.count(letter)) for letter in set(said))
    if missing > len(said) / 20 and "text-transform" not in path.read_text():
        wrong.append(f"{missing} of {len(said)} letters are missing")
    return wrong


def difference(drawn, shown, keep):
    import numpy
    from PIL import Image
    one, other = (Image.open(path).convert("RGB") for path in (drawn, shown))
    size = (one.width // SHRINK, one.height // SHRINK)
    small = [numpy.asarray(picture.crop((0, 0, size[0] * SHRINK, size[1] * SHRINK)).resize(size, Image.BOX), dtype=int)
             for picture in (one, other)]
    share = float((abs(small[0] - small[1]).max(axis=2) > THRESHOLD).mean())
    if keep:
        both = Image.new("RGB", (one.width * 2 + 8, one.height), "red")
        both.paste(one, (0, 0))
        both.paste(other, (one.width + 8, 0))
        both.save(keep)
    return share


def check(options, document, folder):
    base = pathlib.Path(folder) / document.stem
    files = {name: base.with_suffix("." + name) for name in ("svg", "png", "json")}
    for name, out in files.items():
        command = [options.galley, "render", document, "-o", out, "--quiet", "--pages", "1", *PAPER]
        result = subprocess.run(command + (["--outlines"] if options.outlines else []), capture_output=True, text=True)
        if result.returncode not in (0, 1) or not out.exists():
            return [f"exit {result.returncode}: {result.stderr.strip()[:200]}"], 1
    page = json.loads(files["json"].read_text())["pages"][0]
    wrong = markup(files["svg"], page) if not options.outlines else []
    shown = base.with_suffix(".shown.png")
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=794,1123",
         f"--user-data-dir={base}.profile", "--default-background-color=FFFFFFFF", f"--screenshot={shown}",
         files["svg"].as_uri()], capture_output=True, timeout=120)
    if not shown.exists():
        return wrong + ["chromium shows nothing"], 1
    share = difference(files["png"], shown, options.keep and options.keep / (document.stem + ".png"))
    if share > ALLOWED:
        wrong.append("the pictures differ")
    return wrong, share


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--galley", default=ROOT / ".build/release/galley")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--outlines", action="store_true")
    parser.add_argument("--sample", action="store_true", help="every fifth document only")
    options = parser.parse_args()
    try:
        import numpy, PIL  # noqa: F401, E401
    except ImportError as error:
        print(f"compare-svg: skipped, {error}")
        return 69
    documents = options.files or html_files()
    documents = documents[::5] if options.sample else documents
    if not shutil.which("chromium"):
        print("compare-svg: skipped, chromium is absent")
        return 69
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda path: check(options, path, folder), documents))
    failures = 0
    for path, (wrong, share) in zip(documents, results):
        print(f"{share:8.4%}  {path.name}{': ' + '; '.join(wrong) if wrong else ''}")
        failures += bool(wrong)
    print(f"{len(documents) - failures} of {len(documents)} SVGs are as their pictures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
