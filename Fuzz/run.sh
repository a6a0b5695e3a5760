#!/usr/bin/env bash
# Fuzz/run.sh FuzzHTML [SECONDS] [SEEDS_DIR]: builds one target with libFuzzer and AddressSanitizer and runs it. What it
# finds, and the inputs worth keeping, stay in Fuzz/.build/findings/FuzzHTML. A release is preceded by 20 minutes of each
# target: `Fuzz/run.sh FuzzHTML 1200` and `Fuzz/run.sh FuzzCSS 1200 SHEETS`, where SHEETS is a folder of style sheets.
set -euo pipefail
target=$1 seconds=${2:-60} seeds=$(realpath "${3:-$(dirname "$0")/../Corpus}")
cd "$(dirname "$0")"
# Both in one flag of the compiler: the order of two `--sanitize` is not kept, and the last one alone counts.
flags=(-c release --product "$target" --sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address)
swift build "${flags[@]}"
mkdir -p ".build/findings/$target"
SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 "$(swift build "${flags[@]}" --show-bin-path)/$target" -max_total_time="$seconds" -timeout=20 \
    -rss_limit_mb=4096 -artifact_prefix=".build/findings/$target/" ".build/findings/$target" "$seeds"
