#include "core/status/workloads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace core::status {

namespace {

std::int64_t number_at(const text::json* x, std::string_view key, std::int64_t otherwise) {
  const auto* found = x == nullptr ? nullptr : x->find(key);
  return found == nullptr ? otherwise : found->as_int().value_or(otherwise);
}

/// The message of a condition with this status; empty: there is no such condition.
std::string condition(const text::json* status, std::string_view type, std::string_view state) {
  const auto* conditions = status == nullptr ? nullptr : status->find("conditions");
  if (conditions == nullptr || !conditions->is_array()) return {};
  for (const auto& x : conditions->as_array()) {
    if (x.string_at("type") != type || x.string_at("status") != state) continue;
    const auto message = x.string_at("message").value_or("");
    return message.empty() ? x.string_at("reason").value_or("no reason is given") : message;
  }
  return {};
}

std::string counted(std::int64_t available, std::int64_t wanted, const char* thing) {
  return fmt::format("{} of {} {}{} {} available", available, wanted, thing, wanted == 1 ? "" : "s",
                     available == 1 || wanted == 1 ? "is" : "are");
}

std::optional<std::string> of_deployment(const text::json* spec, const text::json* status) {
  const auto wanted = number_at(spec, "replicas", 1);
  const auto available = number_at(status, "availableReplicas", 0);
  auto stuck = condition(status, "ReplicaFailure", "True");
  if (stuck.empty()) stuck = condition(status, "Progressing", "False");
  // The Pods of the old version may be enough while the new version does not come up.
  if (available >= wanted && (stuck.empty() || wanted == 0)) return std::nullopt;
  const auto count = available < wanted ? counted(available, wanted, "replica") : "the new version does not come up";
  return stuck.empty() ? count : count + ": " + stuck;
}

std::optional<std::string> of_stateful_set(const text::json* spec, const text::json* status) {
  const auto wanted = number_at(spec, "replicas", 1);
  // API servers before 1.22 have no number of available replicas.
  const auto available = number_at(status, "availableReplicas", number_at(status, "readyReplicas", 0));
  return available < wanted ? std::optional(counted(available, wanted, "replica")) : std::nullopt;
}

std::optional<std::string> of_daemon_set(const text::json* status) {
  const auto wanted = number_at(status, "desiredNumberScheduled", -1);
  if (wanted < 0) return "no controller has looked at it yet";
  const auto available = number_at(status, "numberAvailable", 0);
  return available < wanted ? std::optional(counted(available, wanted, "Pod")) : std::nullopt;
}

} // namespace

bool is_workload(std::string_view api_version, std::string_view kind) {
  return api_version == "apps/v1" && (kind == "Deployment" || kind == "StatefulSet" || kind == "DaemonSet");
}

std::optional<std::string> unavailability_of(const text::json& object) {
  const auto kind = object.string_at("kind").value_or("");
  const auto* spec = object.find("spec");
  const auto* status = object.find("status");
  if (kind == "Deployment") return of_deployment(spec, status);
  if (kind == "StatefulSet") return of_stateful_set(spec, status);
  if (kind == "DaemonSet") return of_daemon_set(status);
  return std::nullopt;
}

std::string describe(const workload_fault& x) {
  const auto object = fmt::format("{}/{}/{}", x.namespace_name, x.kind, x.name);
  if (x.is_unknown)
    return fmt::format("release '{}': whether {} is available is not known: {}", x.release, object, x.reason);
  return fmt::format("release '{}': {} is not available: {}", x.release, object, x.reason);
}

std::string next_step(const workload_fault& x) {
  if (!x.step.empty()) return x.step;
  auto kind = x.kind;
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
  return fmt::format("`kubectl -n {} describe {} {}`, then its Pods and their events", x.namespace_name, kind, x.name);
}

} // namespace core::status
