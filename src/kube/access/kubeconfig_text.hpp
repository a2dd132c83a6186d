#pragma once

#include "kube/access/cluster.hpp"

#include <string>

namespace kube::access {

/// A kubeconfig, as JSON, with which another client reaches the cluster as this program does: the same
/// address, proxy, trust and identity, wherever they were found. It contains the secrets of the identity.
/// Files of authorities, a token, a client certificate and its key are only named, because other programs
/// renew these files.
/// @pre the paths of these files are absolute
/// Why so: docs/decisions/helm-reaches-the-same-cluster.md
[[nodiscard]] std::string kubeconfig_text(const cluster& x);

} // namespace kube::access
