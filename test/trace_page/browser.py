"""A headless Chromium, driven through its DevTools protocol over a pipe: messages are JSON, each with a NUL behind it."""

import base64
import json
import os
import shutil
import subprocess
import tempfile


class Browser:
    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="trace-page-")
        to_browser, own_write = os.pipe()
        own_read, from_browser = os.pipe()
        self.write, self.read = os.fdopen(own_write, "wb"), os.fdopen(own_read, "rb")

        def place_pipes():
            # The browser reads from 3 and writes to 4. First away from where they might be already.
            a, b = os.dup(to_browser), os.dup(from_browser)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.session, self.events, self.rest = 0, None, [], b""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.rest:
            more = self.read.read1(1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.write.write(json.dumps(message).encode() + b"\0")
        self.write.flush()
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        while True:
            for i, event in enumerate(self.events):
                if event.get("method") == method:
                    return self.events.pop(i)
            self.events.append(self.message())

    def open(self, path, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events.clear()
        self.call("Page.navigate", url=f"file://{os.path.abspath(path)}")
        self.wait_for("Page.loadEventFired")
        self.frame()

    def run(self, script):
        """The value of an expression, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def frame(self):
        """Until what was asked for is drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def key(self, key, text="", shift=False):
        held = {"modifiers": 8 if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text or (key if len(key) == 1 else ""), **held)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, **held)
        self.frame()

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.frame()

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.frame()

    def wheel(self, x, y, by):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=by)
        self.frame()

    def picture(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def problems(self):
        """Errors of the page, and requests other than for the page itself."""
        self.run("1")
        found = []
        for event in self.events:
            method, about = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown" or (method == "Log.entryAdded" and about["entry"]["level"] == "error"):
                found.append(json.dumps(about)[:400])
            if method == "Network.requestWillBeSent" and not about["request"]["url"].startswith("file://"):
                found.append("it asks for " + about["request"]["url"])
        return found

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(timeout=20)
        shutil.rmtree(self.profile, ignore_errors=True)
