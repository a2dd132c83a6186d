#!/usr/bin/env bash
# Reads its context by the framework, with paths as they are in use.
source /shell_lib.sh

__config__() {
  cat <<EOF
configVersion: v1
kubernetes:
- name: spaces
  apiVersion: v1
  kind: Namespace
  nameSelector: {matchNames: [default]}
  executeHookOnEvent: []
beforeHelm: 1
EOF
}

__on_kubernetes::spaces::synchronization() {
  echo "name $(context::get 'objects[0].object.metadata.labels["kubernetes.io/metadata.name"]')"
  echo "index $(context::get objects.0.object.kind)"
  echo "below a text: $(context::get binding.more)"
  context::has binding && echo "binding is there"
  context::has 'objects[0]' && echo "the first object is there"
  echo "required $(context::get --required binding)"
  context::is_null objects.0.object.spec.nothing && echo "nothing is null"
}

__before_helm() {
  local count
  count=$(context::get 'snapshots.spaces | length')
  echo "there are $count"
}

hook::run "$@"
