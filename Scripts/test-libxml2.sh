#!/usr/bin/env bash
# Scripts/test-libxml2.sh [SUITE] [FILTER]: builds the libxml2 of another Debian suite (sid unless told; 2.14 or later) from
# its source package and runs the tests of GalleyMarkup, GalleyXLIFF and GalleyHTML against it. Everything stays below
# .build/libxml2; nothing is installed. Needs gcc and make; downloads from Debian only, through apt, which checks
# signatures.
set -euo pipefail
cd "$(dirname "$0")/.."
suite=${1:-sid} filter=${2:-}
root=$PWD/.build/libxml2/$suite
mkdir -p "$root"/{lists/partial,cache/archives/partial,source,build}

apt=(-o Dir::Etc::sourcelist="$root/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State="$root"
    -o Dir::State::lists="$root/lists" -o Dir::Cache="$root/cache" -o Dir::State::status=/dev/null)
if [ ! -f "$root/prefix/lib/libxml2.so" ]; then
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    echo "deb-src [signed-by=$keyring] http://deb.debian.org/debian $suite main" >"$root/sources.list"
    apt-get "${apt[@]}" -qq update
    (cd "$root/source" && apt-get "${apt[@]}" -qq --only-source --download-only source libxml2 && dpkg-source --no-check -x ./*.dsc tree)
    # As small as the tests need: no Python, no zlib; the system's iconv.
    (cd "$root/build" && ../source/tree/configure --prefix="$root/prefix" --without-python --without-zlib --without-lzma \
        --without-readline --disable-static >"$root/build.log" 2>&1 \
        && make -j2 libxml2.la >>"$root/build.log" 2>&1 \
        && make install-libLTLIBRARIES install-data >>"$root/build.log" 2>&1) || { tail "$root/build.log"; exit 1; }
fi

export PKG_CONFIG_PATH=$root/prefix/lib/pkgconfig LD_LIBRARY_PATH=$root/prefix/lib
echo "libxml2 $(pkg-config --modversion libxml-2.0) of $suite"
export GALLEY_ROOMS=GalleyMarkup,GalleyXLIFF,GalleyHTML
build=(--scratch-path "$root/swift")
swift build "${build[@]}" --build-tests
swift test "${build[@]}" --skip-build ${filter:+--filter "$filter"} --skip HTMLHostileTests
