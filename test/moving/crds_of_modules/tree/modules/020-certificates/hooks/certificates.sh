#!/usr/bin/env bash
# Sees the objects of a kind that the module itself brings.
if [[ $1 == "--config" ]]; then
  cat <<EOF
configVersion: v1
beforeHelm: 10
kubernetes:
- name: certificates
  apiVersion: moving-crds.example.com/v1
  kind: Certificate
  jqFilter: .spec.host
  includeSnapshotsFrom: [certificates]
EOF
  exit 0
fi
jq -c '[.[0].snapshots.certificates[].filterResult]' "$BINDING_CONTEXT_PATH"
