#!/usr/bin/env python3
"""Compares the tables of Tests/GalleyHTMLTests/CSS with headless Chromium.

    Scripts/check-cascade.py            prints the cases whose expectation is not Chromium's
    Scripts/check-cascade.py --fill     writes Chromium's answer where the table has "?"

selectors.tsv: selector, html, matching ids.    computed.tsv: css, html, property, computed value of #x.
Lines that begin with "//" are comments. A line that begins with "!" differs from Chromium on purpose and is only shown.
"""
import json
import pathlib
import sys

from chromium import Chromium

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Tests/GalleyHTMLTests/CSS"

PAGE = """<!doctype html><meta charset=utf-8><script id=data type=application/json>%s</script><body><script>
const cases = JSON.parse(document.getElementById('data').textContent);
async function run() {
  const answers = [];
  for (const c of cases) {
    const frame = document.createElement('iframe');
    frame.width = 800; frame.height = 600; frame.style.border = 0;
    frame.srcdoc = (c.quirks ? '' : '<!doctype html>') + (c.css ? '<style>' + c.css + '</style>' : '') + c.html;
    const loaded = new Promise(done => frame.onload = done);
    document.body.append(frame);
    await loaded;
    const inner = frame.contentDocument;
    let answer;
    if (c.selector !== undefined) {
      try { answer = [...inner.querySelectorAll(c.selector)].map(e => e.id).filter(i => i).join(' '); }
      catch (e) { answer = 'invalid'; }
    } else {
      const m = c.property.match(/^(::[a-z-]+) (.*)$/);
      const element = inner.getElementById('x');
      if (!element) { answers.push('no element'); frame.remove(); continue; }
      const style = frame.contentWindow.getComputedStyle(element, m ? m[1] : null);
      answer = style.getPropertyValue(m ? m[2] : c.property);
    }
    answers.push(answer);
    frame.remove();
  }
  return answers;
}
</script>"""


def check(browser, name, make, fill):
    path = FOLDER / name
    lines = path.read_text().split("\n")
    rows = [(i, line) for i, line in enumerate(lines) if line and not line.startswith("//")]
    cases = [make(line.lstrip("!").split("\t")) for _, line in rows]
    differing = 0
    browser.show(PAGE % json.dumps(cases).replace("<", "\\u003c"))
    for (i, line), answer in zip(rows, browser.js("run()"), strict=True):
        fields = line.split("\t")
        if fields[-1] == "?" and fill:
            fields[-1] = answer
            lines[i] = "\t".join(fields)
        elif fields[-1] != answer:
            on_purpose = line.startswith("!")
            differing += not on_purpose
            print(f"{name}:{i + 1}: {'(on purpose) ' if on_purpose else ''}{line!r}: Chromium says {answer!r}")
    if fill:
        path.write_text("\n".join(lines))
    print(f"{name}: {len(rows)} cases, {differing} differ")
    return differing


def main():
    fill = "--fill" in sys.argv
    with Chromium() as browser:
        print(browser.version)
        bad = check(browser, "selectors.tsv", lambda f: {"selector": f[0], "html": f[1], "css": ""}, fill)
        bad += check(browser, "computed.tsv", lambda f: {
            "css": f[0].removeprefix("quirks:"), "html": f[1], "property": f[2], "quirks": f[0].startswith("quirks:")},
            fill)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
