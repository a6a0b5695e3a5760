#!/usr/bin/env bash
# Installs what building, testing and the demo need, and only what is missing. Debian and Ubuntu: apt-get as root or
# with sudo. Elsewhere it prints the packages. Usage: Scripts/setup.sh [build|test]   (default: test)
set -euo pipefail

what=${1:-test}
build=(pkg-config libxml2-dev libfreetype-dev libharfbuzz-dev libcairo2-dev libfontconfig-dev libicu-dev
    libpng-dev libjpeg-dev libwebp-dev zlib1g-dev)
fonts=(fonts-dejavu-core fonts-liberation2 fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji)
# What `hyphens: auto` reads where it is installed: nothing is built with it, tests of it skip without.
hyphenation=(hyphen-en-us hyphen-de hyphen-fr)
# What draws SVG pictures where it is installed: opened when one is met, tests of it skip without.
svg=(librsvg2-2)
# Oracles of the tests: Unicode's test files, PDF checkers, hb-shape, xmllint; python3 runs the import check.
oracles=(unicode-data qpdf poppler-utils libharfbuzz-bin libxml2-utils python3 python3-html5lib python3-brotli)

packages=("${build[@]}" "${fonts[@]}")
[ "$what" = build ] || packages+=("${hyphenation[@]}" "${svg[@]}" "${oracles[@]}")

if ! command -v swift >/dev/null; then
    echo "setup: Swift 6.1 or later is needed: https://www.swift.org/install" >&2
    exit 1
fi

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    if command -v brew >/dev/null; then
        echo "setup: brew install pkg-config libxml2 freetype harfbuzz cairo fontconfig libpng jpeg-turbo webp zlib librsvg" >&2
    else
        echo "setup: please install (Debian names): ${packages[*]}" >&2
    fi
    exit 0
fi

missing=()
for package in "${packages[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

sudo=()
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo "setup: run as root, or install: ${missing[*]}" >&2; exit 1; }
    sudo=(sudo)
fi
echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt=(apt-get -o DPkg::Lock::Timeout=180 -qq)
"${sudo[@]}" "${apt[@]}" update
"${sudo[@]}" "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null
