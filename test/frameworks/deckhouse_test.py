#!/usr/bin/env python3
"""Hooks of the package `deckhouse` (PyPI), with the files and variables of reviews. Reports in TAP."""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support" / "claims"))
from claims import claim, run_claims, same  # noqa: E402

PACKAGE = "deckhouse==0.4.12"
LIBRARY = tempfile.TemporaryDirectory()
# Two variables lead to the same file, as in the operator.
FILES = {
    "VALUES_JSON_PATCH_PATH": "values",
    "CONFIG_VALUES_JSON_PATCH_PATH": "config",
    "METRICS_PATH": "metrics",
    "KUBERNETES_PATCH_PATH": "objects",
    "VALIDATING_RESPONSE_PATH": "admission",
    "ADMISSION_RESPONSE_PATH": "admission",
    "CONVERSION_RESPONSE_PATH": "conversion",
}


def run_hook(main, context):
    """Runs a hook whose main function has this body. Returns the content of its files, by their names."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        values = {"web": {"a": 1}}
        inputs = {"BINDING_CONTEXT_PATH": [context], "VALUES_PATH": values, "CONFIG_VALUES_PATH": {}}
        for variable, content in inputs.items():
            (folder / variable).write_text(json.dumps(content))
        for file in FILES.values():
            (folder / file).touch()
        body = "".join(f"    {line}\n" for line in main.splitlines())
        hook = folder / "hook.py"
        hook.write_text(
            f"from deckhouse import hook\n\ndef main(ctx):\n{body}\nhook.run(main, config='configVersion: v1')\n"
        )
        environment = {variable: str(folder / variable) for variable in inputs}
        environment |= {variable: str(folder / file) for variable, file in FILES.items()}
        environment |= {"PATH": os.environ["PATH"], "PYTHONPATH": LIBRARY.name, "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, str(hook)], env=environment, check=True)
        return {file: (folder / file).read_text() for file in set(FILES.values())}


def review(kind, **request):
    return {
        "binding": "a.example.com",
        "type": kind,
        "review": {"request": {"uid": "u1", **request}},
        "snapshots": {"facts": [{"filterResult": {"who": "the facts"}}]},
    }


@claim("a hook that validates answers with a message that it has read in a snapshot")
def _():
    main = "ctx.output.validations.deny('refused by ' + ctx.snapshots['facts'][0]['filterResult']['who'])"
    files = run_hook(main, review("Validating", name="bad"))
    same(json.loads(files["admission"]), {"allowed": False, "message": "refused by the facts"})
    same([files["values"], files["objects"], files["metrics"]], ["", "", ""])


@claim("a warning is a list of texts")
def _():
    files = run_hook("ctx.output.validations.allow('careful')", review("Validating"))
    same(json.loads(files["admission"]), {"allowed": True, "warnings": ["careful"]})


@claim("a hook that mutates writes its patch to the file of validations")
def _():
    patch = base64.b64encode(b'[{"op":"remove","path":"/data"}]').decode()
    main = f"ctx.output.validations.collect({{'allowed': True, 'patch': '{patch}'}})"
    same(json.loads(run_hook(main, review("Mutating"))["admission"]), {"allowed": True, "patch": patch})


CONVERTS = """for x in ctx.binding_context['review']['request']['objects']:
    if x['metadata']['name'] == 'broken':
        return ctx.output.conversions.error('cannot convert broken')
    ctx.output.conversions.collect(x | {'apiVersion': ctx.binding_context['toVersion']})"""


@claim("a hook that converts answers with all objects, or with its reason")
def _():
    versions = {"fromVersion": "example.com/v1", "toVersion": "example.com/v2"}
    objects = [{"apiVersion": "example.com/v1", "metadata": {"name": name}} for name in ("a", "b")]
    made = json.loads(run_hook(CONVERTS, review("Conversion", objects=objects) | versions)["conversion"])
    same(made, {"convertedObjects": [x | {"apiVersion": "example.com/v2"} for x in objects]})
    broken = [{"apiVersion": "example.com/v1", "metadata": {"name": "broken"}}]
    made = json.loads(run_hook(CONVERTS, review("Conversion", objects=broken) | versions)["conversion"])
    same(made, {"failedMessage": "cannot convert broken"})


@claim("each other run leaves an empty conversion, which the operator does not read")
def _():
    same(json.loads(run_hook("pass", {"binding": "beforeHelm"})["conversion"]), {"convertedObjects": []})


def install():
    """Returns the last line of pip; empty: the package is there."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", LIBRARY.name, PACKAGE]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if ended.returncode == 0 else (ended.stderr.strip().splitlines() or ["no words"])[-1]


problem = install()
if problem:
    print(f"ok - hooks with the package deckhouse # SKIP the package cannot be had: {problem}")
    sys.exit(0)
sys.exit(run_claims())
