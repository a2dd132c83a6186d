#pragma once

#include "actors/hooks/global_hooks.hpp"
#include "actors/hooks/module.hpp"
#include "actors/leadership/election.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/webhooks/registrar_options.hpp"
#include "base/evaluation_limit.hpp"
#include "core/bindings/context.hpp"
#include "core/config/static_values.hpp"
#include "core/main_queue/module_failure.hpp"
#include "core/modules/discovery_problems.hpp"
#include "core/releases/drift_report.hpp"
#include "core/releases/helm_command.hpp"
#include "core/tasks/retry_wait.hpp"
#include "kube/api/request_places.hpp"
#include "kube/api/transport.hpp"
#include "sys/files/tmp_place.hpp"
#include "sys/process/process.hpp"
#include "sys/time/alarm.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::supervision {

/// A module on disk: its files, its place in the order, and the conditions of its runs.
struct module_setup {
  hooks::module_source source;
  std::string number;         ///< of its directory; modules with the same number may run side by side
  std::string enabled_script; ///< absolute path; empty: no script
  bool is_script_executable = true;
  bool has_chart = false;           ///< Chart.yaml or `templates` exists
  bool is_blank = false;            ///< its directory has no part of a module, like `lost+found` of a new volume
  std::vector<std::string> needs{}; ///< modules that must have run before it, from its `module.yaml`
};

/// All inputs of an operator. The seams (transport, processes, alarm) outlive the actors.
struct operator_setup {
  std::vector<module_setup> modules;    ///< in the order of execution
  std::size_t parallel_module_runs = 1; ///< the maximal number of modules that run side by side
  core::main_queue::module_failure on_module_failure = core::main_queue::module_failure::wait;
  std::vector<std::string> modules_dirs; ///< the directories of modules, absolute paths
  hooks::hook_source global_hooks;
  core::config::static_values values; ///< values and schemas from files
  core::values::flag_order flag_order = core::values::default_flag_order();
  std::vector<std::string> remarks{}; ///< warnings about files, for people
  /// Module directories with an invalid name, each with the reason. They are reported as problems.
  std::vector<std::string> impossible_modules{};
  std::string version;        ///< of the program, for messages
  std::string namespace_name; ///< of the ConfigMap, of releases, and of hooks' objects that name no namespace
  std::string config_map;
  /// True: only global hooks, without ConfigMap and releases, like flant/shell-operator.
  bool is_shell_operator = false;
  bool purges_without_modules = false; ///< see `core::modules::discovery_facts`
  sys::files::tmp_place tmp;           ///< for the files of hooks and of helm
  /// Whether people learn of failures, removals and pauses by Kubernetes Events.
  bool has_kubernetes_events = false;
  std::string instance;   ///< see `core::releases::operator_instance`; empty: it is not noted in records
  std::string deployment; ///< of this operator, for Events about it; empty: not known
  std::string metrics_prefix = "addon_operator_";
  messages::metrics_actor metrics; ///< shared with the HTTP server
  /// Shared with the HTTPS listener; null: the operator makes a server to which no reviews come.
  messages::webhook_server_actor webhooks{};
  /// The election among replicas; empty: this operator is the only one.
  std::optional<leadership::election> election{};
  /// The objects that let the API server ask webhooks; empty: the operator writes no such objects.
  std::optional<webhooks::registrar_options> registration{};
  std::size_t parallel_reviews = 16; ///< the maximal number of hooks that decide about reviews at a time
  bool proxy_hook_json = false;
  bool keep_tmp_files = false;
  std::chrono::milliseconds stop_grace{20000};
  /// From the line that names a removal to the removal itself, for releases and objects whose removal only a
  /// hook, a script or a lookup asks for. 0: they go at once.
  std::chrono::milliseconds removal_grace{0};
  std::optional<std::chrono::milliseconds> hook_timeout;
  std::chrono::milliseconds slow_after{300000}; ///< a longer run of a program is a problem for people
  core::tasks::retry_rule retry;
  core::releases::helm_setup helm; ///< its namespace and environment are ignored; the operator's are used
  core::releases::drift_mode repair_drift = core::releases::drift_mode::warn;
  std::string ignored_release; ///< a release that is not a module's; empty: no such release
  std::shared_ptr<kube::api::transport> transport;
  std::string api_host;           ///< `host:port` of the API server, for metrics
  kube::api::place_limits places; ///< of the requests on their way to it at the same time
  std::shared_ptr<sys::process::process_starter> processes;
  std::shared_ptr<sys::time::alarm> alarm;
  core::bindings::context_limits context_limits;                           ///< of the binding context of a run
  core::bindings::waiting_size waiting_max = core::bindings::waiting_max;  ///< see `bindings::waiting_max`
  base::evaluation_limit_ptr filter_limit = base::no_evaluation_limit();   ///< of a jq filter, for each object
  std::chrono::microseconds watch_portion = std::chrono::milliseconds(20); ///< see `watches::informer_peers`
  /// The maximal size of the objects of all watches of hooks, see `watches::watch_room`.
  std::size_t watched_bytes_max = std::numeric_limits<std::size_t>::max();
  std::vector<std::string> environment; ///< the operator's, for hooks
  /// The threads of actors that block. In the program each of them has its own thread; in tests they share a
  /// single thread.
  framework::placement blocking = framework::placement::own_thread;
  /// Called before the stop if the operator cannot start, with the same text as in the log.
  std::function<void(const std::string& reason)> on_cannot_start = [](const std::string&) {};
  /// Called once, when the operator has stopped. @param exit_code 0, or 1 if the operator could not start.
  std::function<void(int exit_code)> on_stopped;

  /// The directories and names for messages about held removals.
  [[nodiscard]] core::modules::discovery_places discovery_places() const {
    return {modules_dirs, namespace_name, config_map, helm.platform.name, flag_order};
  }
};

} // namespace actors::supervision
