#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "core/webhooks/body_line.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace actors::webhooks {

/// Lets the long bodies of requests be read one at a time, in the order of `body_line`. Before each of them
/// the server does all that has come meanwhile: short requests, answers of hooks, pages. A part of the
/// WEBHOOK SERVER.
///
/// A long request comes to the server a second time when it has its turn, by a reminder after `rest`. So
/// other actors get the thread, too: an actor with a message in its mailbox may keep its thread for a hundred
/// messages.
class body_turns {
public:
  /// Reads the body. @param arrived_us the time of the steady clock at which the request has come
  using read_function = std::function<void(const messages::http_asked& x, std::int64_t arrived_us)>;

  /// The time between two long bodies.
  static constexpr std::chrono::milliseconds rest{1};

  body_turns(framework::actor_base<messages::webhook_server_actor>* self, read_function read)
    : self_(self), read_(std::move(read)) {}

  /// A request has come. A short body is read at once.
  void take(const messages::http_asked& x);
  /// Reads the request if it has come again for its turn. @returns false: it has come the first time
  [[nodiscard]] bool read_again(const messages::http_asked& x);

  /// Whether no request waits.
  [[nodiscard]] bool empty() const noexcept { return waiting_.empty(); }

private:
  struct waiting {
    messages::http_asked request;
    std::int64_t arrived_us;
  };

  void begin_next();

  framework::actor_base<messages::webhook_server_actor>* self_;
  read_function read_;
  core::webhooks::body_line line_;
  std::map<std::uint64_t, waiting> waiting_; ///< by number; bound: the connections of the listener, and their bodies
  std::uint64_t last_number_ = 0;
  std::uint64_t turn_ = 0; ///< the number of the request that comes again; 0: none
};

} // namespace actors::webhooks
