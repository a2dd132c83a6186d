#pragma once

#include <string>

namespace e2e {

/// A token that the API server issues for a service account (TokenRequest).
[[nodiscard]] std::string token_of(const std::string& space, const std::string& account);

/// The administrator's kubeconfig with a token in place of the client certificate. A file, as in a Pod, where
/// kubelet renews it.
[[nodiscard]] std::string kubeconfig_with(const std::string& token_file);

} // namespace e2e
