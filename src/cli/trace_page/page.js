// Keys, pointers and the controls of the page.
"use strict";

const id = (name) => document.getElementById(name);
const EMPTY = '{"begin_us":0,"run_begin_us":0,"end_us":1,"lanes":[],"spans":[],"texts":[]}';
let data = JSON.parse(id("data") ? id("data").textContent : EMPTY);
let run = readRun(data);
const view = new MappedView(run, id("lanes"), id("map"), id("scroll"), id("height"));
const panel = new Panel(run, id("panel"), { choose: (span) => select(span), zoom: () => toSelected(), close: () => close() });
const shownResults = new Set();
const SMALL = 8; // pixels: the search zooms in on a narrower span

function showRange() {
  id("range").replaceChildren(`${lengthText(run.realLength)}, ${run.spans.length.toLocaleString("en").replaceAll(",", " ")} spans`,
    make("span", { className: "more" }, `, from ${clockText(run, 0)}`));
  id("range").title = localText(run, 0);
  id("place").textContent = [run.program, run.cluster].filter((x) => x).join(", ");
  id("idle").hidden = !run.folds.length && id("idle").ariaPressed === "true";
}
showRange();
if (run.partialFrom) {
  const [from, to] = [run.realPartialFrom, run.realLength].map((time) => `${clockText(run, time).slice(11, 19)}Z`);
  id("part").textContent = `shows ${from} to ${to}; of what was before only what led to it`;
  id("part").hidden = false;
  view.show(run.partialFrom, run.length * 1.01 - run.partialFrom);
} else {
  const first = firstView(run);
  if (first.begin > 0 || first.end < run.length) {
    view.show(first.begin, first.end - first.begin);
    id("part").textContent = "shows the last activity; 0 or All shows all of the run";
    id("part").hidden = false;
  } else view.showAll();
}

// -- the way back

const visited = []; // earlier views, each with its selected span
const turns = new Map(); // how often the user has followed each span: each time to the next cause or effect
let travelled = -Infinity;

function remember() {
  visited.push({ from: view.from, span: view.span, top: id("scroll").scrollTop, selected: view.selected });
  if (visited.length > 200) visited.shift();
}
/** Changes the view. Changes within a second, such as the turns of a wheel, are a single step for `back`. */
function travel(change) {
  if (performance.now() - travelled > 1000) remember();
  travelled = performance.now();
  change();
}
function jump(change) {
  remember();
  change();
}
function back() {
  const last = visited.pop();
  if (!last) return say("this is the first view");
  travelled = -Infinity;
  choose(last.selected, "");
  view.show(last.from, last.span);
  id("scroll").scrollTop = last.top;
}
function toSelected() {
  if (view.selected) jump(() => view.zoomTo(view.selected));
}

// -- choosing

const say = (text) => { id("said").textContent = text; };

function choose(span, before) {
  view.selected = span;
  if (span) panel.show(span); else panel.showSummary();
  // The panel may take room from the lanes.
  view.resize();
  view.redraw();
  tellFound();
  say(span ? `${before}${span.text}, ${run.lanes[span.lane].group} ${run.lanes[span.lane].name}` : "");
}

function select(span) {
  turns.clear();
  moveTo(span, "");
}
function moveTo(span, before) {
  if (span && span !== view.selected) remember();
  choose(span, before);
  if (span) view.reveal(span);
}

/** Closes the help if it is open, else the details. */
function close() {
  if (panel.isHelp) choose(view.selected, ""); else select(null);
  id("scroll").focus({ preventScroll: true });
}

/** The span from which keys move: the selected span, else the first visible span. */
function current() {
  if (view.selected) return view.selected;
  return run.spans.find((x) => x.begin >= view.from && isFound(x)) || run.spans[0];
}
const isFound = (x) => !view.matches || view.matches[x.i] === 1;

function move(span, step) {
  if (!view.selected) return select(span);
  const row = run.lanes[span.lane].rows[span.row];
  for (let i = row.indexOf(span) + step; i >= 0 && i < row.length; i += step) if (isFound(row[i])) return select(row[i]);
}

