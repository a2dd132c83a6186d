#pragma once

#include "base/error.hpp"
#include "kube/api/transport.hpp"
#include "kube/transport/curl_pool.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kube::transport {

/// The times after which a connection counts as dead. The kernel of a proxy on the way may still acknowledge
/// sent bytes, so only an answer of the server proves that the connection is alive.
struct connection_limits {
  std::chrono::milliseconds silence; ///< the time without a byte from the server after which a probe is sent
  std::chrono::milliseconds answer;  ///< the time without a byte after the probe: then the connection is dead
};

/// The probe that is sent over a silent connection: small, and not delayed by the server's limits for users
/// (API Priority and Fairness exempts it). Any answer counts.
[[nodiscard]] api::http_request sign_of_life(const connection_limits& limits);

/// An HTTP/2 connection to the API server with its transfers: libcurl finds it in a pool of its own, so that
/// a request can be sent over just this connection. Used on the transport's thread only.
///
/// The first transfer makes the connection; later transfers wait for this connection here, because libcurl
/// would open a connection for each transfer, or forget the waiting transfers while another connection is
/// made.
/// Why so: docs/decisions/silent-connections.md
class curl_connection {
public:
  using clock = std::chrono::steady_clock;

  /// @param trust the authorities with which the server's certificate is checked.
  explicit curl_connection(std::shared_ptr<const std::string> trust = {}) : trust_(std::move(trust)) {}

  [[nodiscard]] const std::shared_ptr<const std::string>& trust() const noexcept { return trust_; }
  [[nodiscard]] const curl_pool& pool() const noexcept { return pool_; }

  // -- transfers

  /// True if there is room for another transfer.
  [[nodiscard]] bool has_room() const noexcept;
  [[nodiscard]] bool is_empty() const noexcept { return transfers_ == 0; }
  /// True if it takes no new transfers.
  [[nodiscard]] bool is_given_up() const noexcept { return given_up_; }
  /// Adds a transfer. @returns true if it can begin; false if it waits until `take_ready` names it.
  [[nodiscard]] bool attach(api::transfer_id id, clock::time_point now);
  /// Removes a transfer that has ended. @param failure the reason if it has failed
  void detach(api::transfer_id id, const base::error* failure);
  /// From now on the connection takes no new transfers.
  void give_up() noexcept { given_up_ = true; }

  /// The transfers that have waited and can begin now.
  [[nodiscard]] std::vector<api::transfer_id> take_ready();
  /// Transfers that have waited for a connection that could not be made, and the reason.
  struct failed_waiters {
    std::vector<api::transfer_id> transfers;
    base::error reason;
  };
  [[nodiscard]] std::optional<failed_waiters> take_failed_waiters();

  // -- signs of life

  /// A request is about to be sent over the connection with this local port.
  void carries(api::transfer_id id, int port, clock::time_point now);
  /// Bytes have come over the connection with this local port.
  void hear(int port, clock::time_point now) noexcept;
  /// True if requests go over the connection with this local port. A server that shuts down finishes the
  /// requests that it has begun, while new requests make a connection of their own.
  [[nodiscard]] bool leads_through(int port) const noexcept { return port == port_; }
  /// True once after requests have begun to go over another connection than before.
  [[nodiscard]] bool has_moved() noexcept { return std::exchange(moved_, false); }
  /// True if the server has sent a byte since that time.
  [[nodiscard]] bool has_heard_since(clock::time_point time) const noexcept { return heard_ >= time; }

  /// The time at which the connection must be probed, or counts as dead; the end of time while there is no
  /// transfer.
  [[nodiscard]] clock::time_point next_check(const connection_limits& limits) const;
  /// The probe that the server has not answered yet; 0: no probe is under way.
  [[nodiscard]] api::transfer_id question() const noexcept { return question_; }
  void ask(api::transfer_id question, clock::time_point now);
  /// The probe has ended: it was answered, has failed, or could not be sent.
  void forget_question(clock::time_point now) noexcept;
  /// True if the server has sent a byte since the probe.
  [[nodiscard]] bool has_answered() const noexcept { return has_heard_since(asked_); }

private:
  struct closed {};
  struct opening {
    api::transfer_id opener = 0;
  };
  struct open {};

  std::shared_ptr<const std::string> trust_;
  curl_pool pool_;
  std::variant<closed, opening, open> phase_;
  std::size_t transfers_ = 0;
  std::vector<api::transfer_id> waiting_; ///< bound: transfers
  std::optional<base::error> failure_;    ///< why the connection could not be made, for the waiting transfers
  bool given_up_ = false;
  bool moved_ = false;
  int port_ = 0; ///< the local port, which names the connection; 0: not connected yet
  clock::time_point heard_;
  clock::time_point used_since_;
  api::transfer_id question_ = 0;
  clock::time_point asked_;
};

} // namespace kube::transport
