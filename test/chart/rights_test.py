#!/usr/bin/env python3
"""Tests that the chart gives the operator exactly the rights that it needs: with them all its work succeeds, each verb is
used, and without a rule work fails and is named. Reports in TAP. Needs what run needs."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support" / "claims"))
from claims import claim, run_claims, same  # noqa: E402

REPOSITORY = pathlib.Path(os.environ["REPOSITORY"])
KUBECTL = os.environ["KUBECTL_BIN"]
HELM = os.environ["HELM_BIN"]
AUDIT_LOG = pathlib.Path(os.environ["KUBECONFIG"]).parent / "audit.log"
SPACE = "exact"
NAME = "addon-operator"
USER = f"system:serviceaccount:{SPACE}:{NAME}"
SECONDS_MAX = 120
PAUSE = "NoResourceReconciliation"

# What the chart and the hook of the platform need; everything else is the operator's.
MODULE_RULES = [
    {"apiGroups": [""], "resources": ["services"], "verbs": ["get", "list", "watch", "create", "patch", "delete"]},
    {"apiGroups": ["rights.example.com"], "resources": ["gadgets"], "verbs": ["list", "watch"]},
]
CHART_OF_WEB = """\
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: {{ .Values.web.port }}}]}
"""
HOOK_OF_WEB = """\
#!/bin/sh
if [ "$1" = --config ]; then
  echo '{"configVersion": "v1", "afterHelm": 1}'
else
  echo '[{"op": "add", "path": "/web/seen", "value": "yes"}]' >"$CONFIG_VALUES_JSON_PATCH_PATH"
fi
"""
# It waits for a kind that nobody has defined yet.
HOOK_OF_GADGETS = """\
#!/bin/sh
if [ "$1" = --config ]; then
  echo '{"configVersion": "v1", "kubernetes": [{"name": "gadgets", "apiVersion": "rights.example.com/v1", "kind": "Gadget",
    "executeHookOnSynchronization": false, "queue": "/gadgets"}]}'
fi
"""


def definition(kind, text):
    plural = kind.lower() + "s"
    return f"""\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.rights.example.com}}
spec:
  group: rights.example.com
  scope: Namespaced
  names: {{plural: {plural}, singular: {kind.lower()}, kind: {kind}, listKind: {kind}List}}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {{openAPIV3Schema: {{type: object, description: "{text}"}}}}
"""


def kubectl(*arguments, given=None):
    return subprocess.run([KUBECTL, *arguments], input=given, check=True, capture_output=True, text=True).stdout


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


class Platform:
    """A folder with modules and hooks, and a kubeconfig with a token of the chart's service account."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        write(self.folder / "modules/values.yaml", "webEnabled: true\nkindsEnabled: true\n")
        web = self.folder / "modules/010-web"
        write(web / "Chart.yaml", "name: web\nversion: 0.1.0\napiVersion: v2\n")
        write(web / "values.yaml", "web: {port: 80}\n")
        write(web / "templates/service.yaml", CHART_OF_WEB)
        write(web / "hooks/store.sh", HOOK_OF_WEB, 0o755)
        write(self.folder / "modules/020-kinds/crds/widgets.yaml", definition("Widget", "first"))
        write(self.folder / "global-hooks/gadgets.sh", HOOK_OF_GADGETS, 0o755)
        config = json.loads(kubectl("config", "view", "--raw", "-o", "json"))
        token = kubectl("-n", SPACE, "create", "token", NAME).strip()
        config["users"] = [{"name": config["contexts"][0]["context"]["user"], "user": {"token": token}}]
        write(self.folder / "kubeconfig", json.dumps(config), 0o600)

    def start(self, *options):
        return Operator(self.folder, options)

    def remove(self):
        shutil.rmtree(self.folder)


