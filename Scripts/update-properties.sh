#!/usr/bin/env bash
# Writes Documentation/Properties.md anew from the property tables of GalleyHTML.
set -euo pipefail
cd "$(dirname "$0")/.."
export GALLEY_ROOMS=GalleyHTML
swift build -c release --build-tests
GALLEY_UPDATE_PROPERTIES=1 swift test -c release --skip-build --filter PropertySupportTests
git diff --stat -- Documentation/Properties.md
