// The recorded run in the form that the page needs: rows of spans in order of time, causes and effects, and the search.
"use strict";

const RESULTS = ["done", "failed", "put off", "unchanged", "not ended", "event"];
const COLOURS = ["--done", "--failed", "--put-off", "--unchanged", "--not-ended", "--event"];
const FAILED = 1, EVENT = 5;
// The weight of each result: of several spans in a pixel the heaviest is drawn, so a failure does not vanish among successes.
const HEAVY = [2, 5, 3, 1, 4, 0];

/**
 * Reads the data of the page. A span is {i, lane, row, time, duration, begin, end, result, label, text, details, causes,
 * effects}; begin and end are times of the page, see folds.js.
 */
function readRun(data, isFolded = true) {
  const texts = data.texts;
  const spans = data.spans.map((x, i) => ({
    i, lane: x[0], row: x[1], time: x[2], duration: x[3], result: x[4], label: texts[x[5]], text: texts[x[6]],
    request: data.lanes[x[0]][0] === "API", details: x[7] || [], causes: x[8] || [], effects: [], words: [x[5], x[6], ...(x[7] || [])],
  }));
  for (const x of spans) x.details = x.details.map((place) => texts[place]);
  for (const x of spans) for (const cause of x.causes) spans[cause].effects.push(x.i);
  const lanes = data.lanes.map(([group, name, rows]) => ({ group, name, rows: Array.from({ length: rows }, () => []) }));
  for (const x of spans) lanes[x.lane].rows[x.row].push(x);
  for (const x of spans) if (x.request) [x.request, x.label] = [x.text, plainRequest(x.text)];
  const run = {
    spans, lanes, texts, beginMs: data.begin_us / 1000, sinceBegin: data.begin_us - data.run_begin_us,
    realLength: Math.max(data.end_us - data.begin_us, 1), program: data.program || "", cluster: data.cluster || "",
    // Earlier spans are missing, except the causes of later spans.
    realPartialFrom: data.partial_from_us ? Math.max(data.partial_from_us - data.begin_us, 0) : 0,
    counts: RESULTS.map((_, result) => spans.reduce((sum, x) => sum + (x.result === result ? 1 : 0), 0)),
  };
  foldRun(run, isFolded);
  return run;
}

/** The words about a request to the API without its address: `PATCH /api/v1/namespaces/a/configmaps/b?x 409` is `PATCH configmaps/b 409`. */
function plainRequest(text) {
  const parts = text.split(" "), at = parts.findIndex((x) => x.startsWith("/"));
  if (at < 0) return text;
  const path = parts[at].split("?")[0].split("/").filter((x) => x);
  const group = path[0] === "apis" ? 3 : path[0] === "api" ? 2 : 0;
  const own = path.slice(group);
  if (own[0] === "namespaces" && own.length > 2) own.splice(0, 2);
  parts[at] = own.join("/") || parts[at].split("?")[0];
  return parts.join(" ");
}

/** The index of the first span of a row that ends at or after a time. Spans of a row do not overlap, so their ends rise. */
function firstFrom(row, time) {
  let low = 0, high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle].end < time) low = middle + 1; else high = middle;
  }
  return low;
}

/**
 * Marks the spans that contain all words, in a text or in the name of the result, and have one of the results. Null: there is
 * no search, so all spans match.
 */
function search(run, words, results) {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word);
  if (!wanted.length && !results.size) return null;
  const lanes = run.lanes.map((lane) => `${lane.group} ${lane.name}`.toLowerCase());
  const texts = wanted.length ? run.texts.map((text) => text.toLowerCase()) : [];
  const names = RESULTS.map((name) => name.split(" ")); // whole words only: "on" must not find every "done"
  const has = (x, word) => names[x.result].includes(word) || lanes[x.lane].includes(word) ||
    x.words.some((place) => texts[place].includes(word));
  const matches = new Uint8Array(run.spans.length);
  for (const x of run.spans)
    if ((!results.size || results.has(x.result)) && wanted.every((word) => has(x, word))) matches[x.i] = 1;
  return matches;
}

