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
    auto message = x.string_at("message").value_or("");
    // More words follow behind a semicolon.
    if (message.ends_with('.')) message.pop_back();
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

std::optional<std::string> of_job(const text::json* status) {
  const auto why = condition(status, "Failed", "True");
  return why.empty() ? std::nullopt : std::optional("it has failed, and begins no further Pod: " + why);
}

std::string phase_of(const text::json* status) {
  return status == nullptr ? std::string() : status->string_at("phase").value_or("");
}

std::optional<std::string> of_claim(const text::json* spec, const text::json* status) {
  const auto phase = phase_of(status);
  if (phase == "Lost") return "its volume is lost: the PersistentVolume of its name has gone";
  if (phase != "Pending") return std::nullopt;
  const auto name = spec == nullptr ? std::string() : spec->string_at("storageClassName").value_or("");
  return name.empty() ? "no PersistentVolume fits it, and it names no StorageClass"
                      : fmt::format("StorageClass {} has no volume for it so far", name);
}

} // namespace

bool is_workload(std::string_view api_version, std::string_view kind) {
  if (api_version == "batch/v1") return kind == "Job";
  if (api_version == "v1") return kind == "PersistentVolumeClaim";
  return api_version == "apps/v1" && (kind == "Deployment" || kind == "StatefulSet" || kind == "DaemonSet");
}

std::optional<std::string> awaited_storage_class(const text::json& object) {
  if (object.string_at("kind") != "PersistentVolumeClaim" || phase_of(object.find("status")) != "Pending")
    return std::nullopt;
  const auto* spec = object.find("spec");
  auto name = spec == nullptr ? std::string() : spec->string_at("storageClassName").value_or("");
  // The scheduler has chosen a node, so a Pod uses the claim, and it waits for the driver of its class.
  const auto* metadata = object.find("metadata");
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  const bool is_used = annotations != nullptr && annotations->find("volume.kubernetes.io/selected-node") != nullptr;
  return name.empty() || is_used ? std::nullopt : std::optional(std::move(name));
}

bool waits_for_pod(const text::json& storage_class) {
  return storage_class.string_at("volumeBindingMode") == "WaitForFirstConsumer";
}

std::optional<std::string> unavailability_of(const text::json& object) {
  const auto kind = object.string_at("kind").value_or("");
  const auto* spec = object.find("spec");
  const auto* status = object.find("status");
  if (kind == "Deployment") return of_deployment(spec, status);
  if (kind == "StatefulSet") return of_stateful_set(spec, status);
  if (kind == "DaemonSet") return of_daemon_set(status);
  if (kind == "Job") return of_job(status);
  if (kind == "PersistentVolumeClaim") return of_claim(spec, status);
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
  if (x.kind == "PersistentVolumeClaim")
    return fmt::format(
      "`kubectl -n {} describe pvc {}` names the cause in its events, and `kubectl get storageclasses` "
      "shows the classes there are; delete no claim: its data go with it",
      x.namespace_name, x.name);
  auto kind = x.kind;
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
  return fmt::format("`kubectl -n {} describe {} {}`, then its Pods and their events", x.namespace_name, kind, x.name);
}

} // namespace core::status
