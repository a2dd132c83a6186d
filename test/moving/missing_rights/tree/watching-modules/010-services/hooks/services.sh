#!/usr/bin/env bash
if [[ $1 == "--config" ]]; then
  echo '{"configVersion": "v1", "kubernetes": [{"apiVersion": "v1", "kind": "Service"}]}'
  exit 0
fi
