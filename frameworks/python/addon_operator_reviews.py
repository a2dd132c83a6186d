"""Answers of hooks to the API server: reviews of webhooks, and conversions of custom resources.

`addon_operator` makes these for each run; a hook does not import this file. (docs/writing-hooks.md)
"""

import base64
import copy
import json


class Validations:
    """The decision about a request. The last decision counts: a run has a single review."""

    def __init__(self):
        self._answer = None

    @property
    def data(self):
        """List with the answer for VALIDATING_RESPONSE_PATH; empty without a decision."""
        return [] if self._answer is None else [self._answer]

    def collect(self, answer):
        """Takes an answer as it is: {"allowed": …, "message": …, "warnings": […], "patch": base64}"""
        self._answer = answer

    def allow(self, *warnings):
        self.collect({"allowed": True, **({"warnings": list(warnings)} if warnings else {})})

    def deny(self, message=None):
        self.collect({"allowed": False, **({} if message is None else {"message": message})})

    def error(self, message):
        """Denies, because the hook cannot decide."""
        self.deny(f"Internal webhook error: {message}")


class Mutations(Validations):
    """The decision of a mutating webhook, which may change the object."""

    def patch(self, operations, *warnings):
        """Allows, and changes the object by a JSON Patch (RFC 6902), a list of operations."""
        self.allow(*warnings)
        if operations:
            self._answer["patch"] = base64.b64encode(json.dumps(operations).encode()).decode()

    def replace(self, before, after, *warnings):
        """Allows, and makes the object `before` of the request like `after`."""
        self.patch(patch_between(before, after), *warnings)


class Conversions:
    """Converted objects, in the order of the objects of the review; or the reason why there are none."""

    def __init__(self):
        self._objects = []
        self._failure = None

    @property
    def data(self):
        """List with the answer for CONVERSION_RESPONSE_PATH."""
        if self._failure is not None:
            return [{"failedMessage": self._failure}]
        return [{"convertedObjects": self._objects}]

    def collect(self, obj):
        self._objects.append(obj)

    def error(self, message):
        """Refuses all objects of the review."""
        self._failure = message


def patch_between(before, after, path=""):
    """The JSON Patch (RFC 6902) that makes one document of another. A list that differs is replaced as a whole."""
    if isinstance(before, dict) and isinstance(after, dict):
        operations = []
        for key in before.keys() - after.keys():
            operations.append({"op": "remove", "path": f"{path}/{_token(key)}"})
        for key, value in after.items():
            if key not in before:
                operations.append({"op": "add", "path": f"{path}/{_token(key)}", "value": copy.deepcopy(value)})
            else:
                operations += patch_between(before[key], value, f"{path}/{_token(key)}")
        return operations
    # Compared as JSON, because for Python True is 1.
    if json.dumps(before, sort_keys=True) == json.dumps(after, sort_keys=True):
        return []
    return [{"op": "replace", "path": path, "value": copy.deepcopy(after)}]


def _token(key):
    """RFC 6901."""
    return key.replace("~", "~0").replace("/", "~1")
