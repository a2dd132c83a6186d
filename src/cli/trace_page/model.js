// The recorded run as the page needs it: rows of spans in order of time, effects beside causes, words and search.
"use strict";

const RESULTS = ["done", "failed", "put off", "unchanged", "not ended", "event"];
const COLOURS = ["--done", "--failed", "--put-off", "--unchanged", "--not-ended", "--event"];
const FAILED = 1;

/** Reads the data of the page. A span is {i, lane, row, begin, duration, end, result, label, text, details, causes, effects}. */
function readRun(data) {
  const texts = data.texts;
  const spans = data.spans.map((x, i) => ({
    i, lane: x[0], row: x[1], begin: x[2], duration: x[3], end: x[2] + x[3], result: x[4], label: texts[x[5]],
    text: texts[x[6]], details: x[7] || [], causes: x[8] || [], effects: [], words: [x[5], x[6], ...(x[7] || [])],
  }));
  for (const x of spans) x.details = x.details.map((place) => texts[place]);
  for (const x of spans) for (const cause of x.causes) spans[cause].effects.push(x.i);
  const lanes = data.lanes.map(([group, name, rows]) => ({ group, name, rows: Array.from({ length: rows }, () => []) }));
  for (const x of spans) lanes[x.lane].rows[x.row].push(x);
  return {
    spans, lanes, texts, beginMs: data.begin_us / 1000, length: Math.max(data.end_us - data.begin_us, 1),
    counts: RESULTS.map((_, result) => spans.reduce((sum, x) => sum + (x.result === result ? 1 : 0), 0)),
  };
}

/** The place of the first span of a row that ends at or after a time. Spans of a row do not overlap, so ends rise, too. */
function firstFrom(row, time) {
  let low = 0, high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle].end < time) low = middle + 1; else high = middle;
  }
  return low;
}

/** Which spans have all words somewhere, and one of the results; null: all of them. */
function search(run, words, results) {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word);
  if (!wanted.length && !results.size) return null;
  const lanes = run.lanes.map((lane) => `${lane.group} ${lane.name}`.toLowerCase());
  const texts = wanted.length ? run.texts.map((text) => text.toLowerCase()) : [];
  const has = (x, word) => lanes[x.lane].includes(word) || x.words.some((place) => texts[place].includes(word));
  const matches = new Uint8Array(run.spans.length);
  for (const x of run.spans)
    if ((!results.size || results.has(x.result)) && wanted.every((word) => has(x, word))) matches[x.i] = 1;
  return matches;
}

/** All that has led to a span, up to the outside: pairs of cause and effect. */
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

/** The time of day of a span, in the zone of the reader. */
function clockText(run, us) {
  const at = new Date(run.beginMs + us / 1000);
  const two = (x) => String(x).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:` +
    `${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}
