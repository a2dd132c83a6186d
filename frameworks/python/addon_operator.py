"""The framework for hooks in Python: the standard library is enough for it.

    from addon_operator import run

    def handle(hook):
        nodes = hook.contexts[-1].snapshot("nodes")
        hook.values.set("global.discovery.nodes", len(nodes))

    run({"configVersion": "v1", "kubernetes": [{"name": "nodes", "kind": "Node", …}]}, handle)

A webhook answers by `hook.validations` or `hook.mutations`, a conversion by `hook.conversions`. In the manner of the
package `deckhouse`, with a call for each context:

    def main(ctx):
        ctx.output.validations.deny("no limits")

    run_main(main, config="configVersion: v1 …")

Paths are keys joined by dots; a number is the index of an array; a key with dots is quoted:
`metadata.annotations."a.b/c"`. A list of keys is a path too. (docs/writing-hooks.md)
"""

import copy
import json
import os
import re
import sys

from addon_operator_reviews import Conversions, Mutations, Validations

_KEY = r""""[^"]*"|'[^']*'|(?:[^\s.\[\]"'|(){},;*?=<>!+%$/]|/(?!/))+"""
_PATH = re.compile(rf"""\.?(?:(?:{_KEY})(?:\.(?:{_KEY}))*)?""")


def run(config, handler):
    """Answers a call by the operator, as the last line of a hook.

    With --config prints `config`, a dict or text in YAML. Otherwise calls `handler` with a `Hook`, once, and then
    writes the changes that the handler has made. An exception leaves all outputs empty; the exit code is 1.
    """
    if sys.argv[1:] == ["--config"]:
        print(config if isinstance(config, str) else json.dumps(config))
        return
    if "BINDING_CONTEXT_PATH" not in os.environ:
        sys.exit("BINDING_CONTEXT_PATH is not set: a hook is run by the operator, or with --config")
    hook = Hook(os.environ)
    handler(hook)
    hook.write()


def run_main(main, configpath=None, config=None):
    """Calls `main` with a `ReviewContext` for each binding context, and then writes the outputs, as `run` does.

    The configuration is text, or a file that has it.
    """
    if config is None and configpath is None:
        raise ValueError("config or configpath must be given")
    if config is None and sys.argv[1:] == ["--config"]:
        with open(configpath, encoding="utf-8") as file:
            config = file.read()

    def handle(hook):
        for context in hook.contexts:
            main(ReviewContext(hook, context))

    run(config, handle)


class Hook:
    """One run: the reasons for the call, its inputs, and its changes."""

    def __init__(self, environment):
        self._environment = environment
        #: list of Context, at least one; adjacent events come in one run, oldest first
        self.contexts = [Context(item) for item in self._read("BINDING_CONTEXT_PATH")]
        #: Values of the module (or `global`), and of `global`
        self.values = Values(self._read("VALUES_PATH"))
        #: Values of the sections of the ConfigMap, by users and by hooks
        self.config_values = Values(self._read("CONFIG_VALUES_PATH"))
        self.metrics = Metrics()
        self.objects = Objects()
        #: Answers of a webhook or a conversion. Only one of them is written: see `write`
        self.validations = Validations()
        self.mutations = Mutations()
        self.conversions = Conversions()

    def write(self):
        """Writes the outputs; `run` does it after the handler."""
        self._write_answer()
        for variable, operations in (
            ("VALUES_JSON_PATCH_PATH", self.values.patch),
            ("CONFIG_VALUES_JSON_PATCH_PATH", self.config_values.patch),
            ("METRICS_PATH", self.metrics.operations),
            ("KUBERNETES_PATCH_PATH", self.objects.operations),
        ):
            if operations:
                with open(self._environment[variable], "w", encoding="utf-8") as file:
                    file.writelines(json.dumps(operation) + "\n" for operation in operations)

    def _write_answer(self):
        # A run for a review has a single context.
        kind = self.contexts[-1].type
        if kind == "Conversion":
            self._write_json("CONVERSION_RESPONSE_PATH", self.conversions.data)
        elif kind in ("Validating", "Mutating"):
            # `validations` is the name for both in the package `deckhouse`.
            self._write_json("VALIDATING_RESPONSE_PATH", self.mutations.data or self.validations.data)

    def _write_json(self, variable, answers):
        for answer in answers:
            with open(self._environment[variable], "w", encoding="utf-8") as file:
                json.dump(answer, file)

    def _read(self, variable):
        with open(self._environment[variable], encoding="utf-8") as file:
            return json.load(file)


