#!/usr/bin/env python3
"""Checks the PDFs that galley makes of real documents, and of the corpus.

    swift build -c release --product galley
    python3 Scripts/check-pdf.py [--galley PROGRAM] [--show] [NAME ...]

Of each document: `qpdf --check` finds nothing, pdfinfo says that it is tagged, two runs give the same bytes, the tree of
structure elements, read back, holds the document's headings, list items, rows and cells in order, nothing but lists is
inside of tables' rows, and the text that pdftotext reads has its letters (../shared/tools/text_fidelity.py: a recall of
0.999 in all documents but two of 31). The lines of pages are looked at by check-pages.py.

Needs qpdf, pdfinfo, pdftotext, and PyPI's pikepdf and html5lib. Exits with 1 when something fails, 69 when the
documents or a tool are absent.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from html_files import REAL, ROOT, SHARED, html_files

ROLES = {f"h{level}": f"H{level}" for level in range(1, 7)} | {
    "li": "LI", "tr": "TR", "td": "TD", "th": "TH"}
# What is not shown, or not as itself.
HIDDEN = {"script", "style", "template", "head", "noscript", "textarea", "select", "iframe", "svg", "math", "object", "video",
          "audio", "canvas"}
RECALL, MISSES = 0.999, 2


def is_nothing(element):
    """A term or description without anything in it: nothing of it is on any page."""
    return not "".join(element.itertext()).strip() and element.find(".//img") is None


def is_hidden(element):
    style = (element.get("style") or "").replace(" ", "").lower()
    if element.tag in HIDDEN or "display:none" in style or element.get("hidden") is not None:
        return True
    return element.get("aria-hidden") == "true" and element.tag != "a" and element.find(".//a[@href]") is None


def items(parent):
    """Those of a definition list's terms and descriptions that begin an item: a term after a description does, and what
    comes first."""
    found, last, is_open = [], None, False
    for child in parent:
        if not isinstance(child.tag, str) or is_hidden(child) or child.tag in ("dt", "dd") and is_nothing(child):
            continue
        if child.tag not in ("dt", "dd"):
            last = None
            continue
        if last is None or (child.tag, last) == ("dt", "dd"):
            is_open = False
        last = child.tag
        if not is_open:
            is_open = True
            found.append(child)
    return found


def elements(data):
    """The headings, items, rows and cells of a document, in order, by html5lib."""
    import html5lib
    if not re.search(rb"charset|encoding=", data[:2048], re.I):
        data = data.decode("utf-8", "replace")
    found = []
    # Rows of tables that are none to readers (ARIA's role) are no rows.
    stack = [(html5lib.parse(data, treebuilder="etree", namespaceHTMLElements=False), False)]
    begins_item, lists = set(), set()
    while stack:
        element, looks_only = stack.pop()
        if not isinstance(element.tag, str):
            continue
        name = element.tag.split("}")[-1]
        if is_hidden(element):
            continue
        if name == "dl" or element in lists:
            begins_item.update(items(element))
        if name == "dl":
            lists.update(child for child in element if child.tag == "div")
        if element in begins_item:
            found.append("LI")
        if name == "table":
            looks_only = (element.get("role") or "").strip().lower() in ("presentation", "none")
        if name in ROLES and not (looks_only and name in ("tr", "td", "th")):
            found.append(ROLES[name])
        stack.extend((child, looks_only) for child in reversed(list(element)))
    return found


def structure(path):
    """The same of a PDF's structure tree, and what stands where it must not."""
    import pikepdf
    found, wrong = [], []
    inside = {"TD": {"TR"}, "TH": {"TR"}, "TR": {"Table", "THead", "TBody", "TFoot"}, "LI": {"L"}, "LBody": {"LI"},
              "Lbl": {"LI"}}
    with pikepdf.open(path) as pdf:
        if "/StructTreeRoot" not in pdf.Root:
            return [], ["no structure"]
        stack = [(pdf.Root.StructTreeRoot.get("/K"), "")]
        while stack:
            node, parent = stack.pop()
            if isinstance(node, pikepdf.Array):
                stack.extend((child, parent) for child in reversed(list(node)))
            elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
                name = str(node.S)[1:]
                if name in ROLES.values():
                    found.append(name)
                if name in inside and parent not in inside[name]:
                    wrong.append(f"{name} in {parent}")
                if "/K" in node:
                    stack.append((node.K, name))
    return found, wrong


def first_difference(one, other):
    for index, (a, b) in enumerate(zip(one, other)):
        if a != b:
            return f"number {index} is {b}, not {a}"
    return f"{len(other)} elements, not {len(one)}" if len(one) != len(other) else ""


def check(galley, document, folder):
    """What is wrong with a document's PDF, and the recall of its text."""
    out = pathlib.Path(folder) / (document.stem + ".pdf")
    wrong = []
    for path in (out, out.with_suffix(".again.pdf")):
        result = subprocess.run([galley, "render", document, "-o", path, "--quiet"], capture_output=True, text=True)
        if result.returncode not in (0, 1):
            return [f"exit {result.returncode}: {result.stderr.strip()[:200]}"], 0
    if out.read_bytes() != out.with_suffix(".again.pdf").read_bytes():
        wrong.append("two runs give different bytes")
    result = subprocess.run(["qpdf", "--check", out], capture_output=True, text=True)
    if result.returncode:
        wrong.append("qpdf: " + (result.stdout + result.stderr).strip().splitlines()[-1])
    info = subprocess.run(["pdfinfo", out], capture_output=True, text=True).stdout
    if not re.search(r"^Tagged:\s+yes", info, re.M):
        wrong.append("not tagged")
    found, misplaced = structure(out)
    wrong += sorted(set(misplaced))
    difference = first_difference(elements(document.read_bytes()), found)
    if difference:
        wrong.append(f"structure: {difference}")
    fidelity = subprocess.run(
        [sys.executable, SHARED / "tools/text_fidelity.py", document, out], capture_output=True, text=True).stdout
    recall = re.search(r"\b[01]\.\d+", fidelity)
    return wrong, float(recall[0]) if recall else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--galley", default=ROOT / ".build/release/galley")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    try:
        import html5lib, pikepdf  # noqa: F401, E401
    except ImportError as error:
        print(f"check-pdf: skipped, {error}")
        return 69
    if not REAL.exists() or not all(map(shutil.which, ["qpdf", "pdfinfo", "pdftotext"])):
        print("check-pdf: skipped, documents or tools are absent")
        return 69
    documents = html_files(options.names)
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda path: check(options.galley, path, folder), documents))
    failures, low = 0, []
    for path, (wrong, recall) in zip(documents, results):
        if recall < RECALL:
            low.append(f"{path.name} {recall}")
        if wrong or options.show:
            print(f"{path.name}: {'; '.join(wrong) or 'as it should be'}")
        failures += bool(wrong)
    print(f"{len(documents)} documents, {len(documents) - failures} PDFs as they should be; recall below {RECALL}: "
          f"{', '.join(low) or 'none'}")
    return 1 if failures or len(low) > MISSES else 0


if __name__ == "__main__":
    sys.exit(main())
