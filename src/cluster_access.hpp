#pragma once

#include "cli/options.hpp"
#include "core/base/error.hpp"
#include "kube/cluster.hpp"

#include <string>

/// The API server to talk to, and what helm needs to find the same one.
struct cluster_access {
  kube::cluster cluster;
  std::string kubeconfig; ///< path; empty: in-cluster
};

/// Finds the cluster: `--kube-config`, then `$KUBECONFIG`, then the service account of a Pod, then `~/.kube/config`.
[[nodiscard]] core::result<cluster_access> find_cluster(const cli::start_options& options);

/// Reads a file for the Kubernetes layer.
[[nodiscard]] core::result<std::string> read_credential_file(const std::string& path);
