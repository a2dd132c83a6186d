#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"

#include <string>

namespace cli {

// Setters for options of `start` that do more than set a member. An error names the expected form.

[[nodiscard]] base::result<void> set_log_level(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_log_format(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_log_time(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_helm_storage(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_history_max(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_platform(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_former_platforms(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> refuse_chroot(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_parallel_runs(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_module_failure(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_kubernetes_events(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_drift_mode(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_flag_order(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_definition_labels(start_options& options, const std::string& text);
[[nodiscard]] base::result<void> set_definition_filters(start_options& options, const std::string& text);

} // namespace cli
