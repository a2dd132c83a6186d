# shellcheck shell=bash disable=SC2119
# Sourced by the tests of the framework: claims in TAP, and hooks to run. Everything happens in a directory of its own.
set -uo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
status=0

. "$repository/test/support/claims/claims.sh"

# contexts JSON...: what the hook is called for from now on.
contexts() { jq -cs . <<<"$*" >contexts.json; }

# values JSON, config_values JSON: what it reads.
values() { cat >values.json <<<"$1"; }
config_values() { cat >config-values.json <<<"$1"; }

# hook MODE <BODY: makes a hook. With MODE `lax` the script has switched off what the framework set.
hook() {
  {
    echo '#!/usr/bin/env bash'
    echo "source '$repository/frameworks/shell_lib.sh'"
    [[ $1 != lax ]] || echo 'set +Eeu +o pipefail; shopt -u inherit_errexit failglob; trap - ERR'
    cat
    # shellcheck disable=SC2016
    echo 'hook::run "$@"'
  } >hook
  chmod +x hook
}

# run_hook [--config]: runs it as the operator does. Leaves its exit code in `status`, its outputs in files out and err.
# shellcheck disable=SC2120
run_hook() {
  status=0
  : >values-patch
  : >config-values-patch
  env -i PATH="$PATH" BINDING_CONTEXT_PATH=contexts.json VALUES_PATH=values.json CONFIG_VALUES_PATH=config-values.json \
    VALUES_JSON_PATCH_PATH=values-patch CONFIG_VALUES_JSON_PATCH_PATH=config-values-patch \
    ./hook "$@" >out 2>err </dev/null || status=$?
}

# printed MODE EXPECTED CODE: what CODE prints as the `__main__` of a hook, which succeeds.
printed() {
  hook "$1" <<<"__main__() { $3; }"
  run_hook
  cat err
  same 0 "$status" && same "$2" "$(<out)"
}

# failed MODE CODE TEXT: does CODE make a hook fail, with TEXT among its messages and nothing done afterwards?
failed() {
  hook "$1" <<<"__main__() { $2; }"
  run_hook
  cat err
  ((status != 0)) && same '' "$(<out)" && grep -F -- "$3" err
}

contexts '{"binding": "onStartup"}'
values '{}'
config_values '{}'
