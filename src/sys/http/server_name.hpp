#pragma once

#include "base/error.hpp"

#include <string>

namespace sys::http {

/// The name of a server in the form in which its certificate has it, and clients look for it: an IP address
/// as `inet_ntop` writes it, or a DNS name (RFC 1123, `_` is allowed) in small letters without a dot at its
/// end.
/// @param host of a URL, without brackets. Errors: `invalid_input` if no certificate can have this name; the
/// message has the next step.
[[nodiscard]] base::result<std::string> server_name(const std::string& host);

} // namespace sys::http
