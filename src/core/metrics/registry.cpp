#include "core/metrics/registry.hpp"

#include "base/contains.hpp"
#include "core/hooks/metric_names.hpp"
#include "core/metrics/series_weight.hpp"
#include "text/plain/number_text.hpp"
#include "text/plain/shown_key.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace core::metrics {

namespace {

tl::unexpected<base::error> invalid(std::string_view name, const std::string& what) {
  return base::fail(base::error_code::invalid_input, "metric '" + std::string(name) + "': " + what);
}

/// Sorts the labels by name.
/// @returns their fault, or an empty text.
std::string put_in_order(metric_labels& labels) {
  std::sort(labels.begin(), labels.end());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!hooks::is_label_name(labels[i].first))
      return "'" + text::shown_key(labels[i].first) + "' is no name for a label";
    if (i > 0 && labels[i].first == labels[i - 1].first)
      return "label '" + text::shown_key(labels[i].first) + "' occurs twice";
  }
  return {};
}

/// @returns the fault of the buckets of a histogram, or an empty text.
std::string check_buckets(const std::vector<double>& buckets) {
  if (buckets.empty()) return "a histogram needs buckets";
  if (!std::is_sorted(buckets.begin(), buckets.end(), std::less_equal<>())) return "buckets must rise";
  return {};
}

/// `[0.5, 1, 5]`
std::string shown(const std::vector<double>& buckets) {
  constexpr std::size_t bytes_enough = 1'000;
  std::string text;
  for (const auto bound : buckets) {
    if (text.size() > bytes_enough) return text + ", …]";
    text += (text.empty() ? "[" : ", ") + text::number_to_text(bound);
  }
  return text + "]";
}

std::variant<double, metric_histogram> first_value(const metric_family& family) {
  if (family.type != metric_type::histogram) return 0.0;
  return empty_histogram(family.buckets);
}

metric_holder holder_of(std::string_view module, const metric_labels& labels) {
  const auto hook = std::find_if(labels.begin(), labels.end(), [](const auto& x) { return x.first == "hook"; });
  return {std::string(module), hook == labels.end() ? std::string() : hook->second};
}

/// @pre both were made for the same bounds.
void add_to(metric_histogram& sum, const metric_histogram& x) {
  for (std::size_t i = 0; i < sum.counts.size(); ++i) sum.counts[i] += x.counts[i];
  sum.count += x.count;
  sum.sum += x.sum;
}

} // namespace

bool carries(const metric_labels& labels, const metric_labels& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& x) { return base::contains(labels, x); });
}

void metric_holdings::add(std::size_t weight) noexcept {
  ++series;
  bytes += weight;
}

void metric_holdings::remove(std::size_t weight) noexcept {
  --series;
  bytes -= weight;
}

const char* name(metric_type x) noexcept {
  switch (x) {
    case metric_type::counter: return "counter";
    case metric_type::gauge: return "gauge";
    case metric_type::histogram: return "histogram";
  }
  return "untyped";
}

metric_histogram empty_histogram(const std::vector<double>& bounds) {
  // The last bucket, which is for +Inf, has no bound in the list.
  return {std::vector<std::uint64_t>(bounds.size() + 1), 0, 0};
}

void observe(metric_histogram& histogram, const std::vector<double>& bounds, double value) {
  const auto bucket = std::lower_bound(bounds.begin(), bounds.end(), value) - bounds.begin();
  ++histogram.counts[static_cast<std::size_t>(bucket)];
  ++histogram.count;
  histogram.sum += value;
}

base::result<void> metric_registry::declare(std::string name, metric_family family) {
  if (!hooks::is_metric_name(name)) return invalid(name, "this is no name for a metric");
  if (family.type == metric_type::histogram)
    if (auto wrong = check_buckets(family.buckets); !wrong.empty()) return invalid(name, wrong);
  auto [i, is_new] = families_.try_emplace(std::move(name), std::move(family));
  if (!is_new && i->second.type != family.type)
    return invalid(i->first, std::string("it is a ") + metrics::name(i->second.type) + " already");
  // A hook may have made the metric before the operator declares it. From now on the family stays even
  // without series.
  i->second.is_declared = true;
  return {};
}

base::result<void> metric_registry::add(std::string_view name, metric_labels labels, double value,
                                        const series_owner& owner) {
  // Written so that NaN is refused, too.
  if (!(value >= 0)) return invalid(name, "a counter cannot be changed by " + std::to_string(value));
  auto found = series(name, metric_type::counter, std::move(labels), owner, {});
  if (!found) return tl::unexpected(found.error());
  std::get<double>((*found)->value) += value;
  return {};
}

base::result<void> metric_registry::set(std::string_view name, metric_labels labels, double value,
                                        const series_owner& owner) {
  // NaN is a value of a gauge, unlike a step of a counter or an observation.
  auto found = series(name, metric_type::gauge, std::move(labels), owner, {});
  if (!found) return tl::unexpected(found.error());
  (*found)->value = value;
  return {};
}

