#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace cli {

enum class log_level { debug, info, warning, error };
enum class log_format { text, json };

/// Options of `addon-operator start` (chapter 9.2 of the incumbent's inventory). The initial values are the defaults.
struct start_options {
  std::vector<std::string> modules_dirs{"modules"};
  std::string global_hooks_dir = "global-hooks";
  std::string tmp_dir = "/tmp/addon-operator";
  std::string namespace_name{}; ///< required
  std::string config_map = "addon-operator";
  std::string listen_address = "0.0.0.0";
  std::uint16_t listen_port = 9650;
  std::string metrics_prefix = "addon_operator_";

  std::string kube_config{};  ///< path; empty: in-cluster or ~/.kube/config
  std::string kube_context{}; ///< empty: the current one
  std::string kube_server{};  ///< empty: as the kubeconfig says

  log_level level = log_level::info;
  log_format format = log_format::text;
  bool log_no_time = false;
  std::string trace_file{}; ///< path; empty: none

  unsigned helm_history_max = 10; ///< 0: no limit
  std::chrono::seconds helm_timeout{std::chrono::minutes(20)};
  std::string helm_ignore_release{}; ///< never purged: the operator's own release
  std::map<std::string, std::string> crd_extra_labels{{"heritage", "addon-operator"}};

  std::chrono::milliseconds hook_timeout{0}; ///< 0: none
  std::chrono::milliseconds retry_delay{5000};
  std::chrono::milliseconds retry_delay_max{30000};
  std::chrono::milliseconds stop_grace_period{30000};
  bool debug_keep_tmp_files = false;
};

/// `addon-operator version`.
struct version_command {};

/// `addon-operator trace order FILE [--all]`.
struct trace_order_command {
  std::string file;
  bool all = false;
};

/// Nothing to run: text for people, and the exit code of the program. Errors belong on stderr.
struct exit_with {
  int code = 0;
  std::string text;
};

using command = std::variant<start_options, version_command, trace_order_command, exit_with>;

/// Reads the command line. An option counts before the environment, which counts before the default; of two names in
/// the environment the one with the prefix `ADDON_OPERATOR_` counts.
/// @param environment as `environ`, or the same made by a test; null-terminated
[[nodiscard]] command parse(int argc, const char* const* argv, const char* const* environment);

} // namespace cli
