#include "core/metrics/hook_metrics_bounds.hpp"

#include "core/metrics/builtin_metrics.hpp"
#include "core/metrics/hook_metrics_labels.hpp"
#include "core/metrics/series_weight.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace core::metrics {

namespace {

constexpr const char* way_out = ": leave out labels whose values are new each time (names of Pods, ids, times), or "
                                "give the metrics a group, which each "
                                "run replaces";

tl::unexpected<base::error> exceeds(const std::string& whose, const std::string& limit, const std::string& hint) {
  return base::fail(base::error_code::invalid_input, whose + " would be more than " + limit + hint);
}

std::string mebibytes(std::size_t bytes) {
  return std::to_string(bytes >> 20U) + " MiB in memory and on the page";
}

/// ` (most are of hook 'count.py' of module 'web')`
std::string largest_of(const metric_registry& registry) {
  const auto& holders = registry.holders();
  const auto largest = std::max_element(holders.begin(), holders.end(),
                                        [](const auto& a, const auto& b) { return a.second.bytes < b.second.bytes; });
  if (largest == holders.end()) return {};
  const auto& [module, hook] = largest->first;
  return " (most are of hook '" + hook + "'" + (module.empty() ? "" : " of module '" + module + "'") + ")";
}

/// Counts the series and bytes of a hook after a run.
class bounds_check {
public:
  bounds_check(const metric_registry& registry, const metric_owner& owner, const hook_metrics_limits& limits)
    : registry_(registry), labels_(labels_of(owner)), owner_(owner), limits_(limits),
      of_hook_(registry.holdings_of({owner.module, owner.hook})), of_all_(registry.holdings()) {}

  /// A quick upper bound: counts a new series for each operation, and subtracts no removed series.
  [[nodiscard]] bool fits_at_most(std::string_view prefix, const hooks::metric_batch& operations) const {
    metric_holdings more;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const auto x = operations[i];
      if (x.what != hooks::metric_operation::action::expire)
        more.add(weight(hook_metric_name(prefix, x.name), labelled(x, labels_), x));
    }
    return is_within(of_hook_ + more, of_all_ + more);
  }

  /// Subtracts the hook's series in these groups, because the run replaces them.
  void expire(std::set<std::string, std::less<>> groups) {
    groups_ = std::move(groups);
    if (groups_.empty()) return;
    for (const auto& [name, family] : registry_.all())
      for (const auto& [labels, series] : family.series)
        if (goes(labels, series)) remove(series_weight(name, labels, family.buckets.size()));
  }

  base::result<void> add(const std::string& name, const hooks::metric_operation& x) {
    auto labels = labelled(x, labels_);
    std::sort(labels.begin(), labels.end());
    const auto bytes = weight(name, labels, x);
    // The operation changes a series that is counted already.
    if (stays(name, labels) || !added_[name].insert(std::move(labels)).second) return {};
    of_hook_.add(bytes);
    of_all_.add(bytes);
    return judge();
  }

private:
  [[nodiscard]] std::size_t weight(std::string_view name, const metric_labels& labels,
                                   const hooks::metric_operation& x) const {
    const auto known = registry_.all().find(name);
    return series_weight(name, labels,
                         known == registry_.all().end() ? x.buckets.size() : known->second.buckets.size());
  }

  [[nodiscard]] bool goes(const metric_labels& labels, const metric_series& series) const {
    return series.module == owner_.module && groups_.contains(series.group) && carries(labels, labels_);
  }

  [[nodiscard]] bool stays(const std::string& name, const metric_labels& labels) const {
    const auto family = registry_.all().find(name);
    if (family == registry_.all().end()) return false;
    const auto series = family->second.series.find(labels);
    return series != family->second.series.end() && !goes(labels, series->second);
  }

  void remove(std::size_t bytes) {
    of_hook_.remove(bytes);
    of_all_.remove(bytes);
  }

  [[nodiscard]] bool is_within(const metric_holdings& of_hook, const metric_holdings& of_all) const {
    return of_hook.series <= limits_.hook_series && of_hook.bytes <= limits_.hook_bytes
           && of_all.series <= limits_.series && of_all.bytes <= limits_.bytes;
  }

  [[nodiscard]] base::result<void> judge() const {
    if (of_hook_.series > limits_.hook_series)
      return exceeds("the metrics of this hook", std::to_string(limits_.hook_series) + " series", way_out);
    if (of_hook_.bytes > limits_.hook_bytes)
      return exceeds("the metrics of this hook", mebibytes(limits_.hook_bytes), way_out);
    const auto hint = largest_of(registry_) + way_out;
    if (of_all_.series > limits_.series)
      return exceeds("the metrics of all hooks", std::to_string(limits_.series) + " series", hint);
    if (of_all_.bytes > limits_.bytes) return exceeds("the metrics of all hooks", mebibytes(limits_.bytes), hint);
    return {};
  }

  const metric_registry& registry_;
  metric_labels labels_; ///< of the owner
  const metric_owner& owner_;
  const hook_metrics_limits& limits_;
  std::set<std::string, std::less<>> groups_;
  std::map<std::string, std::set<metric_labels>, std::less<>> added_;
  metric_holdings of_hook_;
  metric_holdings of_all_;
};

} // namespace

base::result<void> check_hook_metrics_bounds(const metric_registry& registry, std::string_view prefix,
                                             const metric_owner& owner, const hooks::metric_batch& operations,
                                             const hook_metrics_limits& limits) {
  bounds_check check(registry, owner, limits);
  // Nearly all runs are far below the limits, and then no series is looked at.
  if (check.fits_at_most(prefix, operations)) return {};
  check.expire(groups_of(operations));
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const auto x = operations[i];
    if (x.what == hooks::metric_operation::action::expire) continue;
    if (auto fits = check.add(hook_metric_name(prefix, x.name), x); !fits) return fits;
  }
  return {};
}

} // namespace core::metrics