class Operator:
    """A run of the program with a platform; its log lines are read one by one."""

    def __init__(self, folder, options):
        command = [os.environ["OPERATOR_BIN"], "start", "--modules-dir", folder / "modules", "--global-hooks-dir", folder / "global-hooks",
                   "--namespace", SPACE, "--kube-config", folder / "kubeconfig", "--tmp-dir", folder / "tmp", "--log-type", "json",
                   "--helm-ignore-release", NAME, "--deployment", NAME, "--prometheus-listen-address", "127.0.0.1", "--prometheus-listen-port", "0",
                   "--debug-unix-socket", folder / "socket", *options]
        self.lines = []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.end_of_patience = threading.Timer(SECONDS_MAX, self.process.kill)
        self.end_of_patience.start()

    def read_until(self, found):
        """Reads on until found(line) is true."""
        for line in self.process.stdout:
            self.lines.append(line)
            if found(line):
                return line
        raise AssertionError("the operator has ended:\n" + "".join(self.lines[-30:]))

    def await_event(self, event, text=""):
        return self.read_until(lambda line: f'"event":"{event}"' in line and text in line)

    def stop(self):
        self.process.terminate()
        self.process.stdout.read()
        same(self.process.wait(SECONDS_MAX), 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end_of_patience.cancel()
        self.process.kill()
        self.process.wait()


def role_of(path, name):
    return json.loads(kubectl("get", "--raw", f"/apis/rbac.authorization.k8s.io/v1/{path}/{name}"))


# What `status` reads about workloads that are not available. Without these rights its lines are shorter.
FOR_STATUS = {("", "events", "list"), ("", "nodes", "get"), ("storage.k8s.io", "storageclasses", "get")}


def own_roles():
    """(path of its collection, role) of the chart's roles, that of the modules left out."""
    inside, everywhere = f"namespaces/{SPACE}/roles", "clusterroles"
    return [(inside, role_of(inside, NAME)), (everywhere, role_of(everywhere, f"{SPACE}-{NAME}-kinds"))]


def own_rights():
    """{(group, resource, verb)}: each of them alone."""
    return {
        (group, resource, verb)
        for _, role in own_roles()
        for rule in role["rules"]
        for group in rule["apiGroups"]
        for resource in rule["resources"]
        for verb in rule["verbs"]
    }


def set_rules(path, role, rules):
    """Replaces the rules, and waits until the API server goes by them."""
    name = role["metadata"]["name"]
    patch = json.dumps([{"op": "replace", "path": "/rules", "value": rules}])
    space = ["-n", SPACE] if path.startswith("namespaces") else []
    kubectl(*space, "patch", path.rsplit("/", 1)[-1], name, "--type", "json", "-p", patch)
    for rule in role["rules"]:
        wanted = "yes" if rule in rules else "no"
        what = "/".join([".".join(filter(None, [rule["resources"][0], rule["apiGroups"][0]])), *rule.get("resourceNames", [])])
        verb = rule["verbs"][0]
        deadline = time.monotonic() + SECONDS_MAX
        while may(verb, what) != wanted:
            assert time.monotonic() < deadline, (rule, wanted)


def may(verb, what):
    asked = subprocess.run([KUBECTL, "auth", "can-i", verb, what, "-n", SPACE, "--as", USER], capture_output=True, text=True, check=False)
    return asked.stdout.strip()


def set_section(text):
    """The operator may have made its ConfigMap by now, or not."""
    document = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": NAME, "namespace": SPACE}, "data": text}
    kubectl("apply", "--server-side", "--force-conflicts", "--field-manager", "somebody", "-f", "-", given=json.dumps(document))


def requests():
    """(verb, group, resource, code) of what the operator has asked the API server for so far."""
    for line in AUDIT_LOG.read_text().splitlines():
        event = json.loads(line)
        if event["user"]["username"] != USER:
            continue
        what = event.get("objectRef", {})
        yield event["verb"], what.get("apiGroup", ""), what.get("resource", event["requestURI"]), event.get("responseStatus", {}).get("code")


def live_through(platform, driver):
    """A first converge, upgrades, a deletion, and an install again."""
    with platform.start("--helm-driver", driver, "--helm-history-max", "1") as run:
        run.await_event("converge_finished")
        for section, operation in [
            ({"web": "port: 81"}, "upgrade"),
            ({"web": "port: 82"}, "upgrade"),
            ({"webEnabled": "false"}, "uninstall"),
            ({"webEnabled": "true"}, "upgrade"),
        ]:
            set_section(section)
            run.await_event("helm_finished", f'"operation":"{operation}"')
        set_section({"webEnabled": "false"})
        run.await_event("helm_finished", '"operation":"uninstall"')
        # Each is an Event; the second pause is the Event of the first with another count.
        for text in (PAUSE, None, PAUSE, None):
            set_section({"webMaintenance": text} if text else {})
            run.await_event("module_paused" if text else "module_resumed")
        await_events({"ModulePaused": 2, "ModuleResumed": 2})
        run.stop()
    same([line for line in run.lines if '"level":"error"' in line], [])


def await_events(wanted):
    """Waits for Events with these counts by reason, about the ConfigMap and about the Deployment."""
    deadline = time.monotonic() + SECONDS_MAX
    while True:
        items = json.loads(kubectl("-n", SPACE, "get", "events", "-o", "json"))["items"]
        # Events of other clients may have no count.
        found = {(x["involvedObject"]["kind"], x["reason"]): x.get("count", 0) for x in items}
        if all(found.get((kind, reason), 0) >= count for kind in ("ConfigMap", "Deployment") for reason, count in wanted.items()):
            return
        assert time.monotonic() < deadline, found


def wait_for_predecessor(platform):
    """Runs the command of the chart's init container, with the same token, until the Pod of an earlier operator has ended.
    Returns the output."""
    template = json.loads(kubectl("-n", SPACE, "get", "deployment", NAME, "-o", "json"))["spec"]["template"]
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "predecessor", "labels": template["metadata"]["labels"]},
        "spec": {"containers": [{"name": "none", "image": "none"}], "automountServiceAccountToken": False},
    }
    kubectl("-n", SPACE, "create", "serviceaccount", "default")
    kubectl("-n", SPACE, "create", "-f", "-", given=json.dumps(pod))
    environment = {"KUBECONFIG": str(platform.folder / "kubeconfig"), "NAMESPACE": SPACE, "NAME": "successor", "HOME": str(platform.folder),
                   "PATH": f"{pathlib.Path(KUBECTL).parent}:{os.environ['PATH']}"}
    command = template["spec"]["initContainers"][0]["command"]
    waiting = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        while waiting.poll() is None and ("watch", "", "pods", 200) not in requests():
            time.sleep(0.05)
        kubectl("-n", SPACE, "delete", "pod", "predecessor", "--grace-period", "0", "--force")
        return waiting.communicate(timeout=SECONDS_MAX)[0]
    finally:
        waiting.kill()
        kubectl("-n", SPACE, "delete", "serviceaccount", "default")


