#pragma once

#include <string>
#include <string_view>

namespace kube::access {

/// The subject of a JSON Web Token (RFC 7519, claim `sub`), which for a service account is its user name:
/// `system:serviceaccount:NAMESPACE:NAME`. The signature is not checked. Empty: the text is no such token.
[[nodiscard]] std::string subject_of_token(std::string_view token);

} // namespace kube::access
