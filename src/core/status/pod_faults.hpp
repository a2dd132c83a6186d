#pragma once

#include "text/json/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core::status {

/// Whether a Pod with a fault may become available without help.
enum class pod_doubt {
  none,
  may_begin_yet, ///< its containers have not begun, for no reason that is a fault: a new Pod
  may_get_ready, ///< its containers run
};

/// The reason why a Pod is not available, and the next step of a person.
struct pod_fault {
  std::string reason; ///< `container 'main' of Pod web-0 ends again and again (12 restarts): exit code 1`
  std::string step;   ///< `kubectl -n default logs web-0 -c main --previous` with what it shows
  pod_doubt doubt = pod_doubt::none;
  std::string told_by_events_of{}; ///< the name of the Pod, if only its Events say more; may be empty
  std::string told_by_node{};      ///< the name of its node, if the state of the node says more; may be empty
};

/// The Pods of a workload as a label selector in the form of a request (`app=web,tier in (a,b)`), by its
/// `spec.selector`.
/// @returns an empty text if the workload selects no Pods
[[nodiscard]] std::string pod_selector_of(const text::json& workload);

/// The fault among the Pods that explains most, in this order: a container that ends again and again, a
/// missing image, a container that cannot begin, a Pod that does not end, a Pod without a node, an evicted
/// Pod, a container or a Pod that is not ready, a container that waits for another reason. The states are
/// those of the Pod's lifecycle, https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/.
/// @param pods of a single workload; Pods that have succeeded do not count
/// @param now_us wall clock: a Pod that is being deleted is a fault if it should have ended before; nullopt:
/// such Pods do not count
/// @returns nullopt if no Pod says why it is not available
[[nodiscard]] std::optional<pod_fault> worst_fault_of(const std::vector<text::json>& pods,
                                                      std::optional<std::int64_t> now_us = std::nullopt);

} // namespace core::status
