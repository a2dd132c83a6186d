#pragma once

#include "core/hooks/metric_batch.hpp"
#include "core/metrics/registry.hpp"

#include <string>
#include <string_view>

namespace core::metrics {

/// The owner of metrics.
struct metric_owner {
  std::string module; ///< empty: a global hook
  std::string hook;
};

/// Whether a registry can take the operations of a hook run. The error names the first operation that does
/// not fit the registry or the operations before it, or the limit that the operations would exceed
/// (`check_hook_metrics_bounds`). The cost is that of the operations, and depends on the size of the registry
/// only near a limit.
[[nodiscard]] base::result<void> check_metric_operations(const metric_registry& registry, std::string_view prefix,
                                                         const metric_owner& owner,
                                                         const hooks::metric_batch& operations);

/// Applies the operations of a hook run: all of them or, on an error, no operation.
///
/// Sets the labels `hook` and, for a module's hook, `module`; replaces `{PREFIX}` in names. The operations
/// replace the hook's earlier metrics in each group that they mention; metrics without a group never expire.
[[nodiscard]] base::result<void> apply_metric_operations(metric_registry& registry, std::string_view prefix,
                                                         const metric_owner& owner,
                                                         const hooks::metric_batch& operations);

} // namespace core::metrics
