#pragma once

#include "core/values/enabled_flags.hpp"
#include "sys/log.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace cli {

/// Options of `addon-operator start`: those of the predecessor, and some more. The initial values are the defaults.
struct start_options {
  std::vector<std::string> modules_dirs{"modules"};
  std::string global_hooks_dir = "global-hooks";
  std::string tmp_dir = "/tmp/addon-operator";
  std::string namespace_name{}; ///< never empty after `parse`
  std::string config_map = "addon-operator";
  core::flag_order flag_order = core::default_flag_order();
  std::string listen_address = "0.0.0.0";
  std::uint16_t listen_port = 9650;
  std::string metrics_prefix = "addon_operator_";

  std::string kube_config{};  ///< path; empty: in-cluster or ~/.kube/config
  std::string kube_context{}; ///< empty: the current one
  std::string kube_server{};  ///< empty: as the kubeconfig says

  sys::log_options log{};
  bool log_proxy_hook_json = false; ///< lines of hooks that are JSON objects become records of the log
  std::string trace_file{};         ///< path; empty: none
  std::string debug_socket = "/var/run/addon-operator/debug.socket"; ///< path of the unix socket for debug commands

  unsigned helm_history_max = 10; ///< 0: no limit
  std::chrono::seconds helm_timeout{std::chrono::minutes(20)};
  std::string helm_ignore_release{}; ///< never purged: the operator's own release

  std::chrono::milliseconds hook_timeout{0}; ///< 0: none
  std::chrono::milliseconds retry_delay{5000};
  std::chrono::milliseconds retry_delay_max{30000};
  std::chrono::milliseconds stop_grace_period{30000};
  bool debug_keep_tmp_files = false;
};

/// `addon-operator version`.
struct version_command {};

/// How much `trace order` shows.
enum class trace_order_detail { lifecycle, everything };

/// `addon-operator trace order FILE [--all]`.
struct trace_order_command {
  std::string file;
  trace_order_detail detail = trace_order_detail::lifecycle;
};

/// In which form a debug command prints.
enum class debug_output { json, yaml, text };

/// A command that asks a running operator on its debug socket: `addon-operator global list`, `global PART`,
/// `module PART NAME`, where PART is values, config, patches or snapshots.
struct debug_command {
  std::string socket; ///< path
  std::string page;   ///< path of the page without its format: `/global/list`
  std::string query;  ///< `global=true&secrets=true`, or empty
  debug_output output = debug_output::yaml;
};

/// Nothing to run: a text for people, and the exit code of the program. The text belongs on stderr if the code is not 0.
struct exit_with {
  int code = 0;
  std::string text;
  std::string remarks{}; ///< for stderr, beside a text for stdout
};

using command = std::variant<start_options, version_command, trace_order_command, debug_command, exit_with>;

/// Reads the command line. An option counts before the environment, which counts before the default; of two names in
/// the environment the one with the prefix `ADDON_OPERATOR_` counts, and an empty variable does not.
/// @param environment as `environ`: `NAME=value`, null-terminated
[[nodiscard]] command parse(int argc, const char* const* argv, const char* const* environment);

} // namespace cli
