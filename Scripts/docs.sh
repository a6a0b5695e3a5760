#!/usr/bin/env bash
# Builds the documentation of all modules into out/docs (offline). Open it with: python3 -m http.server -d out/docs
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh build
modules=(Galley GalleyText GalleyHTML GalleyMarkup GalleyUnicode GalleyFonts GalleyShaping GalleyParagraph GalleyLayout
    GalleyLoading GalleyRender GalleyXLIFF GalleyTesting)
targets=()
for module in "${modules[@]}"; do targets+=(--target "$module"); done
mkdir -p out/docs
swift package --allow-writing-to-directory out/docs generate-documentation "${targets[@]}" \
    --enable-experimental-combined-documentation --transform-for-static-hosting --output-path out/docs
echo "out/docs/index.html"
