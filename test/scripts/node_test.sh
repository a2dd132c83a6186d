#!/usr/bin/env bash
# Tests of scripts/dev-cluster up --node on a machine that does not let anybody make namespaces. Reports in TAP.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

mkdir none
printf '#!/bin/sh\nexit 1\n' >none/unshare
chmod +x none/unshare
export PATH=$scratch/none:$PATH ADDON_OPERATOR_STATE=$scratch/state REPOSITORY=$repository

ends_with_a_code_of_its_own() {
  local status=0
  "$repository/scripts/dev-cluster" up --node --name none >out 2>err || status=$?
  same 77 $status
  same '' "$(<out)"
  grep -qE '^no node here: (a node needs root|this machine does not let root make namespaces)' err
  [[ ! -e state ]]
}

tests_are_skipped() {
  NODE_WANTED=1 OPERATOR_BIN=/nonexistent "$repository/test/node/run" >out
  same 1 "$(wc -l <out)"
  grep -qE '^ok - the operator in a Pod # SKIP no node here: ' out
}

# A missing daemon is a failure. Tests are skipped only if the machine does not allow a step.
import_needs_a_node() {
  local status=0
  : >archive
  "$repository/scripts/dev-cluster" import archive --name none 2>err || status=$?
  same 1 $status
  grep -q "cluster 'none' has no node; start one with: scripts/dev-cluster up --node --name none" err
}

claim 'where there can be no node, up --node says why and ends with 77' ends_with_a_code_of_its_own
claim 'where there can be no node, its tests are skipped by name' tests_are_skipped
claim 'an image cannot be imported where no node runs' import_needs_a_node
