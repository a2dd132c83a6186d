#include "core/status/workload_clues.hpp"

#include "base/excerpt.hpp"
#include "base/utc_time.hpp"
#include "core/status/failure_advice.hpp"
#include "core/status/object_warnings.hpp"
#include "text/plain/printable.hpp"

#include <fmt/format.h>

#include <string_view>

namespace core::status {

namespace {

const text::json* condition_ready(const text::json& node) {
  const auto* status = node.find("status");
  const auto* conditions = status == nullptr ? nullptr : status->find("conditions");
  if (conditions == nullptr || !conditions->is_array()) return nullptr;
  for (const auto& x : conditions->as_array())
    if (x.string_at("type") == "Ready") return &x;
  return nullptr;
}

/// The controller makes a Pod of a StatefulSet anew only after the old Pod has gone.
std::string on_stateful_set(const workload_fault& x) {
  return x.kind == "StatefulSet" ? "; a Pod of a StatefulSet moves to another node only after that" : "";
}

std::string words_of_condition(const text::json& ready) {
  const auto message = ready.string_at("message").value_or("");
  const auto why = message.empty() ? ready.string_at("reason").value_or("") : message;
  const auto since_us = base::parse_utc_us(ready.string_at("lastTransitionTime").value_or(""));
  return fmt::format("{}{}", since_us ? " since " + base::utc_text(*since_us) : std::string(),
                     why.empty() ? std::string() : ": " + text::printable(base::excerpt(why, 200)));
}

} // namespace

bool add_warning(workload_fault& to, const std::vector<text::json>& events, const std::string& object) {
  const auto* warning = last_warning(events, {object});
  if (warning == nullptr) return false;
  to.reason += "; " + words_of_warning(*warning);
  auto step = failure_advice(warning->string_at("message").value_or(""),
                             {.module = to.release, .namespace_name = to.namespace_name});
  if (!step.empty()) to.step = std::move(step);
  return true;
}

void add_node(workload_fault& to, const std::string& name, const std::optional<text::json>& node) {
  if (!node) {
    to.reason += fmt::format("; node {} does not exist any more", name);
    to.step = fmt::format("`kubectl get nodes` shows the nodes that there are; within minutes the cluster deletes the "
                          "Pods of a node that no longer exists{}",
                          on_stateful_set(to));
    return;
  }
  const auto* ready = condition_ready(*node);
  if (ready == nullptr || ready->string_at("status") == "True") return;
  to.reason += fmt::format("; node {} is not ready{}", name, words_of_condition(*ready));
  to.step = fmt::format("bring node {0} back (`kubectl describe node {0}`); if it is switched off for sure, and only "
                        "then, `kubectl taint nodes {0} node.kubernetes.io/out-of-service=nodeshutdown:NoExecute` lets "
                        "its Pods and volumes go{1}",
                        name, on_stateful_set(to));
}

} // namespace core::status
