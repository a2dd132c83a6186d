#pragma once

#include "sys/http/listener.hpp"

#include <cstdint>
#include <optional>
#include <string>

struct MHD_Connection;

namespace sys::http {

// Reads a connection of libmicrohttpd: its client, and the head of its request.

[[nodiscard]] server_request read_head(MHD_Connection* connection, const char* path, const char* method);

/// The process at the other end of a unix socket; empty for other sockets.
[[nodiscard]] std::optional<socket_peer> peer_of(MHD_Connection* connection);

/// See `address_text`.
[[nodiscard]] std::string address_of(MHD_Connection* connection);

/// The length of the body in bytes, also 0; empty: it comes in chunks, without its length.
[[nodiscard]] std::optional<std::uint64_t> announced_length(MHD_Connection* connection);

} // namespace sys::http
