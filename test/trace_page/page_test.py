"""Claims about the page of `trace html`, in a browser. Reads small.html and large.html in the directory where it runs; with
a second argument pictures of the page go to that directory. usage: page_test.py CHROMIUM [PICTURES]"""

import json
import re
import sys

from browser import Browser
from claims import claim, equal, play



def panel(page):
    return page.run("document.getElementById('panel').innerText")


def choose(page, condition):
    page.run(f"select(run.spans.find((x) => {condition}))")
    page.frame()


def is_drawn(page):
    """The canvas has colours of spans, not the background alone."""
    return page.run("""(() => { const c = document.getElementById("lanes");
        const d = c.getContext("2d").getImageData(view.left, 0, c.width - view.left, c.height).data; const all = new Set();
        for (let i = 0; i < d.length; i += 4) all.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return all.size > 8; })()""")


def background(page):
    return page.run("document.getElementById('lanes').getContext('2d').getImageData(view.left + 1, 1, 1, 1).data[0]")


@claim("of 50 000 spans a frame draws no more than what has a place on the screen")
def _(page):
    page.open("large.html", 1280, 800)
    assert page.run("run.spans.length") >= 50000
    assert is_drawn(page)
    page.run("drawn = 0; drawSpan = view.drawSpan; view.drawSpan = (...all) => { ++drawn; drawSpan.apply(view, all); }; view.draw()")
    rows = page.run("Math.ceil(view.tall / ROW)")
    assert 100 < page.run("drawn") < rows * page.run("view.plot"), page.run("drawn")


@claim("a page fits into 390 and 1280 pixels, light and dark")
def _(page):
    for width in (390, 1280):
        for dark in (False, True):
            page.open("small.html", width, 800, dark)
            equal(page.run("document.documentElement.scrollWidth"), width)
            assert is_drawn(page)
            assert (background(page) < 128) == dark
            choose(page, "x.causes.length && x.effects.length")
            equal(page.run("document.documentElement.scrollWidth"), width)
            assert page.run("document.getElementById('panel').getBoundingClientRect().bottom <= innerHeight")
            assert page.run("view.tall") > 200
            if len(sys.argv) > 2:
                page.picture(f"{sys.argv[2]}/small-{width}-{'dark' if dark else 'light'}.png")


@claim("the page asks for nothing and has no errors")
def _(page):
    page.open("small.html", 1280, 800)
    choose(page, "x.causes.length")
    equal(page.problems(), [])


@claim("texts of the trace are texts")
def _(page):
    page.open("small.html", 1280, 800)
    choose(page, "x.text.includes('<b>bold</b>')")
    assert "</script><b>bold</b>" in panel(page)
    equal(page.run("document.querySelectorAll('b').length"), 0)


@claim("a click shows a span with what led to it, and a click there goes on to the cause")
def _(page):
    page.open("small.html", 1280, 800)
    choose(page, "x.label.startsWith('upgrade')")
    x, y = page.run("[view.x(view.selected.begin + Math.min(view.selected.duration, view.span / 9) / 2), view.y(view.selected) + 10]")
    page.run("select(null)")
    box = page.run("(() => { const b = document.getElementById('scroll').getBoundingClientRect(); return [b.left, b.top]; })()")
    page.click(box[0] + x, box[1] + y)
    told = panel(page)
    for words in ("Helm and release", "the manifest has changed", "WHAT LED TO IT", "because, ", "run of module", "reload of all modules"):
        assert words in told, f"{words!r} is not in: {told}"
    page.run("document.querySelector('#panel .link').click()")
    assert page.run("view.selected.text").startswith("run of module")


