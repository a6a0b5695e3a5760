#!/usr/bin/env python3
"""Compares lines as galley lays them out with those of headless Chromium, paragraph by paragraph.

    swift build -c release --product galley
    Scripts/compare-lines.py                    every set of line_sets.py: a table, and the differences that are new
    Scripts/compare-lines.py --sample           some paragraphs of each, which is what CI does
    Scripts/compare-lines.py --only english     the sets whose name begins so
    Scripts/compare-lines.py --show             each difference, with its lines
    Scripts/compare-lines.py --update           writes Scripts/line-differences.tsv anew
    Scripts/compare-lines.py --file A.html ...  documents of your own, with the faces that they ask for

Both sides have the same faces, from the same files, and the browser's dictionaries for Thai, Lao, Khmer and Burmese
(--icu for ICU's own). A paragraph is the same when it has the same text in the same
lines; white space at lines' ends does not count, a hyphen that shows does. Where lines are the same, their widths are
compared too: Blink rounds each text item up to 1/64 px, so that they may differ by as much for each of its items, and
once for the line; lines with boxes or objects in them are left out of this.

Known differences stand in line-differences.tsv with their reasons: set, page and width, the paragraph's key, reason.
Exits with 1 when a paragraph differs that is not listed (or a listed one no more, in a full run), a width is off, or a
set's share is not reached; with 69 when Chromium is absent. Needs Debian's chromium; documents are read as they are.
"""
import argparse
import collections
import hashlib
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import chromium
import line_sets

HERE = pathlib.Path(__file__).resolve().parent
LINES = (HERE / "chromium-lines.js").read_text("utf-8")
KNOWN = HERE / "line-differences.tsv"
# Not compared: dictionaries for hyphens and trimming of CJK punctuation are Chromium's own.
COMMON = "*{hyphens:manual!important;text-spacing-trim:space-all!important}"


def plain(text):
    return re.sub("[\\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2010\u2028\u2060-\u2069\ufeff\ufffc]", "", text)


def page_css(page):
    css = COMMON + page.css
    if page.families:
        names = ",".join(f"'{family}'" for family in page.families)
        if page.file:
            # In a document everything is in these, whatever it asks for.
            css += (f"*{{font-family:{names}!important}}"
                    f"pre,pre *,code,code *,tt,kbd,samp{{font-family:'DejaVu Sans Mono',{names}!important}}")
        else:
            css += f"body{{margin:0;font:16px {names}}}"
    return css


def faces(page):
    families = page.families + (["DejaVu Sans Mono"] if page.file and page.families else [])
    return [face for family in families for face in line_sets.FAMILIES[family]]


def font_rules(page):
    """The faces for the browser. Those of collections are the system's, by their full names."""
    rules = ""
    for family, file, weight, style in faces(page):
        full = f"{family} Bold" if weight == 700 else family
        source = f"local('{full}')" if file.endswith(".ttc") else f"url('{pathlib.Path(file).as_uri()}')"
        rules += f"@font-face{{font-family:'{family}';src:{source};font-weight:{weight};font-style:{style}}}"
    return rules


class Galley:
    """Lays pages out with the program."""

    def __init__(self, program, folder, dictionaries):
        self.program, self.folder = program, pathlib.Path(folder)
        self.environment = os.environ | ({"ICU_DATA": str(dictionaries)} if dictionaries else {})

    def paragraphs(self, page):
        css = self.folder / "page.css"
        css.write_text(page_css(page), "utf-8")
        file = page.file
        if not file:
            file = self.folder / "page.html"
            file.write_text("<!doctype html><meta charset=utf-8><body>" + page.source, "utf-8")
        command = [self.program, "layout", file, "--width", f"{page.width:g}", "--quiet", "--no-images", "--css", css]
        if page.file:
            command.remove("--no-images")
        for font in sorted({font for _, font, _, _ in faces(page)}):
            command += ["--font", font]
        result = subprocess.run(command, capture_output=True, env=self.environment)
        if result.returncode not in (0, 1):
            sys.exit(f"{page.name}: galley failed: {result.stderr.decode()[:400]}")
        found = collections.OrderedDict()
        for line in json.loads(result.stdout)["lines"]:
            found.setdefault(line["paragraph"], []).append((line["text"], line["width"]))
        return list(found.values())