@claim("with its rights the operator starts, upgrades, deletes and waits for kinds; no request is refused, and no right is unused")
def is_enough_and_not_more():
    platform = Platform()
    try:
        live_through(platform, "secret")
        # The operator makes no first revision while the records of the other driver are there.
        kubectl("-n", SPACE, "delete", "secrets", "-l", "owner=helm")
        live_through(platform, "configmap")
        printed = wait_for_predecessor(platform)
        assert "deleted" in printed or "condition met" in printed, printed
    finally:
        platform.remove()
    done = list(requests())
    # Without webhooks of hooks the chart gives no right on their configurations, and the operator only looks
    # whether there are any to remove.
    refused = [request for request in done if request[3] == 403]
    same([x for x in refused if x[:2] != ("get", "admissionregistration.k8s.io")], [])
    used = {(group, resource, verb) for verb, group, resource, _ in done}
    # An object that is made by a server-side apply needs both rights; the log has the one.
    definitions = ("apiextensions.k8s.io", "customresourcedefinitions")
    assert (*definitions, "patch") in used
    used.add((*definitions, "create"))
    same(sorted(own_rights() - used - FOR_STATUS), [])


def forget_all():
    """Removes the objects of a first converge, so that the next first converge makes them anew."""
    kubectl("delete", "crd", "widgets.rights.example.com", "--ignore-not-found")
    kubectl("-n", SPACE, "delete", "secret,configmap,service", "--all")


@claim("without one of its rules the operator names it, with where it goes, and goes on when it is there")
def each_rule_is_missed():
    platform = Platform()
    try:
        for path, role in own_roles():
            for rule in role["rules"]:
                forget_all()
                (resource,) = rule["resources"]
                if {(rule["apiGroups"][0], resource, verb) for verb in rule["verbs"]} <= FOR_STATUS:
                    continue
                if resource == "namespaces":
                    continue  # without it the cluster is not known, which costs nothing but the notice of a restore
                set_rules(path, role, [x for x in role["rules"] if x != rule])
                try:
                    if resource == "pods":
                        assert 'cannot list resource "pods"' in wait_for_predecessor(platform)
                        continue
                    if resource in ("events", "deployments"):
                        # There is an Event at once.
                        set_section({"webMaintenance": PAUSE})
                    with platform.start("--retry-delay", "1s", "--retry-delay-max", "1s") as run:
                        kinds = ("customresourcedefinitions", "apiservices")
                        value = "rbac.clusterWide" if resource in kinds else "rbac.modules"
                        run.read_until(lambda line: f'resources: [\\"{resource}\\"]' in line and value in line)  # pylint: disable=cell-var-from-loop
                        set_rules(path, role, role["rules"])
                        run.await_event("converge_finished")
                        run.stop()
                finally:
                    set_rules(path, role, role["rules"])
    finally:
        platform.remove()


def install():
    kubectl("create", "namespace", SPACE)
    rules = json.dumps(MODULE_RULES)
    command = [HELM, "install", NAME, REPOSITORY / "charts/addon-operator", "-n", SPACE, "--set-json", "rbac.modules=" + rules]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    install()
    sys.exit(run_claims())
