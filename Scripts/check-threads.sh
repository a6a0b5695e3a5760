#!/usr/bin/env bash
# Scripts/check-threads.sh: converts eight documents at once, and lays out text in four tasks over one collection of fonts,
# under the thread sanitizer. Only the rooms that they need are built: elsewhere the sanitizer on Linux reports races of
# Synchronization.Mutex, which it cannot see, that are none.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh build
check() {
    export GALLEY_ROOMS=$1
    local options=(--sanitize=thread --scratch-path .build/threads)
    swift build "${options[@]}" --build-tests
    # The first report ends the run with an error.
    TSAN_OPTIONS="halt_on_error=1 exitcode=66" swift test "${options[@]}" --skip-build --filter "$2"
}
check GalleyHTML HTMLConverterTests
check GalleyParagraph TaskTests
echo "threads: no report"
