#include "core/metrics/builtin_metrics.hpp"

#include <algorithm>
#include <iterator>
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

/// flant/shell-operator has hooks of a single kind, and other names for their metrics.
std::string_view name_in_shell_operator(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> names[] = {
    {own_metric("global_hook_run_seconds"), "hook_run_seconds"},
    {own_metric("global_hook_run_user_cpu_seconds"), "hook_run_user_cpu_seconds"},
    {own_metric("global_hook_run_sys_cpu_seconds"), "hook_run_sys_cpu_seconds"},
    {own_metric("global_hook_run_max_rss_bytes"), "hook_run_max_rss_bytes"},
    {own_metric("global_hook_errors_total"), "hook_run_errors_total"},
    {own_metric("global_hook_allowed_errors_total"), "hook_run_allowed_errors_total"},
    {own_metric("global_hook_success_total"), "hook_run_success_total"},
  };
  const auto* const found = std::ranges::find(names, name, [](const auto& x) { return x.first; });
  return found == std::end(names) ? name : found->second;
}

} // namespace

const std::vector<double>& duration_buckets() {
  static const std::vector<double> buckets{0, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10};
  return buckets;
}

std::string prefixed(std::string_view prefix, std::string_view name) {
  return std::string(prefix).append(prefix == prefix_of_shell_operator ? name_in_shell_operator(name) : name);
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
