#!/usr/bin/env python3
"""Compares where Galley hyphenates words with libhyphen, which reads the same dictionaries, and with pyphen.

    swift build -c release --product galley
    Scripts/check-hyphens.py [LANGUAGE WORDS.txt]...       default: words out of the patterns of en_US, de_DE, fr, hu_HU
    Scripts/check-hyphens.py --golden LANGUAGE WORD...     prints lines for Tests/GalleyShapingTests/Hyphenation/words.tsv

Galley's answer is the lines of the word in a column of 1 px. Prints each difference, then a count. Needs the Debian
packages libhyphen0 and hyphen-*; pyphen (PyPI) where it is installed. pyphen takes both levels of a dictionary as one and
lets every pattern speak, where libhyphen and Galley hear the longest one that ends at a letter: so it differs in German,
whose dictionary has two levels and words whose patterns take back what others say.
"""
import ctypes
import html
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = pathlib.Path("/usr/share/hyphen")
TAGS = {"en_US": "en-US", "en_GB": "en-GB", "de_DE": "de-DE", "fr": "fr", "hu_HU": "hu-HU"}


class LibHyphen:
    def __init__(self, language):
        path = FOLDER / f"hyph_{language}.dic"
        self.charset = path.open("rb").readline().decode("ascii").strip()
        self.library = ctypes.CDLL("libhyphen.so.0")
        self.library.hnj_hyphen_load.restype = ctypes.c_void_p
        self.dictionary = self.library.hnj_hyphen_load(str(path).encode())

    def __call__(self, word):
        """The word with '-' at its breaks; without those that change letters. libhyphen is to be given small letters."""
        small = word.lower() if len(word.lower()) == len(word) else word
        try:
            data = small.encode(self.charset.replace("ISO8859", "iso8859"))
        except UnicodeEncodeError:
            return word
        hyphens = ctypes.create_string_buffer(len(data) + 8)
        rep = ctypes.POINTER(ctypes.c_char_p)()
        pos, cut = ctypes.POINTER(ctypes.c_int)(), ctypes.POINTER(ctypes.c_int)()
        self.library.hnj_hyphen_hyphenate2(
            ctypes.c_void_p(self.dictionary), data, len(data), hyphens, None,
            ctypes.byref(rep), ctypes.byref(pos), ctypes.byref(cut))
        out = ""
        for index, letter in enumerate(word):
            out += letter
            changes = bool(rep) and bool(rep[index])
            if index + 1 < len(word) and hyphens.raw[index] & 1 and not changes:
                out += "-"
        return out


def galley(language, words):
    page = "<style>p{hyphens:auto;hyphenate-limit-chars:1 1 1;font-variant-ligatures:none;line-break:strict}</style>"
    page += "".join(f"<p lang={language}>{html.escape(word)}" for word in words)
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as file:
        file.write(page)
        file.flush()
        output = subprocess.run(
            [ROOT / ".build/release/galley", "layout", file.name, "--width", "1"], check=True,
            capture_output=True, text=True).stdout
    lines = {}
    for line in json.loads(output)["lines"]:
        lines.setdefault(line["paragraph"], []).append(line["text"])
    return ["".join(lines[index]) for index in sorted(lines)]


def sample(language, count=2000):
    """Words made of a dictionary's patterns: each starts and goes on with one, as a word that they were made from."""
    path = FOLDER / f"hyph_{language}.dic"
    charset = path.open("rb").readline().decode("ascii").strip().replace("ISO8859", "iso8859")
    parts = []
    for line in path.read_text(charset, errors="replace").splitlines()[1:]:
        if line[:1] not in "%#" and not re.match("[A-Z]{4}", line):
            letters = re.sub(r"[0-9.]|/.*|\s.*", "", line)
            if letters.isalpha() and letters.islower():
                parts.append(letters)
    generator = random.Random(1)
    return ["".join(generator.choices(parts, k=generator.randint(1, 3)))[:30] for _ in range(count)]


def main():
    if sys.argv[1:2] == ["--golden"]:
        language, words = sys.argv[2], sys.argv[3:]
        oracle = LibHyphen(language)
        for word in words:
            print(TAGS.get(language, language.replace("_", "-")), word, oracle(word), sep="\t")
        return
    try:
        import pyphen
    except ImportError:
        pyphen = None
        print("pyphen is not installed: compared with libhyphen alone")
    given = list(zip(sys.argv[1::2], sys.argv[2::2]))
    work = [(language, pathlib.Path(path).read_text("utf-8").split()) for language, path in given] or [
        (language, sample(language)) for language in ("en_US", "de_DE", "fr", "hu_HU")]
    for language, words in work:
        if not (FOLDER / f"hyph_{language}.dic").exists():
            print(f"{language}: no dictionary installed")
            continue
        words = list(dict.fromkeys(words))
        oracle = LibHyphen(language)
        second = pyphen.Pyphen(filename=FOLDER / f"hyph_{language}.dic") if pyphen else None
        differ = agreed = 0
        for word, ours in zip(words, galley(TAGS.get(language, language), words), strict=True):
            theirs = oracle(word)
            if ours == theirs:
                continue
            differ += 1
            other = second.inserted(word) if second else ""
            agreed += ours == other
            print(f"{language}\tgalley {ours}\tlibhyphen {theirs}\tpyphen {other}")
        print(f"{language}: {len(words)} words, {differ} otherwise in libhyphen, of which {agreed} as in pyphen")


main()
