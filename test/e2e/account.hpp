#pragma once

#include <string>

namespace e2e {

/// Makes a service account with a Role.
/// @param rules of the Role, as JSON
void new_account(const std::string& space, const std::string& account, const std::string& rules);

/// A token that the API server issues for a service account (TokenRequest).
[[nodiscard]] std::string token_of(const std::string& space, const std::string& account);

/// The administrator's kubeconfig with a token in place of the client certificate. A file, as in a Pod, where
/// kubelet renews it.
[[nodiscard]] std::string kubeconfig_with(const std::string& token_file);

} // namespace e2e