/** The causes of a span. The latest comes first: it was the last cause that was still missing. */
function causesOf(run, span) {
  return span.causes.map((i) => run.spans[i]).sort((a, b) => b.begin - a.begin);
}

/** The time from the nearest cause of a span to its nearest effect. */
function surroundings(run, span) {
  const causes = span.causes.map((i) => run.spans[i].begin), effects = span.effects.map((i) => run.spans[i].begin);
  return { begin: causes.length ? Math.max(...causes) : span.begin, end: effects.length ? Math.min(...effects) : span.end };
}

/** All direct and indirect causes of a span, as pairs of cause and effect. */
function ancestors(run, span, most) {
  const pairs = [], seen = new Set([span.i]), open = [span];
  while (open.length && pairs.length < most) {
    const x = open.shift();
    for (const i of x.causes) {
      pairs.push([run.spans[i], x]);
      if (!seen.has(i)) { seen.add(i); open.push(run.spans[i]); }
    }
  }
  return pairs;
}

/**
 * Calls `call` for each span in a list of pixels, with the span, its first pixel, the pixel behind its last pixel, and whether
 * another span is directly before it.
 */
function eachRun(columns, call) {
  for (let at = 0, behind; at < columns.length; at = behind) {
    const span = columns[at];
    behind = at + 1;
    while (behind < columns.length && columns[behind] === span) ++behind;
    if (span) call(span, at, behind, at > 0 && columns[at - 1] !== undefined);
  }
}

function seconds(us, digits = 3) {
  return `${(us / 1e6).toFixed(digits)} s`;
}

/** A duration for people: `85 µs`, `1.250 s`, `3 min 5 s`, `2 h 10 min`. */
function lengthText(us) {
  if (us < 1000) return `${Math.round(us)} µs`;
  if (us < 60e6) return seconds(us);
  const whole = Math.round(us / 1e6);
  const text = (x, unit, y, smaller) => `${x} ${unit}${y ? ` ${y} ${smaller}` : ""}`;
  if (whole < 3600) return text(Math.floor(whole / 60), "min", whole % 60, "s");
  return text(Math.floor(whole / 3600), "h", Math.floor((whole % 3600) / 60), "min");
}

/** A time since the start of the run, as the axis has it: `+43.330 s`, `+1:15.330`, `+1:43:18.5`. */
function offsetText(us, digits = 3) {
  const unit = 10 ** (6 - digits), time = Math.round(us / unit) * unit;
  if (time < 60e6) return `+${(time / 1e6).toFixed(digits)} s`;
  const minutes = Math.floor(time / 60e6), rest = ((time - minutes * 60e6) / 1e6).toFixed(digits);
  const two = (x) => (x.length < 2 || x[1] === "." ? `0${x}` : x);
  return minutes < 60 ? `+${minutes}:${two(rest)}` : `+${Math.floor(minutes / 60)}:${two(String(minutes % 60))}:${two(rest)}`;
}

/**
 * Round times of the clock in UTC between `from` and `end`, at least `apart` from each other. Times are microseconds from
 * the first span. The first tick of a day has its date.
 */
function roundTimes(run, from, end, apart) {
  const steps = [1, 2, 5].flatMap((x) => [0, 1, 2, 3, 4, 5, 6].map((power) => x * 10 ** power));
  steps.push(15e6, 30e6, 60e6, 120e6, 300e6, 600e6, 1800e6, 3600e6, 7200e6, 21600e6, 86400e6, 7 * 86400e6);
  steps.sort((a, b) => a - b);
  const step = steps.find((x) => x >= apart) || steps[steps.length - 1];
  const digits = step >= 1e6 ? 0 : Math.ceil(-Math.log10(step / 1e6));
  const found = [], first = Math.max(from, 0);
  // Counted from the start of the hour or of the day, because microseconds since 1970 are too large for fractions.
  const unit = step > 3600e6 ? 86400e6 : 3600e6, beginUs = run.beginMs * 1000;
  const origin = (Math.floor((beginUs + first) / unit) * unit) - beginUs;
  let day = "";
  for (let n = Math.ceil((first - origin) / step); origin + n * step <= end; ++n) {
    const time = origin + n * step, at = clockText(run, Math.round(time));
    const seconds = ((Math.round(beginUs + time) % 60e6 + 60e6) % 60e6 / 1e6).toFixed(digits).padStart(digits ? digits + 3 : 2, "0");
    const clock = step >= 60e6 ? at.slice(11, 16) : `${at.slice(11, 17)}${seconds}`;
    found.push({ time, text: at.slice(0, 10) === day ? clock : `${at.slice(0, 10)} ${clock}` });
    day = at.slice(0, 10);
  }
  return found;
}

