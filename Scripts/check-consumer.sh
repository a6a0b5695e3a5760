#!/usr/bin/env bash
# Builds and runs the package of Tests/Consumer, which depends on Galley by path as a user's would; then runs its tests,
# which must fail: one in Swift Testing, one in XCTest, each told by GalleyTesting's one assertion function.
set -euo pipefail
cd "$(dirname "$0")/../Tests/Consumer"

swift build --build-tests 2>&1 | tail -n 1
output=$(swift run --skip-build consumer)
grep -q '^lines: [1-9]' <<<"$output" || { echo "consumer: printed: $output" >&2; exit 1; }

set +e
failures=$(swift test --skip-build 2>&1)
status=$?
set -e
if [ "$status" = 0 ]; then
    echo "consumer: tests that must fail have passed" >&2
    exit 1
fi
for expected in 'swiftTestingFails' 'testXCTestFails' 'truncated'; do
    if ! grep -q "$expected" <<<"$failures"; then
        echo "consumer: '$expected' is missing in:" >&2
        echo "$failures" >&2
        exit 1
    fi
done
echo "consumer: built, run, and its failing tests fail"
