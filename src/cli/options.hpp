#pragma once

#include "core/crds/crd.hpp"
#include "core/main_queue/module_failure.hpp"
#include "core/modules/module_tree.hpp"
#include "core/releases/drift_report.hpp"
#include "core/releases/history_max.hpp"
#include "core/releases/release.hpp"
#include "core/values/enabled_flags.hpp"
#include "sys/log/log.hpp"
#include "trace/read/run_report.hpp"
#include "trace/read/why.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cli {

/// The value of an option in effect, for people.
struct setting {
  std::string flag;
  std::string value;
  std::string source; ///< the flag or variable that has set it, or `default`
};

/// Options of `addon-operator start`: the predecessor's options, and some more. The initial values are the
/// defaults.
struct start_options {
  std::vector<std::string> modules_dirs{"modules"};
  bool are_modules_dirs_given = false; ///< false: the default, which the user has not named
  std::string global_hooks_dir = "global-hooks";
  std::vector<std::string> schema_dirs{}; ///< directories of files to which schemas may refer
  std::string tmp_dir = "/tmp/addon-operator";
  std::string namespace_name{}; ///< empty: only without modules
  /// True: the namespace comes from shell-operator's variable alone. It is the namespace for objects of
  /// hooks, but the user wants no ConfigMap and no releases.
  bool is_namespace_of_shell_operator = false;
  std::string config_map = "addon-operator";
  core::values::flag_order flag_order = core::values::default_flag_order();
  core::crds::crd_options definitions{}; ///< of the files in `crds/` of modules
  unsigned unnumbered_order = core::modules::default_unnumbered_order;
  unsigned parallel_module_runs = 1;
  core::main_queue::module_failure on_module_failure = core::main_queue::module_failure::wait;
  std::string listen_address = "0.0.0.0";
  std::uint16_t listen_port = 9650;
  std::string page_address{}; ///< `HOST:PORT` of the live page, a loopback address; empty: there is no page
  std::string metrics_prefix = "addon_operator_";
  std::string webhook_certificate = "/validating-certs/tls.crt"; ///< path, for the HTTPS listener of webhooks
  std::string webhook_key = "/validating-certs/tls.key";         ///< path
  std::string webhook_client_ca{};                            ///< paths, separated by `,`; empty: each client is served
  std::string webhook_ca = "/validating-certs/ca.crt";        ///< path, of the authority of that certificate
  std::string webhook_configuration = "shell-operator-hooks"; ///< the configurations are named NAME-hooks
  std::string webhook_service = "shell-operator-validating-svc"; ///< in the namespace of the operator
  std::string webhook_url{};                             ///< of the listener for the API server; empty: by the Service
  std::string webhook_inject_ca_from{};                  ///< NAMESPACE/CERTIFICATE of cert-manager; empty: not injected
  std::string webhook_secret = "addon-operator-webhook"; ///< of the operator's own authority
  std::string webhook_listen_address = "0.0.0.0";
  std::uint16_t webhook_listen_port = 9680;
  unsigned webhook_parallel_runs = 16;
  /// Of a review. An API server takes objects of 3 MiB at most, and a review has an object and its earlier
  /// state. (k8s.io/apiserver, MaxRequestBodyBytes)
  std::uint64_t webhook_body_bytes_max = std::uint64_t{8} << 20;

  std::string kube_config{};             ///< path; empty: `$KUBECONFIG`, in-cluster or ~/.kube/config
  std::string kube_context{};            ///< empty: the current context
  std::string kube_server{};             ///< empty: as the kubeconfig says
  std::uint64_t kube_list_bytes_max = 0; ///< of a page of a list; 0: by the memory limit

  sys::log::log_options log{};
  bool log_proxy_hook_json = false; ///< lines of hooks that are JSON objects become records of the log
  std::string trace_file{};         ///< path; empty: no trace file
  std::uint64_t trace_file_bytes_max = 256ULL << 20U; ///< a file of this size becomes FILE.1
  std::uint64_t trace_memory_bytes_max = 1ULL << 20U; ///< of the last events; 0: events are not kept
  std::string otlp_endpoint{};                        ///< URL without a slash at the end; empty: no export
  std::string otlp_certificate{};                     ///< file of the collector's authorities; empty: the machine's
  std::string debug_socket = "/var/run/addon-operator/debug.socket"; ///< path of the unix socket for debug commands

