#!/usr/bin/env bash
# image_program.sh BUILD OUT: copies the programs of a build folder for the image to OUT, with the licences of
# the code that is compiled into them (header-only libraries, jq). Run by the Containerfile, and by
# scripts/image for a program that is built already.
set -euo pipefail
build=$1 out=$2
mkdir -p "$out"
strip -o "$out/addon-operator" "$build/addon-operator"
# The program `jq` of the sources that evaluate filters of bindings, so that a filter means the same in a
# hook.
jq=$(cd "$build" && echo subprojects/jq-*)
ninja -C "$build" "$jq/jq"
strip -o "$out/jq" "$build/$jq/jq"
headers=(libcli11-dev libexpected-dev rapidjson-dev)
# These packages belong in the image's bill of materials.
dpkg-query -W -f '${Package}\t${Version}\t${Architecture}\n' "${headers[@]}" >"$out/inside.tsv"
for name in "${headers[@]}"; do install -D -m 644 -t "$out/doc/$name" "/usr/share/doc/$name/copyright"; done
# The build folder may be that of another clone.
source=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["directories"]["source"])' "$build/meson-info/meson-info.json")
install -D -m 644 "$source/$jq"/jq-*/COPYING "$out/doc/jq/copyright"
