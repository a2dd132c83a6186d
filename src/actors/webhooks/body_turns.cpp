#include "actors/webhooks/body_turns.hpp"

#include "sys/http/client_reply.hpp"

#include <utility>

namespace actors::webhooks {

void body_turns::take(const messages::http_asked& x) {
  const auto now_us = self_->shared().steady_time_us();
  const auto bytes = x.request->body.size();
  if (!core::webhooks::body_line::is_long(bytes)) return read_(x, now_us);
  const auto client = sys::http::client_of(x.reply);
  line_.enter(++last_number_, {client.address, client.is_vouched}, bytes);
  waiting_.emplace(last_number_, waiting{x, now_us});
  if (turn_ == 0) begin_next();
}

bool body_turns::read_again(const messages::http_asked& x) {
  const auto at = waiting_.find(turn_);
  if (at == waiting_.end() || at->second.request.request != x.request) return false;
  const auto [request, arrived_us] = std::move(waiting_.extract(at).mapped());
  read_(request, arrived_us);
  begin_next();
  return true;
}

void body_turns::begin_next() {
  turn_ = line_.next().value_or(0);
  if (turn_ != 0) self_->remind(rest, waiting_.at(turn_).request);
}

} // namespace actors::webhooks
