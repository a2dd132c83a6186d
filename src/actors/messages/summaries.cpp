#include "actors/messages/hook_runner.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/queue.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/task.hpp"
#include "actors/messages/values.hpp"
#include "base/overload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <variant>

namespace actors::messages {

std::string summary(const execute_task& x) {
  return core::tasks::describe(x.task, x.queue);
}

void facts_of_try(const core::tasks::task& x, const std::string& queue, unsigned failures, trace::fact_sink& to) {
  to.add("task", core::tasks::type_name(x));
  to.add("queue", queue);
  to.add_if_any("module", core::tasks::module_of(x));
  to.add_if_any("hook", core::tasks::hook_of(x));
  to.add_if_any("binding", core::tasks::binding_of(x));
  to.add_if_any("event", core::tasks::event_of(x));
  if (const auto* purge = std::get_if<core::tasks::purge_release>(&x)) to.add("name", purge->release);
  // Most tries are the first, so the fact is left out then.
  if (failures > 0) to.add("failures", std::to_string(failures));
}

/// The origin of the message names the first cause already.
std::vector<std::uint64_t> further_causes(const execute_task& x) {
  auto causes = x.causes;
  std::erase(causes, x.origin.cause);
  return causes;
}

void facts(const object_changed& x, trace::fact_sink& to) {
  const auto& object = x.event.object;
  to.add("event", core::bindings::name(x.event.event));
  to.add("kind", x.event.kind);
  to.add("name", object.name());
  to.add_if_any("namespace", object.namespace_name());
  to.add_if_any("version", x.event.version);
  to.add("subscription", x.subscription);
}

void facts(const config_changed& x, trace::fact_sink& to) {
  to.add("version", x.configuration->version);
  to.add("sections", fmt::format("{}", fmt::join(x.changed, ", ")));
}

void facts(const values_changed& x, trace::fact_sink& to) {
  auto sections = x.modules;
  // First, because a change of the global section concerns all modules.
  if (x.global) sections.insert(sections.begin(), "global");
  to.add("by", x.by);
  to.add("sections", fmt::format("{}", fmt::join(sections, ", ")));
}

void facts(const resources_absent& x, trace::fact_sink& to) {
  to.add("module", x.module);
  to.add("object", x.object);
}

void facts(const drift_found& x, trace::fact_sink& to) {
  to.add("module", x.module);
  // Without an object the drift is over.
  to.add_if_any("object", core::releases::describe(x.objects));
}

void facts(const run_wanted& x, trace::fact_sink& to) {
  to.add("module", x.module);
  to.add("event", x.event);
}

void facts(const run_hook& x, trace::fact_sink& to) {
  to.add("hook", x.hook->name);
  to.add("binding", x.binding);
  to.add("queue", x.queue);
  to.add_if_any("module", x.module);
}

std::string summary(const order_work& x) {
  // In the order of `order_work::action`.
  constexpr std::array<const char*, 4> actions{"pause", "resume", "retry", "run"};
  return fmt::format("{} {} {}, by {}", actions.at(static_cast<std::size_t>(x.what)),
                     x.module.empty() ? "queue" : "module", x.module.empty() ? x.queue : x.module, x.by);
}

std::string summary(const task_outcome& x) {
  return std::visit(
    base::overload{
      [](const core::tasks::task_done&) { return std::string("done"); },
      [](const core::tasks::task_superseded& other) { return "superseded: " + other.reason; },
      [&](const core::tasks::task_continues&) { return fmt::format("continues after {} tasks", x.before.size()); },
      [](const core::tasks::task_postponed& other) { return fmt::format("postponed for {} ms", other.delay.count()); },
      [](const core::tasks::task_failed& failure) { return "failed: " + failure.reason.message; },
    },
    x.result);
}

void append_summary(const append_task& x, std::string& to) {
  core::tasks::append_description(to, x.entry.task, {});
}

std::string summary(const failures_repaired& x) {
  return std::visit(base::overload{
                      [](const core::tasks::repair::inputs_of& inputs) { return "values of " + inputs.module; },
                      [](const core::tasks::repair::asked_for& asked) { return "asked for: " + asked.module; },
                      [](const core::tasks::repair::inputs_of_all&) { return std::string("values of all"); },
                      [](const core::tasks::repair::outage_over&) { return std::string("end of an outage"); },
                    },
                    x.by);
}

std::string summary(const values_changed& x) {
  if (x.places) return fmt::format("by {}: nothing is missing any more for an enabled script", x.by);
  return fmt::format("by {}:{}{}", x.by, x.global ? " global" : "",
                     x.modules.empty() ? "" : fmt::format(" {}", fmt::join(x.modules, ",")));
}

std::string summary(const section_written& x) {
  if (!x.result) return "failed: " + x.result.error().message;
  return x.is_overtaken ? "overtaken by the " + x.configuration->name() : "ConfigMap (version " + x.version + ")";
}

std::string summary(const run_hook& x) {
  return (x.module.empty() ? "" : x.module + " ") + x.hook->name + " for " + x.binding;
}

/// Says whether values have changed, because such a change explains the next runs of modules.
std::string summary(const hook_finished& x) {
  return x.result ? (x.values_changed ? "ok, values changed" : "ok") : "failed: " + x.result.error().message;
}

std::string summary(const run_program& x) {
  return x.subject;
}

std::string summary(const program_finished& x) {
  return x.result ? "ok" : "failed: " + x.result.error().message;
}

namespace {

/// Without the body, which may have secrets.
std::string text_of(const base::result<kube::api::http_response>& x) {
  return x ? std::to_string(x->status) : x.error().message;
}

} // namespace

std::string summary(const api_answered& x) {
  return text_of(x.response);
}

std::string summary(const transfer_done& x) {
  return text_of(x.response);
}

std::string summary(const stream_ended& x) {
  return text_of(x.response);
}

/// Names the code of the first failure only, because its text may quote an object.
std::string summary(const object_operations_done& x) {
  return x.failures.empty() ? "ok"
                            : fmt::format("{} failed, first: {}: {}", x.failures.size(), x.failures[0].operation,
                                          name(x.failures[0].code));
}

/// Has each part that selects objects or fields: watches of equal keys share their objects.
std::string watch_spec::key() const {
  return fmt::format("{} {} ns={} labels={} fields={}{}{}", api_version, kind, namespace_name, label_selector,
                     field_selector, metadata_only ? " metadata" : "", private_to.empty() ? "" : " for " + private_to);
}

std::string watch_spec::text() const {
  auto text = kind;
  if (!namespace_name.empty()) text += " in namespace " + namespace_name;
  if (!field_selector.empty()) text += " with " + field_selector;
  if (!label_selector.empty()) text += (field_selector.empty() ? " with " : " and ") + label_selector;
  return text;
}

std::string summary(const watch_state_changed& x) {
  return x.what
         + std::visit(base::overload{
                        [](const watch_well&) { return std::string(" is well"); },
                        [](const watch_lost& lost) { return " is lost: " + lost.reason; },
                        [](const watch_unserved&) { return std::string(" has no kind"); },
                        [](const watch_unused&) { return std::string(" is not used"); },
                      },
                      x.state);
}

} // namespace actors::messages
