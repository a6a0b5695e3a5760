#!/usr/bin/env bash
# Writes Corpus/expected anew from what Galley makes today. Look at the pictures first, and at the diff after.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build -c release --build-tests
GALLEY_UPDATE_GOLDENS=1 swift test -c release --skip-build --filter CorpusTests
git diff --stat -- Corpus/expected
