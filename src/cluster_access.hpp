#pragma once

#include "cli/options.hpp"
#include "core/base/error.hpp"
#include "kube/cluster.hpp"

#include <optional>
#include <string>

/// Finds the cluster: `--kube-config`, then `$KUBECONFIG`, then the service account of a Pod, then `~/.kube/config`.
/// A proxy is that of the kubeconfig, or else of the environment.
[[nodiscard]] core::result<kube::cluster> find_cluster(const cli::start_options& options);

/// The proxy that the environment names for the server at an URL.
[[nodiscard]] core::result<std::optional<kube::proxy>> proxy_on_the_way_to(const std::string& url);

/// Reads a file for the Kubernetes layer.
[[nodiscard]] core::result<std::string> read_credential_file(const std::string& path);
