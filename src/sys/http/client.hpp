#pragma once

#include "base/error.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace sys::http {

/// The answer of a server.
struct http_response {
  int status = 0;
  std::string body;
  std::vector<std::string> warnings{}; ///< for people: see warning_header.hpp
  int exit_code = 0;                   ///< of a command that shows the answer
};

struct http_get_options {
  std::string query{};                            ///< `a=1&b=2`, escaped as a URL asks for; may be empty
  std::map<std::string, std::string> arguments{}; ///< name -> value, appended to the query; escaped here
  std::chrono::milliseconds timeout{60000};       ///< from the connection to the last byte
  std::size_t body_bytes_max = std::size_t{256} << 20;
};

/// GET over a unix socket, on a connection of its own (HTTP/1.1, RFC 9112). Blocks; may be called from any
/// thread.
///
/// @param path of the page, begins with `/`; characters that a URL may not contain are escaped here. Errors
/// name the socket: `not_found` if it does not exist, `unavailable` if it has no listener, `forbidden`,
/// `timeout`, `invalid_input` if the answer is too long or the path is wrong, `io` if the connection ended
/// early. An answer with an error status is an answer.
[[nodiscard]] base::result<http_response> get_from_socket(const std::string& socket, const std::string& path,
                                                          const http_get_options& options = {});

/// POST without a body; else as `get_from_socket`.
[[nodiscard]] base::result<http_response> post_to_socket(const std::string& socket, const std::string& path,
                                                         const http_get_options& options = {});

} // namespace sys::http
