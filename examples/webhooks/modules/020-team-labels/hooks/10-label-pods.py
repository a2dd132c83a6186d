#!/usr/bin/env python3
"""Gives each new Pod the label `team` of its namespace, unless it has a team already."""

import copy

from addon_operator import run

CONFIG = {
    "configVersion": "v1",
    "kubernetes": [
        {
            "name": "namespaces",
            "apiVersion": "v1",
            "kind": "Namespace",
            "labelSelector": {"matchExpressions": [{"key": "team", "operator": "Exists"}]},
            "jqFilter": "{name: .metadata.name, team: .metadata.labels.team}",
            "keepFullObjectsInMemory": False,
            "executeHookOnSynchronization": False,
            "executeHookOnEvent": [],
        }
    ],
    "kubernetesMutating": [
        {
            "name": "team-labels.examples.addon-operator.io",
            "namespace": {"labelSelector": {"matchExpressions": [{"key": "team", "operator": "Exists"}]}},
            "rules": [
                {
                    "apiGroups": [""],
                    "apiVersions": ["v1"],
                    "resources": ["pods"],
                    "operations": ["CREATE"],
                    "scope": "Namespaced",
                }
            ],
            "failurePolicy": "Ignore",
            "includeSnapshotsFrom": ["namespaces"],
        }
    ],
}


def handle(hook):
    context = hook.contexts[-1]
    pod = context.request["object"]
    teams = {item["name"]: item["team"] for item in context.snapshot("namespaces")}
    team = teams.get(context.request["namespace"])
    labelled = copy.deepcopy(pod)
    if team is not None:
        labelled["metadata"].setdefault("labels", {}).setdefault("team", team)
    hook.mutations.replace(pod, labelled)


run(CONFIG, handle)
