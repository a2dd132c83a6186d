#!/usr/bin/env bash
set -e
# Asks the cluster by kubectl.
if [[ $1 == "--config" ]]; then
  echo '{"configVersion": "v1", "beforeHelm": 1}'
  exit 0
fi
kubectl get nodes
