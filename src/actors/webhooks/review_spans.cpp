#include "actors/webhooks/review_spans.hpp"

#include "core/bindings/webhook_binding.hpp"
#include "core/metrics/builtin_metrics.hpp"

#include <string_view>
#include <utility>

namespace actors::webhooks {

namespace {

trace::event span(std::string summary, const review_end& end) {
  trace::event event;
  event.type = trace::trace_span::review;
  event.summary = std::move(summary);
  event.facts.push_back({"outcome", end.outcome});
  if (!end.reason.empty()) event.facts.push_back({"reason", end.reason});
  return event;
}

} // namespace

void count_end(messages::update_metrics& to, core::metrics::metric_labels labels, const review_end& end) {
  const auto count = [&](std::string_view metric, const char* label, const char* value) {
    auto with = labels;
    with.emplace_back(label, value);
    to.updates.emplace_back(messages::count_metric{std::string(metric), std::move(with)});
  };
  count(core::metrics::own_metric("webhook_reviews_total"), "outcome", end.outcome);
  if (end.fault) count(core::metrics::own_metric("webhook_review_failures_total"), "reason", name(*end.fault));
}

void count_objects(messages::update_metrics& to, const core::metrics::metric_labels& labels,
                   const converted_objects& objects) {
  const auto count = [&](const char* source, std::size_t number) {
    if (number == 0) return;
    auto with = labels;
    with.emplace_back("source", source);
    to.updates.emplace_back(
      messages::count_metric{std::string(core::metrics::own_metric("webhook_converted_objects_total")), std::move(with),
                             static_cast<double>(number)});
  };
  count("hook", objects.hook);
  count("jq", objects.jq);
  count("kept", objects.kept);
}

trace::event span_of(const core::webhooks::webhook_book::entry& of, const core::webhooks::admission_review& review,
                     const review_end& end) {
  const auto& binding = *of.webhook.binding;
  auto event = span(binding.name + ": " + review.subject + ": " + end.outcome, end);
  // The subject begins with the operation.
  const auto object = review.subject.size() > review.operation.size() + 1
                        ? review.subject.substr(review.operation.size() + 1)
                        : std::string();
  event.facts.push_back({"for", binding.kind == core::bindings::webhook_kind::validating ? "validating" : "mutating"});
  event.facts.push_back({"binding", binding.name});
  event.facts.push_back({"hook", of.webhook.hook});
  if (!of.module.empty()) event.facts.push_back({"module", of.module});
  event.facts.push_back({"operation", review.operation + (review.is_dry_run ? " (dry run)" : "")});
  event.facts.push_back({"object", object});
  event.facts.push_back({"uid", review.uid});
  if (!review.user.empty()) event.facts.push_back({"by", review.user});
  return event;
}

trace::event span_of(const std::string& definition, const core::webhooks::conversion_review& review,
                     std::size_t objects, const review_end& end) {
  const auto count = std::to_string(objects) + (objects == 1 ? " object" : " objects");
  auto event = span(definition + ": " + count + " to " + review.desired + ": " + end.outcome, end);
  event.facts.push_back({"for", "conversion"});
  event.facts.push_back({"binding", definition});
  event.facts.push_back({"object", count});
  event.facts.push_back({"version", review.desired});
  event.facts.push_back({"uid", review.uid});
  return event;
}

} // namespace actors::webhooks
