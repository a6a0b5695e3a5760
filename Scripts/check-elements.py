#!/usr/bin/env python3
"""Compares the tables of Tests/GalleyHTMLTests/Elements with headless Chromium.

    Scripts/check-elements.py           prints the cases that are otherwise in Chromium

text.tsv: html, the model's text.    sources.tsv: viewport width, device pixels a px, html, the image that `img` shows.
Chromium's lines are those of `innerText`, cells apart, white space at their ends cut, without empty ones; the table's are
its paragraphs and forced breaks, objects left out. Text in a box of its own (inline blocks, floats) stands where the box is
for Chromium and after the paragraph in the model, so lines are compared as a sorted list when there is an object.
A line of the table that begins with "!" differs from Chromium on purpose and is only shown.
"""
import json
import pathlib
import re
import sys

from chromium import Chromium

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Tests/GalleyHTMLTests/Elements"

PAGE = """<!doctype html><meta charset=utf-8><script id=data type=application/json>%s</script><body><script>
const cases = JSON.parse(document.getElementById('data').textContent);
async function run() {
  const answers = [];
  for (const {html, width, expression} of cases) {
    const frame = document.createElement('iframe');
    frame.width = width; frame.height = 300; frame.style.border = 0;
    document.body.append(frame);
    frame.contentWindow.innerWidth;  // lays the frame out, so that images are chosen for its width
    const loaded = new Promise(done => frame.onload = done);
    frame.srcdoc = '<!doctype html>' + html;
    await loaded;
    answers.push(frame.contentWindow.eval(expression));
    frame.remove();
  }
  return answers;
}
</script>"""


def chromium(cases, resolution=1):
    with Chromium(resolution=float(resolution)) as browser:
        browser.show(PAGE % json.dumps(cases).replace("<", "\\u003c"))
        return browser.js("run()")


def lines(text):
    text = text.replace("\u200b", "").replace("\ufffc", "")
    return [line for line in (part.strip(" \u00a0") for part in re.split("[\n\t\u2028]", text)) if line]


def rows(name):
    """The lines of a table with their numbers and fields; "!" is on purpose."""
    for number, line in enumerate((FOLDER / name).read_text().split("\n"), 1):
        if line and not line.startswith("//"):
            yield number, line.startswith("!"), line.lstrip("!").split("\t")


def report(name, cases):
    """cases: number, on purpose, fields, whether it is as in Chromium, Chromium's answer."""
    differing = 0
    for number, on_purpose, fields, same, answer in cases:
        if not same:
            differing += not on_purpose
            print(f"{name}:{number}: {'(on purpose) ' if on_purpose else ''}{fields}: Chromium has {answer!r}")
    print(f"{name}: {len(cases)} cases, {differing} differ")
    return differing


def check_text():
    table = list(rows("text.tsv"))
    answers = chromium([{"html": fields[0].replace("¶", "\n").replace("→", "\t"), "width": 800,
                         "expression": "document.body.innerText"} for _, _, fields in table])
    cases = []
    for (number, on_purpose, fields), answer in zip(table, answers):
        want = fields[1]
        model = lines(want.replace("↵", "\n").replace("⏎", "\u2028").replace("▢", "\ufffc").replace("·", "\u00a0")
                      .replace("→", "\t"))
        shown = lines(answer)
        if "▢" in want:
            model, shown = sorted("".join(model)), sorted("".join(shown))
        same = [re.sub("[ \u00a0]+", " ", part) for part in model] == [re.sub("[ \u00a0]+", " ", part) for part in shown]
        cases.append((number, on_purpose, fields, same, answer))
    return report("text.tsv", cases)


def check_sources():
    table = list(rows("sources.tsv"))
    cases = []
    for resolution in sorted({fields[1] for _, _, fields in table}):
        part = [row for row in table if row[2][1] == resolution]
        answers = chromium([{"html": fields[2], "width": int(fields[0]),
                             "expression": "document.querySelector('img').currentSrc"} for _, _, fields in part],
                           resolution)
        for (number, on_purpose, fields), answer in zip(part, answers):
            name = answer if answer.startswith("data:") else answer.split("/")[-1]
            cases.append((number, on_purpose, fields, name == fields[3], answer))
    return report("sources.tsv", cases)


def main():
    return 1 if check_text() + check_sources() else 0


if __name__ == "__main__":
    sys.exit(main())