/** Selects the nearest span of the next row that has a matching span. */
function moveRow(span, step) {
  if (!view.selected) return select(span);
  const rows = run.lanes.flatMap((lane) => lane.rows);
  const own = run.lanes[span.lane].rows[span.row];
  const middle = span.begin + Math.min(span.duration, view.span) / 2;
  for (let i = rows.indexOf(own) + step; i >= 0 && i < rows.length; i += step) {
    const found = rows[i].filter(isFound);
    if (!found.length) continue;
    const away = (x) => Math.max(x.begin - middle, middle - x.end, 0);
    return select(found.reduce((best, x) => (away(x) < away(best) ? x : best)));
  }
}

/** Goes to a cause or an effect, in the order of the panel. From the same span it goes to the next each time. */
function follow(name, all) {
  const span = current();
  if (!view.selected) return select(span);
  if (!all(span).length) return say(`no ${name}`);
  const key = `${name} of ${span.i}`, turn = (turns.get(key) || 0) % all(span).length;
  turns.set(key, turn + 1);
  moveTo(all(span)[turn], `${name} ${turn + 1} of ${all(span).length}: `);
}

// -- search

function applySearch() {
  view.matches = search(run, id("words").value, shownResults);
  view.mapPicture = null;
  tellFound();
  view.redraw();
}

/** Shows the number of matches, and which match is selected. */
function tellFound() {
  id("empty").hidden = true;
  const places = [];
  if (view.matches) view.matches.forEach((is, i) => { if (is) places.push(i); });
  const number = view.selected ? places.indexOf(view.selected.i) + 1 : 0;
  const isNone = view.matches !== null && !places.length;
  id("found").className = isNone ? "none" : "";
  const text = isNone ? "nothing found" : number ? `${number} of ${places.length}` : `${places.length} found`;
  id("found").textContent = view.matches ? text : "";
}

function toMatch(step) {
  if (!view.matches) return;
  const from = view.selected ? view.selected.i : step > 0 ? firstSeen() - 1 : run.spans.length;
  for (let n = 1; n <= run.spans.length; ++n) {
    const i = (from + step * n + 2 * run.spans.length) % run.spans.length;
    if (!view.matches[i]) continue;
    select(run.spans[i]);
    return zoomToSmall(run.spans[i]);
  }
}
/** The first span of the view, from which the search begins. */
function firstSeen() {
  const first = run.spans.findIndex((x) => x.end >= view.from);
  return first < 0 ? 0 : first;
}
/** Zooms in on a span that would have a few pixels. */
function zoomToSmall(span) {
  if (span.duration && (span.end - span.begin) / view.span * view.plot < SMALL) view.zoomTo(span);
}

/** Says so if a search or a filter has left nothing in the view. */
function tellEmpty() {
  const count = view.matches ? view.matches.reduce((sum, x) => sum + x, 0) : 0;
  const isEmpty = view.matches !== null && (!count || !view.showsMatch());
  if (id("empty").hidden !== isEmpty) return;
  id("empty").hidden = !isEmpty;
  if (!isEmpty) return;
  id("empty-words").textContent = count ? `None of ${count} is in this part.` : "Nothing in this run has these words and results.";
  id("to-found").textContent = count ? "Show the next" : "Show all";
  id("to-found").onclick = () => (count ? toMatch(1) : clearSearch());
}
function clearSearch() {
  id("words").value = "";
  shownResults.clear();
  for (const button of id("legend").children) button.ariaPressed = "false";
  applySearch();
}
view.onDrawn = tellEmpty;

id("words").addEventListener("input", applySearch);
id("search").addEventListener("submit", (event) => { event.preventDefault(); toMatch(1); });
id("previous").onclick = () => toMatch(-1);
/** Makes a button for each result of the run. */
function fillLegend() {
  id("legend").replaceChildren();
  RESULTS.forEach((name, result) => {
    if (!run.counts[result]) return;
    const mark = make("i", {});
    mark.style.background = `var(${COLOURS[result]})`;
    const button = make("button", { type: "button", ariaPressed: String(shownResults.has(result)) }, mark, `${name} ${run.counts[result]}`);
    button.onclick = () => {
      if (!shownResults.delete(result)) shownResults.add(result);
      button.ariaPressed = String(shownResults.has(result));
      applySearch();
    };
    id("legend").append(button);
  });
}
fillLegend();

