#!/usr/bin/env bash
# Tests of scripts/demo with the program that was built for the tests, which OPERATOR_BIN names, and with a state folder of
# their own. Reports in TAP.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

# A repository with the same scripts, in which building is finding the program.
cp -r "$repository/scripts" scripts
ln -s "$repository/examples" examples
mkdir build
ln -s "$OPERATOR_BIN" build/addon-operator
printf '#!/bin/sh\n' >scripts/build
export ADDON_OPERATOR_STATE=$scratch/state
unset KUBECONFIG

demo() { scripts/demo "$@" >out 2>err </dev/null; }

says_how_it_is_used() { demo --help && grep -q '^usage: scripts/demo' out; }

# refuses ARGUMENT...: with the exit code 2, and before anything begins.
refuses() {
  local status=0
  demo "$@" || status=$?
  same 2 $status && grep -q '^usage: scripts/demo' err && [[ ! -e state ]]
}

wants_a_context() {
  local status=0
  demo --kube-context || status=$?
  same 1 $status && grep -q 'needs a name' err && [[ ! -e state ]]
}

is_alone() {
  local status=0
  mkdir -p state/demo
  flock state/demo/lock scripts/demo --once >out 2>err </dev/null || status=$?
  same 1 $status && grep -q 'a demo is running already' err
}

runs_once() {
  demo --once || { cat out err; return 1; }
  # Everything that the quickstart has on, the releases, and the end in order.
  grep -Eq '^  web-app +on' out && grep -q '^Releases' out && grep -q 'the operator has stopped in order' err &&
    [[ -s state/demo/trace.jsonl && -s state/demo/trace.html && ! -e state/clusters/demo ]]
}

claim 'demo --help says how it is used' says_how_it_is_used
claim 'an option that is not known is refused by the demo' refuses --twice
claim 'the demo wants a name after --kube-context' wants_a_context
claim 'one demo runs at a time' is_alone
claim 'demo --once ends after the first converge and leaves no cluster' runs_once
