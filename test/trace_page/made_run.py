"""Writes a trace of a made-up run with many modules, hooks, events and failures: `made_run.py FILE SPANS [MODULES [IDLE]]`.
IDLE: seconds without work before each reload."""

import json
import random
import sys

START = 1_795_000_000_000_000
MODULES = ["cert-manager", "ingress-nginx", "monitoring", "pull-secrets", "web-app", "node-manager", "log-shipper",
           "user-authn", "storage", "</script><b>bold</b>"]


class Run:
    def __init__(self, out):
        self.out, self.last, self.spans, self.now = out, 0, 0, 0
        self.chance = random.Random(7)
        out.write('{"schema":"addon-operator trace","version":2}\n')

    def add(self, kind, at, cause=0, duration=None, about=None, **more):
        self.last += 1
        event = {"id": self.last, "type": kind, "time_us": START + int(at), "sender": "", "receiver": "", "summary": "", **more}
        if cause:
            event["cause"] = cause
        if duration is not None:
            event["duration_us"] = int(duration)
        if about:
            event["about"] = about
        if duration is not None or kind in ("object_changed", "schedule_fired", "config_changed", "execute_task"):
            self.spans += kind != "task_run"
        self.out.write(json.dumps(event) + "\n")
        return self.last

    def request(self, at, cause, queue, **about):
        return self.add("execute_task", at, cause, sender=f"queue {queue}", about={"queue": queue, **about})

    def end(self, request, at, duration, outcome="done", **about):
        answer = self.add("task_outcome", at + duration, request)
        self.add("task_run", at, answer, duration, {"outcome": outcome, "waited_us": "2500", **about})
        return answer

    def hook(self, at, cause, module, hook, binding, fails=False):
        """Returns the length of the run and the id of a commit, if there is one."""
        length = self.chance.randint(20, 400) * 1000
        about = {"module": module, "hook": hook, "binding": binding}
        message = self.add("run_hook", at, cause, about=about)
        commit = 0
        if not fails and self.chance.random() < 0.3:
            commit = self.add("values_commit", at + length, message, 0,
                              {"source": "hook", "revision": str(self.last), **about},
                              changes=[{"key": f"{module}.count", "from": "1", "to": str(self.last)}])
        for n in range(self.chance.randint(0, 2)):
            self.add("http_request", at + length * (n + 1) // 4, message, 9000, {"for": "object_patcher", "status": "200"},
                     summary=f"PATCH /api/v1/namespaces/{module}/configmaps/state 200")
        self.add("hook_run", at, message, length,
                 {"outcome": "failed" if fails else "done", **about, **({"reason": "exit status 1"} if fails else {})})
        return length, commit

    def module(self, at, cause, name):
        request = self.request(at, cause, "main", task="ModuleRun", module=name)
        length = 2000 + self.hook(at + 1000, request, name, "hooks/10-discover.sh", "beforeHelm")[0]
        helm = self.chance.randint(30, 900) * 1000
        operation = self.chance.choice(["skip", "skip", "render", "upgrade"])
        self.add("helm_run", at + length, request, helm,
                 {"module": name, "operation": operation, "reason": "the manifest has changed", "outcome": "done", "revision": "3"})
        return self.end(request, at, length + helm + 1000), length + helm + 2000

    def reload(self, cause):
        at = self.now
        step = self.request(at, cause, "main", task="ConvergeModules", event="GlobalValuesChanged")
        for name in MODULES:
            begun = self.end(step, at, 50, "continues") if name is MODULES[0] else begun
            cause, length = self.module(at + 100, begun, name)
            at += length
        last = self.request(at, cause, "main", task="ConvergeModules", event="GlobalValuesChanged")
        self.end(last, at, 50)
        self.now = at + 100_000

    def events(self):
        name = self.chance.choice(MODULES)
        event = self.add("object_changed", self.now, about={"event": "Modified", "kind": "Pod", "namespace": name,
                                                            "name": f"p{self.last}", "version": str(self.last)})
        tries = 3 if self.chance.random() < 0.05 else 1
        for n in range(tries):
            request = self.request(self.now, event, name, task="ModuleHookRun", module=name, hook="hooks/20-pods.sh", binding="pods")
            fails = n + 1 < tries
            length, commit = self.hook(self.now, request, name, "hooks/20-pods.sh", "pods", fails)
            self.end(request, self.now, length + 500, "failed" if fails else "done", **({"reason": "exit status 1"} if fails else {}))
            self.now += 5_000_000 if fails else length // 3
            if commit and self.chance.random() < 0.5:
                self.module(self.now + length, commit, name)
                self.now += length


def main():
    path, spans = sys.argv[1], int(sys.argv[2])
    idle = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    MODULES.extend(f"module-{n:04}" for n in range(len(MODULES), int(sys.argv[3]) if len(sys.argv) > 3 else 0))
    with open(path, "w", encoding="utf-8") as out:
        run = Run(out)
        run.reload(run.add("start_operator", 0))
        while run.spans < spans:
            for _ in range(60):
                run.events()
            run.now += idle * 1_000_000
            run.reload(run.add("config_changed", run.now, about={"version": str(run.last), "sections": "global"}))


main()
