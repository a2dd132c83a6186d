#!/usr/bin/env python3
"""Tests of addon_operator.py with hooks that run as processes. Reports in TAP."""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support" / "claims"))
from claims import claim, run_claims  # noqa: E402

FRAMEWORK = pathlib.Path(__file__).resolve().parents[2] / "frameworks" / "python"
OUTPUTS = {
    "values": "VALUES_JSON_PATCH_PATH",
    "config": "CONFIG_VALUES_JSON_PATCH_PATH",
    "metrics": "METRICS_PATH",
    "objects": "KUBERNETES_PATCH_PATH",
    "review": "VALIDATING_RESPONSE_PATH",
    "converted": "CONVERSION_RESPONSE_PATH",
}
VALUES = {
    "global": {"project": "demo"},
    "webApp": {"replicas": 2, "nothing": None, "hosts": ["a", "b"], "a~b": {"c/d": 1, "e.f": 2}},
}
CONFIG_VALUES = {"global": None, "webApp": {"replicas": 5}}


class Ended:
    """What a run of a hook left."""

    def __init__(self, process, folder):
        self.status, self.out, self.err = process.returncode, process.stdout, process.stderr
        for name, variable in OUTPUTS.items():
            lines = (folder / variable).read_text().splitlines() if (folder / variable).exists() else []
            setattr(self, name, [json.loads(line) for line in lines])


