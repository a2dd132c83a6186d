"""Claims about the live page, in a browser: `addon-operator page` serves it, and a made-up operator answers on the debug
socket. usage: live_test.py CHROMIUM OPERATOR TRACE [AXE [PICTURES]]; AXE: axe.min.js of axe-core"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time

import fake_operator
from browser import Browser
from claims import claim, equal, play

KEYBOARD = """(() => { const x = document.activeElement; const b = x.getBoundingClientRect(), s = getComputedStyle(x);
    return [x.id || x.textContent.slice(0, 20), b.width > 0 && b.height > 0, s.outlineStyle !== 'none' || s.boxShadow !== 'none']; })()"""


class World:
    """The operator, the page and the browser."""

    def __init__(self, chromium, program, trace, modules=100):
        self.folder = tempfile.mkdtemp(prefix="live-page-")
        socket = os.path.join(self.folder, "debug.socket")
        self.operator = fake_operator.start(socket, trace, modules)
        self.page = subprocess.Popen([program, "page", "--page-address", "127.0.0.1:0", "--debug-unix-socket", socket],
                                     stdout=subprocess.PIPE, text=True)
        self.address = self.page.stdout.readline().strip()
        self.browser = Browser(chromium)

    def open(self, width=1280, dark=False, link=""):
        page = self.browser
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 600)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        # Another document in between, because a change of the fragment alone loads nothing.
        page.call("Page.navigate", url="about:blank")
        page.wait_for("Page.loadEventFired")
        page.events.clear()
        page.call("Page.navigate", url=f"{self.address}/{link}")
        page.wait_for("Page.loadEventFired")
        self.until("status !== null && run.spans.length > 0")
        return page

    def until(self, condition, seconds=30):
        """Waits in the page, frame by frame, until a condition is true there."""
        found = self.browser.run(f"""new Promise((done) => {{ const end = performance.now() + {seconds * 1000};
            const look = () => ({condition}) ? done(true) : performance.now() > end ? done(false) : requestAnimationFrame(look);
            look(); }})""")
        assert found, f"{condition} has not become true"

    def get(self, path, **headers):
        connection = http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=30)
        method = headers.pop("method", "GET")
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers

    def problems(self):
        own = ("it asks for " + self.address, "it asks for about:blank")
        return [x for x in self.browser.problems() if not x.startswith(own)]

    def close(self):
        self.browser.close()
        self.page.terminate()
        self.page.wait(timeout=20)
        self.operator.shutdown()


@claim("the page shows whether the operator is ready, its problems, modules and queues")
def _(world):
    page = world.open()
    equal(page.run("id('state').textContent"), "✕ Ready, with problems")
    assert "platform prod" in page.run("id('place').textContent")
    assert "https://10.96.0.1:443" in page.run("id('place').textContent")
    assert "look at hooks/a.sh" in page.run("id('problems').innerText")
    equal(page.run("document.querySelectorAll('#modules li').length"), 100)
    equal(page.run("document.querySelector('#modules b').textContent"), "module-000")
    assert "failing, next try in" in page.run("document.querySelector('#modules .now').textContent")
    assert page.run("document.querySelector('#queues .now').textContent").startswith("waits ")


@claim("a change is on the page soon after its event, and rows that stay keep the focus")
def _(world):
    page = world.open()
    page.run("document.querySelector('#modules button').focus()")
    before = page.run("run.spans.length")
    modules = [{**x, "state": "well"} for x in world.operator.status["modules"]]
    world.operator.change(modules=modules, problems=[], queues=[], well=True)
    world.until("id('state').textContent === '✓ Ready, all is well'")
    world.until(f"run.spans.length > {before}")
    equal(page.run("document.querySelectorAll('#modules .well').length"), 100)
    assert page.run("!id('no-queues').hidden && id('problems-part').hidden")
    equal(page.run("document.activeElement.querySelector('b').textContent"), "module-000")
    equal(page.run("[...document.querySelectorAll('#modules b')].map((x) => x.textContent).join()"),
          ",".join(x["name"] for x in modules))
    # A module that fails is the first, and keeps the focus on its way.
    page.run("document.querySelector('#modules li:nth-child(51) button').focus()")
    modules[50] = {**modules[50], "state": "failing"}
    world.operator.change(modules=modules)
    world.until("document.querySelector('#modules b').textContent === 'module-050'")
    equal(page.run("document.activeElement.querySelector('b').textContent"), "module-050")
    equal(page.run("document.querySelectorAll('#modules li').length"), 100)


@claim("a quiet operator is asked nothing but for the next event")
def _(world):
    world.open()
    world.until("id('fresh').textContent.startsWith('live')")
    questions = world.operator.questions
    deadline = time.monotonic() + 30
    with world.operator.changed:
        world.operator.changed.wait_for(lambda: "wait=true" in questions[-1], timeout=deadline - time.monotonic())
    while "wait=true" not in questions[-1] and time.monotonic() < deadline:
        world.browser.frame()
    count = len(questions)
    world.until(f"performance.now() > {world.browser.run('performance.now()')} + 2500")
    equal(len(questions), count)


@claim("a viewer leaves room for the commands on the debug socket")
def _(world):
    world.open()
    assert world.operator.most_at_once < fake_operator.PLACES, world.operator.most_at_once


@claim("a click shows a module, and its parts come when they are opened")
def _(world):
    page = world.open()
    page.run("document.querySelector('#modules button').click()")
    equal(page.run("document.querySelector('#panel h2').textContent"), "module-000")
    asked = [x for x in world.operator.questions if "values.json" in x]
    equal(asked, [])
    page.run("[...document.querySelectorAll('#panel summary')].find((x) => x.textContent.startsWith('Values')).click()")
    world.until("document.querySelector('#panel table') !== null")
    rows = page.run("[...document.querySelectorAll('#panel tbody tr')].map((x) => [...x.children].map((y) => y.textContent))")
    equal(rows, [["title", '"</script><b>bold</b>"', "ConfigMap"], ["password", '"***"', "files"], ["list[0]", "1", "hook"],
                 ["list[1]", "2", "hook"]])
    page.run("[...document.querySelectorAll('#panel summary')].find((x) => x.textContent === 'Why it ran').click()")
    world.until("document.querySelector('#panel pre') !== null")


@claim("a link shows a module, and a span in the time line takes its place")
def _(world):
    page = world.open(link="#module=module-002")
    equal(page.run("document.querySelector('#panel h2').textContent"), "module-002")
    equal(page.run("document.querySelector('[aria-current] b').textContent"), "module-002")
    page.run("select(run.spans.find((x) => x.causes.length))")
    equal(page.run("location.hash"), "")
    assert "WHAT LED TO IT" in page.run("id('panel').innerText")


@claim("the selected span and the place stay when the time line grows")
def _(world):
    page = world.open()
    page.run("select(run.spans.find((x) => x.causes.length)); view.show(view.selected.begin - 1e6, 3e6)")
    text, at, spans = page.run("[view.selected.text, view.selected.time, run.spans.length]")
    left = page.run("toTime(run, view.from)")
    world.operator.grow(30)
    world.until(f"run.spans.length > {spans}")
    equal(page.run("[view.selected.text, view.selected.time]"), [text, at])
    assert abs(page.run("toTime(run, view.from)") - left) < 1e4


@claim("texts of the operator are texts, and the page runs no script of them")
def _(world):
    page = world.open()
    page.run("document.querySelector('#modules button').click()")
    equal(page.run("document.querySelectorAll('b:not(.row b), img').length"), 0)
    assert "<b>exit status 1</b>" in page.run("id('panel').innerText")
    equal(world.problems(), [])
    try:
        page.run("new Promise((done, fail) => { const x = document.createElement('script'); x.textContent = 'window.ran = 1';"
                 " document.head.append(x); done(); })")
    finally:
        equal(page.run("window.ran === undefined"), True)


@claim("secrets stay hidden, orders and settings are not served, and foreign pages are refused")
def _(world):
    assert fake_operator.SECRET not in world.get("/module/module-000/values.json?secrets=true")[1]
    for path in ("/config/list.json", "/trace", "/module/module-000/pause"):
        equal(world.get(path)[0], 404)
    equal(world.get("/status.json", method="POST")[0], 405)
    equal(world.get("/status.json", Host="evil.example")[0], 403)
    equal(world.get("/status.json", Origin="http://evil.example")[0], 403)
    equal(world.get("/status.json", Sec_Fetch_Site="cross-site")[0], 403)
    status, _, headers = world.get("/")
    equal(status, 200)
    assert headers["Content-Security-Policy"].startswith("default-src 'self';"), headers


@claim("an operator that goes is named, and the page goes on when it is back")
def _(world):
    page = world.open()
    world.operator.status = {"broken": True}
    world.operator.grow(5)
    world.until("id('fresh').className === 'lost'")
    assert page.run("id('fresh').textContent").startswith("no answer since ")
    world.operator.status = json.loads(world.ready)
    world.until("id('fresh').className === ''")


@claim("a page fits into 390 and 1280 pixels, light and dark, and axe finds nothing serious")
def _(world):
    for width in (390, 1280):
        for dark in (False, True):
            page = world.open(width, dark)
            if world.axe:
                page.run(world.axe + ";1")
            for act in ("1", "document.querySelector('#modules button').click()", "panel.showKeys()"):
                page.run(act + ";1")
                page.frame()
                equal(page.run("document.documentElement.scrollWidth"), width)
                if world.axe:
                    found = json.loads(page.run("""axe.run().then((x) => JSON.stringify(x.violations.filter((v) =>
                        ['serious', 'critical'].includes(v.impact)).map((v) => [v.id, v.nodes[0].html, v.nodes[0].failureSummary])))"""))
                    equal(found, [])
            if world.pictures:
                page.picture(f"{world.pictures}/live-{width}-{'dark' if dark else 'light'}.png")


@claim("the keyboard reaches the lists, the time line and the panel, and each place is visible")
def _(world):
    page = world.open()
    page.run("document.activeElement.blur(); getSelection().removeAllRanges(); id('state').tabIndex = -1; id('state').focus()")
    seen = []
    for _ in range(120):
        page.key("Tab")
        name, has_room, is_marked = page.run(KEYBOARD)
        assert has_room and is_marked, name
        seen.append(name)
    for place in ("module-words", "main"):
        assert any(x.startswith(place) for x in seen), seen
    page.run("id('words').focus()")
    page.key("Escape")
    equal(page.run("document.activeElement.id"), "scroll")
    page.key("ArrowRight")
    assert page.run("view.selected !== null")
    page.run("document.querySelector('#modules button').focus()")
    page.key("Enter", "\r")
    equal(page.run("document.activeElement.textContent"), "module-000")
    page.key("Escape")
    equal(page.run("id('panel').className"), "empty")


@claim("1 000 modules are shown, filtered and counted down")
def _(world):
    world.operator.status["modules"] = [fake_operator.module(n) for n in range(1000)]
    page = world.open()
    world.until("document.querySelectorAll('#modules li').length === 1000")
    page.run("id('module-words').value = 'module-99'; id('module-words').dispatchEvent(new Event('input'))")
    equal(page.run("document.querySelectorAll('#modules li').length"), 10)


@claim("the time line of an operator that was started anew is that of its new run")
def _(world):
    page = world.open()
    before = page.run("run.spans.length")
    world.operator.start_anew()
    world.until(f"run.spans.length < {before}")


def main():
    chromium, program, trace, *more = sys.argv[1:]
    world = World(chromium, program, trace)
    world.ready = json.dumps(world.operator.status)
    world.axe = open(more[0], encoding="utf-8").read() if more and more[0] else ""
    world.pictures = more[1] if len(more) > 1 else ""

    def make_ready():
        world.operator.status = json.loads(world.ready)

    try:
        return play(world, "live page: ", make_ready)
    finally:
        world.close()


sys.exit(main())
