#!/usr/bin/env python3
"""Scripts/check-hostile.py [GALLEY] [AREA...]: lays out the shared hostile inputs (../shared/hostile) with the built command.

Of each case of the given areas (all that are HTML, fonts or widths by default): the process survives, within the case's
processor time and memory; two runs give the same bytes; every number of the layout is finite, widths and heights are not
negative; a document is laid out, a font that is broken gives an error or another face. Exits with 69 where the set is absent.
"""
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("GALLEY_SHARED", ROOT.parent / "shared"))
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
# What the command itself takes (libraries, fontconfig's list), beside the case's own memory.
BASELINE_MIB = 128


def run(arguments, text=None):
    """Exit status, processor seconds, peak MiB, standard output."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as given:
        given.write((text or "").encode())
        given.seek(0)
        process = subprocess.Popen(arguments, stdin=given, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output.read()


def numbers(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("width", "height") and isinstance(inner, (int, float)) and inner < 0:
                yield math.nan
            yield from numbers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from numbers(inner)
    elif isinstance(value, float):
        yield value


def problems(arguments, seconds, mib, text=None, may_fail=False):
    status, used, memory, output = run(arguments, text)
    if status < 0:
        return [f"ended by signal {-status}"]
    found = []
    if used > seconds:
        found.append(f"{used:.1f} s of processor time, {seconds} allowed")
    if memory > mib + BASELINE_MIB:
        found.append(f"{memory:.0f} MiB, {mib} allowed")
    if status > (2 if may_fail else 1):
        found.append(f"exit status {status}")
    if status <= 1:
        if not all(math.isfinite(number) for number in numbers(json.loads(output))):
            found.append("a number is not finite, or a size negative")
        if used < 2 and run(arguments, text)[3] != output:
            found.append("two runs differ")
    return found


def cases(galley, folder, areas):
    rows = [line.split("\t") for line in (folder / "CASES.tsv").read_text().splitlines()[1:]]
    for file, area, _, feed, _, seconds, mib in rows:
        if areas and area not in areas:
            continue
        limits = (float(seconds), float(mib))
        if feed.startswith("parse as HTML"):
            yield file, [galley, "layout", str(folder / file), "--width", "300"], *limits, None, False
        elif area == "font":
            arguments = [galley, "layout", "-", "--from", "text", "--width", "300", "--font", str(folder / file)]
            yield file, arguments + ["--family", "DejaVu Sans"], *limits, "Hello مرحبا नमस्ते", True
        elif area == "geometry":
            for page in sorted((folder / "html").glob("*.html")):
                if page.stat().st_size < 65536:
                    for width in ["0", "0.5", "1e-300", "1e300", "-1", "nan", "inf"]:
                        arguments = [galley, "layout", str(page), f"--width={width}"]
                        # What is no width is refused by the command: status 64.
                        yield f"{page.name} at {width}", arguments, *limits, None, False


def main():
    arguments = sys.argv[1:]
    galley = arguments.pop(0) if arguments and "/" in arguments[0] else str(ROOT / ".build/release/galley")
    maker = SHARED / "hostile/make_hostile.py"
    if not maker.exists() or not os.path.exists(galley):
        print("hostile: the shared set or the command is absent: skipped")
        return 69
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, maker, folder, "--font", FONT], check=True, stdout=subprocess.DEVNULL)
        todo = list(cases(galley, Path(folder), set(arguments)))
        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda case: problems(*case[1:]), todo))
    failures = 0
    for case, found in zip(todo, results):
        if found == ["exit status 64"] and " at " in case[0]:
            continue
        for problem in found:
            failures += 1
            print(f"{case[0]}: {problem}")
    print(f"hostile: {len(todo)} cases, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
