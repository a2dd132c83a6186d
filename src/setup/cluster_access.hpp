#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"
#include "kube/access/cluster.hpp"

#include <optional>
#include <string>

namespace setup {

/// Finds the cluster: `--kube-config`, then `$KUBECONFIG`, then the service account of a Pod, unless the user
/// names a context, then `~/.kube/config`. `--kube-server` replaces the address. The proxy is the proxy of
/// the kubeconfig; without it, the proxy of the environment.
[[nodiscard]] base::result<kube::access::cluster> find_cluster(const cli::start_options& options);

/// The proxy that the environment names for the server at an URL.
[[nodiscard]] base::result<std::optional<kube::access::proxy>> proxy_on_the_way_to(const std::string& url);

/// Reads a file for the Kubernetes layer.
[[nodiscard]] base::result<std::string> read_credential_file(const std::string& path);

} // namespace setup