class Context:
    """One binding context. `raw` is the whole of it, as the operator has written it."""

    def __init__(self, raw):
        self.raw = raw
        self.binding = raw.get("binding", "")
        #: `Synchronization`, `Event`, `Group`, `Schedule`, `Validating`, `Mutating`, `Conversion`; empty for onStartup, beforeHelm and the like
        self.type = raw.get("type", "")
        #: `Added`, `Modified` or `Deleted`
        self.event = raw.get("watchEvent", "")
        self.group = raw.get("groupName", "")
        self.object = raw.get("object")
        self.filter_result = raw.get("filterResult")
        #: of a Synchronization: list of {"object": …, "filterResult": …}
        self.objects = raw.get("objects", [])
        self.snapshots = raw.get("snapshots", {})
        #: of a webhook: the request (uid, operation, object, oldObject, userInfo …); of a conversion: uid and objects
        self.request = raw.get("review", {}).get("request", {})
        #: of a conversion: the versions of its rule
        self.from_version = raw.get("fromVersion", "")
        self.to_version = raw.get("toVersion", "")

    def snapshot(self, binding):
        """The results of the jqFilter for the objects of a binding; without a jqFilter, the objects. KeyError
        if the context has no such snapshot: see includeSnapshotsFrom and group."""
        return [item["filterResult"] if "filterResult" in item else item["object"] for item in self.snapshots[binding]]

    def get(self, path, default=None):
        return _at(self.raw, keys_of(path), default)


class ReviewContext:
    """A binding context with the inputs and outputs of its run, in the manner of the package `deckhouse`."""

    def __init__(self, hook, context):
        self.context = context
        self.binding_context = context.raw
        self.snapshots = context.snapshots
        self.values = hook.values
        self.config_values = hook.config_values
        self.metrics = hook.metrics
        self.kubernetes = hook.objects
        #: validations, mutations, conversions, metrics, kube_operations
        self.output = ReviewOutput(hook)


class ReviewOutput:
    """The outputs of a run."""

    def __init__(self, hook):
        self.validations = hook.validations
        self.mutations = hook.mutations
        self.conversions = hook.conversions
        self.metrics = hook.metrics
        self.kube_operations = hook.objects


class Values:
    """Values that can be read and changed. The next `get` sees a value that was set."""

    def __init__(self, document):
        self._document = document
        #: list of operations (RFC 6902) that has the changes
        self.patch = []

    def get(self, path, default=None):
        """The value, or `default`."""
        return _at(self._document, keys_of(path), default)

    def has(self, path):
        """Is there a value, be it None?"""
        return _at(self._document, keys_of(path), _MISSING) is not _MISSING

    def set(self, path, value):
        """Sets a value. Missing objects on the way are made. An item of a list is replaced; `-` in place of its index
        appends an item. ValueError if there is a text or a number on the way."""
        keys, value = keys_of(path), copy.deepcopy(value)
        if not keys:
            raise ValueError("the values as a whole cannot be set")
        # The section (the first key) is always there, even if the file says null.
        depth = next((n for n in range(2, len(keys)) if _at(self._document, keys[:n], None) is None), len(keys))
        for key in reversed(keys[depth:]):
            value = {key: value}
        keys = keys[:depth]
        parent = self._parent(keys)
        operation = "add"
        if isinstance(parent, dict):
            parent[keys[-1]] = value
        elif isinstance(parent, list) and keys[-1] in ("-", str(len(parent))):
            parent.append(value)
        elif isinstance(parent, list) and _index(parent, keys[-1]) is not None:
            operation = "replace"
            parent[int(keys[-1])] = value
        else:
            raise ValueError(f"'{'.'.join(keys[:-1])}' is a {type(parent).__name__}, '{keys[-1]}' cannot be set in it")
        # A copy, because a later `set` may change the value in the document.
        self.patch.append({"op": operation, "path": _pointer(keys), "value": copy.deepcopy(value)})

    def unset(self, path):
        """Removes a value. It is no error if the value does not exist."""
        keys = keys_of(path)
        if self.has(keys):
            parent = _at(self._document, keys[:-1], None)
            del parent[keys[-1] if isinstance(parent, dict) else int(keys[-1])]
            self.patch.append({"op": "remove", "path": _pointer(keys)})

    def _parent(self, keys):
        if len(keys) == 2 and self._document.get(keys[0]) is None:
            self._document[keys[0]] = {}
        return _at(self._document, keys[:-1], None)


