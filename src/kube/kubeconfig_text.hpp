#pragma once

#include "kube/cluster.hpp"

#include <string>

namespace kube {

/// A kubeconfig, as JSON, with which another client reaches the cluster as this program does: the same address, trust
/// and identity, wherever they were found. It holds what is secret in them; a token's file is only named, because
/// kubelet renews it.
/// @pre the path of a token's file is absolute
[[nodiscard]] std::string kubeconfig_text(const cluster& x);

} // namespace kube
