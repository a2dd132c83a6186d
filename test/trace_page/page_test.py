"""Claims about the page of `trace html`, in a browser. Reads small.html and large.html in the directory where it runs; with
a second argument pictures of the page go to that directory. usage: page_test.py CHROMIUM [PICTURES]"""

import sys
import traceback

from browser import Browser

CLAIMS = []


def claim(text):
    def add(function):
        CLAIMS.append((text, function))
        return function

    return add


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"expected {expected!r}, found {found!r}")


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


def main():
    page = Browser(sys.argv[1])
    failed = 0
    try:
        for text, function in CLAIMS:
            try:
                function(page)
                print(f"ok - {text}", flush=True)
            except (AssertionError, RuntimeError):
                failed += 1
                print(f"not ok - {text}")
                print("# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
    finally:
        page.close()
    return 1 if failed else 0


sys.exit(main())
