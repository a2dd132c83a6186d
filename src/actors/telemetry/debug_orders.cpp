#include "actors/messages/supervisor.hpp"
#include "actors/telemetry/debug_server.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors::telemetry {

namespace {

/// The person, as far as the socket knows.
std::string author_of(const sys::http::server_request& x) {
  if (!x.peer) return "an unknown user";
  return fmt::format("uid {} (pid {})", x.peer->uid, x.peer->pid);
}

} // namespace

void debug_server_state::answer(messages::order_work order, const sys::http::server_request& from,
                                const sys::http::reply_function& reply) {
  // From the kernel, so that no client can write another name into the log.
  order.by = author_of(from);
  self_->ask(
    supervisor_, std::move(order),
    [reply](const messages::work_ordered& x) {
      reply(x.answer ? line_reply(200, *x.answer) : refused(x.answer.error()));
    },
    unanswered(reply));
}

} // namespace actors::telemetry
