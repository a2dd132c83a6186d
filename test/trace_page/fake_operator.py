"""A made-up operator behind a debug socket: pages of state, and a trace that grows. Each question is remembered."""

import http.server
import json
import os
import socketserver
import threading
import urllib.parse

SECRET = "hidden by a schema"
# Fewer questions at a time than a real operator has places for: a page that needs more would starve the commands.
PLACES = 4


def module(number, state="well", **more):
    return {"name": f"module-{number:03}", "state": state, "revision": number + 1, "releaseStatus": "deployed",
            "lastRun": {"ended": "2026-11-28T10:00:00Z", "seconds": 0.4}, **more}


class FakeOperator(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def __init__(self, path, trace_lines, modules=100):
        self.changed = threading.Condition()
        self.head, *self.lines = trace_lines
        self.shown, self.questions, self.most_at_once, self.now = len(self.lines) // 2, [], 0, 0
        self.status = {
            "well": False, "ready": True, "since": "2026-11-28T09:00:00Z", "now": "2026-11-28T10:00:05Z", "version": "0.1.0",
            "platform": "prod", "namespace": "addon-operator", "leadership": "leads since 09:00:00", "modules": [
                module(0, "failing", reason="hook 'hooks/a.sh': <b>exit status 1</b>", failures=3, nextTrySeconds=12.0),
                module(1, "off", reason="no source has a flag module001Enabled"), module(2, "running", runsSeconds=2.0),
                *[module(n) for n in range(3, modules)]],
            "problems": [{"cause": "module 'module-000' fails: <img src=x onerror=alert(1)>", "nextStep": "look at hooks/a.sh",
                          "since": "2026-11-28T09:59:00Z", "brief": "fails"}],
            "queues": [{"name": "main", "tasksCount": 3, "head": "ModuleRun:main:module-000", "status": "waits 12 s after failure 3"}],
        }
        super().__init__(path, Answer)

    def server_activate(self):
        self.socket.listen(64)

    def get_request(self):
        return super().get_request()[0], ("operator", 0)

    def grow(self, count=1):
        """More events happen."""
        with self.changed:
            self.shown = min(self.shown + count, len(self.lines))
            self.changed.notify_all()

    def start_anew(self):
        """The events so far are those of another run."""
        with self.changed:
            self.shown //= 2
            self.changed.notify_all()

    def change(self, **more):
        """The status changes, and an event says so."""
        self.status = {**self.status, **more}
        self.grow(40)

    def trace(self, query):
        after = int(query.get("after", ["0"])[0])
        with self.changed:
            if query.get("wait") == ["true"]:
                self.changed.wait_for(lambda: self.shown != after, timeout=20)
            head = json.loads(self.head)
            head.update(program="addon-operator 0.1.0", cluster="namespace addon-operator at https://10.96.0.1:443")
            if after:
                head["before"] = min(after, self.shown)
            return json.dumps(head) + "\n" + "".join(self.lines[after : self.shown])

    def answer(self, path, query):
        """The status and the body of an answer."""
        if path == "/trace":
            return 200, self.trace(query)
        if path == "/status.json":
            return 200, json.dumps(self.status)
        name = path.rsplit("/", 1)[-1]
        if path.startswith("/module/") and name.startswith("values."):
            shown = SECRET if query.get("secrets") == ["true"] else "***"
            return 200, json.dumps({"title": "</script><b>bold</b>", "password": shown, "list": [1, 2]})
        if name.startswith("config."):
            return 200, json.dumps({"title": "from the ConfigMap"})
        if name.startswith("patches."):
            return 200, json.dumps([{"op": "add", "path": "/module000/list", "value": [1, 2]}])
        if path == "/hook/list.json":
            return 200, json.dumps({"hooks": [{"module": "module-000", "name": "hooks/a.sh", "bindings": "beforeHelm", "queues": []}]})
        return 200, f"answer to {path}"


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        operator = self.server
        parts = urllib.parse.urlsplit(self.path)
        with operator.changed:
            operator.questions.append(self.path)
            operator.now += 1
            operator.most_at_once = max(operator.most_at_once, operator.now)
        status, body = operator.answer(urllib.parse.unquote(parts.path), urllib.parse.parse_qs(parts.query))
        with operator.changed:
            operator.now -= 1
        body = body.encode()
        try:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass  # the client has gone

    def log_message(self, *_):
        pass


def start(path, trace_file, modules=100):
    """Serves in the background at the path of a socket. The file is a trace of `made_run.py`."""
    if os.path.exists(path):
        os.unlink(path)
    with open(trace_file, encoding="utf-8") as file:
        operator = FakeOperator(path, file.readlines(), modules)
    threading.Thread(target=operator.serve_forever, daemon=True).start()
    return operator
