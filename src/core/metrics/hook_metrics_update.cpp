#include "core/metrics/hook_metrics_update.hpp"

#include "core/metrics/builtin_metrics.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace core {

namespace {

metric_labels labels_of(const metric_owner& owner) {
  metric_labels labels{{"hook", owner.hook}};
  if (!owner.module.empty()) labels.emplace_back("module", owner.module);
  return labels;
}

/// The hook's labels with those of the owner, which win.
metric_labels labelled(const metric_operation& x, const metric_labels& owner) {
  auto labels = x.labels;
  std::erase_if(labels, [&](const auto& label) {
    return std::any_of(owner.begin(), owner.end(), [&](const auto& own) { return own.first == label.first; });
  });
  labels.insert(labels.end(), owner.begin(), owner.end());
  return labels;
}

result<void> apply(metric_registry& registry, const std::string& name, metric_labels labels,
                   const metric_operation& x) {
  switch (x.what) {
    case metric_operation::action::add: return registry.add(name, std::move(labels), x.value, x.group);
    case metric_operation::action::set: return registry.set(name, std::move(labels), x.value, x.group);
    case metric_operation::action::observe:
      return registry.observe(name, std::move(labels), x.value, x.buckets, x.group);
    case metric_operation::action::expire: return {};
  }
  return {};
}

result<void> apply_all(metric_registry& registry, std::string_view prefix, const metric_owner& owner,
                       const std::vector<metric_operation>& operations) {
  const auto owner_labels = labels_of(owner);
  for (const auto& x : operations)
    if (auto applied = apply(registry, hook_metric_name(prefix, x.name), labelled(x, owner_labels), x); !applied)
      return applied;
  return {};
}

} // namespace

// A registry refuses operations because of its families, not of their series: they are tried on the families alone.
result<void> check_metric_operations(const metric_registry& registry, std::string_view prefix,
                                     const metric_owner& owner, const std::vector<metric_operation>& operations) {
  metric_registry families;
  for (const auto& x : operations) {
    const auto name = hook_metric_name(prefix, x.name);
    const auto known = registry.all().find(name);
    if (known == registry.all().end()) continue;
    const auto& family = known->second;
    if (auto declared = families.declare(name, {family.type, family.help, family.buckets}); !declared) return declared;
  }
  return apply_all(families, prefix, owner, operations);
}

result<void> apply_metric_operations(metric_registry& registry, std::string_view prefix, const metric_owner& owner,
                                     const std::vector<metric_operation>& operations) {
  if (auto fits = check_metric_operations(registry, prefix, owner, operations); !fits) return fits;
  std::set<std::string_view> expired;
  for (const auto& x : operations)
    if (!x.group.empty() && expired.insert(x.group).second) registry.expire_group(x.group, labels_of(owner));
  return apply_all(registry, prefix, owner, operations);
}

} // namespace core