/**
 * The part that a page opens with: all of a short or busy run, else the last activity. Work of seconds in a run of hours
 * would have a pixel.
 */
function firstView(run) {
  const all = { begin: 0, end: run.length }, quietTime = Math.max(run.length / 20, 30e6);
  if (run.length < 2 * quietTime || !run.spans.length) return all;
  const byEnd = run.spans.filter((x) => x.result !== EVENT).sort((a, b) => b.end - a.end);
  if (!byEnd.length) return all;
  let end = byEnd[0].end;
  let begin = end;
  for (const x of byEnd) {
    if (begin - x.end > quietTime) break;
    begin = Math.min(begin, x.begin);
  }
  const margin = Math.max((end - begin) / 20, 1e5);
  end = Math.min(end + margin, run.length);
  return end - begin > run.length / 2 ? all : { begin: Math.max(begin - margin, 0), end };
}

/** What has failed by itself: a task is left out if a hook or a Helm step within it has failed. */
function failuresOf(run) {
  const isWithin = (x, whole) => x.result === FAILED && x.time >= whole.time && x.time <= whole.time + whole.duration;
  return run.spans.filter((x) => x.result === FAILED && !x.effects.some((i) => isWithin(run.spans[i], x)));
}

/** The content of the panel without a span: failures, the slowest work, the last changes of values; each the most important first. */
function summaryOf(run, most) {
  const work = run.spans.filter((x) => x.result !== EVENT && run.lanes[x.lane].group !== "API");
  const last = (spans) => ({ spans: spans.slice(-most).reverse(), count: spans.length });
  return {
    failures: last(failuresOf(run)),
    open: last(run.spans.filter((x) => x.result === 4)),
    slowest: { spans: [...work].filter((x) => x.result !== 4).sort((a, b) => b.duration - a.duration).slice(0, 5), count: 0 },
    changes: last(run.spans.filter((x) => run.lanes[x.lane].name === "values" && x.details.length)),
  };
}

/** The time of a span in UTC, as in logs: `2026-11-24 09:43:15.000Z`. */
function clockText(run, us) {
  return new Date(run.beginMs + us / 1000).toISOString().replace("T", " ");
}
/** The time of a span in the reader's time zone, with its offset; empty if the zone is UTC. */
function localText(run, us) {
  const at = new Date(run.beginMs + us / 1000), zone = -at.getTimezoneOffset();
  if (!zone) return "";
  const two = (x) => String(x).padStart(2, "0");
  const text = new Date(at.getTime() + zone * 60e3).toISOString().replace("T", " ").replace("Z", "");
  return `${text} ${zone < 0 ? "-" : "+"}${two(Math.floor(Math.abs(zone) / 60))}:${two(Math.abs(zone) % 60)}`;
}

// -- colours, as #rrggbb

const channels = (colour) => [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
/** The brightness of a colour (WCAG 2.2, relative luminance). */
function brightness(colour) {
  const [r, g, b] = channels(colour).map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
/** The colour of letters that are easy to read on a colour: black or white. */
function inkOn(colour) {
  const ground = brightness(colour) + 0.05;
  return 1.05 / ground > ground / (brightness("#0b1118") + 0.05) ? "#ffffff" : "#0b1118";
}
/** Mixes a part of a colour with the ground. The result is opaque, so painting it twice does not change it. */
function mixed(colour, part, ground) {
  const other = channels(ground);
  const all = channels(colour).map((x, i) => Math.round(x * part + other[i] * (1 - part)));
  return `#${all.map((x) => x.toString(16).padStart(2, "0")).join("")}`;
}
