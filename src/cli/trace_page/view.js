// Draws the lanes and the map of the whole run. It knows positions on the screen, but neither keys nor panels.
"use strict";

// A finger needs more room than a mouse, and is less precise.
const isCoarse = matchMedia("(pointer: coarse)").matches;
const ROW = isCoarse ? 28 : 20, GROUP = 24, GAP = 3, AXIS = 24, SLACK = isCoarse ? 14 : 4;
const ARROWS = 300, STRONG = 3; // STRONG: the least width, in pixels, of a span that must be visible

class View {
  constructor(run, canvas, map, scroll, height) {
    Object.assign(this, { run, canvas, map, scroll, height, selected: null, matches: null, frame: 0, isPaper: false });
    this.widths = new Map(); // of texts
    this.setRun(run);
    this.from = 0;
    this.span = run.length;
    this.readColours();
    this.resize();
  }

  /** Shows another run, or more of the same run. Keeps the place. */
  setRun(run) {
    this.run = run;
    this.tops = []; // of lanes, from the top of the first
    let y = AXIS;
    let group = null;
    for (const lane of run.lanes) {
      if (lane.group !== group) y += GROUP;
      group = lane.group;
      this.tops.push(y);
      y += lane.rows.length * ROW + GAP;
    }
    this.total = y + 8;
    this.height.style.height = `${Math.max(this.total - (this.tall || this.total), 0)}px`;
    this.mapPicture = null;
  }