def run_hook(body, contexts=({"binding": "onStartup"},), arguments=()):
    """Runs a hook whose handler is `body`, as the operator does."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        inputs = {"BINDING_CONTEXT_PATH": list(contexts), "VALUES_PATH": VALUES, "CONFIG_VALUES_PATH": CONFIG_VALUES}
        for variable, content in inputs.items():
            (folder / variable).write_text(json.dumps(content))
        for variable in OUTPUTS.values():
            (folder / variable).touch()
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        hook = folder / "hook.py"
        hook.write_text(
            "from addon_operator import run\nimport json\n\n"
            f"def handle(hook):\n{lines}\nrun({{'configVersion': 'v1', 'onStartup': 1}}, handle)\n"
        )
        environment = {variable: str(folder / variable) for variable in [*inputs, *OUTPUTS.values()]}
        environment |= {"PATH": os.environ["PATH"], "PYTHONPATH": str(FRAMEWORK), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.run(
            [sys.executable, str(hook), *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return Ended(process, folder)


def printed(expression, contexts=({"binding": "onStartup"},)):
    """What an expression is in a handler that succeeds."""
    ended = run_hook(f"print(json.dumps({expression}))", contexts)
    assert ended.status == 0, ended.err
    return json.loads(ended.out)


def written(output, body, contexts=({"binding": "onStartup"},)):
    """What a handler that succeeds writes into an output."""
    ended = run_hook(body, contexts)
    assert ended.status == 0, ended.err
    return getattr(ended, output)


def refused(body, message):
    """Does a handler fail with this message and write nothing?"""
    ended = run_hook(body)
    assert ended.status == 1 and message in ended.err, ended.err
    assert [ended.values, ended.config, ended.metrics, ended.objects] == [[], [], [], []]


def same(expected, found):
    assert expected == found, f"expected: {expected}\nfound:    {found}"


@claim("--config prints the configuration and calls no handler")
def _():
    ended = run_hook("print('wrong')", arguments=["--config"])
    same((0, {"configVersion": "v1", "onStartup": 1}), (ended.status, json.loads(ended.out)))


@claim("the handler is called once, for all contexts")
def _():
    same(["a", "b"], printed("[context.binding for context in hook.contexts]", [{"binding": "a"}, {"binding": "b"}]))


@claim("an exception fails the run and writes nothing")
def _():
    refused("hook.values.set('webApp.a', 1)\nhook.metrics.set('m', 1)\nraise RuntimeError('broken')", "broken")


@claim("a hook that is started by hand says what is missing")
def _():
    code = "from addon_operator import run; run({}, print)"
    environment = {"PYTHONPATH": str(FRAMEWORK), "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 1 and "or with --config" in ended.stderr, ended.stderr


EVENT = {
    "binding": "pods",
    "type": "Event",
    "watchEvent": "Added",
    "object": {"kind": "Pod", "metadata": {"annotations": {"a.b/c": "me"}}},
    "filterResult": {"name": "web"},
    "snapshots": {"nodes": [{"object": {"n": 1}, "filterResult": None}], "pods": [{"object": {"n": 2}}]},
}


@claim("a context has binding, type, event, object and filter result")
def _():
    attributes = "[c.binding, c.type, c.event, c.object['kind'], c.filter_result['name'], c.group]"
    same(["pods", "Event", "Added", "Pod", "web", ""], printed(f"[{attributes} for c in hook.contexts][0]", [EVENT]))


@claim("a Synchronization has its objects")
def _():
    context = {"binding": "pods", "type": "Synchronization", "objects": [{"object": {}}]}
    same([{"object": {}}], printed("hook.contexts[0].objects", [context]))


@claim("a snapshot is what the filter made, be it null")
def _():
    same([None], printed("hook.contexts[0].snapshot('nodes')", [EVENT]))


@claim("a snapshot without a filter is the objects")
def _():
    same([{"n": 2}], printed("hook.contexts[0].snapshot('pods')", [EVENT]))


@claim("a snapshot that is not in the context is an error")
def _():
    refused("hook.contexts[0].snapshot('pods')", "KeyError: 'pods'")


@claim("a path in a context may quote a key with dots")
def _():
    same("me", printed("""hook.contexts[0].get('object.metadata.annotations."a.b/c"')""", [EVENT]))


@claim("get reads values")
def _():
    paths = ["webApp.replicas", "webApp.hosts.1", "global.project"]
    same([2, "b", "demo"], printed(f"[hook.values.get(path) for path in {paths}]"))


@claim("get gives the default for what is missing, not for null")
def _():
    same([7, None], printed("[hook.values.get(p, 7) for p in ('webApp.image.tag', 'webApp.nothing')]"))


@claim("config_values reads what users have written")
def _():
    same(5, printed("hook.config_values.get('webApp.replicas')"))


@claim("has finds a null and nothing that is missing")
def _():
    same([True, False, False], printed("[hook.values.has('webApp.' + k) for k in ('nothing', 'image', 'hosts.2')]"))


@claim("a path may be a list of keys")
def _():
    same(2, printed("hook.values.get(['webApp', 'a~b', 'e.f'])"))


@claim("what is no path is refused")
def _():
    refused("hook.values.get('webApp | length')", "is no path")


@claim("set adds a value and is seen by get")
def _():
    ended = run_hook("hook.values.set('webApp.replicas', 3)\nprint(hook.values.get('webApp.replicas'))")
    same(("3\n", [{"op": "add", "path": "/webApp/replicas", "value": 3}]), (ended.out, ended.values))


@claim("set makes the objects on the way, once")
def _():
    same(
        [
            {"op": "add", "path": "/webApp/x", "value": {"y": {"z": 1}}},
            {"op": "add", "path": "/webApp/x/y/w", "value": 2},
        ],
        written("values", "hook.values.set('webApp.x.y.z', 1)\nhook.values.set('webApp.x.y.w', 2)"),
    )


@claim("set replaces an item of a list and appends one")
def _():
    same(
        [
            {"op": "replace", "path": "/webApp/hosts/0", "value": "c"},
            {"op": "add", "path": "/webApp/hosts/-", "value": "d"},
        ],
        written("values", "hook.values.set('webApp.hosts.0', 'c')\nhook.values.set('webApp.hosts.-', 'd')"),
    )


@claim("set escapes keys as RFC 6901 says")
def _():
    same(
        [{"op": "add", "path": "/webApp/a~0b/c~1d", "value": 2}],
        written("values", "hook.values.set('webApp.a~b.c/d', 2)"),
    )


@claim("set refuses to go through a text")
def _():
    refused("hook.values.set('global.project.name', 1)", "'global.project' is a str")


@claim("set into the configuration works in a section that does not exist yet")
def _():
    same(
        [{"op": "add", "path": "/global/a", "value": {"b": 1}}],
        written("config", "hook.config_values.set('global.a.b', 1)"),
    )


@claim("unset removes what is there, once")
def _():
    same(
        [{"op": "remove", "path": "/webApp/hosts/1"}, {"op": "remove", "path": "/webApp/replicas"}],
        written("values", "for p in ('hosts.1', 'replicas', 'replicas', 'image'): hook.values.unset('webApp.' + p)"),
    )


@claim("metrics are added, set, observed and expired")
def _():
    body = """
