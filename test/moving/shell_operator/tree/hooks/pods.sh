#!/usr/bin/env bash
if [[ $1 == "--config" ]]; then
  cat <<EOF
configVersion: v1
kubernetes:
- apiVersion: v1
  kind: Pod
  executeHookOnEvent: ["Added"]
EOF
  exit 0
fi
type=$(jq -r '.[0].type' "$BINDING_CONTEXT_PATH")
if [[ $type == "Event" ]]; then
  echo "Pod $(jq -r '.[0].object.metadata.name' "$BINDING_CONTEXT_PATH") was added"
fi
