#!/usr/bin/env bash
# Tests of scripts/lib/test_total.py with groups that report in TAP. Reports in TAP.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

# group NAME EXIT_CODE RESULT LINE...: adds to the log of meson that the group has printed the lines.
group() {
  python3 - "$@" >>log <<'PYTHON'
import json, sys
name, code, result, *lines = sys.argv[1:]
print(json.dumps({"name": "addon-operator / " + name, "stdout": "\n".join(lines) + "\n", "result": result, "returncode": int(code),
                  "duration": 1.5, "command": [name]}))
PYTHON
}

summed_up() { python3 "$repository/scripts/lib/test_total.py" log; }

counts_skips_apart() {
  : >log
  group some 0 OK 'ok - one' 'ok - two # SKIP there is no root'
  group none 0 SKIP 'ok - all of it # SKIP there is no node'
  summed_up >out
  same '1 passed, 0 failed, 2 skipped' "$(tail -n1 out)"
  grep -q 'skipped: none: all of it: there is no node$' out
}

a_skip_without_a_claim_is_said() {
  : >log
  group none 0 OK 'ok - # SKIP there is no Go'
  summed_up >out
  same '0 passed, 0 failed, 1 skipped' "$(tail -n1 out)"
  grep -q 'skipped: none: all of it: there is no Go$' out
}

counts_cases_of_doctest() {
  : >log
  group cases 0 OK '1.250000 s: a slow case' '[doctest] test cases: 5 | 5 passed | 0 failed | 2 skipped'
  summed_up >out
  same '5 passed, 0 failed, 2 skipped' "$(tail -n1 out)"
  grep -q ' 1.2 s  cases: a slow case$' out
}

a_failure_stays() {
  : >log
  group some 1 ERROR 'not ok - one # SKIP there is no root' 'ok - two # SKIP there is no root'
  ! summed_up >out || return 1
  same '0 passed, 1 failed, 1 skipped' "$(tail -n1 out)"
}

silence_is_a_failure() {
  : >log
  group silent 0 SKIP ''
  ! summed_up >out || return 1
  same '0 passed, 1 failed' "$(tail -n1 out)"
}

a_bad_end_is_a_failure() {
  : >log
  group late -9 TIMEOUT 'ok - one'
  ! summed_up >out || return 1
  same '1 passed, 1 failed' "$(tail -n1 out)"
}

cannot_run_here() {
  : >log
  group mounts 77 SKIP 'no process may mount for itself'
  group some 0 OK 'ok - one'
  summed_up >out
  same '1 passed, 0 failed, 1 skipped' "$(tail -n1 out)"
}

without_a_log() {
  rm -f log
  ! summed_up >out 2>err || return 1
  same 'no test has run' "$(cat err)"
}

claim 'a claim that is skipped is neither passed nor failed, and its reason is shown' counts_skips_apart
claim 'cases of doctest are counted, the slow ones are shown' counts_cases_of_doctest
claim 'a claim that has failed is no skip' a_failure_stays
claim 'a skip without a claim is said' a_skip_without_a_claim_is_said
claim 'a group that reports nothing has failed' silence_is_a_failure
claim 'a group that was ended has failed, whatever it had reported' a_bad_end_is_a_failure
claim 'a group that cannot run here is skipped' cannot_run_here
claim 'a run that has begun no test has failed' without_a_log
