#pragma once

#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::status {

/// True for the kinds whose status says whether they work: Deployment, StatefulSet and DaemonSet of
/// `apps/v1`, Job of `batch/v1`, and PersistentVolumeClaim.
[[nodiscard]] bool is_workload(std::string_view api_version, std::string_view kind);

/// Why a workload is not available, by its status: `1 of 3 replicas is available`, with the reason that its
/// controller gives. A rollout whose Pods are available is no fault while its controller makes progress.
/// A Job is a fault only after its controller has given up. A claim is a fault if its volume is lost, or if
/// no volume was found for it; a claim of a StorageClass may wait until a Pod uses it.
/// @returns nullopt if it is available, and for any other kind
[[nodiscard]] std::optional<std::string> unavailability_of(const text::json& object);

/// A workload of a release that is not available, or with an unknown state.
struct workload_fault {
  std::string release;
  std::string kind;
  std::string namespace_name;
  std::string name;
  std::string reason;
  bool is_unknown = false;     ///< the API server has not answered
  std::string pods{};          ///< the label selector of its Pods; may be empty
  std::string step{};          ///< the next step by a Pod's fault; empty: no Pod has said why
  std::string storage_class{}; ///< of a claim whose wait may be no fault; empty: no class decides

  friend auto operator<=>(const workload_fault&, const workload_fault&) = default;
};

/// The StorageClass of a claim that is Pending while no Pod uses it. Its `volumeBindingMode` decides whether
/// the wait is a fault.
/// @returns nullopt for any other object, also for a Pending claim whose Pod has a node
[[nodiscard]] std::optional<std::string> awaited_storage_class(const text::json& object);

/// Whether claims of the class stay Pending until a Pod uses them.
/// Source: Kubernetes, "Storage Classes", volume binding mode.
[[nodiscard]] bool waits_for_pod(const text::json& storage_class);

/// `release 'web': default/Deployment/web is not available: 1 of 3 replicas is available`
[[nodiscard]] std::string describe(const workload_fault& x);

/// The command by which a person goes on.
[[nodiscard]] std::string next_step(const workload_fault& x);

} // namespace core::status
