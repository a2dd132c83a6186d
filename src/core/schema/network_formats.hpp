#pragma once

#include <string_view>

namespace core::schema {

// Formats of addresses and names in networks.

/// Labels of RFC 1123 §2.1 with dots between, with letters of any language.
[[nodiscard]] bool is_hostname(std::string_view text);
/// `10.0.0.1`, without leading zeros.
[[nodiscard]] bool is_ipv4(std::string_view text);
/// An IPv6 address as RFC 4291 §2.2 writes it.
[[nodiscard]] bool is_ipv6(std::string_view text);
/// An address of either kind and the length of a prefix.
[[nodiscard]] bool is_cidr(std::string_view text);
/// A MAC address of 6 or 8 bytes.
[[nodiscard]] bool is_mac(std::string_view text);
/// A URI or an absolute path, as `url.ParseRequestURI` of Go takes it: percent escapes, the characters of the
/// host and the port are checked. After `SCHEME:` without a slash, and in a query, all characters are allowed
/// except control characters.
[[nodiscard]] bool is_uri(std::string_view text);

} // namespace core::schema
