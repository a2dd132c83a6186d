#include "cluster_access.hpp"

#include "kube/in_cluster.hpp"
#include "kube/kubeconfig.hpp"
#include "sys/clock.hpp"
#include "sys/environment.hpp"
#include "sys/files.hpp"

#include <utility>

namespace {

core::result<cluster_access> from_kubeconfig(const std::string& path_list, const std::string& context) {
  kube::kubeconfig_options options;
  options.paths = kube::split_path_list(path_list);
  options.context = context;
  options.now = sys::now();
  auto cluster = kube::load_kubeconfig(options, read_credential_file);
  if (!cluster) return tl::unexpected(cluster.error());
  return cluster_access{std::move(*cluster), path_list};
}

} // namespace

core::result<std::string> read_credential_file(const std::string& path) {
  return sys::read_file(path);
}

core::result<cluster_access> find_cluster(const cli::start_options& options) {
  auto found = [&]() -> core::result<cluster_access> {
    if (!options.kube_config.empty()) return from_kubeconfig(options.kube_config, options.kube_context);
    if (const auto list = sys::environment_variable("KUBECONFIG"); list && !list->empty())
      return from_kubeconfig(*list, options.kube_context);
    kube::in_cluster_options pod;
    pod.host = sys::environment_variable("KUBERNETES_SERVICE_HOST").value_or("");
    pod.port = sys::environment_variable("KUBERNETES_SERVICE_PORT").value_or("");
    if (!pod.host.empty() && options.kube_context.empty()) {
      auto cluster = kube::load_in_cluster(pod, read_credential_file);
      if (!cluster) return tl::unexpected(cluster.error());
      return cluster_access{std::move(*cluster), {}};
    }
    const auto home = sys::environment_variable("HOME").value_or("");
    return from_kubeconfig(home + "/.kube/config", options.kube_context);
  }();
  if (found && !options.kube_server.empty()) found->cluster.address = options.kube_server;
  return found;
}
