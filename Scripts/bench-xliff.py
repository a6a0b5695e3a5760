#!/usr/bin/env python3
"""What xliffix takes beside `xmllint --sax --noout`, which does nothing but parse, on the same files in one run.

    Scripts/bench-xliff.py [--runs 30] [--xliffix PATH] [--peer "NAME=COMMAND"] [FILE.xliff]

FILE is Xcode's export of LoopKit (706 kB, 73 files) from ../shared by default; 100 copies of its files in one document
make the large case, once as they are (all go to the same tables) and once each copy with originals of its own (7,300
tables), and 20 documents of its size the one of two cores. The output folder is removed before every run, so that writing
is measured. Times are the least of the runs, CPU times their mean (hyperfine tells no other); peaks are those of the
process (getrusage). Peers run beside it on the small file: xliff2po of translate-toolkit where it is installed, and what
--peer tells, with {input} and {output} in its command.
Exits with 1 when a target is missed, with 69 when something needed is not here.
"""
import argparse, json, os, re, shutil, subprocess, sys, tempfile

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
default = os.path.join(
    root, "../shared/data/xliff/LoopKit__LoopTranslations__it.xcloc__Localized_Contents__it.xliff")


def measured(command, runs, output=None):
    """The least wall time and the mean CPU time in seconds; `output` is removed before every run."""
    prepare = ["--prepare", "rm -rf " + output] if output else []
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run(
            ["hyperfine", "-N", "--style", "none", "--warmup", "2", "--runs", str(runs), "--ignore-failure",
             *prepare, "--export-json", out.name, " ".join(command)], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        result = json.load(open(out.name))["results"][0]
    return min(result["times"]), result["user"] + result["system"]


def peak(command):
    """Peak memory in MB."""
    code = ("import resource,subprocess,sys;subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,"
            "stderr=subprocess.DEVNULL);print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    return int(subprocess.check_output([sys.executable, "-c", code] + command)) / 1024


def grown(path, target, copies, are_distinct):
    """One document with the files of another, so many times; distinct ones have originals of their own."""
    text = open(path, encoding="utf-8").read()
    start, end = text.index("<file"), text.rindex("</file>") + len("</file>")
    with open(target, "w", encoding="utf-8") as out:
        out.write(text[:start])
        for index in range(copies):
            files = text[start:end]
            out.write((files.replace('original="', f'original="p{index}/') if are_distinct else files) + "\n")
        out.write(text[end:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", default=default)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--xliffix", default=os.path.join(root, ".build/release/xliffix"))
    parser.add_argument("--peer", action="append", default=[])
    options = parser.parse_args()
    peers = [peer.split("=", 1) for peer in options.peer]
    if shutil.which("xliff2po"):
        peers.append(["xliff2po", "xliff2po -i {input} -o {output}"])
    for needed in [options.file, options.xliffix]:
        if not os.path.exists(needed):
            print(f"{needed} is not here", file=sys.stderr)
            return 69
    for tool in ["hyperfine", "xmllint"]:
        if not shutil.which(tool):
            print(f"{tool} is not installed", file=sys.stderr)
            return 69
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        small, large, distinct = (os.path.join(folder, name) for name in ["it.xliff", "large.xliff", "distinct.xliff"])
        shutil.copy(options.file, small)
        grown(small, large, 100, False)
        grown(small, distinct, 100, True)
        output = os.path.join(folder, "out")
        print("| input | program | least time | mean CPU | peak |\n|---|---|---|---|---|")

        def row(name, program, command, runs, output=None):
            wall, cpu = measured(command, runs, output)
            if output:
                subprocess.run(["rm", "-rf", output], check=True)
            memory = peak(command)
            print(f"| {name} | {program} | {wall * 1000:.0f} ms | {cpu * 1000:.0f} ms | {memory:.0f} MB |", flush=True)
            return wall, memory

        for name, path in [("706 kB", small), ("70 MB, copies", large), ("70 MB, distinct", distinct)]:
            runs = options.runs
            raw, _ = row(name, "xmllint --sax --noout", ["xmllint", "--sax", "--noout", path], runs)
            ours, memory = row(name, "xliffix", [options.xliffix, path, "-o", output, "--quiet", "--force"], runs,
                               output)
            limit = 3 * raw + 0.015 if path == small else 2.0 * raw
            print(f"| | ratio | {ours / raw:.2f} (at most {limit / raw:.2f}) | | |")
            if ours > limit:
                missed.append(f"{name}: {ours * 1000:.0f} ms, at most {limit * 1000:.0f}")
            if path != small and memory >= 100:
                missed.append(f"{name}: {memory:.0f} MB, at most 100")
            for peer, command in peers if path == small else []:
                row(name, peer, command.format(input=path, output=output).split(), min(runs, 10), output)
        copies = []
        for index in range(20):
            copies.append(os.path.join(folder, f"{index}.xliff"))
            text = open(small, encoding="utf-8").read()
            open(copies[-1], "w", encoding="utf-8").write(re.sub(r'original="', f'original="p{index}/', text))
        together = [options.xliffix] + copies + ["-o", output, "--quiet", "--force"]
        one_by_one = sum(
            measured([options.xliffix, path, "-o", output, "--quiet", "--force"], 3, output)[1] for path in copies)
        at_once = measured(together, 5, output)[1]
        print(f"| 20 x 706 kB | CPU at once, of one by one | {at_once / one_by_one:.2f} (at most 1.15) | | |")
        if at_once > 1.15 * one_by_one:
            missed.append(f"20 documents: {at_once / one_by_one:.2f} of the CPU time of one by one, at most 1.15")
    for line in missed:
        print("missed: " + line)
    return 1 if missed else 0


sys.exit(main())
