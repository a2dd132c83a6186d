#pragma once

#include "kube/access/cluster.hpp"

#include <string>

namespace kube::access {

struct in_cluster_options {
  std::string host;                                                        ///< `$KUBERNETES_SERVICE_HOST`
  std::string port;                                                        ///< `$KUBERNETES_SERVICE_PORT`
  std::string directory = "/var/run/secrets/kubernetes.io/serviceaccount"; ///< holds `token`, `ca.crt`, `namespace`
};

/// The cluster of this Pod, as its service account sees it.
/// Errors: `invalid_input` if host or port is empty, the token cannot be sent, or `ca.crt` holds no
/// certificate; as `read` for `token` and `ca.crt`. A missing `namespace` is no error.
[[nodiscard]] base::result<cluster> load_in_cluster(const in_cluster_options& options, const file_reader& read);

} // namespace kube::access
