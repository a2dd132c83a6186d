#pragma once

#include "base/error.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace kube::access {

/// The end of validity (`notAfter`, RFC 5280 §4.1.2.5) of the first certificate in a PEM text (RFC 7468).
/// Errors: `invalid_input` if the text holds no certificate.
[[nodiscard]] base::result<std::chrono::system_clock::time_point> expiry_of_certificate(const std::string& pem);

/// Checks that a client certificate and key can be read, belong together, and are valid at `now`. Errors:
/// `invalid_input`; if the certificate has expired, the message has the time of its end and the time since
/// then.
[[nodiscard]] base::result<void> check_client_certificate(const std::string& certificate_pem,
                                                          const std::string& key_pem,
                                                          std::chrono::system_clock::time_point now);

} // namespace kube::access