/** Shows other data, and keeps the place, the search and the selected span, which has the same text and time there. */
function showData(next) {
  const old = run, atEnd = view.from + view.span >= old.length * 0.98, isAll = view.span >= old.length * 0.98;
  const begin = clockOf(old, view.from), { selected } = view;
  data = next;
  run = panel.run = readRun(data, id("idle").ariaPressed === "true");
  view.setRun(run);
  const same = (x) => x.text === selected.text && x.time + run.beginMs * 1e3 === selected.time + old.beginMs * 1e3;
  view.selected = selected ? run.spans.find(same) || null : null;
  if (isAll) view.showAll();
  else if (atEnd) view.show(run.length - view.span * 0.98, view.span);
  else view.show(toPage(run, begin - run.beginMs * 1e3), view.span);
  showRange();
  fillLegend();
  applySearch();
  if (panel.element.className === "empty" && !panel.isHelp) panel.refreshSummary();
}
const clockOf = (x, at) => toTime(x, at) + x.beginMs * 1e3;

/** Folds idle time, or shows it at its length. */
function toggleIdle() {
  const isFolded = id("idle").ariaPressed !== "true";
  const from = toTime(run, view.from), end = toTime(run, view.from + view.span), isAll = view.span >= run.length;
  id("idle").ariaPressed = String(isFolded);
  foldRun(run, isFolded);
  view.setRun(run);
  if (isAll) view.showAll(); else view.show(toPage(run, from), toPage(run, end) - toPage(run, from));
}
id("idle").onclick = toggleIdle;

// -- keys

const zoomBy = (factor) => () => travel(() => view.zoom(factor));
const panBy = (part) => () => travel(() => view.pan(view.plot * part));
const showAll = () => jump(() => view.showAll());
const showKeys = () => { panel.showKeys(); view.resize(); };
id("in").onclick = zoomBy(1 / 1.6);
id("out").onclick = zoomBy(1.6);
id("all").onclick = showAll;
id("help").onclick = showKeys;

const actions = {
  "+": zoomBy(1 / 1.6), "=": zoomBy(1 / 1.6), "-": zoomBy(1.6), "0": showAll, w: zoomBy(1 / 1.6), s: zoomBy(1.6),
  a: panBy(-0.25), d: panBy(0.25), f: toggleIdle, z: toSelected, Backspace: back,
  Home: () => jump(() => view.show(0, view.span)), End: () => jump(() => view.show(run.length, view.span)),
  ArrowLeft: () => move(current(), -1), ArrowRight: () => move(current(), 1),
  ArrowUp: () => moveRow(current(), -1), ArrowDown: () => moveRow(current(), 1),
  c: () => follow("cause", (span) => causesOf(run, span)),
  e: () => follow("effect", (span) => span.effects.map((i) => run.spans[i])),
  n: () => toMatch(1), "shift n": () => toMatch(-1), "?": showKeys, Escape: close,
  "/": () => { id("words").focus(); id("words").select(); },
};

/** The name of a key for `actions`. Caps Lock and Shift change the meaning of no letter except N. */
function keyName({ key, shiftKey }) {
  if (key.length > 1) return key;
  return shiftKey && key.toLowerCase() === "n" ? "shift n" : key.toLowerCase();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "Escape") id("hint").hidden = true;
  const isWriting = event.target.tagName === "INPUT";
  if (isWriting) {
    if (event.key === "Escape") id("scroll").focus();
    return;
  }
  // Buttons and the panel handle their own keys.
  const isArrow = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
  const isAside = event.key === "ArrowLeft" || event.key === "ArrowRight"; // the panel does not scroll sideways
  const isFree = event.target === id("scroll") || event.target === document.body || (isAside && event.target.tagName === "H2");
  if (isArrow && !isFree) return;
  const action = run.spans.length ? actions[keyName(event)] : null;
  if (!action) return;
  event.preventDefault();
  action();
});

// -- pointers

id("scroll").addEventListener("wheel", (event) => {
  const x = event.clientX - id("scroll").getBoundingClientRect().left;
  if (x < view.left) return; // a wheel over the names scrolls
  event.preventDefault();
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return travel(() => view.pan(event.deltaX || event.deltaY));
  const lines = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
  travel(() => view.zoom(Math.exp(Math.max(-240, Math.min(lines, 240)) * 0.0025), x));
}, { passive: false });

