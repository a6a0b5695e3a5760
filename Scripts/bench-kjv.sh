#!/usr/bin/env bash
# Scripts/bench-kjv.sh FOLDER: writes FOLDER/kjv.txt, the first megabyte of the King James Bible, a verse a line, for
# `galley-bench speed`. The text and the program that unpacks it come from two small Debian packages (2.5 MB), which are
# unpacked beside it and not installed.
set -euo pipefail
folder=$(realpath "${1:?usage: Scripts/bench-kjv.sh FOLDER}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download bible-kjv bible-kjv-text
for package in *.deb; do dpkg -x "$package" .; done
# Each verse is "Ge1:1 In the beginning ...".
usr/bin/bible -p usr/lib -f 'gen1:1-rev22:21' >verses
sed 's/^[^ ]* //' verses | awk '{ bytes += length($0) + 1; if (bytes > 1000000) exit; print }' >"$folder/kjv.txt"
