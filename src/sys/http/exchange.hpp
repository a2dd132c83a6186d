#pragma once

#include "sys/http/listener.hpp"
#include "text/plain/text_pieces.hpp"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace sys::http {

/// A request on its way to an answer. Guarded by the mutex of the `http::exchanges` that it belongs to.
struct exchange {
  const void* connection = nullptr; ///< its name in `http::connection_places`
  std::function<void()> resume{};   ///< goes on with the connection; set while it is suspended
  std::optional<server_response> reply{};
  const std::string* long_text = nullptr; ///< of the answer, also after it has been handed out
};

/// The requests of a listener that wait for an answer. Outlives the listener, because reply functions may.
///
/// All long texts that clients are reading are bounded together. A text with several readers counts once. If
/// a further text would exceed the bound, the readers of the oldest text lose their connections: these
/// readers are the slowest, and the next client must not wait for them.
class exchanges {
public:
  /// @param bytes_max of all long texts together; a single text may be longer.
  /// @param wake wakes the listener, for `take_slow`; called while the listener has open exchanges.
  exchanges(std::size_t bytes_max, std::function<void()> wake) : bytes_max_(bytes_max), wake_(std::move(wake)) {}

  /// Makes the function that answers an exchange; see `reply_function`.
  [[nodiscard]] static reply_function reply_to(std::shared_ptr<exchanges> all, std::shared_ptr<exchange> exchange);

  /// Hands out the answer, once, or calls `suspend` and keeps `resume` for the time when there is an answer.
  [[nodiscard]] std::optional<server_response> take_reply_or_wait(const std::shared_ptr<exchange>& exchange,
                                                                  const std::function<void()>& suspend,
                                                                  std::function<void()> resume);

  void add(const std::shared_ptr<exchange>& exchange);

  /// The connection is over: the answer has been sent, or the client is gone.
  void remove(const std::shared_ptr<exchange>& exchange);

  /// The connections whose clients read too slowly, and must end: each once.
  [[nodiscard]] std::set<const void*> take_slow();

  /// Answers all waiting and later requests with 503, and waits until the answers are sent, at most for a
  /// second.
  void end();

private:
  struct held_text {
    std::uint64_t number; ///< rises with the time
    std::set<exchange*> readers{};
  };
  using held_texts = std::map<const std::string*, held_text>;

  void answer(exchange& exchange, server_response reply);
  void hold(exchange& exchange, const std::string& text);
  void give_up(held_texts::iterator text);

  std::mutex mutex_;
  std::condition_variable removed_;
  std::set<std::shared_ptr<exchange>> open_;
  std::size_t bytes_max_;
  std::function<void()> wake_;
  held_texts texts_;
  std::size_t bytes_ = 0; ///< of `texts_`
  std::uint64_t last_number_ = 0;
  std::set<const void*> slow_;
  bool is_ending_ = false;
};

} // namespace sys::http
