#pragma once

#include <string_view>

namespace base {

/// Stands in the place of a secret, also in traces.
inline constexpr const char* hidden_value = "<redacted>";

/// Whether a member of this name is likely to hold a secret: `password`, `dbPass`, `apiToken`, `tls_key`.
/// Logs, traces and pages hide its value even if no schema marks it.
[[nodiscard]] bool names_a_secret(std::string_view key);

/// Whether a text under this name is likely to be a login, like `auth` of a registry. An object under such a
/// name mostly holds settings, so it is not hidden as a whole.
[[nodiscard]] bool names_a_login(std::string_view key);

} // namespace base
