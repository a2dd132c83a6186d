#pragma once

#include <string_view>

namespace base {

/// Stands in the place of a secret, also in traces.
inline constexpr const char* hidden_value = "<redacted>";

/// Whether a member of this name is likely to hold a secret: `password`, `dbPass`, `apiToken`, `tls_key`.
/// Records hide its value, whatever the schema says.
[[nodiscard]] bool names_a_secret(std::string_view key);

/// Whether a text behind this name is likely to be a login, as `auth` of a registry is. Objects of that name mostly hold
/// settings.
[[nodiscard]] bool names_a_login(std::string_view key);

} // namespace base
