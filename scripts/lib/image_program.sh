#!/usr/bin/env bash
# image_program.sh BUILD OUT: what of a build folder comes into the image, with the licences of what is inside: libraries of
# headers only, and jq. The Containerfile runs it, and scripts/image for a program that is built already.
set -euo pipefail
build=$1 out=$2
mkdir -p "$out"
strip -o "$out/addon-operator" "$build/addon-operator"
# The program of the jq that filters of bindings are evaluated by, so that a filter means the same in a hook.
jq=$(cd "$build" && echo subprojects/jq-*)
ninja -C "$build" "$jq/jq"
strip -o "$out/jq" "$build/$jq/jq"
headers=(libcli11-dev libexpected-dev rapidjson-dev)
# They belong into the image's bill of materials.
dpkg-query -W -f '${Package}\t${Version}\t${Architecture}\n' "${headers[@]}" >"$out/inside.tsv"
for name in "${headers[@]}"; do install -D -m 644 -t "$out/doc/$name" "/usr/share/doc/$name/copyright"; done
# The build folder may be that of another clone.
source=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["directories"]["source"])' "$build/meson-info/meson-info.json")
install -D -m 644 "$source/$jq"/jq-*/COPYING "$out/doc/jq/copyright"
