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

/// Whether a registry can take the operations of a hook run; the error names the first operation that does
/// not fit the registry or earlier operations. The cost depends on the operations, not on the size of the
/// registry.
[[nodiscard]] base::result<void> check_metric_operations(const metric_registry& registry, std::string_view prefix,
                                                         const hooks::metric_batch& operations);

/// Takes the operations of a hook run, either all of them or, on an error, no operation.
///
/// Labels `hook` and, for a module's hook, `module` are set; `{PREFIX}` in names is replaced. Each group that
/// the operations mention loses the hook's earlier metrics in it; metrics without a group never expire.
[[nodiscard]] base::result<void> apply_metric_operations(metric_registry& registry, std::string_view prefix,
                                                         const metric_owner& owner,
                                                         const hooks::metric_batch& operations);

} // namespace core::metrics
