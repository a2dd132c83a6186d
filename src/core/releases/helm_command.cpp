#include "core/releases/helm_command.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace core::releases {

namespace {

/// Variables that Helm must not inherit from the operator, because they would override the cluster,
/// namespace, storage or directories of the options. Variables of a proxy are kept: Helm uses the proxy in
/// the kubeconfig, but credential plugins need the variables.
constexpr std::array<std::string_view, 5> not_for_helm{"HELM_", "KUBECONFIG=", "KUBECACHEDIR=", "GOGC=", "GOMEMLIMIT="};

void set(std::vector<std::string>& environment, std::string_view name, const std::string& value) {
  environment.push_back(std::string(name).append("=").append(value));
}

/// The lifetime of a Helm process.
enum class life { one_run, long_one };

/// The operator's environment without those variables.
std::vector<std::string> inherited(const helm_setup& setup) {
  std::vector<std::string> environment;
  std::copy_if(setup.environment.begin(), setup.environment.end(), std::back_inserter(environment),
               [](const std::string& variable) {
                 return std::none_of(not_for_helm.begin(), not_for_helm.end(),
                                     [&](std::string_view prefix) { return variable.starts_with(prefix); });
               });
  return environment;
}

std::vector<std::string> environment_for(const helm_program& helm, life how_long = life::one_run) {
  auto environment = inherited(helm.setup);
  if (helm.setup.storage != release_storage::secrets) set(environment, "HELM_DRIVER", name(helm.setup.storage));
  set(environment, "HELM_CACHE_HOME", helm.home + "/cache");
  set(environment, "HELM_CONFIG_HOME", helm.home + "/config");
  set(environment, "HELM_DATA_HOME", helm.home + "/data");
  set(environment, "KUBECACHEDIR", helm.home + "/kube");
  if (how_long == life::long_one) {
    // Keep the memory of Helm small. The limit is a soft one: large charts take more.
    set(environment, "GOGC", "50");
    set(environment, "GOMEMLIMIT", "64MiB");
    return environment;
  }
  // A single run takes less than a second and allocates less than 100 MB, so collecting garbage would only
  // cost time.
  set(environment, "GOGC", "off");
  set(environment, "GOMEMLIMIT", "512MiB");
  return environment;
}

/// Appends the options that every command with access to the cluster needs.
void append_access(std::vector<std::string>& argv, const helm_program& helm) {
  argv.insert(argv.end(), {"--namespace", helm.setup.namespace_name, "--kubeconfig", helm_kubeconfig_path(helm.home)});
}

std::string timeout_of(const helm_program& helm) {
  return std::to_string(helm.setup.timeout.count()) + "s";
}

std::string joined(const std::map<std::string, std::string>& labels) {
  std::string text;
  for (const auto& [key, value] : labels) text += (text.empty() ? "" : ",") + key + "=" + value;
  return text;
}

} // namespace

std::string helm_kubeconfig_path(const std::string& home) {
  return home + "/kubeconfig";
}

helm_command upgrade_command(const helm_program& helm, const helm_upgrade& x, const std::string& values_file) {
  std::vector<std::string> argv{helm.setup.binary, "upgrade", x.release, x.chart.directory, "--values", values_file};
  if (x.known_revision == 0) argv.push_back("--install");
  append_access(argv, helm);
  if (helm.version >= helm_that_takes_ownership) argv.push_back("--take-ownership");
  argv.insert(argv.end(), {"--skip-crds", "--disable-openapi-validation"});
  if (helm.version >= helm_that_hides_notes) argv.push_back("--hide-notes");
  argv.insert(argv.end(), {"--history-max", std::to_string(x.history_max.value_or(helm.setup.history_max)), "--timeout",
                           timeout_of(helm)});
  if (!x.labels.empty()) argv.insert(argv.end(), {"--labels", joined(x.labels)});
  // By default Helm 4 uses server-side apply, which fails with a conflict if a hook or a user has set a
  // field. Helm 3, and so the predecessor, overwrites such fields.
  if (helm.version.major >= 4) argv.push_back("--server-side=false");
  return {std::move(argv), environment_for(helm)};
}

helm_command uninstall_command(const helm_program& helm, const helm_uninstall& x) {
  std::vector<std::string> argv{helm.setup.binary, "uninstall", x.release, "--ignore-not-found"};
  append_access(argv, helm);
  argv.insert(argv.end(), {"--timeout", timeout_of(helm)});
  if (x.history == helm_history::kept) argv.push_back("--keep-history");
  return {std::move(argv), environment_for(helm)};
}

helm_command template_command(const helm_program& helm, const helm_template& x, const std::string& values_file) {
  std::vector<std::string> argv{helm.setup.binary, "template", x.release, x.chart.directory, "--values", values_file};
  append_access(argv, helm);
  argv.insert(argv.end(), {"--no-hooks", "--is-upgrade", "--skip-crds"});
  if (x.asks_cluster) argv.push_back("--dry-run=server");
  // With this option Helm 4 itself reads the capabilities of the cluster; Helm 3 needs them as options.
  if (x.asks_cluster && helm.version.major >= 4) return {std::move(argv), environment_for(helm)};
  if (!x.capabilities.kube_version.empty()) argv.insert(argv.end(), {"--kube-version", x.capabilities.kube_version});
  std::string versions;
  for (const auto& version : x.capabilities.api_versions) versions += (versions.empty() ? "" : ",") + version;
  if (!versions.empty()) argv.insert(argv.end(), {"--api-versions", versions});
  return {std::move(argv), environment_for(helm)};
}

helm_command version_command(const helm_setup& setup) {
  return {{setup.binary, "version", "--template={{.Version}}"}, inherited(setup)};
}

helm_command worker_command(const helm_program& helm) {
  std::vector<std::string> argv{helm.setup.binary, "worker"};
  append_access(argv, helm);
  auto environment = environment_for(helm, life::long_one);
  return {std::move(argv), std::move(environment)};
}

} // namespace core::releases