base::result<void> metric_registry::observe(std::string_view name, metric_labels labels, double value,
                                            const std::vector<double>& buckets, const series_owner& owner) {
  if (std::isnan(value)) return invalid(name, "cannot observe NaN");
  auto found = series(name, metric_type::histogram, std::move(labels), owner, buckets);
  if (!found) return tl::unexpected(found.error());
  metrics::observe(std::get<metric_histogram>((*found)->value), families_.find(name)->second.buckets, value);
  return {};
}

base::result<void> metric_registry::add_measured(std::string_view name, metric_labels labels,
                                                 const std::variant<double, metric_histogram>& value) {
  const auto family = families_.find(name);
  if (family == families_.end()) return invalid(name, "it is not declared");
  const auto* histogram = std::get_if<metric_histogram>(&value);
  const bool fits = family->second.type == metric_type::histogram
                      ? histogram != nullptr && histogram->counts.size() == family->second.buckets.size() + 1
                      : histogram == nullptr;
  if (!fits)
    return invalid(name, std::string("the measured value does not fit this ") + metrics::name(family->second.type));
  auto found = series(name, family->second.type, std::move(labels), {}, {});
  if (!found) return tl::unexpected(found.error());
  if (histogram != nullptr)
    add_to(std::get<metric_histogram>((*found)->value), *histogram);
  else
    std::get<double>((*found)->value) += std::get<double>(value);
  return {};
}

base::result<metric_registry::families::iterator> metric_registry::family_for(std::string_view name, metric_type type,
                                                                              const std::vector<double>& buckets) {
  auto found = families_.find(name);
  if (found == families_.end()) {
    if (auto declared = declare(std::string(name), {type, {}, buckets}); !declared)
      return tl::unexpected(declared.error());
    found = families_.find(name);
    // A hook has brought it, so it goes with its last series.
    found->second.is_declared = false;
  }
  const auto& family = found->second;
  if (family.type != type)
    return invalid(name, std::string("it is a ") + metrics::name(family.type) + ", not a " + metrics::name(type));
  // Counts for other bounds cannot be added to the present counts.
  if (!buckets.empty() && buckets != family.buckets)
    return invalid(name, "its buckets are " + shown(family.buckets) + ", not " + shown(buckets));
  return found;
}

base::result<metric_series*> metric_registry::series(std::string_view name, metric_type type, metric_labels labels,
                                                     const series_owner& owner, const std::vector<double>& buckets) {
  if (auto wrong = put_in_order(labels); !wrong.empty()) return invalid(name, wrong);
  const auto found = family_for(name, type, buckets);
  if (!found) return tl::unexpected(found.error());
  auto& family = (*found)->second;
  auto [i, is_new] = family.series.try_emplace(std::move(labels));
  auto& series = i->second;
  if (is_new) series.value = first_value(family);
  // A series counts for the module that has written it last.
  if (is_new || series.module != owner.module) {
    const auto weight = series_weight(name, i->first, family.buckets.size());
    if (!is_new) discount(series.module, i->first, weight);
    count(owner.module, i->first, weight);
  }
  series.group = owner.group;
  series.module = owner.module;
  return &series;
}

void metric_registry::count(std::string_view module, const metric_labels& labels, std::size_t weight) {
  holders_[holder_of(module, labels)].add(weight);
  holdings_.add(weight);
}

void metric_registry::discount(std::string_view module, const metric_labels& labels, std::size_t weight) {
  const auto holder = holders_.find(holder_of(module, labels));
  holder->second.remove(weight);
  if (holder->second.series == 0) holders_.erase(holder);
  holdings_.remove(weight);
}

metric_holdings metric_registry::holdings_of(const metric_holder& holder) const {
  const auto found = holders_.find(holder);
  return found == holders_.end() ? metric_holdings{} : found->second;
}

template <class Predicate>
void metric_registry::erase_series(Predicate&& goes) {
  for (auto& [name, family] : families_)
    std::erase_if(family.series, [&](const auto& x) {
      const auto& [labels, series] = x;
      if (!goes(labels, series)) return false;
      discount(series.module, labels, series_weight(name, labels, family.buckets.size()));
      return true;
    });
  std::erase_if(families_, [](const auto& x) { return x.second.series.empty() && !x.second.is_declared; });
}

void metric_registry::expire_groups(const std::set<std::string, std::less<>>& groups, std::string_view module,
                                    const metric_labels& labels) {
  erase_series([&](const metric_labels& of_series, const metric_series& x) {
    return x.module == module && groups.contains(x.group) && carries(of_series, labels);
  });
}

void metric_registry::expire_group(const series_owner& owner, const metric_labels& labels) {
  expire_groups({std::string(owner.group)}, owner.module, labels);
}

void metric_registry::expire_module(std::string_view module) {
  erase_series([&](const metric_labels&, const metric_series& x) { return x.module == module; });
}

} // namespace core::metrics
