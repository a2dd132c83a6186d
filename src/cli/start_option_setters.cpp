#include "cli/start_option_setters.hpp"

#include "cli/option_values.hpp"
#include "core/releases/release_ownership.hpp"

#include <fmt/format.h>

#include <limits>
#include <set>
#include <utility>

namespace cli {

namespace {

constexpr unsigned parallel_runs_max = 1000;

auto invalid(const std::string& message) {
  return base::fail(base::error_code::invalid_input, message);
}

} // namespace

base::result<void> set_log_level(start_options& options, const std::string& text) {
  auto level = sys::log::parse_log_level(text);
  if (!level) return invalid("expected debug, info, warning, error or fatal, got '" + text + "'");
  options.log.level = *level;
  return {};
}

base::result<void> set_log_format(start_options& options, const std::string& text) {
  auto format = sys::log::parse_log_format(text);
  if (!format) return invalid("expected text, color or json, got '" + text + "'");
  options.log.format = *format;
  // The predecessor knows `color`. It is accepted, so that its deployments start unchanged.
  if (text.starts_with('c') || text.starts_with('C'))
    options.without_effect.emplace_back("LOG_TYPE=" + text,
                                        "the log is written as text, which has colors on a terminal");
  return {};
}

base::result<void> set_log_time(start_options& options, const std::string& text) {
  auto no_time = yes_or_no(text);
  if (!no_time) return tl::unexpected(no_time.error());
  options.log.with_time = !*no_time;
  return {};
}

base::result<void> set_helm_storage(start_options& options, const std::string& text) {
  const bool is_config_map = text == "configmap" || text == "configmaps";
  if (!is_config_map && text != "secret" && text != "secrets")
    return invalid("expected secret or configmap, got '" + text
                   + "': releases that are kept elsewhere cannot be watched, move them to one of these");
  options.helm_storage =
    is_config_map ? core::releases::release_storage::config_maps : core::releases::release_storage::secrets;
  return {};
}

base::result<void> set_history_max(start_options& options, const std::string& text) {
  return number_within(text, std::numeric_limits<int>::max()).map([&](std::uint64_t number) {
    options.helm_history_max = static_cast<unsigned>(number);
    options.is_helm_history_max_given = true;
  });
}

base::result<void> set_platform(start_options& options, const std::string& text) {
  auto name = core::releases::parse_platform_name(text);
  if (!name) return tl::unexpected(name.error());
  options.platform = std::move(*name);
  return {};
}

base::result<void> set_former_platforms(start_options& options, const std::string& text) {
  std::set<std::string> names;
  for (const auto& part : parts(text, ',')) {
    auto name = core::releases::parse_platform_name(part);
    if (!name) return tl::unexpected(name.error());
    names.insert(std::move(*name));
  }
  options.former_platforms = std::move(names);
  return {};
}

base::result<void> refuse_chroot(start_options&, const std::string&) {
  return invalid("hooks cannot be run in another root directory, leave it out");
}

base::result<void> set_parallel_runs(start_options& options, const std::string& text) {
  const auto number = number_within(text, parallel_runs_max);
  if (!number || *number == 0)
    return invalid(fmt::format("expected a number from 1 to {}, got '{}'", parallel_runs_max, text));
  options.parallel_module_runs = static_cast<unsigned>(*number);
  return {};
}

base::result<void> set_module_failure(start_options& options, const std::string& text) {
  if (text != "wait" && text != "go-on") return invalid("expected 'wait' or 'go-on', got '" + text + "'");
  options.on_module_failure =
    text == "wait" ? core::main_queue::module_failure::wait : core::main_queue::module_failure::go_on;
  return {};
}

base::result<void> set_kubernetes_events(start_options& options, const std::string& text) {
  if (text != "on" && text != "off") return invalid("expected 'on' or 'off', got '" + text + "'");
  options.has_kubernetes_events = text == "on";
  return {};
}

base::result<void> set_drift_mode(start_options& options, const std::string& text) {
  const auto mode = core::releases::read_drift_mode(text);
  if (!mode) return invalid("expected 'off', 'warn' or 'repair', got '" + text + "'");
  options.repair_drift = *mode;
  return {};
}

base::result<void> set_flag_order(start_options& options, const std::string& text) {
  auto order = core::values::parse_flag_order(text);
  if (!order) return tl::unexpected(order.error());
  options.flag_order = std::move(*order);
  return {};
}

base::result<void> set_definition_labels(start_options& options, const std::string& text) {
  options.definitions.labels.clear();
  for (const auto& part : parts(text, ',')) {
    const auto equals = part.find('=');
    if (equals == 0 || equals == std::string::npos)
      return invalid("expected labels as in 'heritage=addon-operator,team=platform', got '" + text + "'");
    options.definitions.labels[part.substr(0, equals)] = part.substr(equals + 1);
  }
  return {};
}

base::result<void> set_definition_filters(start_options& options, const std::string& text) {
  options.definitions.skipped_prefixes = parts(text, ',');
  return {};
}

} // namespace cli
