#!/usr/bin/env python3
"""Runs the static reftests of web-platform-tests in ../shared/data: prints how many pass, by folder.

    swift build -c release --product galley
    python3 Scripts/check-wpt.py [--suite text|layout] [--show] [--update] [FOLDER ...]     default: both suites

The suite `text` is ../shared/data/wpt, of which css/css-text is run; `layout` is ../shared/data/wpt-layout, all of it.

Test and reference are drawn by galley on a page of 800 x 600 px and must give the same picture: as any `match` reference,
as no `mismatch` one. Pixels may differ by a sixteenth of their range, as the edges of glyphs do that stand a hundredth of
a px apart. An empty page never passes; the face that an @font-face rule names is
given to galley under the family's own name. Faces in WOFF and WOFF2 are unpacked first (PyPI's fonttools and brotli); a
test that needs one that cannot be unpacked here is left out, and said so.

Known misses stand in wpt-misses.tsv and wpt-layout-misses.tsv: test, what it is about, reason. Exits with 1 when a test
fails that is not listed, a listed one passes, or fewer pass than are asked for; with 69 when the tests are absent.
"""
import argparse
import base64
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import threading
import typing
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(os.environ.get("GALLEY_SHARED") or ROOT.parent / "shared") / "data"


class Suite(typing.NamedTuple):
    root: pathlib.Path
    misses: pathlib.Path
    folders: tuple
    target: int  # per cent of what is in `folders`


SUITES = {
    "text": Suite(DATA / "wpt", ROOT / "Scripts/wpt-misses.tsv", ("css/css-text",), 80),
    "layout": Suite(DATA / "wpt-layout", ROOT / "Scripts/wpt-layout-misses.tsv", ("css",), 80),
}


