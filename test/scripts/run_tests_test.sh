#!/usr/bin/env bash
# Tests of scripts/lib/run_tests.py with groups that report in TAP. Reports in TAP.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

# group NAME LINE...: a program that prints the lines.
group() {
  local name=$1
  shift
  { echo '#!/bin/sh' && printf "echo '%s'\n" "$@"; } >"$name"
  chmod +x "$name"
  groups+=(--tap "$name=$scratch/$name")
}

summed_up() { echo '[]' | python3 "$repository/scripts/lib/run_tests.py" "${groups[@]}" "$@"; }

counts_skips_apart() {
  local groups=()
  group some 'ok - one' 'ok - two # SKIP there is no root'
  group none 'ok - all of it # SKIP there is no node'
  summed_up >out
  same '1 passed, 0 failed, 2 skipped' "$(tail -n1 out)"
  grep -q 'skipped: all of it: there is no node$' out
}

a_failure_stays() {
  local groups=()
  group some 'not ok - one # SKIP there is no root' 'ok - two # SKIP there is no root'
  ! summed_up >out || return 1
  same '0 passed, 1 failed, 1 skipped' "$(tail -n1 out)"
}

silence_is_a_failure() {
  local groups=()
  group silent ''
  ! summed_up >out || return 1
  same '0 passed, 1 failed' "$(tail -n1 out)"
}

claim 'a claim that is skipped is neither passed nor failed, and its reason is shown' counts_skips_apart
claim 'a claim that has failed is no skip' a_failure_stays
claim 'a group that reports nothing has failed' silence_is_a_failure
