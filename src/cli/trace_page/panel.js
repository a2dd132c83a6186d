// The panel with all about one span: when, how long, what it changed, what led to it and what followed. Texts of the trace
// become text nodes, never markup.
"use strict";

const CAUSES_SHOWN = 8, EFFECTS_SHOWN = 20, CHAIN_SHOWN = 60;

const KEYS = [
  ["← →", "span before, behind"], ["↑ ↓", "span above, below"], ["C, E", "to the cause, to the effect"], ["+ −", "zoom"],
  ["A, D", "earlier, later"], ["Z", "zoom to the span"], ["0", "all of the run"], ["/", "search"], ["n, N", "next match, previous"],
  ["Esc", "close"],
];

/** Makes an element: `make("p", {className: "because"}, "because")`. */
function make(tag, attributes, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}

class Panel {
  /** @param choose is called with a span that was clicked here */
  constructor(run, element, choose, close) {
    Object.assign(this, { run, element, choose, close });
    this.showHelp();
  }

  showHelp() {
    this.element.className = "empty";
    const keys = make("dl", {});
    for (const [key, what] of KEYS) keys.append(make("dt", {}, make("kbd", {}, key)), make("dd", {}, what));
    this.element.replaceChildren(
      make("h2", {}, "Click a span"),
      make("p", {}, "Here then stand its time, what it changed, what led to it, and what followed. " +
        "The wheel zooms, dragging moves, and the wheel over the names scrolls."),
      make("h3", {}, "Keys"), keys);
  }
  showKeys() {
    this.showHelp();
    this.element.className = "";
    this.element.prepend(this.closeButton());
  }
  closeButton() {
    return make("button", { className: "close", type: "button", ariaLabel: "Close", onclick: this.close }, "✕");
  }

  show(span) {
    const lane = this.run.lanes[span.lane];
    const facts = make("dl", {});
    const fact = (name, text) => facts.append(make("dt", {}, name), make("dd", {}, text));
    fact("When", `+${seconds(span.begin)}`);
    fact("", clockText(this.run, span.begin));
    if (span.result !== 5) fact("How long", span.result === 4 ? `${lengthText(span.duration)}, and not ended` : lengthText(span.duration));
    if (span.result !== 5) fact("Result", RESULTS[span.result]);
    fact("Where", `${lane.group}: ${lane.name}`);
    this.element.className = "";
    this.element.replaceChildren(this.closeButton(), make("h2", {}, span.text), facts, ...this.details(span), ...this.chain(span), ...this.followed(span));
    this.element.scrollTop = 0;
  }

  details(span) {
    if (!span.details.length) return [];
    return [make("ul", { className: "lines" }, ...span.details.map((line) => make("li", {}, line)))];
  }

  link(span, note) {
    const button = make("button", { className: "link", type: "button", onclick: () => this.choose(span) },
      make("small", {}, `+${seconds(span.begin)}  `), span.text, note || "");
    button.style.borderLeftColor = `var(${COLOURS[span.result]})`;
    return button;
  }

  // -- what led to it, as `trace why` tells it

  chain(span) {
    const told = new Set([span.i]);
    const left = { count: CHAIN_SHOWN };
    const links = this.because(span, told, left);
    return links.length ? [make("h3", {}, "What led to it"), ...links] : [];
  }
  because(span, told, left) {
    // The latest first: it is the one that was still missing.
    const causes = span.causes.map((i) => this.run.spans[i]).sort((a, b) => b.begin - a.begin);
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
    return [make("h3", {}, "What followed"), ...span.effects.slice(0, EFFECTS_SHOWN).map((i) => this.link(this.run.spans[i])),
      ...(more > 0 ? [make("p", {}, `and ${more} more`)] : [])];
  }
}

function earlier(effect, cause) {
  return `${lengthText(Math.max(effect.begin - cause.begin, 0))} earlier`;
}
