// The panel with the details of a span: time, duration, changes, causes and effects. Texts of the trace become text nodes,
// never markup.
"use strict";

const CAUSES_SHOWN = 8, EFFECTS_SHOWN = 20, CHAIN_SHOWN = 60, SUMMARY_SHOWN = 8;

const KEYS = [
  ["← →", "previous, next in the row"], ["↑ ↓", "to the row above, below"],
  ["C", "to the cause; Backspace and C again: to the next one"], ["E", "to the effect; Backspace and E again: to the next one"],
  ["Backspace", "back to the previous view"], ["Z", "zoom to the bar"], ["+ = W", "zoom in"], ["− S", "zoom out"],
  ["A D", "earlier, later"], ["F", "idle time folded or at its length"], ["Home End", "begin, end of the run"], ["0", "all of the run"],
  ["/", "search; Enter goes to the next match"], ["N", "next match"], ["Shift+N", "previous match"], ["?", "this help"],
  ["Esc", "close the help, then the details"],
];
const TELLS = "a bar to see when it ran, what it changed, what led to it and what followed.";
const TOUCH = `Tap ${TELLS} Drag sideways to move in time, up and down to scroll, and spread two fingers to zoom. ` +
  "A tap on a name at the left shows all of it.";
const MOUSE = `Click ${TELLS} The wheel zooms, with Shift it moves, dragging moves, and the wheel over the names scrolls.`;

/** Makes an element: `make("p", {className: "because"}, "because")`. */
function make(tag, attributes, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}

class Panel {
  /** @param choose is called with a span that the user has clicked in the panel; zoom and close belong to their buttons */
  constructor(run, element, { choose, zoom, close }) {
    Object.assign(this, { run, element, choose, zoom, close, isHelp: false });
    this.showSummary();
  }

  /** The panel while no span is selected: what a reader looks for first. */
  showSummary() {
    const { failures, open, slowest, changes } = summaryOf(this.run, SUMMARY_SHOWN);
    const part = (title, { spans, count }, note) => spans.length === 0 ? [] : [make("h3", {}, title), ...spans.map((x) => this.link(x, note(x))),
      ...(count > spans.length ? [make("p", {}, `and ${count - spans.length} more, older ones`)] : [])];
    const length = (x) => ` · ${lengthText(x.duration)}`, none = () => "";
    const reason = (x) => make("span", { className: "reason" }, x.details[0] && !x.text.includes(x.details[0]) ? x.details[0] : "");
    this.fill("empty", make("h2", { tabIndex: -1 }, failures.count ? `${failures.count} failed` : "Nothing has failed"),
      ...part("Failures, the last one first", failures, reason), ...part("Not ended", open, length),
      ...part("Slowest", slowest, length), ...part("Last changes of values", changes, none),
      make("p", {}, "Click a bar for its causes and effects; ? shows all keys."));
  }

  /** Shows the summary of more of the run. A reader who uses the panel keeps its place. */
  refreshSummary() {
    const { element } = this;
    if (element.contains(document.activeElement) || getSelection().containsNode(element, true)) return;
    const top = element.scrollTop;
    this.showSummary();
    element.scrollTop = top;
  }

  showHelp() {
    const keys = make("dl", {});
    for (const [key, what] of KEYS) keys.append(make("dt", {}, make("kbd", {}, key)), make("dd", {}, what));
    const isTouch = matchMedia("(pointer: coarse)").matches;
    this.fill("empty", make("h2", { tabIndex: -1 }, "Timeline of the run"), make("p", {}, isTouch ? TOUCH : MOUSE),
      make("p", {}, "A triangle is above all that has failed."), make("h3", {}, "Keys"), keys);
  }
  /** Shows the help without losing the selected span. */
  showKeys() {
    this.showHelp();
    this.isHelp = true;
    this.element.className = "";
    this.element.prepend(this.closeButton());
    this.element.querySelector("h2").focus();
  }
  closeButton() {
    return make("button", { className: "close", type: "button", ariaLabel: "Close", onclick: this.close }, "✕");
  }
  /** Replaces the content. If the panel has the keyboard focus, the focus moves to the new heading. */
  fill(name, ...children) {
    const hadFocus = this.element.contains(document.activeElement);
    this.isHelp = false;
    this.element.className = name;
    this.element.replaceChildren(...children);
    this.element.scrollTop = 0;
    if (hadFocus) this.element.querySelector("h2").focus({ preventScroll: true });
  }

