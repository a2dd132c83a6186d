#include "core/metrics/hook_metrics_update.hpp"

#include "core/metrics/builtin_metrics.hpp"
#include "core/metrics/hook_metrics_bounds.hpp"
#include "core/metrics/hook_metrics_labels.hpp"

#include <utility>

namespace core::metrics {

namespace {

base::result<void> apply(metric_registry& registry, const std::string& name, metric_labels labels,
                         const hooks::metric_operation& x, std::string_view module) {
  const series_owner owner{.group = x.group, .module = module};
  switch (x.what) {
    case hooks::metric_operation::action::add: return registry.add(name, std::move(labels), x.value, owner);
    case hooks::metric_operation::action::set: return registry.set(name, std::move(labels), x.value, owner);
    case hooks::metric_operation::action::observe:
      return registry.observe(name, std::move(labels), x.value, x.buckets, owner);
    case hooks::metric_operation::action::expire: return {};
  }
  return {};
}

base::result<void> apply_all(metric_registry& registry, std::string_view prefix, const metric_owner& owner,
                             const hooks::metric_batch& operations) {
  const auto owner_labels = labels_of(owner);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const auto x = operations[i];
    auto applied = apply(registry, hook_metric_name(prefix, x.name), labelled(x, owner_labels), x, owner.module);
    if (!applied) return applied;
  }
  return {};
}

// Tries the operations on a registry that has only the families. A family (type, buckets) can refuse an
// operation, a series cannot; so labels are left out, and each family has a single series.
base::result<void> check_families(const metric_registry& registry, std::string_view prefix,
                                  const hooks::metric_batch& operations) {
  // A metric takes some hundred bytes in memory and on the page, while a hook needs only a few letters to
  // name it.
  constexpr std::size_t names_max = 10'000;
  metric_registry families;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const auto x = operations[i];
    const auto name = hook_metric_name(prefix, x.name);
    if (const auto known = registry.all().find(name); known != registry.all().end()) {
      const auto& family = known->second;
      if (auto declared = families.declare(name, {family.type, family.help, family.buckets}); !declared)
        return declared;
    }
    if (auto applied = apply(families, name, {}, x, {}); !applied) return applied;
    if (families.all().size() > names_max)
      return base::fail(base::error_code::invalid_input,
                        "more than " + std::to_string(names_max)
                          + " different names of metrics in one run: tell series apart by labels");
  }
  return {};
}

} // namespace

base::result<void> check_metric_operations(const metric_registry& registry, std::string_view prefix,
                                           const metric_owner& owner, const hooks::metric_batch& operations) {
  if (auto fits = check_families(registry, prefix, operations); !fits) return fits;
  return check_hook_metrics_bounds(registry, prefix, owner, operations);
}

base::result<void> apply_metric_operations(metric_registry& registry, std::string_view prefix,
                                           const metric_owner& owner, const hooks::metric_batch& operations) {
  // Checked before groups are removed, so that a refused run changes no metric.
  if (auto fits = check_metric_operations(registry, prefix, owner, operations); !fits) return fits;
  const auto expired = groups_of(operations);
  if (!expired.empty()) registry.expire_groups(expired, owner.module, labels_of(owner));
  return apply_all(registry, prefix, owner, operations);
}

} // namespace core::metrics
