#pragma once

#include <chrono>
#include <string>

namespace test {

struct certificate_and_key {
  std::string certificate_pem;
  std::string key_pem;
};

/// A self-signed certificate that expires at the given time, with its key.
[[nodiscard]] certificate_and_key make_certificate(std::chrono::system_clock::time_point expiry);

/// base64 (RFC 4648 §4) on a single line.
[[nodiscard]] std::string encode_base64(const std::string& bytes);

} // namespace test