hook.metrics.add("runs", 1, labels={"a": "b"})
hook.metrics.set("size", 2, group="sizes")
hook.metrics.observe("seconds", 0.3, [0.1, 1])
hook.metrics.expire("old")"""
    same(
        [
            {"action": "add", "name": "runs", "value": 1, "labels": {"a": "b"}},
            {"action": "set", "name": "size", "value": 2, "group": "sizes"},
            {"action": "observe", "name": "seconds", "value": 0.3, "buckets": [0.1, 1]},
            {"action": "expire", "group": "old"},
        ],
        written("metrics", body),
    )


@claim("objects are created in three ways")
def _():
    body = "for f in (o.create, o.create_or_update, o.create_if_not_exists): f({'kind': 'Pod'})"
    same(
        [{"operation": name, "object": {"kind": "Pod"}} for name in ("Create", "CreateOrUpdate", "CreateIfNotExists")],
        written("objects", f"o = hook.objects\n{body}"),
    )


@claim("objects are deleted in three ways")
def _():
    body = """
target = {"api_version": "v1", "kind": "Pod", "namespace": "default", "name": "web"}
hook.objects.delete(**target)
hook.objects.delete_in_background(**target)
hook.objects.delete_non_cascading(**target)"""
    target = {"apiVersion": "v1", "kind": "Pod", "namespace": "default", "name": "web"}
    names = ("Delete", "DeleteInBackground", "DeleteNonCascading")
    same([{"operation": name, **target} for name in names], written("objects", body))


@claim("objects are patched in three ways")
def _():
    body = """
hook.objects.merge_patch({"a": 1}, kind="Pod", name="web", subresource="status")
hook.objects.json_patch([{"op": "remove", "path": "/a"}], kind="Pod", name="web", ignore_missing=True)
hook.objects.jq_patch(".a = 1", kind="Pod", name="web")"""
    pod = {"kind": "Pod", "name": "web"}
    same(
        [
            {"operation": "MergePatch", **pod, "subresource": "status", "mergePatch": {"a": 1}},
            {
                "operation": "JSONPatch",
                **pod,
                "ignoreMissingObject": True,
                "jsonPatch": [{"op": "remove", "path": "/a"}],
            },
            {"operation": "JQPatch", **pod, "jqFilter": ".a = 1"},
        ],
        written("objects", body),
    )


@claim("a misspelt argument for an object is an error")
def _():
    refused("hook.objects.delete(kind='Pod', nmae='web')", "unknown arguments for an object: nmae")


REVIEW = {
    "binding": "a.b.c",
    "type": "Mutating",
    "review": {"request": {"uid": "u1", "operation": "CREATE", "object": {"metadata": {"name": "web"}}}},
}
CONVERSION = {
    "binding": "tabs",
    "type": "Conversion",
    "fromVersion": "v1",
    "toVersion": "v2",
    "review": {"request": {"objects": [{"apiVersion": "x.io/v1"}]}},
}


@claim("a context of a review has the request, that of a conversion the versions of its rule")
def _():
    same("u1", printed("hook.contexts[0].request['uid']", [REVIEW]))
    same({}, printed("hook.contexts[0].request"))
    same(["v1", "v2"], printed("[hook.contexts[0].from_version, hook.contexts[0].to_version]", [CONVERSION]))


@claim("a validating hook allows with warnings, or denies with a message")
def _():
    review = [REVIEW | {"type": "Validating"}]
    same([{"allowed": True}], written("review", "hook.validations.allow()", review))
    same([{"allowed": True, "warnings": ["a", "b"]}], written("review", "hook.validations.allow('a', 'b')", review))
    same([{"allowed": False}], written("review", "hook.validations.deny()", review))
    same([{"allowed": False, "message": "no"}], written("review", "hook.validations.deny('no')", review))
    same(
        [{"allowed": False, "message": "Internal webhook error: no"}],
        written("review", "hook.validations.error('no')", review),
    )
    same([], written("review", "pass", review))


@claim("the last decision counts")
def _():
    body = "hook.validations.deny('no')\nhook.validations.allow()"
    same([{"allowed": True}], written("review", body, [REVIEW | {"type": "Validating"}]))


def patch_of(body):
    """The JSON Patch of an answer, or None."""
    (answer,) = written("review", body, [REVIEW])
    assert answer["allowed"], answer
    return json.loads(base64.b64decode(answer["patch"])) if "patch" in answer else None


@claim("a mutating hook changes the object by a patch, or makes it like another")
def _():
    same([{"op": "remove", "path": "/a"}], patch_of("hook.mutations.patch([{'op': 'remove', 'path': '/a'}])"))
    same(None, patch_of("hook.mutations.patch([])"))
    same(None, patch_of("hook.mutations.allow()"))
    body = """