class Metrics:
    """Metrics at /metrics/hooks. A group's metrics are replaced by those of each run that mentions the group."""

    def __init__(self):
        self.operations = []

    def add(self, name, value, labels=None, group=None):
        """Adds to a counter."""
        self._append(action="add", name=name, value=value, labels=labels, group=group)

    def set(self, name, value, labels=None, group=None):
        """Sets a gauge."""
        self._append(action="set", name=name, value=value, labels=labels, group=group)

    def observe(self, name, value, buckets, labels=None):
        """Puts a value into a histogram; `buckets` are its upper bounds."""
        self._append(action="observe", name=name, value=value, buckets=buckets, labels=labels)

    def expire(self, group):
        """Removes all metrics of a group."""
        self._append(action="expire", group=group)

    def _append(self, **operation):
        self.operations.append({key: value for key, value in operation.items() if value is not None})


class Objects:
    """Changes of objects in the cluster, made in order after the hook has succeeded.

    Where a method takes `target`, these are keyword arguments: kind, name, and if needed namespace and api_version;
    for patches also subresource, and ignore_missing=True if an object that does not exist is fine.
    """

    _NAMES = {"api_version": "apiVersion", "ignore_missing": "ignoreMissingObject"}
    _TARGET = {"kind", "name", "namespace", "api_version", "subresource", "ignore_missing"}

    def __init__(self):
        self.operations = []

    def create(self, obj):
        """Creates an object; one that exists is an error."""
        self.operations.append({"operation": "Create", "object": obj})

    def create_or_update(self, obj):
        """Creates an object or replaces it."""
        self.operations.append({"operation": "CreateOrUpdate", "object": obj})

    def create_if_not_exists(self, obj):
        """Creates an object; one that exists is left as it is."""
        self.operations.append({"operation": "CreateIfNotExists", "object": obj})

    def delete(self, **target):
        """Deletes an object and its dependents, and waits until it has gone."""
        self._append("Delete", target)

    def delete_in_background(self, **target):
        """Deletes an object; the cluster removes its dependents later."""
        self._append("DeleteInBackground", target)

    def delete_non_cascading(self, **target):
        """Deletes an object and leaves its dependents."""
        self._append("DeleteNonCascading", target)

    def merge_patch(self, patch, **target):
        """RFC 7386."""
        self._append("MergePatch", target, mergePatch=patch)

    def json_patch(self, patch, **target):
        """RFC 6902; `patch` is the list of operations."""
        self._append("JSONPatch", target, jsonPatch=patch)

    def jq_patch(self, jq_filter, **target):
        """Replaces an object with the result of a jq filter for it."""
        self._append("JQPatch", target, jqFilter=jq_filter)

    def _append(self, name, target, **change):
        if unknown := target.keys() - self._TARGET:
            raise TypeError(f"unknown arguments for an object: {', '.join(sorted(unknown))}")
        target = {self._NAMES.get(key, key): value for key, value in target.items() if value is not None}
        self.operations.append({"operation": name, **target, **change})


def keys_of(path):
    """The keys of a path, as strings. ValueError if the text is no path."""
    if not isinstance(path, str):
        return [str(key) for key in path]
    if not _PATH.fullmatch(path):
        raise ValueError(f"'{path}' is no path: expected keys like a.0.\"b.c\"")
    return [key[1:-1] if key[0] in "\"'" else key for key in re.findall(_KEY, path)]


_MISSING = object()


def _at(document, keys, default):
    for key in keys:
        if isinstance(document, dict) and key in document:
            document = document[key]
        elif isinstance(document, list) and _index(document, key) is not None:
            document = document[int(key)]
        else:
            return default
    return document


def _index(items, key):
    return int(key) if re.fullmatch("[0-9]+", key) and int(key) < len(items) else None


def _pointer(keys):
    """RFC 6901."""
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)