  std::string helm_binary{}; ///< a path, or a name in `$PATH`; empty: the Helm of this program
  unsigned helm_history_max = core::releases::history_max_default; ///< 0: no limit
  bool is_helm_history_max_given = false;
  std::chrono::seconds helm_timeout{std::chrono::minutes(20)};
  core::releases::release_storage helm_storage = core::releases::release_storage::secrets;
  std::string helm_ignore_release{}; ///< never purged: the operator's own release
  bool purge_without_modules = false;
  bool has_kubernetes_events = true;
  std::string deployment{};         ///< of this operator, for Kubernetes Events; empty: not known
  bool has_leader_election = false; ///< several replicas run, and one of them works
  std::string pod_name{};           ///< of this replica, for the election; empty: the name of the host
  std::string pod_uid{};            ///< of this replica; empty: not known
  core::releases::drift_mode repair_drift = core::releases::drift_mode::warn;
  std::string platform{};                   ///< the owner of its releases; empty: by ConfigMap and place
  std::set<std::string> former_platforms{}; ///< earlier names of this owner

  std::chrono::milliseconds hook_timeout{0}; ///< 0: no limit
  std::chrono::milliseconds slow_after{300000};
  std::chrono::milliseconds retry_delay{5000};
  std::chrono::milliseconds retry_delay_max{30000};
  std::chrono::milliseconds stop_grace_period{30000};
  std::chrono::milliseconds removal_grace{10000}; ///< see `operator_setup::removal_grace`
  bool debug_keep_tmp_files = false;
  bool watches_files = false; ///< changed files of modules and global hooks make the operator start again

  std::vector<setting> settings{}; ///< all options, in the order of the help text

  /// Given options and variables of the predecessor without effect: name, and the effect that they had there.
  std::vector<std::pair<std::string, std::string>> without_effect{};
};

/// `addon-operator version`.
struct version_command {};

/// The detail of `trace order`.
enum class trace_order_detail {
  told,       ///< reload by reload, in plain words
  lifecycle,  ///< a line for each task, hook, Helm run and commit
  everything, ///< a line for each message
  verified    ///< the first broken rule of the order
};

/// The place from which a trace is read.
struct trace_source {
  std::string file;   ///< path; empty: the running operator is asked
  std::string socket; ///< path of its debug socket

  [[nodiscard]] const std::string& name() const noexcept { return file.empty() ? socket : file; }
};

/// `addon-operator trace order [FILE] [--lines|--all|--verify] [--module NAME] [--hook NAME] [--queue NAME]
/// [--since TIME] [--until TIME]`.
struct trace_order_command {
  trace_source source;
  trace_order_detail detail = trace_order_detail::told;
  trace::read::report_filter part{}; ///< the selected part of the run
};

/// `addon-operator trace why run|value|release|disabled|review|waiting NAME [--file FILE] [--at TIME]`, with
/// a revision behind the name of a release; `trace why not ready`.
struct trace_why_command {
  trace::read::why_question question;
  trace_source source;
  std::optional<trace::read::trace_moment> at{}; ///< events after this time do not count
};

/// `addon-operator trace diff A B`: two runs of the same platform.
struct trace_diff_command {
  std::string a; ///< path
  std::string b;
};

/// A form in which viewers show a run.
enum class trace_format {
  html,    ///< a page of its own
  perfetto ///< JSON of the Trace Event Format
};

/// `addon-operator trace html [FILE] [--out PAGE]`, `addon-operator trace export --perfetto [FILE] [--out
/// JSON]`.
struct trace_export_command {
  trace_source source;
  trace_format format = trace_format::html;
  std::string to; ///< path; empty: named like the trace, in the working directory; `-`: stdout
  std::optional<trace::read::trace_moment> since{}; ///< spans that ended before are not drawn
  std::optional<trace::read::trace_moment> until{}; ///< spans that began later are not drawn
};