const pointers = new Map();
let hasMoved = false;
let quiet = null; // the clicked span: it needs no hint, because the panel shows it
const place = (event) => {
  const box = id("scroll").getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};
id("lanes").addEventListener("pointerdown", (event) => {
  if (!pointers.size) hasMoved = false;
  pointers.set(event.pointerId, place(event));
  id("lanes").setPointerCapture(event.pointerId);
});
id("lanes").addEventListener("pointermove", (event) => {
  const now = place(event), before = pointers.get(event.pointerId);
  if (!before) return showHint(event, now);
  id("hint").hidden = true;
  if (!hasMoved && Math.hypot(now.x - before.x, now.y - before.y) < 4) return;
  hasMoved = true;
  const others = [...pointers].filter(([key]) => key !== event.pointerId);
  if (others.length) { // two fingers
    const other = others[0][1];
    const was = Math.max(Math.abs(before.x - other.x), 10), is = Math.max(Math.abs(now.x - other.x), 10);
    travel(() => view.zoom(was / is, other.x));
  } else {
    travel(() => view.pan(before.x - now.x));
    if (event.pointerType === "mouse") id("scroll").scrollTop += before.y - now.y;
  }
  pointers.set(event.pointerId, now);
});
for (const end of ["pointerup", "pointercancel"])
  id("lanes").addEventListener(end, (event) => {
    const was = pointers.delete(event.pointerId);
    if (end === "pointercancel" || !was || hasMoved) return;
    const at = place(event), span = view.at(at.x, at.y);
    id("scroll").focus({ preventScroll: true });
    id("hint").hidden = true;
    quiet = span;
    if (at.x < view.left) return showName(event, at);
    if (span || view.selected) select(span);
  });
document.addEventListener("pointerdown", () => { id("hint").hidden = true; }, true);
// A finger leaves after each tap, and its hint must stay readable.
id("lanes").addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") id("hint").hidden = true; });

function showHint(event, at) {
  if (event.pointerType !== "mouse") return;
  if (at.x < view.left) return showName(event, at);
  const span = view.at(at.x, at.y);
  id("lanes").style.cursor = span ? "pointer" : "default";
  if (span !== quiet) quiet = null;
  // Many texts of runs end with the duration already.
  const hasLength = !span || span.result === EVENT || / in [\d.]+ (s|min|h|d)( \d+ (s|min|h))?$/.test(span.text);
  hintAt(event, !span || span === quiet ? "" : hasLength ? span.text : `${span.text} · ${lengthText(span.duration)}`);
}
/** Shows the full name of a lane, because long names are cut. */
function showName(event, at) {
  const lane = at.y > AXIS ? view.laneAt(at.y) : null;
  hintAt(event, lane ? `${lane.group}: ${lane.name}` : "");
}
function hintAt(event, text) {
  const hint = id("hint");
  hint.hidden = !text;
  if (!text) return;
  hint.textContent = text;
  hint.style.left = `${Math.max(Math.min(event.clientX + 12, window.innerWidth - hint.offsetWidth - 8), 4)}px`;
  hint.style.top = `${Math.min(event.clientY + 16, window.innerHeight - hint.offsetHeight - 8)}px`;
}

function dragMap(event) {
  if (!event.buttons) return;
  const box = id("map").getBoundingClientRect();
  travel(() => view.show((event.clientX - box.left) / box.width * run.length - view.span / 2, view.span));
}
id("map").addEventListener("pointerdown", (event) => { id("map").setPointerCapture(event.pointerId); dragMap(event); });
id("map").addEventListener("pointermove", dragMap);

id("scroll").addEventListener("scroll", () => { id("hint").hidden = true; view.redraw(); });
const sizes = new ResizeObserver(() => view.resize());
for (const name of ["scroll", "map"]) sizes.observe(id(name));
window.addEventListener("resize", () => view.resize()); // the zoom of the browser
window.addEventListener("beforeprint", () => view.setPaper(true));
window.addEventListener("afterprint", () => view.setPaper(false));
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  view.readColours();
  view.redraw();
});
id("scroll").focus({ preventScroll: true });