@claim("keys go to the cause, to the effect, to neighbours, and zoom")
def _(page):
    page.open("small.html", 1280, 800)
    choose(page, "x.label.startsWith('upgrade')")
    effect = page.run("view.selected.i")
    page.key("c")
    equal(page.run("run.spans[%d].causes[0]" % effect), page.run("view.selected.i"))
    page.key("e")
    assert page.run("view.selected.causes.length") == 1
    row = page.run("[view.selected.lane, view.selected.row, view.selected.begin]")
    page.key("ArrowRight")
    after = page.run("[view.selected.lane, view.selected.row, view.selected.begin]")
    equal(after[:2], row[:2])
    assert after[2] > row[2]
    page.key("ArrowUp")
    assert page.run("[view.selected.lane, view.selected.row]") != row[:2]
    before = page.run("view.span")
    page.key("+")
    assert page.run("view.span") < before
    page.key("0")
    assert page.run("view.span >= run.length")
    page.key("Escape")
    equal(page.run("view.selected"), None)


@claim("the search finds words and results, and goes from match to match")
def _(page):
    page.open("small.html", 1280, 800)
    page.key("/")
    page.call("Input.insertText", text="upgrade web-app")
    page.frame()
    count = page.run("run.spans.filter((x) => x.label === 'upgrade web-app').length")
    assert count > 0
    equal(page.run("document.getElementById('found').textContent"), f"{count} found")
    page.key("Enter", "\r")
    equal(page.run("view.selected.label"), "upgrade web-app")
    page.run("id('words').value = ''; document.querySelector('#legend button:nth-child(2)').click()")
    page.key("Escape")
    page.key("n")
    equal(page.run("RESULTS[view.selected.result]"), "failed")


@claim("the wheel zooms at the pointer, and the map goes to another time")
def _(page):
    page.open("small.html", 1280, 800)
    at = page.run("view.time(600)")
    before = page.run("view.span")
    page.wheel(600, 500, -240)
    assert page.run("view.span") < before
    assert abs(page.run("view.time(600)") - at) < before / 100
    page.run("view.show(0, run.length / 10)")
    box = page.run("(() => { const b = document.getElementById('map').getBoundingClientRect(); return [b.left + b.width * 0.8, b.top + 9]; })()")
    page.click(*box)
    assert abs(page.run("(view.from + view.span / 2) / run.length") - 0.8) < 0.02


@claim("what has failed is seen and found among successes of the same pixel")
def _(page):
    page.open("large.html", 1280, 800)
    page.run("view.show(0, run.length / 20)")
    page.frame()
    counts = page.run("""(() => {
        const colour = getComputedStyle(document.documentElement).getPropertyValue("--failed").trim();
        const paint = view.canvas.getContext("2d"), end = view.from + view.span * 0.99;
        const all = run.spans.filter((x) => x.result === FAILED && x.begin < end && view.y(x) > AXIS && view.y(x) + ROW < view.tall);
        const isSeen = (x) => {
            const d = paint.getImageData(Math.round(view.x(x.begin)), Math.round(view.y(x)) + ROW - 4, 3, 1).data;
            const hex = (i) => "#" + [0, 1, 2].map((n) => d[i * 4 + n].toString(16).padStart(2, "0")).join("");
            return [0, 1, 2].every((i) => hex(i) === colour);
        };
        const isHit = (x) => (view.at(view.x(x.begin) + 1, view.y(x) + 10) || {}).result === FAILED;
        return [all.length, all.filter(isSeen).length, all.filter(isHit).length];
    })()""")
    assert counts[0] > 20, counts
    equal(counts[1:], [counts[0], counts[0]])


@claim("to choose a span keeps the zoom, Z zooms to it, and Backspace goes back")
def _(page):
    page.open("small.html", 1280, 800)
    view = "[view.from, view.span]"
    before = page.run(view)
    choose(page, "x.duration > 0 && x.duration < view.span / 2000")
    equal(page.run(view), before)
    page.key("z")
    assert page.run("view.span < run.length / 100 && view.from <= view.selected.begin && view.selected.end <= view.from + view.span")
    page.key("Backspace")
    equal(page.run(view), before)
    # No event of this run has both.
    page.run("""(() => { const x = run.spans.find((x) => x.result === 5 && x.effects.length && x.begin > run.length / 2);
        x.causes.push(run.spans.filter((y) => y.begin < x.begin).pop().i); select(x); view.showAll(); })()""")
    page.run("[...document.querySelectorAll('#panel button')].find((x) => x.textContent === 'Zoom to it').click()")
    begin, length = page.run(view)
    assert before[1] / 101 < length < before[1], (length, before)
    cause, effect = page.run("[Math.max(...view.selected.causes.map((i) => run.spans[i].begin)), run.spans[view.selected.effects[0]].begin]")
    assert begin <= cause <= effect <= begin + length


