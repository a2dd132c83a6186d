#!/usr/bin/env bash
# Filters as they are written for gojq: an `if` without `else`, `.a.["b"]`, and functions of its language.
if [[ $1 == "--config" ]]; then
  cat <<'EOF'
configVersion: v1
kubernetes:
- name: owner
  apiVersion: v1
  kind: ConfigMap
  labelSelector: {matchLabels: {app: gojq-filters}}
  jqFilter: if .metadata.labels.owner then .metadata.labels.owner |= ltrimstr("team-") end | .metadata.labels.owner
- name: address
  apiVersion: v1
  kind: ConfigMap
  labelSelector: {matchLabels: {app: gojq-filters}}
  jqFilter: .data.["address"] | trim
- name: picked
  apiVersion: v1
  kind: ConfigMap
  labelSelector: {matchLabels: {app: gojq-filters}}
  jqFilter: pick(.metadata.labels.owner, .data.delta)
- name: sum
  apiVersion: v1
  kind: ConfigMap
  labelSelector: {matchLabels: {app: gojq-filters}}
  jqFilter: add(.data | to_entries[] | .value | tonumber? | abs)
- name: seconds
  apiVersion: apps/v1
  kind: Deployment
  labelSelector: {matchLabels: {app: gojq-filters}}
  jqFilter: '{grace: .spec.template.spec.terminationGracePeriodSeconds}'
EOF
  exit 0
fi
jq -r '.[] | select(.type == "Synchronization") | .binding as $name | .objects[]? | .filterResult | select(. != null)
       | "\($name) \(tojson)"' "$BINDING_CONTEXT_PATH" | grep -v '^seconds'
# jq of the shell rounds.
grep -o '"grace":[0-9]*' "$BINDING_CONTEXT_PATH" || true
