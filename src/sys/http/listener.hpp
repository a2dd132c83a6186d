#pragma once

#include "base/error.hpp"
#include "sys/http/listen_socket.hpp"
#include "text/plain/text_pieces.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sys::http {

class https_identity;

/// The process at the other end of a unix socket when it connected (SO_PEERCRED).
struct socket_peer {
  unsigned uid = 0;
  int pid = 0;
};

/// The request of a client.
struct server_request {
  std::string method;                                      ///< `GET`
  std::string path;                                        ///< without the query, escapes resolved
  std::map<std::string, std::string, std::less<>> query{}; ///< escapes resolved; the last of equal names counts
  std::string accept{};                                    ///< the header; empty if the client sends no such header
  std::string content_type{};                              ///< of the body; empty if the client does not say
  std::string body{};
  std::optional<socket_peer> peer{};    ///< of a unix socket
  bool is_short_of_descriptors = false; ///< the listener has needed its reserve of descriptors lately
  /// Headers by which a server for browsers recognises requests of foreign pages: `Host`, `Origin` (RFC 6454)
  /// and `Sec-Fetch-Site` (Fetch Metadata). Empty if the client does not send them.
  std::string host{}, origin{}, fetch_site{};
};

/// The answer to a client.
struct server_response {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body{};
  text::shared_text shared_body{};     ///< not null: in place of `body`, a text with several readers
  std::vector<std::string> warnings{}; ///< for people, a few KiB in all: see warning_header.hpp
  bool is_last = false;                ///< the connection ends after it (RFC 9112 §9.6)
  int exit_code = 0;                   ///< of a command that shows the answer: the header `Exit-Code`, if it is not 0
  std::vector<std::pair<std::string, std::string>> headers{}; ///< further headers, by name
};

[[nodiscard]] inline server_response text_reply(int status, std::string body) {
  return {.status = status, .body = std::move(body)};
}

/// The body of the answer, whichever member has it.
[[nodiscard]] inline const std::string& text_of(const server_response& x) {
  return x.shared_body ? *x.shared_body : x.body;
}

/// Answers a request. May be called from any thread, during the handler or later, even after the client or
/// the listener has gone. Only the first call counts. Each request must be answered by some copy, or its
/// client waits until the listener ends.
using reply_function = std::function<void(server_response)>;

/// Called on the listener's thread: hand over and return, never block.
using http_handler = std::function<void(server_request, reply_function)>;

struct listener_options {
  std::variant<tcp_address, unix_address> address;
  std::size_t body_bytes_max = 0; ///< a longer body is answered with 413; with 0 no body is read
  /// The maximal size of all bodies that are on their way together, see `body_room`. A body above it is
  /// answered with 503.
  std::size_t bodies_bytes_max = std::size_t{256} << 20;
  unsigned connections_max = 256; ///< a further client takes the place of the slowest (`http::connection_places`)
  /// For a whole request, from the beginning of a connection or from the answer before it.
  std::chrono::milliseconds request_time{30000};
  std::chrono::milliseconds answer_time{60000}; ///< for a client to read a whole answer
  /// With `identity`: from the beginning of a connection to the end of its handshake, before `request_time`.
  std::chrono::milliseconds handshake_time{10000};
  /// From an answer to the head of the next request on the same connection; empty: `request_time` bounds it.
  std::optional<std::chrono::milliseconds> idle_time{};
  std::shared_ptr<https_identity> identity{}; ///< the listener speaks TLS with it; null: plain HTTP
  /// The maximal size of all long answers that are being read, together; a text with several readers counts
  /// once. For an answer that would exceed it, the readers of the oldest answer lose their connections.
  std::size_t answers_bytes_max = std::size_t{64} << 20;
};

/// An HTTP/1.1 server on a socket with a thread of its own, which sleeps while there are no requests. A
/// client that does not send a whole request, or does not read a whole answer, is given up after some time,
/// and at once if another client needs its place. The handler may take as long as it likes.
class listener {
public:
  /// Begins to listen. Errors name the address: `already_exists` if it is in use, `forbidden`,
  /// `invalid_input` for an address that makes no sense, `io`.
  [[nodiscard]] static base::result<std::unique_ptr<listener>> start(listener_options options, http_handler handler);

  /// Answers open requests with 503, for which clients get a second, and closes the socket. The handler is
  /// not called any more afterwards.
  ~listener();

  /// The TCP port that clients connect to; 0 for a unix socket.
  [[nodiscard]] std::uint16_t port() const noexcept;

private:
  class server;
  listener();

  std::unique_ptr<server> server_;
};

} // namespace sys::http
