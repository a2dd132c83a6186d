#include "core/metrics/leader_metrics.hpp"

#include "core/metrics/builtin_metrics.hpp"

#include <string>

namespace core::metrics {

std::vector<measured_metric> leader_metrics(const leadership::leadership_view& view, std::int64_t transitions,
                                            std::optional<double> renewal_age) {
  const bool leads = view.stage == leadership::leadership_stage::leading;
  std::vector<measured_metric> metrics{
    {std::string(own_metric("leader")), {}, leads ? 1.0 : 0.0},
    {std::string(own_metric("leader_transitions")), {}, static_cast<double>(transitions)}};
  if (renewal_age) metrics.push_back({std::string(own_metric("leader_renewal_age_seconds")), {}, *renewal_age});
  return metrics;
}

} // namespace core::metrics