def pixels(data):
    """The rows of a PNG of eight bits a channel, not interlaced."""
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, _, _, color = struct.unpack_from(">IIBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    step = {0: 1, 2: 3, 6: 4}[color]
    raw, stride = zlib.decompress(packed), width * step
    rows, above = [], bytes(stride)
    for start in range(0, len(raw), stride + 1):
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for x in range(stride) if kind else ():
            left, up = row[x - step] if x >= step else 0, above[x]
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = left + up >> 1
            else:
                corner = above[x - step] if x >= step else 0
                guess = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            row[x] = row[x] + guess & 255
        rows.append(bytes(row))
        above = row
    return rows


def alike(one, other):
    """Whether two pages look the same: bytes of PNG, one for each page."""
    if len(one) != len(other):
        return False
    for a, b in zip(one, other):
        if a == b:
            continue
        first, second = pixels(a), pixels(b)
        if len(first) != len(second) or any(
                row != line and (len(row) != len(line) or max(abs(x - y) for x, y in zip(row, line)) > 16)
                for row, line in zip(first, second)):
            return False
    return True


def family(file):
    names = subprocess.run(["fc-scan", "-f", "%{family[0]}", file], capture_output=True, text=True).stdout
    return names.strip()


class Drawing:
    """Draws pages, each once."""

    def __init__(self, program, root, folder):
        self.program, self.root, self.folder = program, root, pathlib.Path(folder)
        self.made = {}
        self.fonts = {}
        self.missing = set()
        self.lock = threading.Lock()

    def font(self, file):
        """The file as galley can read it: not compressed. None when that needs what is not installed."""
        file = file.resolve()
        if file not in self.fonts:
            self.fonts[file] = file
            if file.suffix in (".woff", ".woff2"):
                try:
                    from fontTools.ttLib import TTFont
                    font = TTFont(file)
                    font.flavor = None
                    self.fonts[file] = self.folder / (file.stem + ".ttf")
                    font.save(self.fonts[file])
                except ImportError as error:
                    print(f"cannot unpack {file.name}: {error}")
                    self.fonts[file] = None
        return self.fonts[file]

    def data_url(self, url, path):
        file = self.root / url.lstrip("/") if url.startswith("/") else (self.root / path).parent / url
        if not file.exists():
            return url
        return f"data:image/{file.suffix[1:]};base64," + base64.b64encode(file.read_bytes()).decode()

    def pages(self, path):
        """The pictures of its pages, or what went wrong."""
        if path not in self.made:
            self.made[path] = self.draw(path)
        return self.made[path]

    def draw(self, path):
        source = (self.root / path).read_bytes()
        fonts = {self.root / "fonts/Ahem.ttf"}
        # One byte a character: what the document's encoding is does not matter here.
        text = source.decode("latin-1")
        for rule in re.findall(r"@font-face\s*\{([^}]*)\}", text):
            name = re.search(r"font-family\s*:\s*['\"]?([^;'\"]*)", rule)
            url = re.search(r"url\(\s*['\"]?([^)'\"]*)", rule)
            if not name or not url:
                continue
            file = (self.root / url[1].lstrip("/")) if url[1].startswith("/") else (self.root / path).parent / url[1]
            if not file.exists():
                continue
            with self.lock:
                file = self.font(file)
            if not file:
                self.missing.add(path)
                continue
            fonts.add(file)
            own = family(file)
            if own and own != name[1].strip():
                text = re.sub(rf"(?<![\w./-]){re.escape(name[1].strip())}(?![\w./-])", own, text)
        # Images elsewhere in the suite go into the copy: galley reads files below the document's folder.
        text = re.sub(r"(?<=[\"'(])((?:/|\.\./)[^\"'()]*\.(?:png|jpg|gif))", lambda found: self.data_url(found[1], path), text)
        if path.endswith(".xht"):
            # XHTML as HTML: sections of XML mean nothing there.
            text = text.replace("<![CDATA[", "").replace("]]>", "")
            text = re.sub(r"<style.*?</style>", lambda style: style[0].replace("&gt;", ">"), text, flags=re.S)
        copy = self.folder / f"{hashlib.sha1(path.encode()).hexdigest()}{pathlib.Path(path).suffix}"
        picture = copy.with_suffix(".png")
        copy.write_bytes(text.encode("latin-1"))
        command = [self.program, "render", copy, "--page", "800x600", "--margin", "0", "--format", "png", "-o", picture,
                   "--quiet", "--base-url", (self.root / path).parent.as_uri() + "/"]
        for font in sorted(fonts):
            command += ["--font", font]
        result = subprocess.run(command, capture_output=True)
        if result.returncode not in (0, 1):
            return f"failed: {result.stderr.decode()[:200]}"
        return [page.read_bytes() for page in sorted(self.folder.glob(copy.stem + "*.png"))]


def passes(drawing, test, references, blank):
    """What is wrong; nothing where the test passes."""
    pages = drawing.pages(test)
    if isinstance(pages, str):
        return pages
    if pages == [blank]:
        return "blank"
    matches = [drawing.pages(name) for kind, name in references if kind == "match"]
    others = [drawing.pages(name) for kind, name in references if kind == "mismatch"]
    if matches and not any(alike(pages, reference) for reference in matches):
        return "otherwise than its reference"
    return "as what it must not be" if any(pages == reference for reference in others) else ""


def run(name, suite, options):
    """What is to be said against a suite; prints its table."""
    folders = tuple(options.folders) or suite.folders
    head, *rows = [line.split("\t") for line in (suite.root / "INDEX.tsv").read_text("utf-8").splitlines()]
    title, said = head.index("title"), head.index("assert")
    rows = [row for row in rows if row[2].startswith(folders)]
    known = {}
    if suite.misses.exists():
        for line in suite.misses.read_text("utf-8").splitlines():
            if line and not line.startswith("//"):
                test, subject, reason = line.split("\t")
                known[test] = subject, reason
    with tempfile.TemporaryDirectory() as folder:
        drawing = Drawing(options.galley, suite.root, folder)
        (pathlib.Path(folder) / "blank.html").write_text("<!doctype html>")
        subprocess.run([options.galley, "render", f"{folder}/blank.html", "--page", "800x600", "--margin", "0", "-o",
                        f"{folder}/blank.png", "--format", "png"], check=True)
        blank = pathlib.Path(f"{folder}/blank.png").read_bytes()

        def result(row):
            references = [reference.split(":", 1) for reference in row[1].split()]
            return passes(drawing, row[0], references, blank), {row[0], *(name for _, name in references)}

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(result, rows))
    left_out = [row[0] for row, (_, files) in zip(rows, results) if files & drawing.missing]
    for test in left_out:
        print(f"left out: {test}")
    kept = [(row, result) for row, (result, _) in zip(rows, results) if row[0] not in left_out]
    table = collections.OrderedDict()
    failures, lines = [], []
    for row, result in sorted(kept, key=lambda pair: (pair[0][2], pair[0][0])):
        count = table.setdefault(row[2], [0, 0])
        count[0] += 1
        count[1] += not result
        about = row[said] or row[title]
        if result:
            subject, reason = known.get(row[0], (about, "?"))
            lines.append("\t".join([row[0], subject, reason]))
            if reason == "?":
                failures.append(f"{row[0]}: {result}, not listed: {about}")
            elif options.show:
                print(f"{row[0]}: {result}: {reason}")
        elif row[0] in known:
            failures.append(f"{row[0]}: listed, but it passes")
    for folder, (count, passed) in table.items():
        print(f"{folder:32} {passed:4} of {count:4}")
    asked = [pair for folder, pair in table.items() if folder.startswith(suite.folders)]
    count, passed = sum(c for c, _ in asked), sum(p for _, p in asked)
    share = 100 * passed / max(1, count)
    print(f"{name}: {passed} of {count}, {share:.1f} %; {suite.target} % are asked for")
    if options.update and not options.folders:
        head = []
        if suite.misses.exists():
            head = [line for line in suite.misses.read_text("utf-8").splitlines() if line.startswith("//")]
        suite.misses.write_text("\n".join(head + lines) + "\n", "utf-8")
    if not options.folders and share < suite.target:
        failures.append(f"{name}: too few pass")
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", help="only the tests in these")
    parser.add_argument("--suite", choices=sorted(SUITES), help="only this one")
    parser.add_argument("--galley", default=ROOT / ".build/release/galley")
    parser.add_argument("--show", action="store_true", help="print known misses too")
    parser.add_argument("--update", action="store_true", help="write the lists of misses")
    options = parser.parse_args()
    if not pathlib.Path(options.galley).exists():
        sys.exit(f"check-wpt: {options.galley} is not built")
    failures = []
    for name, suite in SUITES.items():
        if options.suite not in (None, name):
            continue
        if not (suite.root / "INDEX.tsv").exists():
            print(f"check-wpt: skipped, {suite.root} is absent")
            return 69
        failures += run(name, suite, options)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
