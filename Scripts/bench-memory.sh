#!/bin/sh
# Memory and linearity of HTML -> AttributedText: a document 1, 10 and 100 times over, each in a process of its own.
#     Scripts/bench-memory.sh [FILE]      (default: the benchmark's own article of 1 MB, made by `make bench`)
set -e
cd "$(dirname "$0")/../Benchmarks"
file=${1:-../.build/bench-corpus/article-1m.html}
swift build -c release
for copies in 1 10 100; do .build/release/galley-bench memory "$file" $copies; done
