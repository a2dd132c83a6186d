#pragma once

#include "base/error.hpp"
#include "sys/http/listen_socket.hpp"

#include <string>

namespace cli {

/// Reads the address of the live page: `HOST:PORT`, `[::1]:PORT`, or `PORT` for 127.0.0.1. An address that
/// other machines reach is an error, because the page has no login.
/// @returns `HOST:PORT`; an empty text stays empty.
/// Why so: docs/decisions/a-live-page-without-a-login.md
[[nodiscard]] base::result<std::string> page_address(const std::string& text);

/// @pre `page_address` has returned the text, which is not empty.
[[nodiscard]] sys::http::tcp_address place_of_page(const std::string& text);

} // namespace cli
