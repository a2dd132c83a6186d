#pragma once

#include "core/hooks/metric_batch.hpp"
#include "core/metrics/hook_metrics_update.hpp"
#include "core/metrics/registry.hpp"

#include <functional>
#include <set>
#include <string>

namespace core::metrics {

/// `hook` and, for a module's hook, `module`.
[[nodiscard]] metric_labels labels_of(const metric_owner& owner);

/// The labels of the operation and of the owner. A label of the owner replaces a label with the same name.
[[nodiscard]] metric_labels labelled(const hooks::metric_operation& x, const metric_labels& owner);

/// The groups that operations mention.
[[nodiscard]] std::set<std::string, std::less<>> groups_of(const hooks::metric_batch& operations);

} // namespace core::metrics
