#include "cli/ignored_options.hpp"

#include "cli/option_values.hpp"

#include <optional>

namespace cli {

namespace {

constexpr auto no_rate = "limits how many requests a second go to the API server there; here up to 64 are under way at "
                         "a time, and the API server's own limits count";
constexpr auto no_admission =
  "serves webhooks of programs that embed addon-operator there; there is no such server here";
constexpr auto no_nelm = "chooses nelm in place of Helm there; here it is always Helm";

std::string value_of(const ignored_option& option, const std::map<std::string, std::string>& given,
                     const program_environment& variables, std::string& source) {
  source = option.flag;
  if (const auto i = given.find(option.flag); !option.flag.empty() && i != given.end()) return i->second;
  for (const auto& name : option.environment)
    if (const auto value = variables.find(name)) {
      source = name;
      return *value;
    }
  return {};
}

} // namespace

const std::vector<ignored_option>& ignored_option_table() {
  static const std::vector<ignored_option> table{
    {"--kube-client-qps", {"KUBE_CLIENT_QPS"}, no_rate},
    {"--kube-client-burst", {"KUBE_CLIENT_BURST"}, no_rate},
    {"--object-patcher-kube-client-qps", {"OBJECT_PATCHER_KUBE_CLIENT_QPS"}, no_rate},
    {"--object-patcher-kube-client-burst", {"OBJECT_PATCHER_KUBE_CLIENT_BURST"}, no_rate},
    {"--object-patcher-kube-client-timeout",
     {"OBJECT_PATCHER_KUBE_CLIENT_TIMEOUT"},
     "ends a request of an object patch after this time there; here each has 30 s"},
    {"--helm-monitor-kube-client-qps",
     {"HELM_MONITOR_KUBE_CLIENT_QPS"},
     "limits how often objects of releases are listed there; here they are watched"},
    {"--helm-monitor-kube-client-burst",
     {"HELM_MONITOR_KUBE_CLIENT_BURST"},
     "limits how often objects of releases are listed there; here they are watched"},
    {"--debug-http-addr",
     {"DEBUG_HTTP_SERVER_ADDR"},
     "serves the debug pages on TCP there; here they are on the socket of --debug-unix-socket only, because they show "
     "values"},
    {"--debug-kubernetes-api",
     {"DEBUG_KUBERNETES_API"},
     "logs requests to the API server there; here --trace-file has them",
     option_kind::switch_on},
    {"--strict-check-values-mode-enabled",
     {"ADDON_OPERATOR_STRICT_CHECK_VALUES_MODE_ENABLED"},
     "refuses modules without values.yaml there; here they need none",
     option_kind::switch_on},
    {"--admission-server-enabled", {"ADDON_OPERATOR_ADMISSION_SERVER_ENABLED"}, no_admission, option_kind::switch_on},
    {"--admission-server-listen-port", {"ADDON_OPERATOR_ADMISSION_SERVER_LISTEN_PORT"}, no_admission},
    {"--admission-server-certs-dir", {"ADDON_OPERATOR_ADMISSION_SERVER_CERTS_DIR"}, no_admission},
    {"", {"USE_NELM"}, no_nelm, option_kind::switch_on},
    {"", {"NELM_DEPENDENCY_GRAPH_ENABLED"}, no_nelm, option_kind::switch_on},
    {"",
     {"ADDON_OPERATOR_TILLER_LISTEN_PORT", "ADDON_OPERATOR_TILLER_PROBE_LISTEN_PORT", "TILLER_MAX_HISTORY",
      "TILLER_BIN_PATH", "HELM2"},
     "belongs to Helm 2, and stops the predecessor at its start; Helm 3 and 4 do not know releases of Helm 2"},
    {"", {"VALIDATING_WEBHOOK_FAILURE_POLICY"}, "is read and used nowhere there; each binding has its failurePolicy"},
    {"",
     {"CONVERSION_WEBHOOK_SERVICE_NAME", "CONVERSION_WEBHOOK_SERVER_CERT", "CONVERSION_WEBHOOK_SERVER_KEY",
      "CONVERSION_WEBHOOK_CA", "CONVERSION_WEBHOOK_CLIENT_CA", "CONVERSION_WEBHOOK_LISTEN_PORT",
      "CONVERSION_WEBHOOK_LISTEN_ADDRESS"},
     "is of a listener of its own there; here the listener of VALIDATING_WEBHOOK_... serves conversions, too"},
    {"",
     {"TRACING_OTLP_ENDPOINT"},
     "sends traces to a collector by gRPC there; here it is --otlp-endpoint, by HTTP, and the traces are others"},
    {"",
     {"TRACING_OTLP_AUTH_TOKEN"},
     "is a token for the collector of TRACING_OTLP_ENDPOINT there; here a collector in the cluster adds tokens"},
    {"", {"QUEUE_ACTIONS_METRICS"}, "takes out metrics there; here there are none of these"},
    {"", {"RLOG_LOG_LEVEL"}, "set the level of the log in old versions; it is LOG_LEVEL"},
    {"",
     {"ADDON_OPERATOR_WORKING_DIR"},
     "was the directory of modules and global hooks in old versions; they are MODULES_DIR and GLOBAL_HOOKS_DIR"},
  };
  return table;
}

std::vector<std::pair<std::string, std::string>> options_without_effect(const std::map<std::string, std::string>& given,
                                                                        const program_environment& variables) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& option : ignored_option_table()) {
    std::string source;
    const auto value = value_of(option, given, variables, source);
    // A switch that is off asks for the operator's normal behaviour.
    const bool is_off = option.kind == option_kind::switch_on && !yes_or_no(value).value_or(true);
    if (!value.empty() && !is_off) found.emplace_back(std::move(source), option.remark);
  }
  return found;
}

} // namespace cli
