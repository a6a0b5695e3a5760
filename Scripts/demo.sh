#!/usr/bin/env bash
# Converts the documents of Corpus/ to every format below out/, runs xliffix on the corpus export, lists what it wrote.
set -euo pipefail
cd "$(dirname "$0")/.."

bin=$(swift build -c release --show-bin-path)
mkdir -p out

# Exit code 1 says that all was written and something is to be known: the article shows what a missing picture leaves,
# the export has plurals, which are not converted yet.
run() {
    local status=0
    "$@" || status=$?
    [ "$status" -le 1 ]
}

for document in Corpus/*.html; do
    name=$(basename "${document%.html}")
    run "$bin/galley" render "$document" --quiet --page A4 -o "out/$name.pdf"
    for format in png svg txt json; do
        run "$bin/galley" render "$document" --quiet --width 720 --format "$format" -o "out/$name.$format"
    done
done
run "$bin/xliffix" Corpus/xliff -o out/strings --force

echo
echo "Written:"
find out -type f | LC_ALL=C sort
