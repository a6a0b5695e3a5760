#!/usr/bin/env python3
"""Compares the lines of documents as galley lays them out with those of headless Chromium.

usage: compare-lines.py GALLEY [--width 600] DOCUMENT.html ...
Needs chromium (Debian) and websocket-client (PyPI). For each document: how many of Chromium's lines galley has, with
the same text in the same order, and the first few that differ. Chromium's lines are read from the client rectangles of
every character; list markers and generated content have none, and U+FFFC, soft hyphens and spaces are left out.
"""
import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

LINES = r"""
(() => {
  // Chromium trims CJK punctuation where the font can, which no rule of the documents asks for.
  document.documentElement.style.setProperty('text-spacing-trim', 'space-all');
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let last = null;
  for (let node; (node = walker.nextNode());) {
    const style = getComputedStyle(node.parentElement);
    if (style.visibility === 'hidden' || style.display === 'none') continue;
    let block = node.parentElement;
    while (block && getComputedStyle(block).display.startsWith('inline') ) block = block.parentElement;
    const range = document.createRange();
    for (let i = 0; i < node.data.length;) {
      const step = node.data.codePointAt(i) > 0xffff ? 2 : 1;
      range.setStart(node, i); range.setEnd(node, i + step);
      const rects = range.getClientRects();
      const text = node.data.slice(i, i + step);
      i += step;
      if (!rects.length || !text.trim()) continue;
      const box = rects[rects.length - 1];
      const middle = (box.top + box.bottom) / 2;
      if (!last || last.block !== block || middle > last.bottom + 0.5 || middle < last.top - 0.5) {
        last = { block, top: box.top, bottom: box.bottom, text: '' };
        lines.push(last);
      }
      last.top = Math.min(last.top, box.top); last.bottom = Math.max(last.bottom, box.bottom);
      last.text += text;
    }
  }
  return JSON.stringify(lines.map(line => line.text));
})()
"""


def plain(text):
    return re.sub("[\\s\u00ad\u200b\u200e\u200f\ufffc\u2028]", "", text)


def chromium(documents, width):
    import websocket

    with tempfile.TemporaryDirectory() as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--remote-debugging-port=0", "--remote-allow-origins=*", f"--user-data-dir={profile}",
             f"--window-size={width},2000", "about:blank"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            port_file = os.path.join(profile, "DevToolsActivePort")
            while not os.path.exists(port_file):
                time.sleep(0.1)
            time.sleep(0.5)
            port = open(port_file).read().split()[0]
            page = next(p for p in json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json")) if p["type"] == "page")
            socket = websocket.create_connection(page["webSocketDebuggerUrl"])
            count = 0

            def call(method, **params):
                nonlocal count
                count += 1
                socket.send(json.dumps({"id": count, "method": method, "params": params}))
                while True:
                    message = json.loads(socket.recv())
                    if message.get("id") == count:
                        return message.get("result", {})

            call("Emulation.setDeviceMetricsOverride", width=width, height=2000, deviceScaleFactor=1, mobile=False)
            for document in documents:
                call("Page.navigate", url="file://" + os.path.abspath(document))
                time.sleep(1.0)
                yield document, json.loads(call("Runtime.evaluate", expression=LINES)["result"]["value"])
        finally:
            browser.terminate()
            browser.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("documents", nargs="+")
    parser.add_argument("--width", type=int, default=600)
    parser.add_argument("--show", type=int, default=3)
    arguments = parser.parse_args()
    for document, theirs in chromium(arguments.documents, arguments.width):
        result = subprocess.run(
            [arguments.galley, "layout", document, "--width", str(arguments.width), "--quiet"], capture_output=True)
        if result.returncode > 1:
            print(f"{document}: galley failed: {result.stderr.decode()[:200]}")
            continue
        ours = [plain(line["text"]) for line in json.loads(result.stdout)["lines"]]
        ours, theirs = [line for line in ours if line], [plain(line) for line in theirs]
        matcher = difflib.SequenceMatcher(None, theirs, ours, autojunk=False)
        same = sum(block.size for block in matcher.get_matching_blocks())
        print(f"{same / max(1, len(theirs)):.3f}  {same} of {len(theirs)} lines  {document}")
        shown = 0
        for kind, a, b, c, d in matcher.get_opcodes():
            if kind != "equal" and shown < arguments.show:
                shown += 1
                print("    chromium", theirs[a:b][:3], "\n    galley  ", ours[c:d][:3])


sys.exit(main())
