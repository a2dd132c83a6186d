#!/usr/bin/env bash
# Creates an object whose namespace stands beside it.
if [[ $1 == "--config" ]]; then
  echo '{"configVersion": "v1", "onStartup": 1}'
  exit 0
fi
cat >"$KUBERNETES_PATCH_PATH" <<EOF
operation: CreateOrUpdate
namespace: $TARGET_NAMESPACE
object:
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: beside}
---
operation: CreateOrUpdate
namespace: nowhere-at-all
object:
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: within, namespace: $TARGET_NAMESPACE}
EOF