@claim("letters are keys with Caps Lock and Shift too, and the help lists all keys")
def _(page):
    page.open("small.html", 1280, 800)
    choose(page, "x.causes.length === 1 && x.duration > 0")
    effect, cause = page.run("[view.selected.i, view.selected.causes[0]]")
    page.key("C")
    equal(page.run("view.selected.i"), cause)
    page.run(f"select(run.spans[{effect}]); view.showAll()")
    page.key("Z", shift=True)
    assert page.run("view.span < run.length")
    page.run("id('words').value = 'upgrade'; applySearch(); select(null)")
    matches = page.run("run.spans.filter((x) => view.matches[x.i]).map((x) => x.i)")
    for key, shift, place in (("n", False, 0), ("N", False, 1), ("N", True, 0), ("n", True, -1)):
        page.key(key, shift=shift)
        equal(page.run("view.selected.i"), matches[place])
    page.key("?")
    listed = page.run("[...document.querySelectorAll('#panel dl')].map((x) => x.innerText).join(' ')").split()
    names = page.run("Object.keys(actions)")
    other = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Escape": "Esc", "shift n": "Shift+N", "-": "−"}
    for name in names:
        name = other.get(name, name)
        assert (name.upper() if len(name) == 1 else name) in listed, f"{name} is not in: {listed}"


@claim("C goes to the causes in the order of the panel, from the same span each time to the next one")
def _(page):
    page.open("small.html", 1280, 800)
    origin = page.run("""(() => { const x = run.spans.filter((x) => x.causes.length === 1).pop();
        const more = run.spans.filter((y) => y.begin < run.spans[x.causes[0]].begin).slice(-2);
        x.causes.unshift(...more.map((y) => y.i)); select(x); return x.i; })()""")
    told = page.run("[...document.querySelectorAll('#panel ol > li')].map((x) => x.querySelector(':scope > .link').textContent)")
    equal(len(told), 3)
    for place in (0, 1, 2, 0):
        page.key("c")
        assert told[place].endswith(page.run("view.selected.text")), (told[place], page.run("view.selected.text"))
        said = page.run("document.getElementById('said').textContent")
        assert said.startswith(f"cause {place + 1} of 3: "), said
        page.key("Backspace")
        equal(page.run("view.selected.i"), origin)


@claim("Enter on a cause leaves the keyboard in the panel, and Escape closes the hint and the help first")
def _(page):
    page.open("small.html", 1280, 800)
    choose(page, "x.causes.length === 1")
    cause = page.run("view.selected.causes[0]")
    page.run("document.querySelector('#panel .link').focus()")
    page.key("Enter", "\r")
    equal(page.run("view.selected.i"), cause)
    assert page.run("document.activeElement === document.querySelector('#panel h2')")
    page.key("?")
    assert "Backspace" in panel(page)
    page.key("Escape")
    equal(page.run("view.selected && view.selected.i"), cause)
    assert "Backspace" not in panel(page)
    box = page.run("(() => { const b = document.getElementById('scroll').getBoundingClientRect(); return [b.left, b.top]; })()")
    x, y = page.run("(() => { const x = run.spans.find((x) => x !== view.selected && view.at(view.x(x.begin) + 1, view.y(x) + 10));"
                    " return [view.x(x.begin) + 1, view.y(x) + 10]; })()")
    page.move(box[0] + x, box[1] + y)
    assert not page.run("document.getElementById('hint').hidden")
    page.key("Escape")
    assert page.run("document.getElementById('hint').hidden")
    equal(page.run("view.selected"), None)


