#pragma once

#include "sys/http/listener.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace sys::http {

/// A request on its way to an answer. Guarded by the mutex of the `http::exchanges` that it belongs to.
struct exchange {
  std::function<void()> resume{}; ///< goes on with the connection; set while it is suspended
  std::optional<server_response> reply{};
  std::size_t bytes = 0; ///< of the answer, also after it has been handed out
};

/// The requests of a listener that wait for an answer. Outlives the listener, because reply functions may.
class exchanges {
public:
  /// @param bytes_max of all unread answers together. An answer that would exceed it is replaced by 503,
  /// unless it is short, or alone.
  explicit exchanges(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  /// Makes the function that answers an exchange; see `reply_function`.
  [[nodiscard]] static reply_function reply_to(std::shared_ptr<exchanges> all, std::shared_ptr<exchange> exchange);

  /// Hands out the answer, once, or calls `suspend` and keeps `resume` for the time when there is an answer.
  [[nodiscard]] std::optional<server_response> take_reply_or_wait(const std::shared_ptr<exchange>& exchange,
                                                                  const std::function<void()>& suspend,
                                                                  std::function<void()> resume);

  void add(const std::shared_ptr<exchange>& exchange);

  /// The connection is over: the answer has been sent, or the client is gone.
  void remove(const std::shared_ptr<exchange>& exchange);

  /// Answers all waiting and later requests with 503, and waits until the answers are sent, at most for a second.
  void end();

private:
  void answer(exchange& exchange, server_response reply);

  std::mutex mutex_;
  std::condition_variable removed_;
  std::set<std::shared_ptr<exchange>> open_;
  std::size_t bytes_max_;
  std::size_t bytes_ = 0; ///< of answers that have not been read yet
  bool is_ending_ = false;
};

} // namespace sys::http
