# shellcheck shell=bash
# Sourced by tests that are shell scripts: claims, reported in TAP.

# claim TEXT COMMAND...: reports whether the command succeeds; shows its output if it does not. A function fails with the
# first of its commands that fails.
claim() {
  local text=$1 output code
  shift
  # Not as a condition: there bash goes on after a command that has failed.
  output=$(set -e; "$@" 2>&1)
  code=$?
  if ((code == 0)); then
    echo "ok - $text"
  else
    echo "not ok - $text"
    echo "# ${output//$'\n'/$'\n'# }"
  fi
}

same() {
  [[ $1 == "$2" ]] || { printf 'expected: %s\nfound:    %s\n' "$1" "$2"; return 1; }
}
