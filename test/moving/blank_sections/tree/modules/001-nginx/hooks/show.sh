#!/usr/bin/env bash
if [[ $1 == "--config" ]]; then
  cat <<EOF
configVersion: v1
beforeHelm: 10
EOF
  exit 0
fi
echo "config $(cat "$CONFIG_VALUES_PATH")"
