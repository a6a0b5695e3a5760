#!/usr/bin/env bash
# Writes the manual pages Documentation/man/*.1 from the commands' own help, with the generator of swift-argument-parser
# (built from its checkout, so nothing else of Galley is built again). The release build must be there.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build -c release --product generate-manual --package-path .build/checkouts/swift-argument-parser \
    --scratch-path .build/manual
generator=$(swift build -c release --package-path .build/checkouts/swift-argument-parser --scratch-path .build/manual \
    --show-bin-path)/generate-manual
mkdir -p Documentation/man
for command in galley xliffix; do
    "$generator" "$(swift build -c release --show-bin-path)/$command" --output-directory Documentation/man \
        --date "$(git log -1 --format=%cd --date=short -- Sources)"
done
