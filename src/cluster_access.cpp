#include "cluster_access.hpp"

#include "absolute_path.hpp"
#include "kube/in_cluster.hpp"
#include "kube/kubeconfig.hpp"
#include "sys/clock.hpp"
#include "sys/environment.hpp"
#include "sys/files.hpp"

namespace {

/// Of a kubeconfig with very many clusters; tokens and certificates are small.
constexpr sys::read_limit credential_file_limit{.bytes_max = 4 << 20};

core::result<kube::cluster> from_kubeconfig(const std::string& path_list, const std::string& context) {
  kube::kubeconfig_options options;
  for (const auto& path : kube::split_path_list(path_list)) options.paths.push_back(absolute_path(path));
  options.context = context;
  options.now = sys::now();
  return kube::load_kubeconfig(options, read_credential_file);
}

core::result<kube::cluster> from_options_and_environment(const cli::start_options& options) {
  if (!options.kube_config.empty()) return from_kubeconfig(options.kube_config, options.kube_context);
  if (const auto list = sys::environment_variable("KUBECONFIG"); list && !list->empty())
    return from_kubeconfig(*list, options.kube_context);
  kube::in_cluster_options pod;
  pod.host = sys::environment_variable("KUBERNETES_SERVICE_HOST").value_or("");
  pod.port = sys::environment_variable("KUBERNETES_SERVICE_PORT").value_or("");
  if (!pod.host.empty() && options.kube_context.empty()) return kube::load_in_cluster(pod, read_credential_file);
  return from_kubeconfig(sys::environment_variable("HOME").value_or("") + "/.kube/config", options.kube_context);
}

} // namespace

core::result<std::string> read_credential_file(const std::string& path) {
  return sys::read_file(path, credential_file_limit);
}

core::result<kube::cluster> find_cluster(const cli::start_options& options) {
  auto found = from_options_and_environment(options);
  if (!found) return found;
  if (!options.kube_server.empty()) found->address = options.kube_server;
  if (found->proxy) return found;
  auto proxy = proxy_on_the_way_to(found->address);
  if (!proxy) return tl::unexpected(std::move(proxy.error()));
  found->proxy = std::move(*proxy);
  return found;
}

core::result<std::optional<kube::proxy>> proxy_on_the_way_to(const std::string& url) {
  return kube::proxy_of_environment(url, sys::environment_variable);
}
