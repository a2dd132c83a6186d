#!/usr/bin/env bash
# Refuses workloads with a container that has no memory limit, in namespaces with the label `memory-limits=required`.
source /shell_lib.sh

__config__() {
  cat <<'YAML'
configVersion: v1
kubernetesValidating:
- name: memory-limits.examples.addon-operator.io
  namespace:
    labelSelector: {matchLabels: {memory-limits: required}}
  rules:
  - apiGroups: [apps]
    apiVersions: [v1]
    resources: [deployments, statefulsets, daemonsets]
    operations: [CREATE, UPDATE]
    scope: Namespaced
  failurePolicy: Ignore
YAML
}

__on_validating::memory-limits.examples.addon-operator.io() {
  local unlimited
  unlimited=$(review::object '[.spec.template.spec
    | (.initContainers // [])[], .containers[]
    | select(.resources.limits.memory == null) | .name] | join(", ")' -r)
  if [[ -n $unlimited ]]; then
    review::deny "containers without a memory limit: $unlimited"
  else
    review::allow
  fi
}

hook::run "$@"
