// What the panel shows of a module or of a queue. Each part is asked for when the user opens it.
"use strict";

async function fetchText(path) {
  const answer = await fetch(path, { cache: "no-store" });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.trim() || `the operator answers ${answer.status}`);
  return text;
}
const part = (name, x) => `/module/${encodeURIComponent(name)}/${x}`;
const why = (about, name) => () => fetchText(`/why.txt?about=${about}&name=${encodeURIComponent(name)}`);

/** All leaves of a value, as [key, value]. */
function leaves(value, key = "") {
  if (value === null || typeof value !== "object") return [[key, JSON.stringify(value)]];
  const members = Array.isArray(value) ? value.map((x, i) => [`[${i}]`, x]) : Object.entries(value).map(([name, x]) => [key ? `.${name}` : name, x]);
  if (!members.length) return [[key, Array.isArray(value) ? "[]" : "{}"]];
  return members.flatMap(([name, x]) => leaves(x, key + name));
}

/** The source of a leaf: a hook if a patch of a hook names it or its parent, else the ConfigMap, else the files. */
function originOf(key, configured, patched) {
  const covers = (x) => key === x || key.startsWith(`${x}.`) || key.startsWith(`${x}[`) || x.startsWith(`${key}.`);
  if (patched.some(covers)) return "hook";
  return configured.some(covers) ? "ConfigMap" : "files";
}

/** The keys that patches change: of `/webApp/list/0` it is `list[0]` without the key of the section. */
function patchedKeys(patches) {
  const operations = Array.isArray(patches) ? patches : leaves(patches).map(([key]) => ({ path: `/x/${key}` }));
  return operations.map((x) => (x.path || "").split("/").slice(2).reduce((key, name) =>
    key + (/^\d+$/.test(name) ? `[${name}]` : key ? `.${name}` : name), "")).filter((x) => x);
}

async function valuesTable(name) {
  const [values, config, patches] = await Promise.all(["values", "config", "patches"].map((x) => fetchText(part(name, `${x}.json`)).then(JSON.parse)));
  const configured = leaves(config).map(([key]) => key), patched = patchedKeys(patches);
  const body = make("tbody", {}), all = leaves(values);
  for (const [key, value] of all.slice(0, 2000))
    body.append(make("tr", {}, make("td", {}, key), make("td", {}, value), make("td", {}, originOf(key, configured, patched))));
  const head = make("tr", {}, ...["Key", "Value", "From"].map((x) => make("th", { scope: "col" }, x)));
  return [make("table", {}, make("thead", {}, head), body), ...(all.length > 2000 ? [make("p", {}, `and ${all.length - 2000} more`)] : [])];
}

async function hooksOf(name) {
  const hooks = JSON.parse(await fetchText("/hook/list.json"));
  const own = (Array.isArray(hooks) ? hooks : hooks.hooks || []).filter((x) => x.module === name);
  if (!own.length) return [make("p", {}, "none")];
  return own.flatMap((x) => [make("h3", {}, x.name || x.hook || ""), make("pre", {}, leaves(x).filter(([key]) => key !== "module" && key !== "name")
    .map(([key, value]) => `${key}: ${value.replace(/^"|"$/g, "")}`).join("\n"))]);
}

/** A part that is filled when it is opened for the first time. */
function lazy(title, load) {
  const room = make("div", {}), details = make("details", {}, make("summary", {}, title), room);
  details.addEventListener("toggle", async () => {
    if (!details.open || details.isLoaded) return;
    details.isLoaded = true;
    room.replaceChildren(make("p", {}, "…"));
    try {
      const found = await load();
      room.replaceChildren(...(typeof found === "string" ? [make("pre", {}, found.trim() || "nothing")] : found));
    } catch (reason) {
      details.isLoaded = false; // the next try is the next opening
      room.replaceChildren(make("p", { className: "wrong" }, reason.message));
    }
  });
  return details;
}

/** A button that shows the spans of a module or queue in the time line. */
function inLine(name) {
  return make("button", { className: "to", type: "button", onclick: () => {
    id("words").value = name;
    applySearch();
    toMatch(1);
    showDetails();
  } }, "Find in the time line");
}

function fillModule(x, since) {
  const { now, detail } = moduleWords(x, since);
  panel.fill("", panel.closeButton(), make("h2", { tabIndex: -1 }, x.name), make("p", { className: kindOf(x.state) }, now), make("p", {}, detail),
    ...(x.troubles || []).map((text) => make("p", { className: "wrong" }, text)),
    ...(x.lastRun && x.lastRun.failure ? [make("p", { className: "wrong" }, x.lastRun.failure)] : []), inLine(x.name),
    ...(x.state === "off" ? [lazy("Why it is off", why("disabled", x.name))] : []), lazy("Why it ran", why("run", x.name)),
    lazy("What Helm did, and why", why("release", x.name)), lazy("Values, with their source", () => valuesTable(x.name)),
    lazy("Hooks", () => hooksOf(x.name)), lazy("Release: differences to the cluster (renders the chart)", () => fetchText(part(x.name, "render.text?diff=true"))),
    lazy("Fields that others have changed", () => fetchText(part(x.name, "drift.text"))),
    lazy("Snapshots of its hooks", () => fetchText(part(x.name, "snapshots.text"))));
}

function fillQueue(x) {
  panel.fill("", panel.closeButton(), make("h2", { tabIndex: -1 }, `Queue ${x.name}`), make("p", {}, x.status),
    make("p", {}, `${x.tasksCount} tasks, first ${x.head}`), inLine(x.name), lazy("Why it waits", why("waiting", x.name)),
    lazy("All queues", () => fetchText("/queue/list.text")));
}
