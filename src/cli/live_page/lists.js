// The banner and the lists of the live page: problems, modules, queues. Texts of the operator become text nodes, never markup.
"use strict";

/** The sign and the kind of each state of a module. A state that is not in the table is shown by its name. */
const STATES = {
  well: ["✓", "well"], off: ["–", ""], running: ["▶", "busy"], waiting: ["…", "busy"], failing: ["✕", "wrong"],
  blocked: ["✕", "wrong"], held: ["‖", "held"], paused: ["‖", "held"], undecided: ["?", "busy"], "not run": ["?", "busy"],
};
// The order of the list: what needs a person comes first.
const ORDER = ["wrong", "held", "busy", "well", ""];
const kindOf = (state) => (STATES[state] || ["", ""])[1];

/** The seconds that are left of a duration that an answer named, at the present time of the page. */
function left(seconds, since) {
  return Math.max(seconds - (performance.now() - since) / 1000, 0);
}
const secondsText = (x) => (x < 100 ? `${Math.ceil(x)} s` : lengthText(x * 1e6));

/** The words about a module: its state, its reason, its last run. */
function moduleWords(x, since) {
  const sign = (STATES[x.state] || [""])[0];
  let now = `${sign} ${x.state}`.trim();
  if (x.runsSeconds !== undefined) now += ` ${secondsText(x.runsSeconds + (performance.now() - since) / 1000)}`;
  if (x.nextTrySeconds !== undefined) now += `, next try in ${secondsText(left(x.nextTrySeconds, since))}`;
  const ran = x.lastRun ? `ran ${x.lastRun.ended.slice(11, 19)}, ${lengthText(x.lastRun.seconds * 1e6)}` : "";
  const parts = [x.reason, x.failures > 1 ? `${x.failures} failures` : "", x.revision ? `revision ${x.revision}` : "", ran,
    x.driftedObjects ? `${x.driftedObjects} changed by others` : ""];
  return { now, detail: parts.filter((part) => part).join(" · ") };
}

/** A list whose rows stay when an answer changes other rows, so that the focus and the place stay, too. */
class RowList {
  /** @param choose is called with the name of the row that the user has chosen */
  constructor(element, choose) {
    Object.assign(this, { element, choose, rows: new Map() });
  }
  /** @param items `{name, kind, now, detail}` in their order */
  show(items) {
    const wanted = new Set(items.map((x) => x.name));
    for (const [name, row] of this.rows) if (!wanted.has(name)) { row.item.remove(); this.rows.delete(name); }
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    const next = (item) => (item ? item.nextElementSibling : this.element.firstElementChild);
    let after = null;
    for (const x of items) {
      const row = this.rows.get(x.name) || this.add(x.name);
      // A row that has gone down is moved itself, and not all rows behind it.
      if (row.item.isConnected && row.item !== next(after) && row.item === next(next(after))) this.element.append(next(after));
      if (row.item !== next(after)) this.element.insertBefore(row.item, next(after));
      after = row.item;
      if (row.button.className !== `row ${x.kind}`) row.button.className = `row ${x.kind}`;
      for (const part of ["now", "detail"]) if (row[part].textContent !== x[part]) row[part].textContent = x[part];
    }
    // A row that moves loses the focus.
    if (focused && focused.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }
  add(name) {
    const now = make("span", { className: "now" }), detail = make("small", {});
    const button = make("button", { type: "button", onclick: () => this.choose(name) }, make("b", {}, name), now, detail);
    const row = { item: make("li", {}, button), button, now, detail };
    this.rows.set(name, row);
    return row;
  }
  mark(name) {
    for (const [own, row] of this.rows)
      if (own === name) row.button.setAttribute("aria-current", "true"); else row.button.removeAttribute("aria-current");
  }
}

/** The banner: whether the operator is ready, and if not, why. */
function showBanner(status, since) {
  const kind = status.ready ? (status.well ? "well" : "wrong") : "busy";
  const words = status.ready ? (status.well ? "✓ Ready, all is well" : "✕ Ready, with problems") : "… Not ready";
  id("banner").className = status.standby ? "busy" : kind;
  const text = status.standby ? "‖ Standby" : words;
  const activity = status.activity ? `: ${status.activity}` : "";
  if (id("state").textContent !== text + activity) id("state").textContent = text + activity;
  id("place").textContent = [`addon-operator ${status.version}`, status.platform ? `platform ${status.platform}` : "",
    status.namespace ? `namespace ${status.namespace}` : "", run.cluster.replace(/^namespace \S+ at /, "")].filter((x) => x).join(" · ");
  id("leader").textContent = status.leadership || "";
  document.title = `${text.slice(0, 1)} addon-operator ${status.platform || ""}`;
  showProblems(status.problems || [], since);
}

function showProblems(problems) {
  id("problems-part").hidden = !problems.length;
  const text = JSON.stringify(problems);
  if (id("problems").shown === text) return;
  id("problems").shown = text;
  id("problems").replaceChildren(...problems.slice(0, 50).map((x) => make("li", {}, make("p", {}, x.cause),
    ...(x.nextStep ? [make("p", { className: "step" }, `Next: ${x.nextStep}`)] : []),
    ...(x.since ? [make("p", { className: "step" }, `since ${x.since.replace("T", " ")}`)] : []))));
  if (problems.length > 50) id("problems").append(make("li", {}, `and ${problems.length - 50} more`));
}

/** Modules in the order of the list, those that fit the words of the filter. */
function moduleItems(status, words, since) {
  const wanted = words.toLowerCase().split(/\s+/).filter((x) => x);
  const items = status.modules.map((x) => ({ name: x.name, kind: kindOf(x.state), ...moduleWords(x, since) }));
  return items.map((x, i) => ({ ...x, i })).filter((x) => wanted.every((word) => `${x.name} ${x.now} ${x.detail}`.toLowerCase().includes(word)))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.i - b.i);
}

/** `waits 12 s after failure 3` counts down between two answers. */
function queueItems(status, since) {
  return status.queues.map((x) => {
    const now = x.status.replace(/^waits (\d+) s/, (_, seconds) => `waits ${secondsText(left(Number(seconds), since))}`);
    return { name: x.name, kind: /fail/.test(x.status) ? "wrong" : "busy", now,
      detail: `${x.tasksCount} ${x.tasksCount === 1 ? "task" : "tasks"}, first ${x.head}` };
  });
}