class Browser:
    """Lays pages out in Chromium."""

    def __init__(self, folder):
        self.chromium = chromium.Chromium()
        self.folder = pathlib.Path(folder)

    def open(self, file):
        """Opens a document, without scripts, and where it sends those who have none elsewhere, without that."""
        source = file.read_bytes()
        kept = re.sub(rb"<meta\s[^>]*http-equiv=.?refresh[^>]*>", b"", source, flags=re.I)
        if kept != source:
            base = f'<base href="{html.escape(file.resolve().as_uri())}">'.encode()
            source = re.sub(rb"<head[^>]*>", lambda found: found[0] + base, kept, count=1, flags=re.I)
            file = self.folder / f"copy{file.suffix}"
            file.write_bytes(source)
        self.chromium.open(file, scripts=False)

    def add_style(self, style):
        """Adds a style sheet to the page that is open, and waits for its faces."""
        self.chromium.js(f"document.head.insertAdjacentHTML('beforeend', {json.dumps(style)}), 1")
        self.await_faces()

    def await_faces(self):
        # Faces load when text first asks for them, and with them texts are laid out again. A document's own may be absent.
        self.chromium.js("Promise.all([...document.fonts].map(f => f.load().catch(() => 0)))"
                         ".then(() => document.fonts.ready)"
                         ".then(() => 1)")

    def paragraphs(self, page):
        style = f"<style>{font_rules(page)}{page_css(page)}</style>"
        if page.file:
            self.chromium.resize(int(page.width), 2000)
            self.open(page.file)
            self.add_style(style)
        else:
            body = f"<body style='width:{page.width:g}px'>{page.source}"
            self.chromium.show(f"<!doctype html><meta charset=utf-8>{style}{body}")
            self.await_faces()
        return self.chromium.js(LINES)


# Why paragraphs differ. The first word stands in the list of known differences.
REASONS = {
    "columns": "In a table whose columns are wider or narrower there: in these documents beside an image that is absent, for "
               "which the browser has room for an icon and the alternative text.",
    "image": "Beside an image that is absent, which is as wide as its alternative text there.",
    "newline": "A newline between two ideographs or kana is removed (CSS Text 3 §4.1.3); Blink makes it a space.",
    "khmer": "ICU finds words otherwise in the browser's dictionary for Khmer than the browser's own, later ICU.",
    "ruby": "Ruby stands above its base there.",
    "marker": "A marker inside its item is wider or narrower; it is no part of the lines that are compared.",
    "soft": "The soft hyphens that do not show are not told apart in what the browser says of its lines.",
    "size": "Blink sets text in whole 1/64 px of size: the line is narrower than its font says.",
}


def loses_newline(paragraph):
    """Whether a newline stands between two ideographs or kana: removed here (CSS Text 3 §4.1.3), a space in Blink."""
    wide = "[\u1100-\u11ff\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]"
    return re.search(f"{wide}[ \t]*\n\\s*{wide}", paragraph["source"]) is not None


class Difference:
    def guess(self, paragraph):
        """A reason that fits, for who looks it over; "?" for none."""
        if re.search("[\u1780-\u17ff]", "".join(self.theirs)):
            return "khmer"
        if self.ours:
            index = next(i for i, (a, b) in enumerate(zip(self.theirs, self.ours)) if a != b)
            if loses_newline(paragraph):
                return "newline"
            if paragraph["lines"][index]["slack"] > 1 / 64:
                return "size"
        return "columns" if paragraph["cell"] else "?"

    def __init__(self, page, key, theirs, ours, paragraph):
        self.id = (page.set, f"{page.name} {page.css} {page.width:g}" if page.css and not page.file else
                   f"{page.name} {page.width:g}", hashlib.sha1(key.encode()).hexdigest()[:10])
        self.theirs, self.ours = theirs, ours
        self.reason = self.guess(paragraph)

    def __str__(self):
        if self.ours is None:
            return f"no paragraph of galley's has this text: {self.theirs[0][:60]!r}"
        index = next((i for i, (a, b) in enumerate(zip(self.theirs, self.ours)) if a != b),
                     min(len(self.theirs), len(self.ours)) - 1)
        return f"line {index + 1}: chromium {self.theirs[index]!r}, galley {self.ours[index]!r}"


