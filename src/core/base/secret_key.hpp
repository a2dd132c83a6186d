#pragma once

#include <string_view>

namespace core {

/// Whether a member of this name is likely to hold a secret: `password`, `apiToken`, `tls_key`. What is recorded hides its
/// value, whatever the schema says.
[[nodiscard]] bool names_a_secret(std::string_view key);

} // namespace core
