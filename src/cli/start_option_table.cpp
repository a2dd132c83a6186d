#include "cli/start_option_table.hpp"

#include "cli/option_texts.hpp"
#include "cli/option_values.hpp"
#include "cli/page_address.hpp"
#include "cli/start_option_setters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

namespace cli {

namespace {

constexpr auto order_max = std::numeric_limits<int>::max();
constexpr auto port_max = std::numeric_limits<std::uint16_t>::max();

/// The order of the sources of flags, by the names that the predecessor gives its extenders. `Static` means
/// both the values file of all modules and the values files of single modules.
std::string order_of_flags(const start_options& options) {
  std::string text;
  for (const auto source : options.flag_order) {
    if (source == core::values::flag_source::common_values) text += "Static,";
    if (source == core::values::flag_source::hook_patch) text += "DynamicallyEnabled,";
    if (source == core::values::flag_source::config_map) text += "KubeConfig,";
  }
  return text + "ScriptEnabled";
}

std::string labels_of_definitions(const start_options& options) {
  std::string text;
  for (const auto& [name, value] : options.definitions.labels) text += (text.empty() ? "" : ",") + name + "=" + value;
  return text;
}

base::result<void> set_modules_dirs(start_options& options, const std::string& text) {
  options.are_modules_dirs_given = true;
  return directories_into(&start_options::modules_dirs).set(options, text);
}

std::vector<start_option> directories() {
  return {
    {"--modules-dir",
     {"ADDON_OPERATOR_MODULES_DIR", "MODULES_DIR"},
     "Directories of modules, separated by ':'",
     {set_modules_dirs, directories_into(&start_options::modules_dirs).show, "PATHS"}},
    {"--global-hooks-dir",
     {"ADDON_OPERATOR_GLOBAL_HOOKS_DIR", "SHELL_OPERATOR_HOOKS_DIR", "GLOBAL_HOOKS_DIR"},
     "Directory of global hooks",
     text_into(&start_options::global_hooks_dir, "PATH"),
     option_kind::value,
     "--hooks-dir"},
    {"--unnumbered-modules-order",
     {"ADDON_OPERATOR_UNNUMBERED_MODULES_ORDER", "UNNUMBERED_MODULES_ORDER", "UNNUMBERED_MODULE_ORDER"},
     "Place in the order of modules without a number in the directory's name; default: 1",
     into(&start_options::unnumbered_order, [](const auto& text) { return number_within(text, order_max); })},
    {"--schema-dirs",
     {"ADDON_OPERATOR_SCHEMA_DIRS"},
     "Directories of files that schemas may refer to, separated by ':'",
     directories_into(&start_options::schema_dirs)},
    {"--tmp-dir",
     {"ADDON_OPERATOR_TMP_DIR", "SHELL_OPERATOR_TMP_DIR"},
     "Directory for temporary files",
     text_into(&start_options::tmp_dir, "PATH")},
  };
}

std::vector<start_option> cluster() {
  return {
    {"--namespace",
     {"ADDON_OPERATOR_NAMESPACE", "SHELL_OPERATOR_NAMESPACE"},
     "Namespace of the ConfigMap and of all releases (required if there are modules)",
     into(&start_options::namespace_name,
          [](const auto& text) { return text.empty() ? base::result<std::string>(text) : object_name(text); })},
    {"--config-map",
     {"ADDON_OPERATOR_CONFIG_MAP"},
     "Name of the ConfigMap with values",
     into(&start_options::config_map, object_name)},
    {"--kube-config",
     {"ADDON_OPERATOR_KUBE_CONFIG", "KUBE_CONFIG"},
     "Path of a kubeconfig; default: $KUBECONFIG, in-cluster, ~/.kube/config",
     text_into(&start_options::kube_config, "PATH")},
    {"--kube-context",
     {"ADDON_OPERATOR_KUBE_CONTEXT", "KUBE_CONTEXT"},
     "Context of the kubeconfig",
     text_into(&start_options::kube_context)},
    {"--kube-server",
     {"ADDON_OPERATOR_KUBE_SERVER", "KUBE_SERVER"},
     "Address of the API server, in place of the kubeconfig's",
     url_into(&start_options::kube_server, server_address)},
    {"--leader-election",
     {"ADDON_OPERATOR_LEADER_ELECTION", "ADDON_OPERATOR_HA"},
     "Several replicas run: one of them leads, and the others wait",
     into(&start_options::has_leader_election, yes_or_no),
     option_kind::switch_on},
    {"--pod-name",
     {"ADDON_OPERATOR_POD"},
     "Pod of this replica, for --leader-election; default: the name of the host",
     text_into(&start_options::pod_name)},
    {"--pod-uid",
     {"ADDON_OPERATOR_POD_UID"},
     "uid of that Pod: a container that restarts in it leads again at once",
     text_into(&start_options::pod_uid)},
    {"--kube-list-size",
     {"ADDON_OPERATOR_KUBE_LIST_SIZE"},
     "Largest page of a list of the API server; default: a sixteenth of the memory limit, at most 256MiB",
     bytes_into(&start_options::kube_list_bytes_max)},
  };
}

std::vector<start_option> modules() {
  return {
    {"--applied-module-extenders",
     {"ADDON_OPERATOR_APPLIED_MODULE_EXTENDERS"},
     "Order of the sources of enabled flags, the strongest directly before ScriptEnabled; default: "
     "Static,DynamicallyEnabled,KubeConfig,ScriptEnabled",
     {set_flag_order, order_of_flags}},
    {"--parallel-module-runs",
     {"ADDON_OPERATOR_PARALLEL_MODULE_RUNS"},
     "Number of neighbouring modules with the same number that run at the same time; default: 1",
     {set_parallel_runs, [](const auto& options) { return std::to_string(options.parallel_module_runs); }, "N"}},
    {"--on-module-failure",
     {"ADDON_OPERATOR_ON_MODULE_FAILURE"},
     "Whether modules behind a failed module 'wait' for it or 'go-on'; default: wait",
     {set_module_failure,
      [](const auto& options) {
        return std::string(options.on_module_failure == core::main_queue::module_failure::wait ? "wait" : "go-on");
      },
      "wait|go-on"}},
    {"--repair-drift",
     {"ADDON_OPERATOR_REPAIR_DRIFT"},
     "Changes of releases by other clients: look for none ('off'), 'warn', or 'repair' them; default: warn",
     {set_drift_mode, [](const auto& options) { return std::string(core::releases::name(options.repair_drift)); },
      "off|warn|repair"}},
    {"--crd-extra-labels",
     {"ADDON_OPERATOR_CRD_EXTRA_LABELS"},
     "Labels of the CustomResourceDefinitions in 'crds' of modules, separated by ','; default: heritage=addon-operator",
     {set_definition_labels, labels_of_definitions}},
    {"--crd-filters",
     {"ADDON_OPERATOR_CRD_FILTER_PREFIXES"},
     "Leave out files in 'crds' whose names begin with one of these texts, separated by ','; default: doc-,_",
     {set_definition_filters,
      [](const auto& options) { return fmt::to_string(fmt::join(options.definitions.skipped_prefixes, ",")); }}},
    {"--shell-chroot-dir",
     {"ADDON_OPERATOR_SHELL_CHROOT_DIR"},
     "Refused: hooks cannot be run in another root directory",
     {refuse_chroot, [](const auto&) { return std::string(); }},
     option_kind::refused},
    {"--hook-timeout",
     {"ADDON_OPERATOR_HOOK_TIMEOUT"},
     "Time limit of a hook, 0: none",
     duration_into(&start_options::hook_timeout)},
    {"--slow-after",
     {"ADDON_OPERATOR_SLOW_AFTER"},
     "A run of a hook, an enabled script or helm that lasts longer is a warning and a line on /readyz; default: 5m",
     duration_into(&start_options::slow_after)},
    {"--retry-delay",
     {"ADDON_OPERATOR_RETRY_DELAY"},
     "Wait after the first failure of a task, doubled on each further one; default: 5s",
     duration_into(&start_options::retry_delay)},
    {"--retry-delay-max",
     {"ADDON_OPERATOR_RETRY_DELAY_MAX"},
     "Longest wait after a failure; default: 30s",
     duration_into(&start_options::retry_delay_max)},
    {"--stop-grace-period",
     {"ADDON_OPERATOR_STOP_GRACE_PERIOD"},
     "Time for an orderly end: hooks get SIGTERM at once, helm after half of it, SIGKILL after all of it; default: 30s",
     duration_into(&start_options::stop_grace_period)},
  };
}

std::vector<start_option> helm() {
  return {
    {"--helm-binary",
     {"HELM_BIN"},
     "Another helm, which is started for each rendering and each release, in place of the helm of this program",
     text_into(&start_options::helm_binary, "PATH")},
    {"--helm-history-max",
     {"ADDON_OPERATOR_HELM_HISTORY_MAX", "HELM_HISTORY_MAX"},
     "Number of revisions to keep of a release, 0: all; default: 10",
     {set_history_max, [](const auto& options) { return std::to_string(options.helm_history_max); }}},
    {"--helm-timeout",
     {"ADDON_OPERATOR_HELM_TIMEOUT", "HELM_TIMEOUT"},
     "Time limit of one Kubernetes operation of helm; default: 20m",
     duration_into(&start_options::helm_timeout)},
    {"--helm-driver",
     {"ADDON_OPERATOR_HELM_DRIVER", "HELM_DRIVER"},
     "Kind of object in which Helm keeps releases: secret or configmap; default: secret",
     {set_helm_storage, [](const auto& options) { return std::string(core::releases::name(options.helm_storage)); }}},
    {"--removal-grace",
     {"ADDON_OPERATOR_REMOVAL_GRACE"},
     "Wait between the naming and the removal of releases and objects that no user has taken away, 0s: none; default: "
     "10s",
     duration_into(&start_options::removal_grace)},
    {"--helm-ignore-release",
     {"ADDON_OPERATOR_HELM_IGNORE_RELEASE", "HELM_IGNORE_RELEASE"},
     "Release that is never removed: the operator's own",
     text_into(&start_options::helm_ignore_release)},
    {"--platform",
     {"ADDON_OPERATOR_PLATFORM"},
     "Name of this set of modules and its releases; default: the ConfigMap's name, outside of a Pod with -outside",
     {set_platform, [](const auto& options) { return options.platform; }}},
    {"--former-platform",
     {"ADDON_OPERATOR_FORMER_PLATFORM"},
     "Former names of this platform, separated by ',': their releases are taken over",
     {set_former_platforms,
      [](const auto& options) { return fmt::format("{}", fmt::join(options.former_platforms, ",")); }}},
    {"--watch-files",
     {"ADDON_OPERATOR_WATCH_FILES"},
     "Run again in place when files of modules or global hooks change; for a laptop and for tests",
     into(&start_options::watches_files, yes_or_no),
     option_kind::switch_on},
    {"--purge-without-modules",
     {"ADDON_OPERATOR_PURGE_WITHOUT_MODULES"},
     "Remove releases without a module even if several would go at once, or no module at all is found",
     into(&start_options::purge_without_modules, yes_or_no),
     option_kind::switch_on},
  };
}

base::result<std::uint64_t> number_of_reviews(const std::string& text) {
  auto number = number_within(text, 1000);
  if (number && *number == 0) return base::fail(base::error_code::invalid_input, "expected 1 to 1000, got 0");
  return number;
}

std::vector<start_option> observation() {
  return {
    {"--prometheus-listen-address",
     {"ADDON_OPERATOR_LISTEN_ADDRESS", "SHELL_OPERATOR_LISTEN_ADDRESS"},
     "Address of the HTTP server",
     text_into(&start_options::listen_address),
     option_kind::value,
     "--listen-address"},
    {"--prometheus-listen-port",
     {"ADDON_OPERATOR_LISTEN_PORT", "SHELL_OPERATOR_LISTEN_PORT"},
     "Port of the HTTP server",
     into(&start_options::listen_port, [](const auto& text) { return number_within(text, port_max); }),
     option_kind::value,
     "--listen-port"},
    {"--page-address",
     {"ADDON_OPERATOR_PAGE_ADDRESS"},
     "Loopback address of the live page, for example 127.0.0.1:9652; default: no page",
     into(&start_options::page_address, page_address)},
    {"--validating-webhook-server-cert",
     {"VALIDATING_WEBHOOK_SERVER_CERT"},
     "File with the certificate of the HTTPS listener for webhooks of hooks; without it the operator makes one",
     text_into(&start_options::webhook_certificate)},
    {"--validating-webhook-server-key",
     {"VALIDATING_WEBHOOK_SERVER_KEY"},
     "File with the key of that certificate",
     text_into(&start_options::webhook_key)},
    {"--validating-webhook-ca",
     {"VALIDATING_WEBHOOK_CA"},
     "File with the authority of that certificate, for the API server",
     text_into(&start_options::webhook_ca)},
    {"--validating-webhook-configuration-name",
     {"VALIDATING_WEBHOOK_CONFIGURATION_NAME"},
     "Name of the configurations of webhooks in the API server; -hooks is added",
     into(&start_options::webhook_configuration, object_name)},
    {"--validating-webhook-service-name",
     {"VALIDATING_WEBHOOK_SERVICE_NAME"},
     "Service by which the API server reaches that listener",
     into(&start_options::webhook_service, service_name)},
    {"--webhook-url",
     {"ADDON_OPERATOR_WEBHOOK_URL"},
     "URL by which the API server reaches that listener in place of the Service, for an operator outside of the "
     "cluster",
     url_into(&start_options::webhook_url, webhook_url)},
    {"--webhook-secret",
     {"ADDON_OPERATOR_WEBHOOK_SECRET"},
     "Secret in which the operator keeps the certificate of that listener and its authority",
     into(&start_options::webhook_secret, object_name)},
    {"--webhook-inject-ca-from",
     {"ADDON_OPERATOR_WEBHOOK_INJECT_CA_FROM"},
     "NAMESPACE/NAME of a Certificate whose authority cert-manager writes into the configurations",
     text_into(&start_options::webhook_inject_ca_from)},
    {"--validating-webhook-client-ca",
     {"VALIDATING_WEBHOOK_CLIENT_CA"},
     "Files with authorities of clients of that listener, separated by ','; default: each client is served",
     text_into(&start_options::webhook_client_ca)},
    {"--validating-webhook-listen-address",
     {"VALIDATING_WEBHOOK_LISTEN_ADDRESS"},
     "Address of that listener",
     text_into(&start_options::webhook_listen_address)},
    {"--validating-webhook-listen-port",
     {"VALIDATING_WEBHOOK_LISTEN_PORT"},
     "Port of that listener",
     into(&start_options::webhook_listen_port, [](const auto& text) { return number_within(text, port_max); })},
    {"--webhook-parallel-runs",
     {"ADDON_OPERATOR_WEBHOOK_PARALLEL_RUNS"},
     "Number of hooks that decide about requests at the same time",
     into(&start_options::webhook_parallel_runs, number_of_reviews)},
    {"--webhook-body-size",
     {"ADDON_OPERATOR_WEBHOOK_BODY_SIZE"},
     "Largest body of a request of the API server to that listener",
     bytes_into(&start_options::webhook_body_bytes_max)},
    {"--prometheus-metrics-prefix",
     {"ADDON_OPERATOR_PROMETHEUS_METRICS_PREFIX", "SHELL_OPERATOR_PROMETHEUS_METRICS_PREFIX"},
     "Prefix of the names of metrics",
     text_into(&start_options::metrics_prefix)},
    {"--log-level",
     {"ADDON_OPERATOR_LOG_LEVEL", "LOG_LEVEL"},
     "debug, info, warning, error or fatal (the same as error)",
     {set_log_level, [](const auto& options) { return std::string(sys::log::name(options.log.level)); }}},
    {"--log-type",
     {"ADDON_OPERATOR_LOG_TYPE", "LOG_TYPE"},
     "text or json",
     {set_log_format,
      [](const auto& options) {
        return std::string(options.log.format == sys::log::log_format::json ? "json" : "text");
      }}},
    {"--log-no-time",
     {"ADDON_OPERATOR_LOG_NO_TIME", "LOG_NO_TIME"},
     "Log without time",
     {set_log_time, [](const auto& options) { return shown(!options.log.with_time); }},
     option_kind::switch_on},
    {"--log-proxy-hook-json",
     {"ADDON_OPERATOR_LOG_PROXY_HOOK_JSON", "LOG_PROXY_HOOK_JSON"},
     "Log JSON objects printed by hooks as structured log records",
     into(&start_options::log_proxy_hook_json, yes_or_no),
     option_kind::switch_on},
    {"--kubernetes-events",
     {"ADDON_OPERATOR_KUBERNETES_EVENTS"},
     "Write Kubernetes Events about failures, removals and pauses: 'on' or 'off'; default: on",
     {set_kubernetes_events, [](const auto& options) { return options.has_kubernetes_events ? "on" : "off"; },
      "on|off"}},
    {"--deployment",
     {"ADDON_OPERATOR_DEPLOYMENT"},
     "Deployment of this operator in its namespace, which Kubernetes Events are about besides the ConfigMap",
     into(&start_options::deployment,
          [](const auto& text) { return text.empty() ? base::result<std::string>(text) : object_name(text); })},
    {"--trace-file",
     {"ADDON_OPERATOR_TRACE_FILE"},
     "Write the trace of the run to this file, see 'trace order'",
     text_into(&start_options::trace_file, "PATH")},
    {"--trace-file-size",
     {"ADDON_OPERATOR_TRACE_FILE_SIZE"},
     "Rotate the trace file to FILE.1 at this size; default: 256MiB",
     bytes_into(&start_options::trace_file_bytes_max)},
    {"--trace-memory",
     {"ADDON_OPERATOR_TRACE_MEMORY"},
     "Size of the memory for the last events, which trace commands read; 0: none; default: 1MiB",
     bytes_into(&start_options::trace_memory_bytes_max)},
    {"--otlp-endpoint",
     {"ADDON_OPERATOR_OTLP_ENDPOINT"},
     "Export spans to this OpenTelemetry collector (OTLP over HTTP), for example http://collector:4318",
     url_into(&start_options::otlp_endpoint, otlp_endpoint)},
    {"--otlp-certificate",
     {"ADDON_OPERATOR_OTLP_CERTIFICATE", "OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE", "OTEL_EXPORTER_OTLP_CERTIFICATE"},
     "Trust the certificate authorities in this file for the collector, in place of the machine's",
     text_into(&start_options::otlp_certificate, "PATH")},
    {debug_socket_flag,
     {"ADDON_OPERATOR_DEBUG_UNIX_SOCKET", "DEBUG_UNIX_SOCKET"},
     "Path of the unix socket of the debug commands",
     text_into(&start_options::debug_socket, "PATH")},
    {"--debug-keep-tmp-files",
     {"ADDON_OPERATOR_DEBUG_KEEP_TMP_FILES", "DEBUG_KEEP_TMP_FILES"},
     "Keep the files of hook runs",
     into(&start_options::debug_keep_tmp_files, yes_or_no),
     option_kind::switch_on},
  };
}

} // namespace

const std::vector<start_option>& start_option_table() {
  static const auto table = [] {
    std::vector<start_option> all;
    for (auto part : {directories(), cluster(), modules(), helm(), observation()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return table;
}

std::string help_of(const start_option& option) {
  auto text = option.help;
  for (std::size_t i = 0; i < option.environment.size(); ++i) text += (i == 0 ? " [" : ", ") + option.environment[i];
  return text + "]";
}

const start_option& socket_option() {
  return *std::ranges::find(start_option_table(), debug_socket_flag, &start_option::flag);
}

} // namespace cli
