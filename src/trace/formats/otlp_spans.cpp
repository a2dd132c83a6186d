#include "trace/formats/otlp_spans.hpp"

#include "base/contains.hpp"
#include "text/json/json_text.hpp"
#include "trace/formats/span_text.hpp"
#include "trace/read/recorded_run.hpp"
#include "trace/read/reviews.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace trace::formats {

namespace {

constexpr std::size_t places_max = 100'000;
constexpr std::string_view scope = "addon-operator";

/// Spans without a message that announced them.
constexpr std::array lone_spans{trace_span::enabled_script,   trace_span::helm,
                                trace_span::values_commit,    trace_span::http_request,
                                trace_span::object_operation, trace_span::discovery};

/// Spans whose id is the id of the message that announced them.
constexpr std::array begun_spans{trace_span::task, trace_span::hook, trace_span::review};

// Numbers of enums in opentelemetry/proto/trace/v1/trace.proto.
constexpr std::string_view kind_internal = "1";
constexpr std::string_view kind_client = "3";
constexpr std::string_view status_error = "2";

std::string hex(std::uint64_t x) {
  return fmt::format("{:016x}", x);
}

std::string nanoseconds(std::int64_t us) {
  return fmt::format("{}000", us);
}

void append_attribute(text::json_text& to, std::string_view key, std::string_view text) {
  to.open('{');
  to.member("key", key);
  to.key("value");
  to.open('{');
  to.member("stringValue", text);
  to.close('}');
  to.close('}');
}

void append_attributes(text::json_text& to, const event& x) {
  to.key("attributes");
  to.open('[');
  append_attribute(to, "addon_operator.type", x.type.text());
  if (x.step != 0) append_attribute(to, "addon_operator.step", std::to_string(x.step));
  // Only readers of this machine and of trace files may see the words of a program, so they are not exported.
  for (const auto& [name, text] : x.facts)
    if (name != "words") append_attribute(to, "addon_operator." + name, text);
  for (const auto& change : details_of_span(x)) append_attribute(to, "addon_operator.detail", change);
  to.close(']');
}

std::string_view reason_of(const event& x) {
  return x.fact("reason").empty() ? x.fact("error") : x.fact("reason");
}

/// The name of a span. Spans with equal labels have the same name, whatever their causes.
std::string name_of(const event& x) {
  if (x.type == trace_span::review) return fmt::format("{} {}", x.fact("for"), x.fact("binding"));
  return x.type == trace_span::task ? label_of_task(x) : label_of(x);
}

} // namespace

otlp_spans::place otlp_spans::place_of(std::uint64_t id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? place{} : found->second;
}

void otlp_spans::remember(std::uint64_t id, place at) {
  if (!places_.emplace(id, at).second) return;
  order_.push_back(id);
  if (order_.size() <= places_max) return;
  places_.erase(order_.front());
  // The oldest work that has not ended loses its place: when it ends, its span is in a trace of its own.
  begun_.erase(order_.front());
  order_.pop_front();
}

void otlp_spans::add(const event& x) {
  if (run_ == 0) run_ = x.id;
  if (is_from_outside(x)) {
    remember(x.id, {x.id, x.id});
    return append(x, x.id, {x.id, 0}, {x.cause});
  }
  if (x.type == trace_span::reasons) {
    if (const auto found = begun_.find(x.cause); found != begun_.end())
      found->second.also.insert(found->second.also.end(), x.also.begin(), x.also.end());
    return;
  }
  if (read::is_request_of_queue(x) || x.type == "run_hook" || read::is_arrival_of_review(x)) return begin(x);
  if (base::contains(begun_spans, x.type)) return end_begun(x);
  auto parent = place_of(x.cause);
  if (parent.trace == 0) parent.trace = x.id;
  if (base::contains(lone_spans, x.type)) {
    remember(x.id, {parent.trace, x.id});
    append(x, x.id, parent, x.also);
  } else {
    remember(x.id, parent);
  }
}

void otlp_spans::begin(const event& x) {
  auto parent = place_of(x.cause);
  if (parent.trace == 0) parent.trace = x.id;
  remember(x.id, {parent.trace, x.id});
  begun_.emplace(x.id, begun{parent, x.also});
}

void otlp_spans::end_begun(const event& x) {
  // The span was recorded while the outcome was handled, so its cause is the outcome. The cause of the
  // outcome is the message that asked for the work.
  const auto found = begun_.extract(place_of(x.cause).span);
  if (found) return append(x, found.key(), found.mapped().parent, found.mapped().also);
  append(x, x.id, {x.id, 0}, x.also);
}

void otlp_spans::append(const event& x, std::uint64_t id, place parent, const std::vector<std::uint64_t>& also) {
  if (size_++ > 0) spans_ += ',';
  text::json_text span(std::move(spans_));
  span.open('{');
  // Ids are unique within a run of the operator only, so the first half of the trace id names the run.
  span.member("traceId", hex(run_) + hex(parent.trace));
  span.member("spanId", hex(id));
  if (parent.span != 0) span.member("parentSpanId", hex(parent.span));
  span.member("name", name_of(x));
  span.key("kind");
  span.raw(x.type == trace_span::http_request ? kind_client : kind_internal);
  span.member("startTimeUnixNano", nanoseconds(x.time_us));
  span.member("endTimeUnixNano", nanoseconds(x.time_us + std::max<std::int64_t>(x.duration_us, 0)));
  append_attributes(span, x);
  span.key("links");
  span.open('[');
  for (const auto cause : also) {
    const auto at = place_of(cause);
    // A link to the parent, or to the span itself, would show no further cause.
    if (at.span == 0 || at.span == parent.span || at.span == id) continue;
    span.open('{');
    span.member("traceId", hex(run_) + hex(at.trace));
    span.member("spanId", hex(at.span));
    span.close('}');
  }
  span.close(']');
  if (result_of(x) == timeline_result::failed) {
    span.key("status");
    span.open('{');
    span.key("code");
    span.raw(status_error);
    if (!reason_of(x).empty()) span.member("message", reason_of(x));
    span.close('}');
  }
  span.close('}');
  spans_ = span.take();
}

std::string otlp_spans::take() {
  text::json_text body;
  body.open('{');
  body.key("resourceSpans");
  body.open('[');
  body.open('{');
  body.key("resource");
  body.open('{');
  body.key("attributes");
  body.open('[');
  append_attribute(body, "service.name", scope);
  if (!resource_.version.empty()) append_attribute(body, "service.version", resource_.version);
  if (!resource_.instance.empty()) append_attribute(body, "service.instance.id", resource_.instance);
  if (!resource_.location.empty()) append_attribute(body, "k8s.namespace.name", resource_.location);
  body.close(']');
  body.close('}');
  body.key("scopeSpans");
  body.open('[');
  body.open('{');
  body.key("scope");
  body.open('{');
  body.member("name", scope);
  body.close('}');
  body.key("spans");
  body.open('[');
  body.raw(spans_);
  for (const char bracket : {']', '}', ']', '}', ']', '}'}) body.close(bracket);
  drop();
  return body.take();
}

void otlp_spans::drop() {
  spans_.clear();
  size_ = 0;
}

} // namespace trace::formats