class Count:
    """What a set or a page of it came to."""

    def __init__(self):
        self.paragraphs = self.same = self.lines = self.wide = 0
        self.worst = 0.0

    def add(self, other):
        for name in ("paragraphs", "same", "lines", "wide"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.worst = max(self.worst, other.worst)

    def share(self):
        return 100 * self.same / max(1, self.paragraphs)

    def row(self, name, share=""):
        return (f"{name:44} {self.paragraphs:10} {self.lines:8} {self.paragraphs - self.same:7} {self.share():8.2f} "
                f"{share:>6} {self.wide:6} {self.worst:8.4f}")


def compare(page, theirs, ours):
    """The count and the differences of a page."""
    count, differences, widths = Count(), [], []
    byText = collections.defaultdict(collections.deque)
    for lines in ours:
        byText["".join(plain(text) for text, _ in lines)].append(lines)
    for paragraph in theirs:
        lines = [line for line in paragraph["lines"] if plain(line["text"])]
        texts = [plain(line["text"]) for line in lines]
        key = "".join(texts)
        if not key:
            continue
        count.paragraphs += 1
        count.lines += len(lines)
        if not byText[key]:
            differences.append(Difference(page, key, texts, None, paragraph))
            continue
        mine = [(plain(text), width) for text, width in byText[key].popleft() if plain(text)]
        if texts != [text for text, _ in mine]:
            differences.append(Difference(page, key, texts, [text for text, _ in mine], paragraph))
            continue
        count.same += 1
        if paragraph["boxed"] or loses_newline(paragraph):
            continue
        for line, (text, width) in zip(lines, mine):
            off = max(0, abs(line["right"] - line["left"] + line["slack"] - width))
            count.worst = max(count.worst, off)
            if off > (line["rects"] + 1) / 64 + 1e-3:
                count.wide += 1
                widths.append(f"{page.set}, {page.name} {page.width:g}: width {line['right'] - line['left']:.4f} in chromium, "
                              f"{width:.4f} in galley, {line['rects']} items: {text[:50]!r}")
    return count, differences, widths


def read_known():
    if not KNOWN.exists():
        return {}
    rows = [line.split("\t") for line in KNOWN.read_text("utf-8").split("\n") if line and not line.startswith("//")]
    return {tuple(row[:3]): row[3:] for row in rows}


def write_known(version, known, differences, kept):
    """The list again: reasons stay, new ones are guessed; rows of sets that were not run are kept."""
    lines = [f"// Paragraphs that {version} breaks otherwise: set, page and width, key, reason, first difference.",
             "// Written by compare-lines.py --update, which guesses the reason of a new one (\"?\" for none): look at it."]
    lines += [f"// {name}: {why}" for name, why in REASONS.items()]
    rows = {tuple(key): value for key, value in known.items() if key[0] in kept}
    for difference in differences:
        old = known.get(difference.id)
        rows[difference.id] = [old[0] if old and old[0] != "?" else difference.reason, str(difference)]
    lines += ["\t".join([*key, *value]) for key, value in sorted(rows.items())]
    KNOWN.write_text("\n".join(lines) + "\n", "utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--galley", default=line_sets.ROOT / ".build/release/galley")
    parser.add_argument("--corpus", type=pathlib.Path, default=line_sets.ROOT / ".build/bench-corpus")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--icu", action="store_true")
    parser.add_argument("--file", type=pathlib.Path, nargs="+")
    parser.add_argument("--width", type=int, default=600)
    options = parser.parse_args()
    if not pathlib.Path(options.galley).exists():
        sys.exit(f"compare-lines: {options.galley} is not built")
    if not chromium.path():
        print("compare-lines: skipped, chromium is not installed")
        return 69
    if options.file:
        pages = [line_sets.Page("files", str(file), "", file, [], "", options.width) for file in options.file]
        sets = [line_sets.Set("files", 0, pages)]
    else:
        sets = list(line_sets.sets(options.corpus, options.sample))
        if options.only:
            sets = [one for one in sets if one.name.startswith(tuple(options.only))]
    known = {} if options.file else read_known()
    failures, found, short = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        dictionaries = None if options.icu else chromium.dictionaries(f"{folder}/dictionaries")
        galley, browser = Galley(options.galley, folder, dictionaries), Browser(folder)
        print(browser.chromium.version)
        print(f"{'':44} {'paragraphs':>10} {'lines':>8} {'differ':>7} {'same %':>8} {'target':>6} {'widths':>6} {'by px':>8}")
        for one in sets:
            total = Count()
            for page in one.pages:
                page.set = one.name
                count, differences, widths = compare(page, browser.paragraphs(page), galley.paragraphs(page))
                print(count.row(f"  {page.name} {page.width:g}"), flush=True)
                total.add(count)
                found += differences
                failures += widths
                if options.show:
                    for difference in differences:
                        print("     ", known.get(difference.id, [f"new, {difference.reason}"])[0], "|", difference)
            print(total.row(one.name, f"{one.share:g}"), flush=True)
            if total.share() < one.share and not options.sample:
                short.append(f"{one.name}: {total.share():.2f} % are the same, {one.share:g} % are asked for")
        browser.chromium.close()
        version = browser.chromium.version
    run = {one.name for one in sets}
    new = [d for d in found if known.get(d.id, ["?"])[0] == "?"]
    if options.update:
        write_known(version, known, found, {key[0] for key in known} - run)
    failures += short + [f"{', '.join(d.id)}: not listed: {d}" for d in new]
    if not options.sample and not options.file:
        ids = {d.id for d in found}
        failures += [f"{', '.join(key)}: listed, but no longer different" for key in known if key[0] in run and key not in ids]
    for failure in failures:
        print(failure)
    print(f"{len(found)} paragraphs differ, {len(new)} of them not listed; {len(failures)} failures")
    return 1 if failures and not options.file else 0


if __name__ == "__main__":
    sys.exit(main())