before = hook.contexts[0].request["object"]
after = {"metadata": {"name": "web", "labels": {"a/b~c": True}}, "spec": [1]}
hook.mutations.replace(before, after)"""
    same(
        [
            {"op": "add", "path": "/metadata/labels", "value": {"a/b~c": True}},
            {"op": "add", "path": "/spec", "value": [1]},
        ],
        patch_of(body),
    )
    same([{"op": "replace", "path": "/a~1b~0c", "value": True}], patch_of("hook.mutations.replace({'a/b~c': 1}, {'a/b~c': True})"))
    same([{"op": "remove", "path": "/a"}], patch_of("hook.mutations.replace({'a': 1, 'b': [1]}, {'b': [1]})"))
    same([{"op": "replace", "path": "/b", "value": [2]}], patch_of("hook.mutations.replace({'b': [1]}, {'b': [2]})"))


@claim("a conversion gives its objects, or the reason why there are none")
def _():
    body = "for obj in hook.contexts[0].request['objects']: hook.conversions.collect(obj | {'apiVersion': 'x.io/v2'})"
    same([{"convertedObjects": [{"apiVersion": "x.io/v2"}]}], written("converted", body, [CONVERSION]))
    same([{"failedMessage": "no"}], written("converted", body + "\nhook.conversions.error('no')", [CONVERSION]))


@claim("a run without a review writes no answer")
def _():
    ended = run_hook("hook.validations.allow()\nhook.conversions.collect({})")
    same((0, [], []), (ended.status, ended.review, ended.converted))


@claim("a main in the manner of the package deckhouse is called for each context, with its outputs")
def _():
    body = """
import sys
def main(ctx):
    ctx.output.validations.deny(ctx.binding_context["binding"] + str(ctx.snapshots))
    ctx.values.set("webApp.seen", ctx.context.type)
    ctx.kubernetes.create({"kind": "Pod"})
    ctx.metrics.set("m", 1)
from addon_operator import run_main
sys.argv = [sys.argv[0]]
run_main(main, config="configVersion: v1")"""
    ended = run_hook(body, [REVIEW | {"snapshots": {}}])
    assert ended.status == 0, ended.err
    same([{"allowed": False, "message": "a.b.c{}"}], ended.review)
    same([{"op": "add", "path": "/webApp/seen", "value": "Mutating"}], ended.values)
    same([{"operation": "Create", "object": {"kind": "Pod"}}], ended.objects)
    same([{"action": "set", "name": "m", "value": 1}], ended.metrics)


@claim("run_main prints its configuration, also from a file")
def _():
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "hook.yaml"
        path.write_text("configVersion: v1\n")
        for argument in ("config='configVersion: v1'", f"configpath='{path}'"):
            code = f"from addon_operator import run_main; run_main(print, {argument})"
            environment = {"PYTHONPATH": str(FRAMEWORK), "PYTHONDONTWRITEBYTECODE": "1"}
            ended = subprocess.run(
                [sys.executable, "-c", code, "--config"], env=environment, capture_output=True, text=True, check=False
            )
            same((0, "configVersion: v1"), (ended.returncode, ended.stdout.strip()))


sys.exit(run_claims())
