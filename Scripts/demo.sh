#!/usr/bin/env bash
# Converts the documents of Corpus/ to every format below out/, runs xliffix on the corpus export, lists what it wrote.
set -euo pipefail
cd "$(dirname "$0")/.."

bin=$(swift build -c release --show-bin-path)
mkdir -p out
for document in Corpus/*.html; do
    name=$(basename "${document%.html}")
    "$bin/galley" render "$document" --quiet --page A4 -o "out/$name.pdf"
    for format in png svg txt json; do
        "$bin/galley" render "$document" --quiet --width 720 --format "$format" -o "out/$name.$format"
    done
done
# Exit code 1 says that something was left out on purpose (plurals of the export).
status=0
"$bin/xliffix" Corpus/xliff/*.xliff -o out/strings --force || status=$?
[ "$status" -le 1 ]

echo
echo "Written:"
find out -type f | LC_ALL=C sort
