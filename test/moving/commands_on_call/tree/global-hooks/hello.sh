#!/usr/bin/env bash
if [[ $1 == "--config" ]]; then
  echo '{"configVersion": "v1", "onStartup": 1}'
  exit 0
fi
echo "Hello from a global hook"