def partial_page(seconds):
    """The small page as it is when only its part from some time on is drawn in full."""
    with open("small.html", encoding="utf-8") as file:
        page = file.read()
    begin = int(re.search(r'"begin_us":\s*(\d+)', page).group(1))
    member = json.dumps({"partial_from_us": begin + seconds * 1_000_000})[1:-1]
    with open("partial.html", "w", encoding="utf-8") as file:
        file.write(page.replace('"begin_us"', f'{member},"begin_us"', 1))


@claim("a page of the last part of a run begins there, says so, and hatches what was before")
def _(page):
    partial_page(seconds=10)
    page.open("partial.html", 1280, 800)
    equal(page.run("view.from"), 10_000_000)
    header = page.run("document.querySelector('header').innerText")
    assert re.search(r"shows \d\d:\d\d:\d\dZ to \d\d:\d\d:\d\dZ; of what was before only what led to it", header), header
    # Of the ground between axis and first lane, beside the lines of the axis.
    shades = """(canvas, x, y) => { const d = canvas.getContext("2d").getImageData(x, y, 16, 1).data; const all = new Set();
        for (let i = 0; i < d.length; i += 4) all.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return all.size; }"""
    page.run("view.show(5e6, 10e6)")
    page.frame()
    ground = f"(x) => ({shades})(view.canvas, Math.round(x), AXIS + 10)"
    assert page.run(f"({ground})(view.x(8.2e6))") > 1
    equal(page.run(f"({ground})(view.x(12.2e6))"), 1)
    page.open("small.html", 1280, 800)
    equal(page.run("document.getElementById('part').hidden"), True)


@claim("the panel begins with what has failed, and a failure there is chosen by a click")
def _(page):
    page.open("small.html", 1280, 800)
    told = panel(page)
    failed = page.run("failuresOf(run).length")
    assert failed < page.run("run.spans.filter((x) => x.result === FAILED).length"), "a task fails by its hook"
    assert failed > 0 and told.startswith(f"{failed} failed"), told
    for words in ("FAILURES", "SLOWEST", "LAST CHANGES OF VALUES"):
        assert words in told, f"{words!r} is not in: {told}"
    page.run("document.querySelector('#panel .link').click()")
    equal(page.run("view.selected === run.spans.filter((x) => x.result === FAILED).pop()"), True)


@claim("the axis has round times of the clock in UTC, the first of a day with its date")
def _(page):
    page.open("small.html", 1280, 800)
    ticks = page.run("""roundTimes({beginMs: Date.UTC(2026, 10, 26, 23, 59, 58, 250)}, 0, 5e6, 1e6).map((x) => [x.time, x.text])""")
    equal(ticks, [[750000, "2026-11-26 23:59:59"], [1750000, "2026-11-27 00:00:00"], [2750000, "00:00:01"], [3750000, "00:00:02"],
                  [4750000, "00:00:03"]])
    ticks = page.run("""roundTimes({beginMs: Date.UTC(2026, 10, 26, 10)}, 1e6, 1.05e6, 2e4).map((x) => x.text)""")
    equal(ticks, ["2026-11-26 10:00:01.00", "10:00:01.02", "10:00:01.04"])


@claim("a run with long idle times opens on its last activity, a short or busy one is shown as a whole")
def _(page):
    page.open("small.html", 1280, 800)
    first = lambda length, spans: page.run(f"(({{begin, end}}) => [begin, end])(firstView({{length: {length}, spans: {spans}}}))")
    idle = "[{begin: 0, end: 1e6, result: 0}, {begin: 3590e6, end: 3591e6, result: 0}, {begin: 3595e6, end: 3600e6, result: 0}]"
    begin, end = first(3600e6, idle)
    assert 3580e6 < begin <= 3590e6 and end == 3600e6, (begin, end)
    equal(first(50e6, "[{begin: 0, end: 1e6, result: 0}, {begin: 49e6, end: 50e6, result: 0}]"), [0, 50e6])
    equal(first(3600e6, "[{begin: 0, end: 3600e6, result: 0}]"), [0, 3600e6])


