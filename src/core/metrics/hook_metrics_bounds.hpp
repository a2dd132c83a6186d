#pragma once

#include "core/hooks/metric_batch.hpp"
#include "core/metrics/hook_metrics_update.hpp"
#include "core/metrics/registry.hpp"

#include <cstddef>
#include <string_view>

namespace core::metrics {

/// The limits of all metrics of hooks. A series without a group stays as long as its module, so many small
/// runs may together exceed the memory.
struct hook_metrics_limits {
  std::size_t hook_series = 100'000;
  std::size_t hook_bytes = std::size_t{64} << 20; ///< see `series_weight`
  std::size_t series = 300'000;                   ///< of all hooks
  std::size_t bytes = std::size_t{128} << 20;
};

/// Whether the metrics of this hook, and of all hooks, stay within the limits after these operations. The
/// error (`invalid_input`) names the limit and the next step. The cost is that of the operations; near a
/// limit, if operations have groups, it includes a look at all series.
[[nodiscard]] base::result<void> check_hook_metrics_bounds(const metric_registry& registry, std::string_view prefix,
                                                           const metric_owner& owner,
                                                           const hooks::metric_batch& operations,
                                                           const hook_metrics_limits& limits = {});

} // namespace core::metrics
