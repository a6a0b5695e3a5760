#!/usr/bin/env python3
"""Holds Package.swift and every import of Sources/ to the import table of ARCHITECTURE.md.

Each row of the table is `| module, module | may import |`. A module may import what its row names, Foundation and the
standard library; Package.swift must declare nothing else. Prints each breach and exits 1 when there is one.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FREE = {"Foundation", "FoundationEssentials", "Glibc", "Darwin", "Musl", "Synchronization", "Dispatch"}
NO_FOUNDATION = {"GalleyUnicode"}
TOOLS = {"ArgumentParser"}


def table():
    rows = {}
    for line in (ROOT / "ARCHITECTURE.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 2 or not re.match(r"`?\w*Galley|`?Xliffix", cells[0]):
            continue
        names = re.findall(r"\w+", cells[0])
        allowed = set(re.findall(r"\w*Galley\w*|FoundationNetworking|ArgumentParser|XCTest|Testing", cells[1]))
        for name in names:
            rows[name] = allowed
    return rows


def main():
    rows = table()
    problems = []
    folders = sorted(path.name for path in (ROOT / "Sources").iterdir() if not path.name.startswith("CGalley"))
    for folder in folders:
        if folder not in rows:
            problems.append(f"ARCHITECTURE.md: no row for {folder}")
    for folder in folders:
        for path in sorted((ROOT / "Sources" / folder).rglob("*.swift")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                found = re.match(r"\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal )?import\s+(?:struct |class |enum |func )?(\w+)", line)
                if not found:
                    continue
                name = found.group(1)
                if name in FREE and not (name.startswith("Foundation") and folder in NO_FOUNDATION):
                    continue
                if name not in rows.get(folder, set()):
                    problems.append(f"{path.relative_to(ROOT)}:{number}: {folder} may not import {name}")
    package = (ROOT / "Package.swift").read_text()
    for name, dependencies in re.findall(r'Room\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]', package):
        extra = set(re.findall(r'"(\w+)"', dependencies)) - rows.get(name, set())
        if extra:
            problems.append(f"Package.swift: {name} depends on {', '.join(sorted(extra))}")
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(folders)} modules, {len(problems)} breaches of the import table")
    return 1 if problems else 0


sys.exit(main())
