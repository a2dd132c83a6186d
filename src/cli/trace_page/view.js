// Draws lanes and the map of the whole run. Knows places on the screen, and nothing of keys and panels.
"use strict";

const ROW = 20, GROUP = 24, GAP = 3, AXIS = 24;
const ARROWS = 300;

class View {
  constructor(run, canvas, map, scroll, height) {
    Object.assign(this, { run, canvas, map, scroll, height, selected: null, matches: null, frame: 0 });
    this.from = 0;
    this.span = run.length;
    this.tops = []; // of lanes, from the top of the first
    let y = AXIS;
    let group = null;
    for (const lane of run.lanes) {
      if (lane.group !== group) y += GROUP;
      group = lane.group;
      this.tops.push(y);
      y += lane.rows.length * ROW + GAP;
    }
    height.style.height = "0px";
    this.total = y + 8;
    this.readColours();
    this.resize();
  }

  readColours() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    this.results = COLOURS.map(colour);
    for (const name of ["back", "band", "line", "text", "dim", "on-span", "cause", "effect", "select"]) this[name] = colour(`--${name}`);
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.width = this.scroll.clientWidth;
    this.tall = this.scroll.clientHeight;
    this.left = this.width < 600 ? 84 : 150;
    // What is below the sticky canvas makes the scrollbar.
    this.height.style.height = `${Math.max(this.total - this.tall, 0)}px`;
    for (const [canvas, width, tall] of [[this.canvas, this.width, this.tall], [this.map, this.map.clientWidth, this.map.clientHeight]]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(tall * ratio);
      canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    this.canvas.style.height = `${this.tall}px`;
    this.mapPicture = null;
    this.redraw();
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

  /** Moves as little as needed for a span to be seen. */
  reveal(span) {
    if (span.begin < this.from || span.begin > this.from + this.span * 0.9) this.show(span.begin - this.span * 0.3, this.span);
    if (span.duration > 0 && span.duration < this.span / 2000) this.show(span.begin - span.duration * 30, span.duration * 100);
    const top = this.tops[span.lane] + span.row * ROW;
    const room = this.tall - AXIS - ROW * 2;
    const at = this.scroll.scrollTop;
    if (top - AXIS - GROUP < at || top - AXIS > at + room) this.scroll.scrollTop = Math.max(top - AXIS - room / 3, 0);
    this.redraw();
  }

  /** The span at a place; one that is too small to hit counts within a few pixels. */
  at(x, y) {
    if (x < this.left || y < AXIS) return null;
    const row = this.rowAt(y + this.scroll.scrollTop);
    if (!row) return null;
    const slack = 4 / this.plot * this.span, time = this.time(x);
    let best = null, distance = Infinity;
    for (let i = firstFrom(row, time - slack); i < row.length && row[i].begin <= time + slack; ++i) {
      const away = Math.max(row[i].begin - time, time - row[i].end, 0);
      if (away < distance || (away === distance && this.weight(row[i]) > this.weight(best))) { best = row[i]; distance = away; }
    }
    return best;
  }
  weight(x) { return (!this.matches || this.matches[x.i] ? 2 : 0) + (x.result === FAILED ? 1 : 0); }
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
    this.letter = paint.measureText("a modified ConfigMap: hooks/10-dw.sh").width / 35;
    const ticks = this.ticks();
    paint.fillStyle = this.line;
    for (const { x } of ticks) paint.fillRect(Math.round(x), AXIS, 1, this.tall);
    this.drawLanes(paint);
    if (this.selected) this.drawArrows(paint);
    this.drawNames(paint);
    this.drawAxis(paint, ticks);
    this.drawMap();
    this.drawnMs = performance.now() - began;
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
    this.run.lanes.forEach((lane, i) => {
      if (!this.isSeen(i)) return;
      const top = this.tops[i] - this.scroll.scrollTop;
      if (i % 2 === 0) { paint.globalAlpha = 0.5; paint.fillStyle = this.band; paint.fillRect(this.left, top - 1, this.plot, lane.rows.length * ROW + GAP - 1); paint.globalAlpha = 1; }
      lane.rows.forEach((row, number) => this.drawRow(paint, row, top + number * ROW));
    });
    paint.restore();
  }

