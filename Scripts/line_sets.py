"""What compare-lines.py lays out: sets of texts, each with its faces, widths and the share that must be the same.

The corpora are made by ../shared/peers/make_corpus.py, the declarations and documents are ../shared/data; GALLEY_SHARED
names another folder. What is absent is left out, and said so. Corpus/ is in the repository.
"""
import dataclasses
import html
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

from html_files import REAL, ROOT, SHARED

TRUETYPE, NOTO = "/usr/share/fonts/truetype/", "/usr/share/fonts/truetype/noto/"
CJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-"


def styles(family, stem, bold="Bold", italic="Italic", regular="Regular"):
    """The four faces of a family: (family, file, weight, style)."""
    return [(family, f"{stem}{regular}.ttf", 400, "normal"), (family, f"{stem}{bold}.ttf", 700, "normal"),
            (family, f"{stem}{italic}.ttf", 400, "italic"), (family, f"{stem}{bold}{italic}.ttf", 700, "italic")]


def pair(family, name):
    return [(family, f"{NOTO}{name}-Regular.ttf", 400, "normal"), (family, f"{NOTO}{name}-Bold.ttf", 700, "normal")]


# Family: its faces as files. Of a collection the browser takes the system's face of that full name.
FAMILIES = {
    "DejaVu Sans": [("DejaVu Sans", f"{TRUETYPE}dejavu/DejaVuSans{n}.ttf", w, s) for n, w, s in (
        ("", 400, "normal"), ("-Bold", 700, "normal"), ("-Oblique", 400, "italic"), ("-BoldOblique", 700, "italic"))],
    "DejaVu Sans Mono": [("DejaVu Sans Mono", f"{TRUETYPE}dejavu/DejaVuSansMono{n}.ttf", w, s) for n, w, s in (
        ("", 400, "normal"), ("-Bold", 700, "normal"), ("-Oblique", 400, "italic"), ("-BoldOblique", 700, "italic"))],
    "Liberation Serif": styles("Liberation Serif", f"{TRUETYPE}liberation2/LiberationSerif-"),
    "Noto Sans": styles("Noto Sans", f"{NOTO}NotoSans-"),
} | {family: pair(family, family.replace(" ", "")) for family in (
    "Noto Naskh Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Khmer",
    "Noto Sans Ethiopic")} | {f"Noto Sans CJK {part}": [
        (f"Noto Sans CJK {part}", f"{CJK}Regular.ttc", 400, "normal"),
        (f"Noto Sans CJK {part}", f"{CJK}Bold.ttc", 700, "normal")] for part in ("JP", "SC", "KR")}


@dataclasses.dataclass
class Page:
    """One thing to lay out on both sides."""
    set: str            # whose share it counts for
    name: str           # what differences are listed under, with the width
    source: str         # HTML, or
    file: pathlib.Path | None
    families: list      # of which the first is the text's
    css: str = ""
    width: float = 400


@dataclasses.dataclass
class Set:
    name: str
    share: float        # that must break alike, in per cent
    pages: list


def paragraphs(texts, lang="", direction="auto"):
    return "".join(f'<p dir={direction}{f" lang={lang}" if lang else ""}>{html.escape(text)}</p>\n' for text in texts)


def corpora(folder, sample):
    """The three corpora, which are made where they are not there yet."""
    if not (folder / "cjk.txt").exists():
        maker = SHARED / "peers/make_corpus.py"
        if not maker.exists():
            return print(f"left out: the corpora, as {maker} is absent")
        subprocess.run([sys.executable, maker, folder], check=True, stdout=subprocess.DEVNULL)

    def texts(name):
        lines = (folder / name).read_text("utf-8").split("\n")[:-1]
        return lines[:40] if sample else lines

    def pages(name, faces, widths, css="", lang=lambda text: ""):
        source = "".join(paragraphs([text], lang(text)) for text in texts(f"{name}.txt"))
        for families in faces[:1] if sample else faces:
            for width in widths[:1] if sample else widths:
                yield Page(name, f"{name}, {families[0]}", source, None, families, css, width)

    def cjk_language(text):
        if any("\u3040" <= letter < "\u3100" for letter in text):
            return "ja"
        return "ko" if any("\uac00" <= letter < "\ud7a4" for letter in text) else "zh"

    yield Set("english", 99.9, list(pages(
        "english", [["DejaVu Sans"], ["Liberation Serif"], ["Noto Sans"]], (400, 313, 613.5))))
    yield Set("bidi", 99.5, list(pages(
        "bidi", [["DejaVu Sans"], ["Noto Naskh Arabic", "Noto Sans Hebrew", "Noto Sans"]], (400, 313, 613.5))))
    yield Set("cjk", 99, list(pages(
        "cjk", [["Noto Sans CJK SC"], ["Noto Sans CJK JP"]], (395, 313, 613.5), "p{line-break:strict}", cjk_language)))


