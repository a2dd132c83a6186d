#include "actors/releases/helm_reports.hpp"

#include "actors/messages/observation.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/program_failure.hpp"
#include "core/hooks/decisive_line.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::releases {

helm_reports::helm_reports(framework::actor_base<messages::helm_actor>* self, messages::metrics_actor metrics,
                           const cluster::records::known_releases& known)
  : self_(self), metrics_(std::move(metrics)), known_(known), activation_(core::metrics::activation_startup) {}

void helm_reports::ended(const helm_report& x) {
  const auto duration = std::chrono::microseconds(self_->shared().steady_time_us() - x.begun_us);
  const auto seconds = std::chrono::duration<double>(duration).count();
  trace::event event;
  event.type = trace::trace_span::helm;
  event.summary = x.operation + " " + x.release + ": " + (x.result ? x.reason : x.result.error().message);
  event.step = x.step;
  event.facts = {{"module", x.release},
                 {"operation", x.operation},
                 {"reason", x.reason},
                 {"outcome", !x.result                                           ? "failed"
                             : x.operation == "hold"                             ? "held"
                             : x.operation == "put off" || x.operation == "wait" ? "put off"
                                                                                 : "done"}};
  if (!x.removed.empty()) event.facts.push_back({"removes", x.removed});
  const auto words = x.result ? std::string() : core::hooks::decisive_line(x.words);
  if (!x.result) event.facts.push_back({"error", x.result.error().message});
  if (!words.empty()) event.facts.push_back({"words", words});
  if (words.empty()) {
    failures_.erase(x.release);
    first_failures_.erase(x.release);
  } else {
    failures_[x.release] = words;
    first_failures_.emplace(x.release, words);
  }
  if (const auto latest = known_.latest(x.release))
    event.facts.push_back({"revision", std::to_string(latest->revision)});
  self_->record_span(std::move(event), duration);
  self_->tell(metrics_, messages::observe_metric{std::string(core::metrics::own_metric("module_helm_seconds")),
                                                 {{"module", x.release}, {"activation", activation_}},
                                                 seconds});
  const auto error = x.result ? std::string() : messages::program_failure::with(x.result.error(), x.words).log_text();
  if (!x.result)
    return sys::log::log_warning("helm_failed", {{"step", x.step},
                                                 {"module", x.release},
                                                 {"operation", x.operation},
                                                 {"reason", x.reason},
                                                 {"seconds", seconds},
                                                 {"release", x.release},
                                                 {"error", error}});
  sys::log::log_info("helm_finished", {{"step", x.step},
                                       {"module", x.release},
                                       {"operation", x.operation},
                                       {"reason", x.reason},
                                       {"seconds", seconds},
                                       {"release", x.release}});
}

void helm_reports::ran(const std::string& release, const std::string& operation,
                       std::chrono::microseconds duration) const {
  self_->tell(metrics_,
              messages::observe_metric{std::string(core::metrics::own_metric("helm_operation_seconds")),
                                       {{"module", release}, {"activation", activation_}, {"operation", operation}},
                                       std::chrono::duration<double>(duration).count()});
}

} // namespace actors::releases
