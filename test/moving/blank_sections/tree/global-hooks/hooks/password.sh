#!/usr/bin/env bash
# Makes a password once and stores it in the ConfigMap.
if [[ $1 == "--config" ]]; then
  cat <<EOF
configVersion: v1
beforeAll: 10
EOF
  exit 0
fi
if ! grep -q '"password"' "$CONFIG_VALUES_PATH"; then
  echo '{"op": "add", "path": "/global/password", "value": "s3cret"}' >"$CONFIG_VALUES_JSON_PATCH_PATH"
fi