SCRIPTS = {"amh": ["Noto Sans Ethiopic"], "arb": ["Noto Naskh Arabic"], "cmn_hans": ["Noto Sans CJK SC"],
           "deu_1996": ["Liberation Serif"], "ell_monotonic": ["DejaVu Sans"], "heb": ["Noto Sans Hebrew"],
           "hin": ["Noto Sans Devanagari"], "jpn": ["Noto Sans CJK JP"], "khm": ["Noto Sans Khmer"],
           "kor": ["Noto Sans CJK KR"], "rus": ["Noto Sans"], "tha": ["Noto Sans Thai"]}


def declarations(sample):
    """The declaration of human rights in 12 languages."""
    files = sorted((SHARED / "data/udhr").glob("udhr_*.xml"))
    if not files:
        print(f"left out: the declarations, as {SHARED}/data/udhr is absent")
    pages = {False: [], True: []}
    for file in files:
        root = xml.etree.ElementTree.parse(file).getroot()
        lang = root.get("{http://www.w3.org/XML/1998/namespace}lang")
        texts = [" ".join(e.text.split()) for e in root.iter() if e.tag.split("}")[1] in ("title", "para") and e.text]
        key = file.stem.removeprefix("udhr_")
        families = SCRIPTS.get(key, []) + ["DejaVu Sans"]
        for width in (315,) if sample else (315, 437, 601):
            pages[key in ("tha", "khm")].append(Page(
                "", f"udhr {key}, {families[0]}", paragraphs(texts, lang, root.get("dir")), None, families, "", width))
    for name, share, which in (("udhr", 98, False), ("udhr, Thai and Khmer", 95, True)):
        if pages[which]:
            yield Set(name, share, pages[which])


# For documents: whatever script, weight and slant there is, no side must look for a face of its own.
ALL = ["DejaVu Sans", "Noto Sans CJK JP", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Khmer",
       "Noto Sans Ethiopic", "Noto Sans", "Noto Naskh Arabic", "Noto Sans Hebrew"]
DOCUMENT = "img,svg,object{width:40px!important;height:20px!important}"


def documents(name, share, folder, widths, without=()):
    """Whole documents, in one family and one of fixed width: which faces they ask for is not what is compared."""
    files = sorted(file for file in folder.glob("*.*html") if file.name not in without)
    if not files:
        print(f"left out: {name}, as {folder} is absent")
    else:
        yield Set(name, share, [Page(name, file.name, "", file, ALL, DOCUMENT, width) for file in files for width in widths])


def sets(corpus, sample):
    """All sets; with `sample` some paragraphs and widths of each."""
    yield from corpora(corpus, sample)
    yield from declarations(sample)
    if not sample:
        yield from documents("documents", 98, REAL, (420, 601, 840))
    # They show ruby and markers inside on purpose, whose text is no part of Chromium's lines. The book is made of pages,
    # counters before its captions and large first letters: its pages are compared with what they were (CorpusTests).
    yield from documents("Corpus", 95, ROOT / "Corpus", (317, 601), without={"book.html"})
    quotations = (ROOT / "Corpus/quotations-zh.txt").read_text("utf-8").split("\n")[:-1]
    yield Set("quotations", 98, [
        Page("quotations", "quotations-zh.txt", paragraphs(quotations, "zh"), None, ["Noto Sans CJK SC"],
             f"p{{line-break:{mode}}}", width)
        for mode in ("strict", "auto") for width in ((317,) if sample else (101, 203, 317, 395, 601))])
