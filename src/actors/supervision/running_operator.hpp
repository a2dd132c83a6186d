#pragma once

#include "actors/supervision/operator_setup.hpp"
#include "actors/telemetry/trace_exporter.hpp"
#include "actors/telemetry/trace_recorder.hpp"
#include "base/error.hpp"
#include "core/status/status_facts.hpp"
#include "core/webhooks/body_limits.hpp"
#include "sys/http/listener.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace actors::supervision {

struct running_operator_options {
  sys::http::listener_options listen;
  std::string debug_socket; ///< path; empty: no socket
  /// The listener of the live page; empty: there is no page, and nothing is spent on it.
  std::optional<sys::http::listener_options> page{};
  /// Makes the handler of the page from a handler that asks the pages of the debug socket. @pre not empty
  /// with `page`
  std::function<sys::http::http_handler(sys::http::http_handler)> page_of{};
  /// The HTTPS listener for reviews, at a TCP address. It starts with the first webhook of a hook. Empty:
  /// there is none, for the reason in `why_no_webhooks`.
  std::optional<sys::http::listener_options> webhooks{};
  std::string why_no_webhooks{};                  ///< with the next step; empty: reviews are served
  core::webhooks::body_limits review_bodies{};    ///< of requests to the listener for reviews
  telemetry::trace_recorder_options trace;        ///< where the run's events are kept
  telemetry::trace_export_options trace_export{}; ///< the collector that receives them
  std::uint64_t seed = 0;                         ///< of random delays
  text::json settings = text::json::object({});   ///< for users, see `debug_server`
  /// See `debug_server_peers`.
  std::function<core::status::surroundings()> look_around{};
  /// See `debug_server_peers`.
  std::function<std::string(int pid)> look_at_process{};
  /// The time since 1970 in microseconds, thread-safe; empty: the machine's clock. The alarm of the setup
  /// uses the same clock.
  std::function<std::int64_t()> wall_time_us;
  /// A steady clock in microseconds, for durations and ages; empty: the machine's clock.
  std::function<std::int64_t()> steady_time_us;
};

/// A complete operator in this process: the actor system, the supervisor and the HTTP servers. Thread-safe.
class running_operator {
public:
  /// Starts an operator. Errors: the listen address or the debug socket cannot be used. A trace file that
  /// cannot be written is only logged.
  [[nodiscard]] static base::result<std::unique_ptr<running_operator>> start(operator_setup setup,
                                                                             const running_operator_options& options);
  /// Stops the operator in order, unless `wait` has returned, and ends all actors.
  ~running_operator();

  /// Requests an orderly stop, after which `wait` returns.
  void stop(const std::string& reason);

  /// Requests a file with the events that are still in memory; the log reports whether it was written.
  /// Without a recorder the call has no effect.
  void write_trace(const std::string& path);

  /// Blocks until the operator has stopped. @returns the exit code.
  [[nodiscard]] int wait();

  /// The port of the HTTP server.
  [[nodiscard]] std::uint16_t http_port() const;

  /// The port of the live page; empty: there is no page.
  [[nodiscard]] std::optional<std::uint16_t> page_port() const;

private:
  class parts;
  explicit running_operator(std::unique_ptr<parts> all);
  std::unique_ptr<parts> parts_;
};

} // namespace actors::supervision
