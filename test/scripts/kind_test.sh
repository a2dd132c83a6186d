#!/usr/bin/env bash
# Tests of scripts/kind, and of what the demo makes of it, with a kind and a docker that note what they are asked for: there
# are no containers on machines for tests. Reports in TAP.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

export ADDON_OPERATOR_STATE=$scratch/state NOTES=$scratch/asked CLUSTERS=$scratch/clusters
unset KUBECONFIG KIND_EXPERIMENTAL_PROVIDER

# Clusters are lines of a file. A cluster named "broken" does not start.
mkdir programs
cat >programs/kind <<'SH'
#!/bin/sh
touch "$CLUSTERS"
case "$*" in
  --version) echo 'kind version 0.33.0'; exit ;;
  'get clusters') cat "$CLUSTERS"; exit ;;
esac
echo "$KIND_EXPERIMENTAL_PROVIDER: $*" >>"$NOTES"
case "$1 $2" in
  'create cluster')
    [ "$4" != broken ] || { echo 'the node did not come up'; exit 1; }
    echo "$4" >>"$CLUSTERS"
    echo kubeconfig >"$6" ;;
  'export kubeconfig') echo kubeconfig >"$6" ;;
  'delete cluster') grep -vx "$4" "$CLUSTERS" >"$CLUSTERS.new"; mv "$CLUSTERS.new" "$CLUSTERS" ;;
esac
SH
printf '#!/bin/sh\nexit 1\n' >programs/docker
printf '#!/bin/sh\n' >programs/podman
chmod +x programs/*
export PATH=$scratch/programs:$PATH

kind() { "$repository/scripts/kind" "$@" >out 2>err; }
asked() { grep -cxF -- "$1" asked; }

starts_one() {
  kind up --name a || { cat err; return 1; }
  local file=$scratch/state/kind/a/kubeconfig
  same "$file" "$(<out)"
  [[ -s $file ]]
  same 700 "$(stat -c %a "$(dirname "$file")")"
  # docker does not answer here.
  same 1 "$(asked "podman: create cluster --name a --kubeconfig $file --wait 180s")"
  kind status --name a
  grep -qF "runs in podman, KUBECONFIG=$file" out
}

goes_on_with_one() {
  rm -rf state
  kind up --name a
  same "$scratch/state/kind/a/kubeconfig" "$(<out)"
  [[ -s state/kind/a/kubeconfig ]]
  same 1 "$(grep -c ' create cluster ' asked)"
}

brings_images() {
  local status=0
  kind import archive --name a || status=$?
  same 1 $status
  grep -q "there is no file 'archive'" err
  : >archive
  kind import archive --name a
  same 1 "$(asked 'podman: load image-archive archive --name a')"
  status=0
  kind import archive --name b || status=$?
  same 1 $status
  grep -q "there is no cluster 'b'; start one with: scripts/kind up --name b" err
}

removes_one() {
  kind down --name a
  [[ ! -e state/kind/a && ! -s clusters ]]
  local status=0
  kind status --name a || status=$?
  same 1 $status
  kind down --name a
  grep -q "there is no cluster 'a'" err
}

leaves_nothing_broken() {
  local status=0
  kind up --name broken || status=$?
  same 1 $status
  grep -q 'the node did not come up' err
  same 1 "$(grep -c "delete cluster --name broken " asked)"
  [[ ! -e state/kind/broken ]]
}

needs_an_engine() {
  local status=0
  KIND_EXPERIMENTAL_PROVIDER=docker kind status --name a || status=$?
  same 77 $status
  grep -q 'no cluster of kind here: docker does not answer.*dev-cluster up --node' err
}

refuses_what_it_does_not_know() {
  local status
  for words in '' 'start' 'up --fast' 'up archive'; do
    status=0
    kind $words || status=$?
    same 2 $status
    grep -q '^usage: scripts/kind' err
  done
}

claim 'kind up starts a cluster in the engine that answers, with a kubeconfig of its own' starts_one
claim 'a cluster of kind that is there already is taken, even if its folder is lost' goes_on_with_one
claim 'an image comes to the node of kind from its archive' brings_images
claim 'kind down leaves nothing' removes_one
claim 'a cluster of kind that does not start is removed, and the end of the log is shown' leaves_nothing_broken
claim 'without a container engine kind ends with a code of its own, and names the other way' needs_an_engine
claim 'scripts/kind refuses what it does not know' refuses_what_it_does_not_know
