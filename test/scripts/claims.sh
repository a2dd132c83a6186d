# shellcheck shell=bash
# Sourced by the tests of scripts: claims in TAP. Everything happens in a directory of its own.
set -uo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
failed=0

# claim TEXT COMMAND...: reports whether the command succeeds; shows its output if it does not.
claim() {
  local text=$1 output
  shift
  if output=$("$@" 2>&1); then
    echo "ok - $text"
  else
    echo "not ok - $text"
    echo "# ${output//$'\n'/$'\n'# }"
    failed=1
  fi
}

same() {
  [[ $1 == "$2" ]] || { printf 'expected: %s\nfound:    %s\n' "$1" "$2"; return 1; }
}