@claim("idle time is folded, and F shows it at its length")
def _(page):
    page.open("idle.html", 1280, 800)
    assert page.run("run.realLength") > 7000e6
    assert page.run("run.length") < 100e6
    fold = page.run("run.folds[0]")
    assert 7190e6 < fold["length"] < 7200e6, fold
    for time in page.run("run.spans.filter((x, i) => i % 9 === 0).map((x) => x.time)"):
        assert abs(page.run(f"toTime(run, toPage(run, {time}))") - time) < 2, time
    assert page.run("run.spans.every((x, i) => !i || x.begin >= run.spans[i - 1].begin)")
    ticks = page.run("ticksOf(run, 0, run.length, run.length / 8).map((x) => x.text)")
    assert ticks[0].startswith("2026-11-18 ") and any(x.startswith("13:") for x in ticks), ticks
    page.key("f")
    equal(page.run("[run.folds.length, run.length]"), [0, page.run("run.realLength")])
    equal(page.run("id('idle').ariaPressed"), "false")
    page.key("f")
    assert page.run("run.folds.length") == 1
    page.open("small.html", 1280, 800)
    equal(page.run("[run.folds.length, id('idle').hidden]"), [0, True])


@claim("a filter that leaves nothing in the view says so, and leads on")
def _(page):
    page.open("small.html", 1280, 800)
    page.run("view.show(0, run.length / 50); id('words').value = run.spans.filter((x) => x.result === FAILED).pop().label; applySearch()")
    page.frame()
    told = page.run("[id('empty').hidden, id('empty').innerText]")
    assert not told[0] and "is in this part" in told[1], told
    page.run("id('to-found').click()")
    page.frame()
    equal(page.run("[id('empty').hidden, view.matches[view.selected.i]]"), [True, 1])
    page.run("id('words').value = 'no such word'; applySearch()")
    page.frame()
    assert "Nothing in this run" in page.run("id('empty').innerText")
    page.run("id('to-found').click()")
    page.frame()
    equal(page.run("[id('empty').hidden, view.matches]"), [True, None])


@claim("the search zooms in on a span that would have a few pixels")
def _(page):
    page.open("large.html", 1280, 800)
    page.run("id('words').value = 'upgrade web-app'; applySearch(); toMatch(1)")
    assert page.run("(view.selected.end - view.selected.begin) / view.span * view.plot") > 100


@claim("a request to the API has plain words, and its address is behind a click")
def _(page):
    page.open("small.html", 1280, 800)
    choose(page, "x.request")
    equal(page.run("document.querySelector('#panel h2').textContent"), "PATCH configmaps/state 200")
    assert "/api/v1/" not in panel(page)
    page.run("document.querySelector('#panel summary').click()")
    assert "PATCH /api/v1/namespaces/" in panel(page)
    words = ["GET /apis/apps/v1/namespaces/a/deployments/b?watch=1 200", "GET /api/v1/namespaces/a", "GET /version", "wait"]
    equal(page.run(f"{json.dumps(words)}.map(plainRequest)"), ["GET deployments/b 200", "GET namespaces/a", "GET version", "wait"])


@claim("the head names the program and the cluster if the trace has them")
def _(page):
    page.open("small.html", 1280, 800)
    equal(page.run("id('place').innerText"), "")
    page.run("showData({...data, program: 'addon-operator 1', cluster: 'namespace <b>a</b>'})")
    equal(page.run("id('place').innerText"), "addon-operator 1, namespace <b>a</b>")


def main():
    page = Browser(sys.argv[1])
    try:
        return play(page)
    finally:
        page.close()


sys.exit(main())
