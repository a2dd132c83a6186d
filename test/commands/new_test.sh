#!/usr/bin/env bash
# `addon-operator new`: what it writes passes lint and its own cases. Reports in TAP. Needs OPERATOR_BIN and
# HELM_BIN; hooks run jq, as those of the quickstart do.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../support/claims/claims.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
export TMPDIR=$scratch
unset KUBECONFIG
# run CODE ARGUMENT...
run() {
  local code=$1 status=0
  shift
  "$OPERATOR_BIN" "$@" >out 2>errors </dev/null || status=$?
  cat out errors
  ((status == code)) || { echo "exit code $status instead of $code"; return 1; }
}
has() { grep -qF -- "$1" out || { echo "not printed: $1"; return 1; }; }
says() { grep -qF -- "$1" errors || { echo "nothing says: $1"; return 1; }; }

sound() { run 0 lint "$1" && has '0 errors, 0 warnings' && run 0 hook test "$1" && has "$2 passed, 0 failed"; }
platform() { run 0 new platform shop && sound shop 2; }
module() {
  run 0 new platform mall && run 0 new module web-app --dir mall && test -f mall/modules/020-web-app/Chart.yaml &&
    (cd mall && run 0 new module cart) && test -d mall/modules/030-cart && sound mall 4
}
hook() {
  run 0 new platform kiosk && run 0 new hook look --dir kiosk --module hello && test -x kiosk/modules/010-hello/hooks/20-look.sh &&
    run 0 new hook see --dir kiosk && test -x kiosk/global-hooks/hooks/20-see.sh && sound kiosk 4
}
twice() {
  run 0 new platform inn && echo mine >inn/modules/values.yaml && run 1 new platform inn && says 'is there already' && same mine "$(cat inn/modules/values.yaml)" &&
    run 1 new module hello --dir inn && says 'is there already'
}
names() {
  run 2 new platform ../up && says 'lower case' && run 2 new hook x --dir shop --module nobody && says "no module 'nobody'" &&
    run 2 new module a --dir nowhere && says 'new platform'
}

claim 'a new platform passes lint and its cases' platform
claim 'new modules follow the others, and pass' module
claim 'new hooks of a module and of the platform pass' hook
claim 'nothing is overwritten' twice
claim 'a name that cannot be used is refused' names
