// The map above the lanes: all of the run, with the part that the lanes show. It is drawn once, and again when the run changes.
"use strict";

class MappedView extends View {
  drawMap() {
    const paint = this.map.getContext("2d");
    const width = this.mapWidth, tall = this.mapTall;
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

  /** A picture with a thin row for each lane. Each pixel shows its heaviest span. */
  mapOfAll(width, tall) {
    const ratio = this.ratio, picture = document.createElement("canvas");
    picture.width = Math.round(width * ratio);
    picture.height = Math.round(tall * ratio);
    const paint = picture.getContext("2d");
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.fillStyle = this.band;
    paint.fillRect(0, 0, width, tall);
    const scale = picture.width / this.run.length, row = (tall - 6) / Math.max(this.run.lanes.length, 1);
    paint.fillStyle = this.hatch;
    paint.fillRect(0, 0, this.run.partialFrom * scale / ratio, tall);
    for (const fold of this.run.folds) paint.fillRect(fold.begin * scale / ratio, 0, (fold.end - fold.begin) * scale / ratio, tall);
    this.run.lanes.forEach((lane, i) => {
      const columns = new Array(picture.width);
      for (const spans of lane.rows)
        this.columns(spans, 0, scale, picture.width, Math.round(2 * ratio)).forEach((x, at) => {
          if (!columns[at] || this.weight(x) > this.weight(columns[at])) columns[at] = x;
        });
      eachRun(columns, (span, first, behind) => {
        paint.fillStyle = this.colourOf(span);
        paint.fillRect(first / ratio, 3 + i * row, (behind - first) / ratio, Math.max(row - 0.5, 1));
      });
    });
    return picture;
  }
}
