#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <set>
#include <string>

namespace sys::http {

/// A certificate with its key, both in PEM.
struct certified_key {
  std::string certificate;
  std::string key;
};

/// The time in which a certificate is valid, in seconds since 1970.
struct certificate_time {
  std::int64_t begins = 0;
  std::int64_t ends = 0;

  friend bool operator==(const certificate_time&, const certificate_time&) = default;
};

/// The content of a certificate of a server.
struct certificate_content {
  certificate_time time;
  std::set<std::string> names; ///< DNS names and IP addresses
};

/// Makes an authority for certificates of servers, with a new key (ECDSA P-256, RFC 5280).
/// @param name for people
[[nodiscard]] base::result<certified_key> make_authority(const std::string& name, certificate_time time);

/// Makes a certificate for a server, with a new key. Errors: `invalid_input` if `authority` is not a
/// certificate of an authority with its key, or if the certificate would have other names.
/// @param names DNS names and IP addresses, as `server_name` writes them
[[nodiscard]] base::result<certified_key>
issue_server_certificate(const certified_key& authority, const std::set<std::string>& names, certificate_time time);

/// Reads the first certificate of a text in PEM. Errors: `invalid_input`.
[[nodiscard]] base::result<certificate_content> read_certificate(const std::string& pem);

/// Whether the authority has signed the certificate, and the key belongs to the certificate. The times of
/// both certificates do not count.
[[nodiscard]] bool is_issued_by(const certified_key& server, const std::string& authority);

} // namespace sys::http
