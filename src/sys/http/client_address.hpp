#pragma once

#include <string>

struct sockaddr;

namespace sys::http {

/// The address of a client without its port: `192.0.2.1`, `2001:db8::1`. An IPv4 client at an IPv6 socket has
/// its IPv4 address. Empty for a null pointer, and for an address of another family.
[[nodiscard]] std::string address_text(const sockaddr* address);

} // namespace sys::http
