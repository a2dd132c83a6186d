#include "core/metrics/builtin_metrics.hpp"

#include <utility>

namespace core::metrics {

namespace {

constexpr std::string_view placeholder = "{PREFIX}";

std::vector<double> buckets_of(std::string_view name, metric_type type) {
  if (type != metric_type::histogram) return {};
  auto buckets = duration_buckets();
  if (name == own_metric("kubernetes_client_request_latency_seconds")) buckets.insert(buckets.end(), {20, 50});
  return buckets;
}

} // namespace

const std::vector<double>& duration_buckets() {
  static const std::vector<double> buckets{0, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10};
  return buckets;
}

std::string prefixed(std::string_view prefix, std::string_view name) {
  return std::string(prefix).append(name);
}

std::string hook_metric_name(std::string_view prefix, std::string_view name) {
  auto at = name.find(placeholder);
  if (at == std::string_view::npos) return std::string(name);
  return std::string(name.substr(0, at)).append(prefix).append(name.substr(at + placeholder.size()));
}

void declare_builtin_metrics(metric_registry& registry, std::string_view prefix) {
  for (const auto& [name, type, help] : builtin_metrics) {
    metric_family family{type, help, buckets_of(name, type), {}};
    // Can only fail for a prefix that no name may begin with, which the options refuse.
    static_cast<void>(registry.declare(prefixed(prefix, name), std::move(family)));
  }
}

} // namespace core::metrics
