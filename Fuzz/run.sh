#!/usr/bin/env bash
# Fuzz/run.sh FuzzHTML [SECONDS] [SEEDS_DIR]: builds one target with libFuzzer and AddressSanitizer and runs it.
set -euo pipefail
cd "$(dirname "$0")"
target=$1 seconds=${2:-60} seeds=${3:-../Corpus}
swift build -c release --product "$target" --sanitize=fuzzer --sanitize=address
mkdir -p ".build/findings/$target"
ASAN_OPTIONS=detect_leaks=0 "$(swift build -c release --show-bin-path)/$target" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=4096 -artifact_prefix=".build/findings/$target/" ".build/findings/$target" "$seeds"
