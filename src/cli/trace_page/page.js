// Keys, pointers and the controls of the page.
"use strict";

const id = (name) => document.getElementById(name);
const run = readRun(JSON.parse(id("data").textContent));
const view = new View(run, id("lanes"), id("map"), id("scroll"), id("height"));
const panel = new Panel(run, id("panel"), (span) => select(span), () => { select(null); id("scroll").focus(); });
const shownResults = new Set();

id("range").append(`${lengthText(run.length)}, ${run.spans.length.toLocaleString("en").replaceAll(",", " ")} spans`,
  make("span", { className: "more" }, `, from ${clockText(run, 0)}`));
view.showAll();

// -- choosing

function select(span) {
  view.selected = span;
  if (span) panel.show(span); else panel.showHelp();
  // The panel may take room from the lanes.
  view.resize();
  if (span) view.reveal(span);
  id("said").textContent = span ? `${span.text}, ${run.lanes[span.lane].group} ${run.lanes[span.lane].name}` : "";
}

/** The span that keys start from: the selected one, else the first in sight. */
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

/** To the nearest span of the next row that has one. */
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

function follow(span, places) {
  if (!view.selected) return select(span);
  if (places.length) select(run.spans[places[0]]);
}

// -- search

function applySearch() {
  view.matches = search(run, id("words").value, shownResults);
  view.mapPicture = null;
  const count = view.matches ? view.matches.reduce((sum, x) => sum + x, 0) : 0;
  id("found").textContent = view.matches ? `${count} found` : "";
  view.redraw();
}

function toMatch(step) {
  if (!view.matches) return;
  const from = view.selected ? view.selected.i : step > 0 ? -1 : run.spans.length;
  for (let n = 1; n <= run.spans.length; ++n) {
    const i = (from + step * n + 2 * run.spans.length) % run.spans.length;
    if (view.matches[i]) return select(run.spans[i]);
  }
}

id("words").addEventListener("input", applySearch);
id("search").addEventListener("submit", (event) => { event.preventDefault(); toMatch(1); });
id("previous").onclick = () => toMatch(-1);
RESULTS.forEach((name, result) => {
  if (!run.counts[result]) return;
  const mark = make("i", {});
  mark.style.background = `var(${COLOURS[result]})`;
  const button = make("button", { type: "button", ariaPressed: "false" }, mark, `${name} ${run.counts[result]}`);
  button.onclick = () => {
    if (!shownResults.delete(result)) shownResults.add(result);
    button.ariaPressed = String(shownResults.has(result));
    applySearch();
  };
  id("legend").append(button);
});

// -- keys

id("in").onclick = () => view.zoom(1 / 1.6);
id("out").onclick = () => view.zoom(1.6);
id("all").onclick = () => view.showAll();

const actions = {
  "+": () => view.zoom(1 / 1.6), "=": () => view.zoom(1 / 1.6), "-": () => view.zoom(1.6), "0": () => view.showAll(),
  w: () => view.zoom(1 / 1.6), s: () => view.zoom(1.6),
  a: () => view.pan(-view.plot / 4), d: () => view.pan(view.plot / 4), Home: () => view.show(0, view.span),
  End: () => view.show(run.length, view.span),
  z: () => view.selected && view.show(view.selected.begin - view.selected.duration * 0.3, Math.max(view.selected.duration, 100) * 1.6),
  ArrowLeft: () => move(current(), -1), ArrowRight: () => move(current(), 1),
  ArrowUp: () => moveRow(current(), -1), ArrowDown: () => moveRow(current(), 1),
  c: () => follow(current(), current().causes), e: () => follow(current(), current().effects),
  n: () => toMatch(1), N: () => toMatch(-1), "?": () => { panel.showKeys(); view.resize(); },
  Escape: () => select(null), "/": () => { id("words").focus(); id("words").select(); },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const isWriting = event.target === id("words");
  if (isWriting) {
    if (event.key === "Escape") id("scroll").focus();
    return;
  }
  // Buttons and the panel keep the keys that they know themselves.
  const isArrow = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
  if (isArrow && event.target !== id("scroll") && event.target !== document.body) return;
  const action = run.spans.length ? actions[event.key] : null;
  if (!action) return;
  event.preventDefault();
  action();
});

// -- pointers

id("scroll").addEventListener("wheel", (event) => {
  const x = event.clientX - id("scroll").getBoundingClientRect().left;
  if (x < view.left) return; // over the names it scrolls
  event.preventDefault();
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return view.pan(event.deltaX || event.deltaY);
  const lines = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
  view.zoom(Math.exp(Math.max(-240, Math.min(lines, 240)) * 0.0025), x);
}, { passive: false });

const pointers = new Map();
let hasMoved = false;
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
    view.zoom(was / is, other.x);
  } else {
    view.pan(before.x - now.x);
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
    if (span || view.selected) select(span);
  });
id("lanes").addEventListener("pointerleave", () => { id("hint").hidden = true; });

function showHint(event, at) {
  const span = event.pointerType === "mouse" ? view.at(at.x, at.y) : null;
  const hint = id("hint");
  hint.hidden = !span;
  id("lanes").style.cursor = span ? "pointer" : "default";
  if (!span) return;
  hint.textContent = span.result === 5 ? span.text : `${span.text} · ${lengthText(span.duration)}`;
  hint.style.left = `${Math.max(Math.min(event.clientX + 12, window.innerWidth - hint.offsetWidth - 8), 4)}px`;
  hint.style.top = `${Math.min(event.clientY + 16, window.innerHeight - hint.offsetHeight - 8)}px`;
}

function dragMap(event) {
  if (!event.buttons) return;
  const box = id("map").getBoundingClientRect();
  view.show((event.clientX - box.left) / box.width * run.length - view.span / 2, view.span);
}
id("map").addEventListener("pointerdown", (event) => { id("map").setPointerCapture(event.pointerId); dragMap(event); });
id("map").addEventListener("pointermove", dragMap);

id("scroll").addEventListener("scroll", () => view.redraw());
new ResizeObserver(() => view.resize()).observe(id("scroll"));
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  view.readColours();
  view.mapPicture = null;
  view.redraw();
});
id("scroll").focus({ preventScroll: true });
