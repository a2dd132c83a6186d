"""Claims about the live page that an operator serves itself (`start --page-address`). The operator runs global hooks, and its
API server does not answer. usage: operator_page_test.py OPERATOR"""

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile

from claims import claim, equal, play

KUBECONFIG = """clusters: [{name: c, cluster: {server: 'http://127.0.0.1:1'}}]
contexts: [{name: c, context: {cluster: c, user: u}}]
users: [{name: u}]
current-context: c
"""


class Operator:
    def __init__(self, program, *more):
        self.folder = tempfile.mkdtemp(prefix="operator-page-")
        os.mkdir(f"{self.folder}/hooks")
        hook = f"{self.folder}/hooks/a.sh"
        with open(hook, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho '{configVersion: v1, onStartup: 1}'\n")
        os.chmod(hook, 0o755)
        with open(f"{self.folder}/kubeconfig", "w", encoding="utf-8") as file:
            file.write(KUBECONFIG)
        self.process = subprocess.Popen(
            [program, "start", "--global-hooks-dir", f"{self.folder}/hooks", "--tmp-dir", f"{self.folder}/tmp",
             "--kube-config", f"{self.folder}/kubeconfig", "--prometheus-listen-address", "127.0.0.1",
             "--prometheus-listen-port", "0", "--debug-unix-socket", f"{self.folder}/socket", "--log-type", "json", *more],
            stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.log = []

    def await_event(self, name):
        """Reads the log until it has this event."""
        for line in self.process.stderr:
            self.log.append(line)
            if f'"{name}"' in line:
                return json.loads(line)
        raise AssertionError(f"the log ends without {name}: {''.join(self.log)}")

    def end(self):
        self.process.kill()
        self.process.wait(timeout=20)
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def port_in(event):
    return int(re.search(r'"port":"?(\d+)', json.dumps(event, separators=(",", ":"))).group(1))


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@claim("an operator with --page-address serves the page, its state and its time line")
def _(program):
    operator = Operator(program, "--page-address", "127.0.0.1:0")
    try:
        port = port_in(operator.await_event("page_listening"))
        equal(get(port, "/")[0], 200)
        status, body = get(port, "/status.json")
        equal(status, 200)
        assert "ready" in json.loads(body), body
        line = json.loads(get(port, "/timeline.json")[1])
        assert line["after"] > 0 and line["timeline"]["program"].startswith("addon-operator "), line
        assert line["timeline"]["cluster"].endswith("http://127.0.0.1:1"), line
        equal(get(port, "/config/list.json")[0], 404)
    finally:
        operator.end()


@claim("viewers that never end take no place from /readyz and from the debug socket")
def _(program):
    operator = Operator(program, "--page-address", "127.0.0.1:0")
    try:
        http_port = port_in(operator.await_event("http_listening"))
        port = port_in(operator.await_event("page_listening"))
        after = json.loads(get(port, "/timeline.json")[1])["after"]
        viewers = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
        for viewer in viewers:
            viewer.sendall(f"GET /changes.json?after={after + 1000000} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert get(http_port, "/healthz")[0] == 200
        assert get(http_port, "/readyz")[0] in (200, 500)
        asked = subprocess.run([program, "status", "--debug-unix-socket", f"{operator.folder}/socket"], capture_output=True,
                               text=True, timeout=60)
        assert asked.returncode in (0, 2), asked.stderr
        for viewer in viewers:
            viewer.close()
    finally:
        operator.end()


@claim("an address that other machines reach is refused, and without the option there is no page")
def _(program):
    refused = subprocess.run([program, "start", "--page-address", "0.0.0.0:9652"], capture_output=True, text=True, timeout=60)
    equal(refused.returncode, 2)
    assert "kubectl port-forward" in refused.stderr, refused.stderr
    operator = Operator(program)
    try:
        operator.await_event("http_listening")
        operator.await_event("operator_started")
        assert not any("page_listening" in x for x in operator.log), operator.log
    finally:
        operator.end()


sys.exit(play(sys.argv[1], "page of an operator: "))
