#include "actors/messages/supervisor.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "base/utc_time.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
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

void debug_server_state::answer(const base::result<log_level_order>& order, const sys::http::server_request& from,
                                const sys::http::reply_function& reply) {
  if (!order) return reply(refused(order.error()));
  if (!level_of_start_) level_of_start_ = sys::log::current_log_level();
  const auto until = base::utc_text(self_->shared().wall_time_us()
                                    + std::chrono::duration_cast<std::chrono::microseconds>(order->time).count());
  const std::string level(sys::log::name(order->level));
  const std::string before(sys::log::name(*level_of_start_));
  // The line is logged at the more talkative of both levels, so that the log of a quiet time begins with it.
  sys::log::set_log_level(std::max(sys::log::current_log_level(), order->level));
  sys::log::log_warning("log_level_changed", {{"level", level}, {"until", until}, {"by", author_of(from)}});
  sys::log::set_log_level(order->level);
  // A timer, because a level that a user forgets would fill the log; a later order replaces it.
  self_->remind(order->time, messages::log_level_over{{}, ++level_turn_});
  reply(line_reply(200, fmt::format("the log has level {} until {} UTC, and then {} again", level, until, before)));
}

void debug_server_state::end_log_level(const messages::log_level_over& x) {
  if (x.turn != level_turn_) return;
  sys::log::set_log_level(*level_of_start_);
  sys::log::log_warning("log_level_changed", {{"level", std::string(sys::log::name(*level_of_start_))}});
}

} // namespace actors::telemetry
