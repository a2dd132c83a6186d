// Idle time, folded: work of seconds in a run of hours gets the width. The page has times of its own, in which each idle
// part is short; `span.time` is the time of the run, `span.begin` and `span.end` are times of the page.
"use strict";

// Shorter idle parts stay as they are, in microseconds.
const IDLE_LEAST = 2e6;
// A fold has this part of the page, and all folds together have at most that part.
const FOLD_PART = 0.03, FOLDS_PART = 0.3;
// Nothing is folded unless this part of the run is saved: a busy run shows its real distances.
const WORTH = 0.5;

/** The parts of a run without work, as `{begin, end}` in times of the run. Requests to the API do not count as work. */
function idleParts(run) {
  const parts = [];
  let busyUntil = 0;
  // What has not ended counts where it begins: it may wait for hours.
  const endOf = (x) => (x.result === 4 ? x.time : x.time + x.duration);
  const gap = (begin, end) => { if (end - begin > IDLE_LEAST) parts.push({ begin, end }); };
  for (const x of run.spans) {
    if (run.lanes[x.lane].group === "API") continue;
    gap(busyUntil, x.time);
    busyUntil = Math.max(busyUntil, endOf(x));
  }
  gap(busyUntil, run.realLength);
  return parts;
}

/** The longest idle parts: without them, work has at least half of the page. */
function partsToFold(run) {
  const long = (x) => x.end - x.begin, parts = idleParts(run).sort((a, b) => long(b) - long(a));
  let idle = parts.reduce((sum, x) => sum + long(x), 0);
  const busy = Math.max(run.realLength - idle, IDLE_LEAST), folded = [];
  for (const x of parts) {
    if (idle <= busy) break;
    folded.push(x);
    idle -= long(x);
  }
  const rest = busy + idle, width = rest * Math.min(FOLD_PART, FOLDS_PART / Math.max(folded.length, 1));
  return { parts: folded.sort((a, b) => a.begin - b.begin), width, margin: Math.min(width, IDLE_LEAST / 4) };
}

/** Gives the spans their times of the page. Without `isFolded`, these are the times of the run. */
function foldRun(run, isFolded) {
  const { parts, width, margin } = partsToFold(run);
  run.folds = [];
  let saved = 0;
  for (const part of isFolded ? parts : []) {
    // The margins show where the work has ended and where it goes on.
    const begin = part.begin ? part.begin + margin : 0, end = part.end < run.realLength ? part.end - margin : part.end;
    if (end - begin <= width) continue;
    run.folds.push({ time: begin, length: end - begin, begin: begin - saved, end: begin - saved + width });
    saved += end - begin - width;
  }
  if (saved < run.realLength * WORTH) run.folds = [];
  run.length = Math.max(toPage(run, run.realLength), 1);
  run.partialFrom = toPage(run, run.realPartialFrom);
  for (const x of run.spans) {
    x.begin = toPage(run, x.time);
    x.end = toPage(run, x.time + x.duration);
  }
}

/** The last fold that begins at or before a time, by `key`: `time` of the run or `begin` of the page. */
function foldBefore(run, at, key) {
  let low = 0, high = run.folds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (run.folds[middle][key] <= at) low = middle + 1; else high = middle;
  }
  return run.folds[low - 1];
}

/** The time of the page at a time of the run. */
function toPage(run, time) {
  const fold = foldBefore(run, time, "time");
  if (!fold) return time;
  const within = time - fold.time;
  return within < fold.length ? fold.begin + within / fold.length * (fold.end - fold.begin) : fold.end + within - fold.length;
}

/** The time of the run at a time of the page. */
function toTime(run, at) {
  const fold = foldBefore(run, at, "begin");
  if (!fold) return at;
  const within = at - fold.begin, width = fold.end - fold.begin;
  return within < width ? fold.time + within / width * fold.length : fold.time + fold.length + within - width;
}

/** The ticks of the axis between two times of the page: round times of the clock, and none within a fold. */
function ticksOf(run, from, end, apart) {
  const ticks = [];
  let begin = from, day = "";
  const add = (a, b) => {
    if (b <= a) return;
    for (const { time, text } of roundTimes(run, toTime(run, a), toTime(run, b), apart)) {
      const isSame = text.startsWith(`${day} `);
      if (text.length > 11 && text[10] === " ") day = text.slice(0, 10);
      ticks.push({ time: toPage(run, time), text: isSame ? text.slice(11) : text });
    }
  };
  for (const fold of run.folds) {
    if (fold.end < from || fold.begin > end) continue;
    add(begin, Math.min(fold.begin, end));
    begin = Math.max(fold.end, from);
  }
  add(begin, end);
  return ticks;
}
