#!/usr/bin/env python3
"""Makes a password once and keeps it in the ConfigMap, so that it is the same after a restart of the operator."""

import json
import os
import secrets
import sys

CONFIG = {"configVersion": "v1", "onStartup": 10}


def main():
    with open(os.environ["CONFIG_VALUES_PATH"]) as file:
        config = json.load(file).get("pullSecrets") or {}
    if "password" in config:
        return
    patch = [{"op": "add", "path": "/pullSecrets/password", "value": secrets.token_urlsafe(24)}]
    with open(os.environ["CONFIG_VALUES_JSON_PATCH_PATH"], "w") as file:
        json.dump(patch, file)
    print("made a password and stored it in the ConfigMap")


if sys.argv[1:] == ["--config"]:
    print(json.dumps(CONFIG))
else:
    main()
