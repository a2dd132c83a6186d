#pragma once

#include "base/error.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kube::access {
struct credentials;
}

namespace kube::api {

/// The maximal length of an answer that is no page of a list, and of a line of a watch. It is far above the
/// largest object that the API server accepts (3 MiB) and the largest document of a discovery.
inline constexpr std::size_t object_bytes_max = std::size_t{16} << 20;

/// The longest pause that a server can demand (Retry-After). A longer pause may come from a mistaken unit or
/// a maintenance page, and the known state of the cluster would become stale meanwhile.
inline constexpr std::chrono::seconds retry_after_max{300};

/// A request to the API server. Only the transport knows the address and the credentials.
struct http_request {
  std::string method = "GET";
  std::string target; ///< path and query, escaped, beginning with `/`
  std::string body;
  std::string content_type; ///< of the body; empty without a body
  std::string accept = "application/json";
  bool streaming = false;                   ///< a watch: lines are handed out as they come
  std::chrono::milliseconds timeout{30000}; ///< for the whole request; 0 = no limit (streaming: never a limit)
  /// Streaming: a silence of this length ends the request with `timeout`; 0 = no limit.
  std::chrono::seconds idle_timeout{0};
  bool fresh_connection = false; ///< over a new connection: an existing connection may be the broken part
  std::size_t answer_bytes_max =
    object_bytes_max; ///< a longer answer is a failure; 0: the limit of the transport for a list
  std::shared_ptr<const access::credentials>
    identity; ///< set by a wrapping transport; null: the innermost transport has the credentials
};

/// The server's answer, whatever its status.
struct http_response {
  int status = 0;
  std::string body;                                ///< empty for a stream that was answered with 200
  std::optional<std::chrono::seconds> retry_after; ///< at most `retry_after_max`
  /// Path and query of the request, set by the sender. A 404 is knowledge only about the object that this
  /// path addresses.
  std::string target = {};
  /// The time of the answer by the clock of the server (`Date`), in seconds since the epoch; empty: the
  /// server has not said it.
  std::optional<std::int64_t> date_s = {};
  std::string method = {}; ///< of the request; set by the sender
  std::string accept = {}; ///< of the request; set by the sender
};

/// The reports of a transfer. Called on the transport's thread: hand over and return, never block.
struct response_events {
  /// A line of a stream without its end of line. Called only for a streaming request with status 200.
  std::function<void(std::string_view line)> on_line;
  /// The end: called exactly once, unless the transfer is cancelled before. An error means that there was no
  /// complete answer: `unavailable`, `timeout`, `invalid_input` (TLS refused, unusable credentials, an answer
  /// above its limit of bytes), or the error of a file with credentials that cannot be read.
  std::function<void(base::result<http_response>)> on_done;
  /// The server has accepted a stream (status 200). Called at most once, before the first line, which may
  /// take long to come.
  std::function<void()> on_begin = {};
};

/// Names a transfer for `cancel`; a transport never uses an id twice.
using transfer_id = std::uint64_t;

/// The seam behind which HTTP happens. Implementations: `curl_transport`, the fake API server of tests and
/// simulated days, and wrappers of another transport (`credential_plugin_transport`).
class transport {
public:
  virtual ~transport();

  /// Begins a transfer. May be called from any thread; never blocks.
  virtual transfer_id start(http_request request, response_events events) = 0;

  /// Cancels a transfer. An event that is being delivered is finished; no further event follows. The id of a
  /// finished transfer is ignored. May be called from any thread.
  virtual void cancel(transfer_id id) = 0;
};

} // namespace kube::api
