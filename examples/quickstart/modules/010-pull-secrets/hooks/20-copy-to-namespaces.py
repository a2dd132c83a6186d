#!/usr/bin/env python3
"""Keeps a pull secret in every namespace with the label pull-secret=enabled, and nowhere else.

At each call the hook compares the namespaces with the secrets that exist and writes the difference. So a new label, a
label taken away, a secret edited or deleted by hand, a new password and the end of the module are all the same case.
"""

import base64
import json
import os
import sys

LABELS = {"app.kubernetes.io/managed-by": "addon-operator", "app.kubernetes.io/part-of": "pull-secrets"}

CONFIG = {
    "configVersion": "v1",
    "beforeHelm": 10,
    "afterDeleteHelm": 10,
    "kubernetes": [
        {
            "name": "namespaces",
            "kind": "Namespace",
            "labelSelector": {"matchLabels": {"pull-secret": "enabled"}},
            "jqFilter": "{name: .metadata.name, phase: .status.phase}",
            "keepFullObjectsInMemory": False,
            "includeSnapshotsFrom": ["namespaces", "secrets"],
            "queue": "pull-secrets",
        },
        {
            "name": "secrets",
            "kind": "Secret",
            "labelSelector": {"matchLabels": LABELS},
            "jqFilter": "{namespace: .metadata.namespace, name: .metadata.name, content: .data[\".dockerconfigjson\"]}",
            "keepFullObjectsInMemory": False,
            # The hook's own creations need no second run; edits and deletions by users do.
            "executeHookOnEvent": ["Modified", "Deleted"],
            "executeHookOnSynchronization": False,
            "includeSnapshotsFrom": ["namespaces", "secrets"],
            "queue": "pull-secrets",
        },
    ],
}


def docker_config(values):
    """The content of a kubernetes.io/dockerconfigjson secret, base64 as in `data`."""
    login = f"{values['username']}:{values['password']}".encode()
    auths = {values["registry"]: {"auth": base64.b64encode(login).decode()}}
    return base64.b64encode(json.dumps({"auths": auths}).encode()).decode()


def secret(namespace, name, content):
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "type": "kubernetes.io/dockerconfigjson",
        "metadata": {"namespace": namespace, "name": name, "labels": LABELS},
        "data": {".dockerconfigjson": content},
    }


def difference(wanted, present):
    """The operations that lead from `present` to `wanted`; both are {(namespace, name): content}."""
    for (namespace, name), content in sorted(wanted.items()):
        if present.get((namespace, name)) != content:
            yield {"operation": "CreateOrUpdate", "object": secret(namespace, name, content)}
    for namespace, name in sorted(present.keys() - wanted.keys()):
        # In the background: nothing depends on a secret, and a control plane without controllers ends no other deletion.
        yield {"operation": "DeleteInBackground", "apiVersion": "v1", "kind": "Secret", "namespace": namespace, "name": name}


def main():
    with open(os.environ["BINDING_CONTEXT_PATH"]) as file:
        contexts = json.load(file)
    with open(os.environ["VALUES_PATH"]) as file:
        values = json.load(file)["pullSecrets"]
    snapshots = contexts[-1]["snapshots"]
    present = {
        (found["namespace"], found["name"]): found["content"]
        for found in (item["filterResult"] for item in snapshots["secrets"])
    }
    wanted = {}
    if contexts[-1]["binding"] != "afterDeleteHelm":
        content = docker_config(values)
        wanted = {
            (found["name"], values["secretName"]): content
            for found in (item["filterResult"] for item in snapshots["namespaces"])
            if found["phase"] == "Active"
        }
    operations = list(difference(wanted, present))
    with open(os.environ["KUBERNETES_PATCH_PATH"], "w") as file:
        for operation in operations:
            print(json.dumps(operation), file=file)
            target = operation.get("object", {}).get("metadata") or operation
            print(f"{operation['operation']} Secret {target['namespace']}/{target['name']}")


if sys.argv[1:] == ["--config"]:
    print(json.dumps(CONFIG))
else:
    main()