/// `addon-operator trace dump [FILE]`: the events that a running operator still has of its run.
struct trace_dump_command {
  trace_source source;
  std::string to; ///< path; empty: stdout
};

/// `addon-operator trace tail [--lines|--all]`: events from now on, as they happen.
struct trace_tail_command {
  trace_source source;
  trace_order_detail detail = trace_order_detail::told;
  std::size_t width = 0; ///< of lines; 0: no limit
  bool is_coloured = false;
};

/// `addon-operator simulate DIR [FILE...]`.
struct simulate_options {
  std::string directory;                  ///< of the platform: its modules and global hooks
  std::vector<std::string> days;          ///< files; empty: all `*.day.yaml` below the directory
  std::string trace_file;                 ///< path; empty: no trace file
  std::chrono::seconds program_limit{60}; ///< real time that a hook or helm may take
  bool shows_log = false;
};

/// The form in which a debug command prints.
enum class debug_output {
  json,
  yaml,
  text,
  as_it_comes ///< as the page comes: its path names the form
};

/// A command that asks a running operator on its debug socket: `addon-operator status`, `queue list`, `queue
/// main`, `config list`, `global list`, `global PART`, `module list`, `module resource-monitor`, `module
/// render NAME`, `module drift`, `module PART NAME`, where PART is values, config, patches or snapshots;
/// `hook list`; `raw PATH`. Or a command that gives an order: `module pause`, `resume`, `retry`, `run`, and
/// `queue pause`, `resume`.
struct debug_command {
  std::string socket; ///< path
  std::string page;   ///< path of the page without its format: `/global/list`; as it comes: with the format
  std::string query;  ///< `global=true&secrets=true`, or empty
  debug_output output = debug_output::yaml;
  std::optional<std::chrono::milliseconds> watch{}; ///< wait between two questions; empty: asked once
  bool has_width = false; ///< the page is a text that fits the terminal: `columns` is added to the query
  bool is_order = false;  ///< it changes something: POST
  std::string reason{};   ///< of an order; may be empty
  std::map<std::string, std::string> arguments{}; ///< further members of the query, not escaped
};

/// `addon-operator module render NAME --values FILE`: renders a chart without a running operator and without
/// a cluster.
struct render_options {
  start_options platform;  ///< names the directories of modules, as for `start`
  std::string module;      ///< name
  std::string values_file; ///< path; keys as in values files of modules: `global`, `web`, `webEnabled`
  bool shows_secrets = false;
  debug_output output = debug_output::yaml;
};

/// `addon-operator rbac DIR [--values FILE]`: the rights that a platform needs, without a cluster.
struct rbac_options {
  /// As for `start`. Its directories of modules and hooks are used only if `directory` is empty.
  start_options platform;
  /// Contains `modules` and `global-hooks`; empty: the directories of `start` are used.
  std::string directory;
  std::string values_file; ///< path; as for `render_options`; may be empty
};

/// The form in which `lint` prints its findings.
enum class lint_output { text, json, sarif, junit };

/// `addon-operator lint DIR [--values FILE] [--no-charts] [-o FORM]`: the faults of a platform on disk.
struct lint_options {
  start_options platform;  ///< as for `start`, but for its directories
  std::string directory;   ///< contains `modules` and `global-hooks`
  std::string values_file; ///< path; as for `render_options`; may be empty
  bool renders_charts = true;
  lint_output output = lint_output::text;
};

/// The form in which `plan` prints.
enum class plan_output { text, json, markdown };

/// `addon-operator plan DIR [--current DIR] [--against cluster|FILE] [--config FILE] [--export FILE]
/// [--after FILE] [-o FORM]`: the changes that a platform would make in a cluster.
struct plan_options {
  start_options platform;          ///< as for `start`, but for its directories
  std::string directory;           ///< contains `modules` and `global-hooks`
  std::string current;             ///< directory of the former platform; may be empty
  std::string against = "cluster"; ///< or the path of a file with objects
  std::string config_file;         ///< path; the content of the ConfigMap after an edit; may be empty
  std::string export_file;         ///< path, for the objects that were read; may be empty
  std::string after_file;          ///< path, for the objects at the end of the play; may be empty
  plan_output output = plan_output::text;
};