  drawRow(paint, row, y) {
    const end = this.from + this.span;
    let drawn = -Infinity; // up to this place something of the row is there
    let strength = -1;
    for (let i = firstFrom(row, this.from); i < row.length && row[i].begin <= end; ++i) {
      const span = row[i];
      const x = this.x(span.begin), right = Math.max(this.x(span.end), x + (span.result === 5 ? 3 : 1.5));
      const weight = this.weight(span);
      // Of spans in one pixel the weightiest is drawn.
      if (right <= drawn && weight <= strength && span !== this.selected) continue;
      strength = right > drawn + 0.5 ? weight : Math.max(weight, strength);
      drawn = Math.max(drawn, right);
      this.drawSpan(paint, span, x, right, y);
      const next = i + 1 < row.length ? this.x(row[i + 1].begin) : this.left + this.plot;
      this.drawLabel(paint, span, x, right, next, y);
    }
  }

  drawSpan(paint, span, x, right, y) {
    const isOut = this.matches && !this.matches[span.i];
    paint.globalAlpha = isOut ? 0.18 : 1;
    paint.fillStyle = this.results[span.result];
    const begin = Math.max(x, this.left - 2), width = Math.min(right, this.left + this.plot + 2) - begin;
    paint.fillRect(begin, y + 1, width, ROW - 3);
    paint.globalAlpha = 1;
    if (span !== this.selected) return;
    paint.strokeStyle = this.select;
    paint.lineWidth = 2;
    paint.strokeRect(begin - 1, y, width + 2, ROW - 1);
  }

