#include "core/metrics/hook_metrics_labels.hpp"

#include <algorithm>
#include <utility>

namespace core::metrics {

metric_labels labels_of(const metric_owner& owner) {
  metric_labels labels{{"hook", owner.hook}};
  if (!owner.module.empty()) labels.emplace_back("module", owner.module);
  return labels;
}

metric_labels labelled(const hooks::metric_operation& x, const metric_labels& owner) {
  auto labels = x.labels;
  std::erase_if(labels, [&](const auto& label) {
    return std::any_of(owner.begin(), owner.end(), [&](const auto& own) { return own.first == label.first; });
  });
  labels.insert(labels.end(), owner.begin(), owner.end());
  return labels;
}

std::set<std::string, std::less<>> groups_of(const hooks::metric_batch& operations) {
  std::set<std::string, std::less<>> groups;
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (auto group = operations[i].group; !group.empty()) groups.insert(std::move(group));
  return groups;
}

} // namespace core::metrics