  readColours() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    for (const name of ["back", "band", "line", "text", "dim", "cause", "effect", "select"]) this[name] = colour(`--${name}`);
    this.results = COLOURS.map(colour);
    this.pale = this.results.map((x) => mixed(x, 0.22, this.back));
    this.inks = this.results.map(inkOn);
    this.hatch = this.hatched();
    this.mapPicture = null;
  }
  hatched() {
    const tile = Object.assign(document.createElement("canvas"), { width: 8, height: 8 }), paint = tile.getContext("2d");
    paint.strokeStyle = mixed(this.dim, 0.4, this.back);
    for (const x of [-8, 0, 8]) { paint.moveTo(x - 1, 9); paint.lineTo(x + 9, -1); }
    paint.stroke();
    return paint.createPattern(tile, "repeat");
  }

  /** Adapts to the present size. Has no effect if the size is the same as before. */
  resize() {
    const ratio = this.isPaper ? 2 : window.devicePixelRatio || 1;
    const tall = this.isPaper ? this.total : this.scroll.clientHeight;
    const room = [this.scroll.clientWidth, tall, this.map.clientWidth, this.map.clientHeight, ratio];
    if (this.room && room.every((x, i) => x === this.room[i])) return;
    this.room = room;
    [this.width, this.tall, this.mapWidth, this.mapTall, this.ratio] = room;
    this.left = this.width < 600 ? 84 : 150;
    // The part below the sticky canvas makes the scrollbar.
    this.height.style.height = `${Math.max(this.total - this.tall, 0)}px`;
    for (const [canvas, width, height] of [[this.canvas, this.width, this.tall], [this.map, this.mapWidth, this.mapTall]]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    this.canvas.style.height = `${this.tall}px`;
    this.mapPicture = null;
    this.redraw();
  }

  /** For paper, draws all lanes in light colours, and draws them at once, because no animation frame follows. */
  setPaper(isPaper) {
    this.isPaper = isPaper;
    if (isPaper) this.scrolled = this.scroll.scrollTop;
    document.documentElement.classList.toggle("paper", isPaper);
    this.readColours();
    this.resize();
    this.scroll.scrollTop = isPaper ? 0 : this.scrolled;
    this.draw();
  }

  redraw() {
    if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.draw(); });
  }

  // -- time and place

  get plot() { return Math.max(this.width - this.left, 1); }
  x(time) { return this.left + (time - this.from) / this.span * this.plot; }
  time(x) { return this.from + (x - this.left) / this.plot * this.span; }
  y(span) { return this.tops[span.lane] + span.row * ROW - this.scroll.scrollTop; }

  show(from, length) {
    const most = this.run.length * 1.02;
    this.span = Math.min(Math.max(length, 20), most);
    const margin = this.run.length * 0.01;
    this.from = Math.min(Math.max(from, -margin), Math.max(this.run.length + margin - this.span, -margin));
    this.redraw();
  }
  showAll() { this.show(-this.run.length * 0.01, this.run.length * 1.02); }
  zoom(factor, x = this.left + this.plot / 2) {
    const at = this.time(x);
    const length = Math.min(Math.max(this.span * factor, 20), this.run.length * 1.02);
    this.show(at - (x - this.left) / this.plot * length, length);
  }
  pan(pixels) { this.show(this.from + pixels / this.plot * this.span, this.span); }

  /** Moves the view as little as possible to make a span visible. Never zooms. */
  reveal(span) {
    if (span.end < this.from || span.begin > this.from + this.span * 0.97) this.show(span.begin - this.span * 0.3, this.span);
    const top = this.tops[span.lane] + span.row * ROW;
    const room = this.tall - AXIS - ROW * 2;
    const at = this.scroll.scrollTop;
    if (top - AXIS - GROUP < at || top - AXIS > at + room) this.scroll.scrollTop = Math.max(top - AXIS - room / 3, 0);
    this.redraw();
  }

  /** Zooms to a span. A span without a duration is shown together with its nearest cause and effect. */
  zoomTo(span) {
    const { begin, end } = span.duration ? span : surroundings(this.run, span);
    const length = Math.max((end - begin) * 1.6, span.duration ? 160 : this.span / 100);
    this.show((begin + end - length) / 2, length);
  }

  /** The span at a position. A small span counts within a few pixels; a span that must be visible is preferred. */
  at(x, y) {
    if (x < this.left || y < AXIS) return null;
    const row = this.rowAt(y + this.scroll.scrollTop);
    if (!row) return null;
    const pixel = this.span / this.plot, slack = SLACK * pixel, time = this.time(x);
    let best = null, distance = Infinity;
    for (let i = firstFrom(row, time - slack); i < row.length && row[i].begin <= time + slack; ++i) {
      let away = Math.max(row[i].begin - time, time - row[i].end, 0);
      if (away <= 2 * pixel && this.isStrong(row[i])) away = -1;
      if (away < distance || (away === distance && this.weight(row[i]) > this.weight(best))) { best = row[i]; distance = away; }
    }
    return best;
  }
  /** Whether a span that was found is in the view. */
  showsMatch() {
    const end = this.from + this.span;
    return this.run.spans.some((x) => this.matches[x.i] && x.end >= this.from && x.begin <= end && this.isSeen(x.lane));
  }
  weight(x) { return (this.matches && this.matches[x.i] ? 8 : 0) + HEAVY[x.result]; }
  isOut(x) { return this.matches !== null && !this.matches[x.i]; }
  /** Whether a span must be visible, above all other spans: it was found, or it has failed and there is no search. */
  isStrong(x) { return this.matches ? this.matches[x.i] === 1 : x.result === FAILED; }
  colourOf(x) { return (this.isOut(x) ? this.pale : this.results)[x.result]; }
  laneAt(y) {
    const at = y + this.scroll.scrollTop;
    return this.run.lanes.find((lane, i) => at >= this.tops[i] && at < this.tops[i] + lane.rows.length * ROW);
  }
  rowAt(y) {
    for (let lane = this.tops.length - 1; lane >= 0; --lane)
      if (y >= this.tops[lane]) return this.run.lanes[lane].rows[Math.floor((y - this.tops[lane]) / ROW)] || null;
    return null;
  }

  // -- drawing

  draw() {
    const began = performance.now();
    const paint = this.canvas.getContext("2d");
    paint.fillStyle = this.back;
    paint.fillRect(0, 0, this.width, this.tall);
    paint.font = '12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
    paint.textBaseline = "middle";
    const ticks = ticksOf(this.run, this.from, this.from + this.span, this.span / this.plot * 110);
    for (const tick of ticks) tick.x = this.x(tick.time);
    paint.fillStyle = this.line;
    for (const { x } of ticks) paint.fillRect(Math.round(x), AXIS, 1, this.tall);
    this.drawLanes(paint);
    if (this.selected) this.drawArrows(paint);
    this.drawNames(paint);
    this.drawAxis(paint, ticks);
    this.drawMap();
    if (this.onDrawn) this.onDrawn();
    this.drawnMs = performance.now() - began;
  }

  /** The folds in the view, each with its place. */
  foldsSeen() {
    return this.run.folds.map((fold) => ({ ...fold, x: Math.max(this.x(fold.begin), this.left), right: this.x(fold.end) }))
      .filter((fold) => fold.right > this.left && fold.x < this.width);
  }

  isSeen(lane) {
    const top = this.tops[lane] - this.scroll.scrollTop;
    return top < this.tall && top + this.run.lanes[lane].rows.length * ROW > AXIS;
  }

  drawLanes(paint) {
    paint.save();
    paint.beginPath();
    paint.rect(this.left, AXIS, this.plot, this.tall - AXIS);
    paint.clip();
    const all = this.run.lanes.map((lane, i) => ({ lane, i, top: this.tops[i] - this.scroll.scrollTop }));
    const seen = all.filter((x) => this.isSeen(x.i));
    paint.fillStyle = mixed(this.band, 0.5, this.back);
    for (const { lane, i, top } of seen) if (i % 2 === 0) paint.fillRect(this.left, top - 1, this.plot, lane.rows.length * ROW + GAP - 1);
    paint.fillStyle = this.hatch;
    for (const fold of this.foldsSeen()) paint.fillRect(fold.x, AXIS, fold.right - fold.x, this.tall);
    if (this.run.partialFrom > Math.max(this.from, 0)) paint.fillRect(this.left, AXIS, this.x(this.run.partialFrom) - this.left, this.tall);
    for (const { lane, top } of seen) lane.rows.forEach((row, number) => this.drawRow(paint, row, top + number * ROW));
    paint.restore();
  }

  /**
   * The heaviest span of each device pixel from a time on, because thousands of spans may share a pixel. Each span has a least
   * width. A span that must be visible is wider; it is also heavier, so later spans do not cover it.
   */
  columns(row, from, scale, count, least) {
    const found = new Array(count), strong = Math.round(STRONG * this.ratio);
    for (let i = firstFrom(row, from); i < row.length; ++i) {
      const span = row[i], first = Math.round((span.begin - from) * scale);
      if (first >= count) break;
      const width = span.result === EVENT || this.isStrong(span) ? strong : least, weight = this.weight(span);
      const behind = Math.min(Math.max(Math.round((span.end - from) * scale), first + width), count);
      for (let at = Math.max(first, 0); at < behind; ++at) if (!found[at] || weight > this.weight(found[at])) found[at] = span;
    }
    return found;
  }
  drawRow(paint, row, y) {
    const { ratio, left } = this, pixels = this.plot * ratio, bars = [];
    const columns = this.columns(row, this.from, pixels / this.span, Math.round(pixels), Math.round(1.5 * ratio));
    eachRun(columns, (span, first, behind, isBeside) => {
      const bar = { span, x: left + first / ratio, right: left + behind / ratio, isBeside };
      if (bars.length) bars[bars.length - 1].next = bar.x;
      bars.push(bar);
      this.drawSpan(paint, bar, y);
    });
    this.drawTriangles(paint, bars, y);
    for (const bar of bars) this.drawLabel(paint, bar, y);
  }

  /** A failed span is lower and has a triangle, so that the colour is not the only sign. A gap separates neighbours. */
  drawSpan(paint, { span, x, right, isBeside }, y) {
    const edge = isBeside && right - x > 4 ? 1 : 0, top = span.result === FAILED ? 5 : 1;
    paint.fillStyle = this.colourOf(span);
    paint.fillRect(x + edge, y + top, right - x - edge, ROW - 2 - top);
  }
  /** Draws the selected span above the arrows. A narrow span is filled again: another span may cover its pixels. */
  drawSelected(paint) {
    const span = this.selected, begin = this.x(span.begin), y = this.y(span);
    const x = Math.max(begin, this.left - 2), right = Math.min(Math.max(this.x(span.end), begin + STRONG), this.left + this.plot + 2);
    if (right <= x) return;
    if (right - x < 12) this.drawSpan(paint, { span, x, right }, y);
    paint.strokeStyle = this.select;
    paint.lineWidth = 2;
    paint.strokeRect(x - 1, y, right - x + 2, ROW - 1);
    this.drawTriangles(paint, [{ span, x }], y);
  }
  drawTriangles(paint, bars, y) {
    let last = -Infinity;
    for (const { span, x } of bars) {
      if (span.result !== FAILED || this.isOut(span) || x < last + 7) continue;
      last = x;
      const middle = Math.max(x, this.left) + STRONG / 2;
      paint.beginPath();
      paint.moveTo(middle - 4, y - 1);
      paint.lineTo(middle + 4, y - 1);
      paint.lineTo(middle, y + 5);
      paint.closePath();
      paint.strokeStyle = this.back;
      paint.lineWidth = 2;
      paint.stroke();
      paint.fillStyle = this.results[FAILED];
      paint.fill();
    }
  }

  /** Draws the label within the span if it fits, else behind the span if there is room. */
  drawLabel(paint, { span, x, right, next = this.left + this.plot }, y) {
    const inside = right - x - 9, behind = next - right - 10;
    if (Math.max(inside, behind) < 28 || this.isOut(span)) return;
    const text = (span.result === FAILED ? "✕ " : "") + span.label;
    const isInside = inside >= behind || inside >= this.textWidth(paint, text);
    paint.fillStyle = isInside ? this.inks[span.result] : this.dim;
    const top = y + ROW / 2 + (isInside && span.result === FAILED ? 1.5 : 0);
    paint.fillText(this.fitting(paint, text, isInside ? inside : behind), isInside ? x + 5 : right + 4, top);
  }

  drawNames(paint) {
    paint.fillStyle = this.back;
    paint.fillRect(0, AXIS, this.left, this.tall);
    paint.fillStyle = this.line;
    paint.fillRect(this.left - 1, AXIS, 1, this.tall);
    let group = null;
    this.run.lanes.forEach((lane, i) => {
      const top = this.tops[i] - this.scroll.scrollTop;
      if (lane.group !== group && top > 0 && top - GROUP < this.tall) {
        paint.fillStyle = this.line;
        paint.fillRect(0, top - GROUP + 3, this.width, 1);
        paint.fillStyle = this.text;
        paint.font = `bold ${paint.font}`;
        paint.fillText(lane.group, 6, top - GROUP / 2 + 2);
        paint.font = paint.font.replace("bold ", "");
      }
      group = lane.group;
      if (!this.isSeen(i)) return;
      paint.fillStyle = this.dim;
      paint.fillText(this.fitting(paint, lane.name, this.left - 16), 10, top + ROW / 2);
    });
  }

  /** The width of a text. It is kept, because measuring is slow and each frame has the same texts. */
  textWidth(paint, text) {
    let width = this.widths.get(text);
    if (width !== undefined) return width;
    if (this.widths.size > 20000) this.widths.clear();
    this.widths.set(text, width = paint.measureText(text).width);
    return width;
  }
  fitting(paint, text, room) {
    const width = this.textWidth(paint, text);
    if (width <= room) return text;
    let letters = Math.ceil(text.length * room / width);
    while (letters > 1 && this.textWidth(paint, `${text.slice(0, letters)}…`) > room) --letters;
    return `${text.slice(0, letters)}…`;
  }

  drawAxis(paint, ticks) {
    paint.fillStyle = this.band;
    paint.fillRect(0, 0, this.width, AXIS);
    paint.fillStyle = this.line;
    paint.fillRect(0, AXIS - 1, this.width, 1);
    const folds = this.drawFolds(paint);
    let before = -Infinity;
    for (const { x, text } of ticks) {
      if (x < this.left - 1) continue;
      paint.fillStyle = this.line;
      paint.fillRect(Math.round(x), AXIS - 7, 1, 7);
      paint.fillStyle = this.dim;
      const right = x + 4 + this.textWidth(paint, text);
      if (right >= this.width || x < before || folds.some((fold) => fold.x < right + 4 && fold.right > x)) continue;
      paint.fillText(text, x + 4, AXIS / 2);
      before = right + 6;
    }
  }

  /** Draws the folds on the axis with the length of their idle time. Returns the places of these texts. */
  drawFolds(paint) {
    const places = [];
    for (const fold of this.foldsSeen()) {
      paint.fillStyle = this.hatch;
      paint.fillRect(fold.x, 0, fold.right - fold.x, AXIS - 1);
      const text = lengthText(fold.length), room = this.textWidth(paint, text) + 8;
      const x = Math.max(Math.min((fold.x + fold.right - room) / 2, this.width - room), this.left);
      if (places.length && places[places.length - 1].right > x) continue;
      places.push({ x, right: x + room });
      paint.fillStyle = this.band;
      paint.fillRect(x, 2, room, AXIS - 4);
      paint.fillStyle = this.text;
      paint.fillText(text, x + 4, AXIS / 2);
    }
    return places;
  }

  /** Draws arrows from all direct and indirect causes to the selected span, and to its direct effects. */
  drawArrows(paint) {
    paint.save();
    paint.beginPath();
    paint.rect(this.left, AXIS, this.plot, this.tall - AXIS);
    paint.clip();
    for (const i of this.selected.effects.slice(0, ARROWS)) this.drawArrow(paint, this.selected, this.run.spans[i], this.effect);
    for (const [cause, effect] of ancestors(this.run, this.selected, ARROWS).reverse()) this.drawArrow(paint, cause, effect, this.cause);
    this.drawSelected(paint);
    paint.restore();
  }
  drawArrow(paint, from, to, colour) {
    // A cause may end after its effect has begun: then the arrow starts at the start of the effect.
    const x = this.x(Math.min(from.end, to.begin)), end = this.x(to.begin);
    const y = this.y(from) + ROW / 2 - 1, low = this.y(to) + ROW / 2 - 1;
    const bend = Math.max(14, Math.min(Math.abs(end - x) / 2, 60));
    paint.beginPath();
    paint.moveTo(x, y);
    paint.bezierCurveTo(x + bend, y, end - bend, low, end - 5, low);
    // Drawn with a halo, because arrows cross spans of all colours.
    for (const [stroke, width] of [[this.back, 5], [colour, 2]]) {
      paint.strokeStyle = stroke;
      paint.lineWidth = width;
      paint.stroke();
    }
    paint.fillStyle = colour;
    paint.beginPath();
    paint.moveTo(end, low);
    paint.lineTo(end - 7, low - 4);
    paint.lineTo(end - 7, low + 4);
    paint.fill();
  }
}