  /** Within the span if it fits, else behind it if there is room. */
  drawLabel(paint, span, x, right, next, y) {
    if (this.matches && !this.matches[span.i]) return;
    const text = (span.result === FAILED ? "✕ " : "") + span.label;
    const begin = Math.max(x, this.left);
    const inside = Math.floor((Math.min(right, this.left + this.plot) - begin - 8) / this.letter);
    const behind = Math.floor((next - right - 12) / this.letter * 0.97);
    const isInside = inside >= text.length || inside >= Math.max(behind, 4);
    const letters = isInside ? inside : behind;
    if (letters < 4) return;
    paint.fillStyle = isInside ? this["on-span"] : this.dim;
    paint.fillText(letters < text.length ? `${text.slice(0, letters - 1)}…` : text, isInside ? begin + 4 : right + 4, y + ROW / 2);
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

  fitting(paint, text, width) {
    if (paint.measureText(text).width <= width) return text;
    let letters = text.length;
    while (letters > 1 && paint.measureText(`${text.slice(0, letters)}…`).width > width) --letters;
    return `${text.slice(0, letters)}…`;
  }

  /** Round times, some 110 pixels apart. */
  ticks() {
    const steps = [1, 2, 5].flatMap((x) => [0, 1, 2, 3, 4, 5, 6].map((power) => x * 10 ** power));
    steps.push(15e6, 30e6, 60e6, 120e6, 300e6, 600e6, 1800e6, 3600e6, 7200e6, 21600e6, 86400e6, 7 * 86400e6);
    steps.sort((a, b) => a - b);
    const wanted = this.span / this.plot * 110;
    const step = steps.find((x) => x >= wanted) || steps[steps.length - 1];
    const found = [];
    for (let time = Math.ceil(Math.max(this.from, 0) / step) * step; time <= this.from + this.span; time += step)
      found.push({ x: this.x(time), text: this.tickText(time, step) });
    return found;
  }
  tickText(time, step) {
    const digits = step >= 1e6 ? 0 : Math.ceil(-Math.log10(step / 1e6));
    if (time < 60e6) return `+${(time / 1e6).toFixed(digits)} s`;
    if (step >= 60e6) return `+${lengthText(time)}`;
    // Neighbours differ in their last part: +1:43:18.5.
    const minutes = Math.floor(time / 60e6), rest = ((time - minutes * 60e6) / 1e6).toFixed(digits);
    const two = (x) => (x.length < 2 || x[1] === "." ? `0${x}` : x);
    return minutes < 60 ? `+${minutes}:${two(rest)}` : `+${Math.floor(minutes / 60)}:${two(String(minutes % 60))}:${two(rest)}`;
  }

  drawAxis(paint, ticks) {
    paint.fillStyle = this.band;
    paint.fillRect(0, 0, this.width, AXIS);
    paint.fillStyle = this.line;
    paint.fillRect(0, AXIS - 1, this.width, 1);
    for (const { x, text } of ticks) {
      if (x < this.left - 1) continue;
      paint.fillStyle = this.line;
      paint.fillRect(Math.round(x), AXIS - 7, 1, 7);
      paint.fillStyle = this.dim;
      if (x + text.length * this.letter < this.width) paint.fillText(text, x + 4, AXIS / 2);
    }
  }

  /** What has led to the selected span, all the way, and what followed from it directly. */
  drawArrows(paint) {
    paint.save();
    paint.beginPath();
    paint.rect(this.left, AXIS, this.plot, this.tall - AXIS);
    paint.clip();
    for (const i of this.selected.effects.slice(0, ARROWS)) this.drawArrow(paint, this.selected, this.run.spans[i], this.effect);
    for (const [cause, effect] of ancestors(this.run, this.selected, ARROWS).reverse()) this.drawArrow(paint, cause, effect, this.cause);
    paint.restore();
  }
  drawArrow(paint, from, to, colour) {
    // A cause may last longer than the beginning of its effect: the arrow leaves it there.
    const x = this.x(Math.min(from.end, to.begin)), end = this.x(to.begin);
    const y = this.y(from) + ROW / 2 - 1, low = this.y(to) + ROW / 2 - 1;
    const bend = Math.max(14, Math.min(Math.abs(end - x) / 2, 60));
    paint.strokeStyle = paint.fillStyle = colour;
    paint.lineWidth = 1.5;
    paint.beginPath();
    paint.moveTo(x, y);
    paint.bezierCurveTo(x + bend, y, end - bend, low, end - 5, low);
    paint.stroke();
    paint.beginPath();
    paint.moveTo(end, low);
    paint.lineTo(end - 7, low - 4);
    paint.lineTo(end - 7, low + 4);
    paint.fill();
  }

  drawMap() {
    const paint = this.map.getContext("2d");
    const width = this.map.clientWidth, tall = this.map.clientHeight;
    if (!this.mapPicture) this.mapPicture = this.mapOfAll(width, tall);
    paint.drawImage(this.mapPicture, 0, 0, width, tall);
    const scale = width / this.run.length;
    const x = Math.max(this.from * scale, 0), right = Math.min((this.from + this.span) * scale, width);
    paint.globalAlpha = 0.45;
    paint.fillStyle = this.line;
    paint.fillRect(0, 0, x, tall);
    paint.fillRect(right, 0, width - right, tall);
    paint.globalAlpha = 1;
    paint.strokeStyle = this.effect;
    paint.lineWidth = 1.5;
    paint.strokeRect(x + 1, 1, Math.max(right - x - 2, 3), tall - 2);
    if (!this.selected) return;
    paint.fillStyle = this.select;
    paint.fillRect(this.selected.begin * scale - 1, 0, 2, tall);
  }

  /** A thin row for each lane; what has failed or was found is drawn last. */
  mapOfAll(width, tall) {
    const ratio = window.devicePixelRatio || 1;
    const picture = document.createElement("canvas");
    picture.width = Math.round(width * ratio);
    picture.height = Math.round(tall * ratio);
    const paint = picture.getContext("2d");
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.fillStyle = this.band;
    paint.fillRect(0, 0, width, tall);
    const scale = width / this.run.length, row = (tall - 6) / Math.max(this.run.lanes.length, 1);
    const draw = (x) => {
      paint.fillStyle = this.results[x.result];
      paint.fillRect(x.begin * scale, 3 + x.lane * row, Math.max(x.duration * scale, 2), Math.max(row - 0.5, 1));
    };
    paint.globalAlpha = this.matches ? 0.15 : 1;
    for (const x of this.run.spans) if (!this.matches || !this.matches[x.i]) draw(x);
    paint.globalAlpha = 1;
    for (const x of this.run.spans) if (this.matches ? this.matches[x.i] : x.result === FAILED) draw(x);
    return picture;
  }
}
