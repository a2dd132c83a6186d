#pragma once

#include "core/leadership/leadership_view.hpp"
#include "core/metrics/registry.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace core::metrics {

/// `leader` and `leader_transitions`, and `leader_renewal_age_seconds` of a leader.
/// @param renewal_age in seconds; empty: this replica does not lead
[[nodiscard]] std::vector<measured_metric> leader_metrics(const leadership::leadership_view& view,
                                                          std::int64_t transitions, std::optional<double> renewal_age);

} // namespace core::metrics
