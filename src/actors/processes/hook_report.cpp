#include "actors/processes/hook_report.hpp"

#include "actors/messages/observation.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <utility>
#include <vector>

namespace actors::processes {

namespace {

double seconds(std::chrono::microseconds x) {
  return std::chrono::duration<double>(x).count();
}

bool was_cancelled(const hook_report& x) {
  return !x.how.result && x.how.result.error().code == base::error_code::cancelled;
}

} // namespace

void log_hook_run(const hook_report& x) {
  std::vector<sys::log::log_field> fields{{"step", x.what.step}, {"hook", x.what.hook->name}};
  if (!x.what.module.empty()) fields.push_back({"module", x.what.module});
  fields.push_back({"binding", x.what.binding});
  fields.push_back({"queue", x.what.queue});
  fields.push_back({"seconds", seconds(x.how.duration)});
  if (x.exit_code) fields.push_back({"exit_code", *x.exit_code});
  if (x.how.result) {
    // Clients decide how many reviews there are, so these runs must not fill the log.
    const auto level = x.what.review ? sys::log::log_level::debug : sys::log::log_level::info;
    return sys::log::log(level, "hook_finished", fields);
  }
  const auto error = x.failure ? x.failure->log_text() : x.how.result.error().message;
  fields.push_back({"error", error});
  if (x.what.allow_failure && !x.how.is_in_outage && !was_cancelled(x))
    fields.push_back({"consequence", "none: the binding has allowFailure, so the run is not repeated"});
  sys::log::log(was_cancelled(x) ? sys::log::log_level::info : sys::log::log_level::warning, "hook_failed", fields);
}

void count_hook_run(framework::actor_base<messages::hook_runner_actor>* self, const messages::metrics_actor& metrics,
                    const hook_report& x) {
  // A run that the operator has cancelled is no evidence about the hook.
  if (was_cancelled(x)) return;
  const bool global = x.what.module.empty();
  core::metrics::metric_labels labels{{"hook", x.what.hook->name},
                                      {"binding", x.what.binding_type},
                                      {"queue", x.what.queue},
                                      {"activation", x.activation}};
  if (!global) labels.emplace_back("module", x.what.module);
  const auto pick = [global](std::string_view of_global, std::string_view of_module) {
    return std::string(global ? of_global : of_module);
  };
  messages::update_metrics all;
  const auto observe = [&](std::string name, double value) {
    all.updates.emplace_back(messages::observe_metric{std::move(name), labels, value});
  };
  // Counts 0 as well, so that the series exist before the first failure.
  const auto count = [&](std::string name, bool happened) {
    all.updates.emplace_back(messages::count_metric{std::move(name), labels, happened ? 1.0 : 0.0});
  };
  observe(
    pick(core::metrics::own_metric("global_hook_run_seconds"), core::metrics::own_metric("module_hook_run_seconds")),
    seconds(x.how.duration));
  observe(pick(core::metrics::own_metric("global_hook_run_user_cpu_seconds"),
               core::metrics::own_metric("module_hook_run_user_cpu_seconds")),
          seconds(x.how.usage.user));
  observe(pick(core::metrics::own_metric("global_hook_run_sys_cpu_seconds"),
               core::metrics::own_metric("module_hook_run_sys_cpu_seconds")),
          seconds(x.how.usage.system));
  all.updates.emplace_back(messages::set_metric{pick(core::metrics::own_metric("global_hook_run_max_rss_bytes"),
                                                     core::metrics::own_metric("module_hook_run_max_rss_bytes")),
                                                labels, static_cast<double>(x.how.usage.max_rss_bytes)});
  const bool failed = !x.how.result;
  const bool is_allowed = x.what.allow_failure && !x.how.is_in_outage;
  count(
    pick(core::metrics::own_metric("global_hook_errors_total"), core::metrics::own_metric("module_hook_errors_total")),
    failed && !is_allowed);
  count(pick(core::metrics::own_metric("global_hook_allowed_errors_total"),
             core::metrics::own_metric("module_hook_allowed_errors_total")),
        failed && is_allowed);
  count(pick(core::metrics::own_metric("global_hook_success_total"),
             core::metrics::own_metric("module_hook_success_total")),
        !failed);
  self->tell(metrics, std::move(all));
}

void trace_hook_run(framework::actor_base<messages::hook_runner_actor>* self, const hook_report& x) {
  if (!self->is_recording()) return;
  trace::event event;
  event.type = trace::trace_span::hook;
  event.summary = messages::summary(x.what) + (x.how.result ? "" : " failed");
  event.step = x.what.step;
  trace::listed_facts listed(event.facts);
  messages::facts(x.what, listed);
  event.facts.push_back({"outcome", x.how.result ? "done" : "failed"});
  if (!x.how.result) event.facts.push_back({"reason", x.how.result.error().message});
  if (x.failure)
    if (auto words = x.failure->decisive(); !words.empty()) event.facts.push_back({"words", std::move(words)});
  if (x.how.values_changed) event.facts.push_back({"values", "changed"});
  self->record_span(std::move(event), x.how.duration);
}

} // namespace actors::processes
