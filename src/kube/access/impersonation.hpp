#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kube::access {

/// The account as which the API server is to carry out requests, in place of the account of the credentials.
/// Source: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
struct impersonation {
  std::string user; ///< empty: there is no impersonation, and all other fields are empty, too
  std::string uid;
  std::vector<std::string> groups;
  std::vector<std::pair<std::string, std::vector<std::string>>> extra; ///< names with their values

  friend bool operator==(const impersonation&, const impersonation&) = default;
};

/// Reads `as`, `as-uid`, `as-groups` and `as-user-extra` of a user of a kubeconfig. Errors (`invalid_input`)
/// name the key: it has another form, a text that no header can hold, or no `as` beside it.
[[nodiscard]] base::result<impersonation> read_impersonation(const text::json& user);

/// The headers of a request, `Impersonate-User: jane`; none without impersonation.
[[nodiscard]] std::vector<std::string> headers_of(const impersonation& x);

} // namespace kube::access
