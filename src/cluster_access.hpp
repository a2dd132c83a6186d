#pragma once

#include "cli/options.hpp"
#include "core/base/error.hpp"
#include "kube/cluster.hpp"

#include <string>

/// Finds the cluster: `--kube-config`, then `$KUBECONFIG`, then the service account of a Pod, then `~/.kube/config`.
[[nodiscard]] core::result<kube::cluster> find_cluster(const cli::start_options& options);

/// Reads a file for the Kubernetes layer.
[[nodiscard]] core::result<std::string> read_credential_file(const std::string& path);
