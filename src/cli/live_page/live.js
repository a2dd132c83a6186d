// The life of the page: it waits for a change, then asks for what has changed. It sleeps while nobody looks at it.
"use strict";

const RETRY_MS = [1000, 2000, 5000, 10000]; // after failures in a row
// The operator spends little on a viewer: the page waits this many times longer than an answer has taken.
const REST = 30, REST_LEAST_MS = 150, REST_MOST_MS = 5000;

const LONG_WAIT_MS = 10000;

let status = null, since = 0, seen = 0, chosen = null, failures = 0, isAsking = false;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const modules = new RowList(id("modules"), (name) => chooseThing("module", name));
const queues = new RowList(id("queues"), (name) => chooseThing("queue", name));

function showLists() {
  if (!status) return;
  const shown = moduleItems(status, id("module-words").value, since);
  modules.show(shown);
  queues.show(queueItems(status, since));
  id("no-modules").hidden = shown.length > 0;
  id("no-modules").textContent = status.modules.length ? "no module has these words" : "none yet";
  id("no-queues").hidden = status.queues.length > 0;
}

async function refreshStatus() {
  const began = performance.now();
  const isFirst = !status;
  status = JSON.parse(await fetchText("/status.json"));
  since = began;
  showBanner(status, since);
  showLists();
  if (isFirst) followLink();
}

async function refreshLine() {
  const answer = JSON.parse(await fetchText("/timeline.json"));
  seen = answer.after;
  showData(answer.timeline);
  id("part").hidden = !answer.before;
  id("part").textContent = `${answer.before} earlier events have left the operator's memory (--trace-memory)`;
  if (status) showBanner(status, since);
}

/** Asks for all, then rests, the longer the more an answer costs. */
async function refresh() {
  const began = performance.now();
  await Promise.all([refreshStatus(), refreshLine().catch(withoutTrace)]);
  showFresh(true);
  await pause(Math.min(Math.max((performance.now() - began) * REST, REST_LEAST_MS), REST_MOST_MS));
}
/** An operator without a memory of events still has a status, which is asked for every few seconds. */
function withoutTrace(reason) {
  if (!/trace-memory/.test(reason.message)) throw reason;
  id("part").hidden = false;
  id("part").textContent = reason.message;
  seen = null;
}

async function nextChange() {
  if (seen === null) return pause(3000).then(() => true);
  const began = performance.now();
  const { after, changed } = JSON.parse(await fetchText(`/changes.json?after=${seen}`));
  // Fewer events than the page has seen: the operator has been started anew.
  const isNewRun = after < seen;
  seen = after;
  // A part of the state changes without an event, such as the Pods of a release: a long wait asks again.
  if (!changed && performance.now() - began > LONG_WAIT_MS) await refreshStatus().then(() => showFresh(true));
  return changed || isNewRun;
}

function showFresh(isFresh, reason = "") {
  id("fresh").className = isFresh ? "" : "lost";
  id("fresh").textContent = isFresh ? `live · ${new Date().toISOString().slice(11, 19)}Z` : `no answer since ${new Date().toISOString().slice(11, 19)}Z: ${reason}`;
}

/** Runs while the page is visible. */
async function live() {
  if (isAsking) return;
  isAsking = true;
  let isDue = true;
  while (!document.hidden) {
    try {
      if (isDue) await refresh();
      isDue = await nextChange();
      if (failures) { failures = 0; isDue = true; }
    } catch (reason) {
      if (!failures) showFresh(false, reason.message);
      await pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
      isDue = true;
    }
  }
  isAsking = false;
}

/** Shows the chosen module or queue in the panel, again after each choice. */
function showDetails() {
  if (!chosen || !status) return;
  const list = chosen.kind === "module" ? status.modules : status.queues;
  const x = list.find((one) => one.name === chosen.name);
  if (!x) return;
  if (chosen.kind === "module") fillModule(x, since); else fillQueue(x);
  view.resize();
}
function chooseThing(kind, name) {
  view.selected = null;
  chosen = { kind, name };
  modules.mark(kind === "module" ? name : "");
  queues.mark(kind === "queue" ? name : "");
  history.replaceState(null, "", `#${kind}=${encodeURIComponent(name)}`);
  showDetails();
  view.redraw();
  const heading = id("panel").querySelector("h2");
  if (heading) heading.focus();
}
/** The panel goes on to a span, or to its summary. */
panel.onLeft = () => {
  chosen = null;
  modules.mark("");
  queues.mark("");
  history.replaceState(null, "", location.pathname);
};

function followLink() {
  const [kind, name] = location.hash.slice(1).split("=");
  if ((kind === "module" || kind === "queue") && name) chooseThing(kind, decodeURIComponent(name));
}

id("module-words").addEventListener("input", showLists);
document.addEventListener("visibilitychange", live);
// Durations and countdowns go on between two answers.
setInterval(() => { if (!document.hidden) showLists(); }, 1000);
live();