  show(span) {
    if (this.onLeft) this.onLeft();
    const lane = this.run.lanes[span.lane];
    const facts = make("dl", {});
    const fact = (name, text) => facts.append(make("dt", {}, name), make("dd", {}, text));
    fact("When", clockText(this.run, span.time));
    if (localText(this.run, span.time)) fact("", localText(this.run, span.time));
    fact("", offsetText(this.run.sinceBegin + span.time));
    if (span.result !== EVENT) fact("How long", span.result === 4 ? `${lengthText(span.duration)}, and not ended` : lengthText(span.duration));
    if (span.result !== EVENT) fact("Result", RESULTS[span.result]);
    fact("Where", `${lane.group}: ${lane.name}`);
    this.fill("", this.closeButton(), make("h2", { tabIndex: -1 }, span.request ? span.label : span.text), facts,
      make("button", { className: "to", type: "button", title: "Zoom to it (Z)", onclick: this.zoom }, "Zoom to it"),
      ...this.details(span), ...this.chain(span), ...this.followed(span));
  }

  details(span) {
    const raw = span.request ? [make("details", {}, make("summary", {}, "The request"), make("p", { className: "raw" }, span.request))] : [];
    if (!span.details.length) return raw;
    return [...raw, make("ul", { className: "lines" }, ...span.details.map((line) => make("li", {}, line)))];
  }

  link(span, note) {
    const button = make("button", { className: "link", type: "button", onclick: () => this.choose(span) },
      make("small", { title: offsetText(this.run.sinceBegin + span.time) }, `${clockText(this.run, span.time).slice(11, 23)}  `),
      span.request ? span.label : span.text, note || "");
    button.style.borderLeftColor = `var(${COLOURS[span.result]})`;
    return button;
  }

  // -- the causes, as `trace why` reports them

  chain(span) {
    const told = new Set([span.i]);
    const left = { count: CHAIN_SHOWN };
    const links = this.because(span, told, left);
    return links.length ? [make("h3", { className: "causes" }, "What led to it"), ...links] : [];
  }
  because(span, told, left) {
    const causes = causesOf(this.run, span);
    if (!causes.length) return [];
    if (causes.length === 1) {
      return [make("p", { className: "because" }, `because, ${earlier(span, causes[0])}:`), ...this.step(causes[0], told, left)];
    }
    const list = make("ol", {});
    for (const cause of causes.slice(0, CAUSES_SHOWN))
      list.append(make("li", {}, make("span", { className: "because" }, `${earlier(span, cause)}:`), ...this.step(cause, told, left)));
    const more = causes.length - CAUSES_SHOWN;
    return [make("p", { className: "because" }, `because of ${causes.length} causes:`), list,
      ...(more > 0 ? [make("p", {}, `and ${more} more, older ones`)] : [])];
  }
  step(span, told, left) {
    if (told.has(span.i)) return [this.link(span, " (told above)")];
    told.add(span.i);
    if (--left.count <= 0) return [this.link(span, " …")];
    return [this.link(span), ...this.details(span), ...this.because(span, told, left)];
  }

  followed(span) {
    if (!span.effects.length) return [];
    const more = span.effects.length - EFFECTS_SHOWN;
    return [make("h3", { className: "effects" }, "What followed"), ...span.effects.slice(0, EFFECTS_SHOWN).map((i) => this.link(this.run.spans[i])),
      ...(more > 0 ? [make("p", {}, `and ${more} more`)] : [])];
  }
}

function earlier(effect, cause) {
  return `${lengthText(Math.max(effect.time - cause.time, 0))} earlier`;
}
