#pragma once

#include "base/error.hpp"
#include "sys/files/file_descriptor.hpp"

#include <cstdint>
#include <string>

namespace sys::http {

struct tcp_address {
  std::string host{};     ///< IPv4 or IPv6 address or a name; empty: all addresses of this machine
  std::uint16_t port = 0; ///< 0: any free port
};

/// The socket has mode 0600; missing directories above it are made with mode 0700. A socket without a
/// listener is replaced.
struct unix_address {
  std::string path;
};

/// A socket that clients can connect to. It does not block.
struct listen_socket {
  files::file_descriptor descriptor;
  std::uint16_t port = 0; ///< that clients connect to; 0 for a unix socket
};

/// Both functions name the address in their errors: `already_exists` if the address is in use, `forbidden`,
/// `invalid_input` for an address that makes no sense, `io`. They block while a name is looked up.
[[nodiscard]] base::result<listen_socket> listen_at(const tcp_address& address);
[[nodiscard]] base::result<listen_socket> listen_at(const unix_address& address);

} // namespace sys::http
