#include "setup/cluster_access.hpp"

#include "kube/access/in_cluster.hpp"
#include "kube/access/kubeconfig.hpp"
#include "setup/absolute_path.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/files.hpp"
#include "sys/time/clock.hpp"

namespace setup {

namespace {

/// Enough for a kubeconfig with very many clusters; tokens and certificates are small.
constexpr sys::files::read_limit credential_file_limit{.bytes_max = 4 << 20};

base::result<kube::access::cluster> from_kubeconfig(const std::string& path_list, const std::string& context) {
  kube::access::kubeconfig_options options;
  for (const auto& path : kube::access::split_path_list(path_list)) options.paths.push_back(absolute_path(path));
  options.context = context;
  options.now = sys::time::now();
  return kube::access::load_kubeconfig(options, read_credential_file);
}

base::result<kube::access::cluster> from_options_and_environment(const cli::start_options& options) {
  if (!options.kube_config.empty()) return from_kubeconfig(options.kube_config, options.kube_context);
  if (const auto list = sys::files::environment_variable("KUBECONFIG"); list && !list->empty())
    return from_kubeconfig(*list, options.kube_context);
  kube::access::in_cluster_options pod;
  pod.host = sys::files::environment_variable("KUBERNETES_SERVICE_HOST").value_or("");
  pod.port = sys::files::environment_variable("KUBERNETES_SERVICE_PORT").value_or("");
  // A context is a name in a kubeconfig, so a user who names a context does not want the Pod's service
  // account.
  if (!pod.host.empty() && options.kube_context.empty())
    return kube::access::load_in_cluster(pod, read_credential_file);
  return from_kubeconfig(sys::files::environment_variable("HOME").value_or("") + "/.kube/config", options.kube_context);
}

} // namespace

base::result<std::string> read_credential_file(const std::string& path) {
  return sys::files::read_file(path, credential_file_limit);
}

base::result<kube::access::cluster> find_cluster(const cli::start_options& options) {
  auto found = from_options_and_environment(options);
  if (!found) return found;
  if (!options.kube_server.empty()) found->address = options.kube_server;
  if (found->proxy) return found;
  auto proxy = proxy_on_the_way_to(found->address);
  if (!proxy) return tl::unexpected(std::move(proxy.error()));
  found->proxy = std::move(*proxy);
  return found;
}

base::result<std::optional<kube::access::proxy>> proxy_on_the_way_to(const std::string& url) {
  return kube::access::proxy_of_environment(url, sys::files::environment_variable);
}

} // namespace setup