/// `addon-operator page [--page-address HOST:PORT]`: serves the live page of a running operator.
struct page_command {
  std::string socket;                     ///< path of the operator's debug socket
  std::string address = "127.0.0.1:9652"; ///< as `start_options::page_address`
};

/// `addon-operator hook run FILE`: a hook alone, without an operator and without a cluster. At most one of
/// the occasions is given; without an occasion the hook runs for its usual occasion.
struct hook_run_options {
  std::string file;
  std::string name{};                    ///< of the hook, in a program with several hooks
  std::vector<std::string> objects{};    ///< files, and directories with files, in YAML
  std::string values_file{};             ///< path; as for `render_options`; may be empty
  std::string config_values_file{};      ///< path; keys of the ConfigMap; may be empty
  std::string lifecycle{};               ///< `beforeHelm`; empty: not given
  std::optional<std::string> schedule{}; ///< name of the binding; empty text: the only schedule
  bool is_synchronization = false;       ///< given on the command line
  std::string event{};                   ///< `added`; empty: not given
  std::string event_object{};            ///< `NAMESPACE/NAME`, or `NAME`
  std::string review_file{};             ///< path of the object of a request; empty: not given
  std::string old_object_file{};         ///< path; of an UPDATE; may be empty
  std::string operation = "CREATE";      ///< of the request
  std::string binding{};                 ///< limits the occasion to a binding; may be empty
  bool shows_context = false;
  bool is_json = false;                   ///< prints JSON; else text
  std::string case_file{};                ///< path; the run becomes a case there; may be empty
  std::chrono::seconds program_limit{60}; ///< real time that the hook may take
};

/// `addon-operator hook test [PATH...]`: plays saved cases.
struct hook_test_options {
  std::vector<std::string> paths{};       ///< cases, and directories with `*.case.yaml`; empty: `.`
  bool updates = false;                   ///< the found outcome becomes the expected outcome
  bool is_junit = false;                  ///< prints a report in the XML of JUnit; else TAP
  std::chrono::seconds program_limit{60}; ///< real time that a hook may take
};

/// The thing that `addon-operator new` makes.
enum class new_thing { platform, module, hook };

/// `addon-operator new platform|module|hook NAME`: writes files that work, with a test.
struct new_options {
  new_thing what = new_thing::platform;
  std::string name;
  std::string directory = "."; ///< of a platform: the directory above it; else the platform
  std::string module{};        ///< of a hook; empty: a global hook
};

/// `addon-operator webhooks remove`: takes the webhooks of an operator out of the API server.
struct webhooks_remove_command {
  start_options platform; ///< names the configurations and the cluster, as for `start`
};

/// The end of the program without a further command: a text for people, and the exit code. The text goes to
/// stdout if the code is 0 or the text is an answer, else to stderr.
struct exit_with {
  int code = 0;
  std::string text;
  std::string remarks{};  ///< for stderr, in addition to a text for stdout
  bool is_answer = false; ///< the command has succeeded, and the code is a part of its answer
};

using command =
  std::variant<start_options, version_command, trace_order_command, trace_why_command, trace_diff_command,
               trace_export_command, trace_dump_command, trace_tail_command, simulate_options, render_options,
               rbac_options, lint_options, plan_options, hook_run_options, hook_test_options, new_options,
               debug_command, page_command, webhooks_remove_command, exit_with>;

/// Reads the command line. An option on the command line counts first, then the environment, then the
/// default. Of several variables of an option the first that is not empty counts; names with the prefix
/// `ADDON_OPERATOR_` come first.
/// @param environment as `environ`: `NAME=value`, null-terminated
[[nodiscard]] command parse(int argc, const char* const* argv, const char* const* environment);

} // namespace cli
