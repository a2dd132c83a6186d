#include "kube/transport/curl_connection.hpp"

#include <algorithm>
#include <utility>

namespace kube::transport {

namespace {

// kube-apiserver allows 100 streams on an HTTP/2 connection (http2-max-streams-per-connection). The other
// streams are for the probe, and for streams that have ended on this side but not yet on the server's side.
constexpr std::size_t transfers_max = 90;

} // namespace

api::http_request sign_of_life(const connection_limits& limits) {
  api::http_request request;
  request.target = "/livez";
  // The check of the connection ends an unanswered probe earlier, together with the connection. This limit is
  // for a probe on a connection that is not checked any more.
  request.timeout = 2 * limits.answer;
  return request;
}

bool curl_connection::has_room() const noexcept {
  return !given_up_ && transfers_ < transfers_max;
}

bool curl_connection::attach(api::transfer_id id, clock::time_point now) {
  if (transfers_++ == 0) used_since_ = now;
  if (std::holds_alternative<open>(phase_)) return true;
  if (std::holds_alternative<opening>(phase_)) {
    waiting_.push_back(id);
    return false;
  }
  phase_ = opening{id};
  return true;
}

void curl_connection::detach(api::transfer_id id, const base::error* failure) {
  --transfers_;
  std::erase(waiting_, id);
  if (const auto* state = std::get_if<opening>(&phase_)) {
    if (state->opener != id) return;
    phase_ = closed{};
    if (failure) failure_ = *failure;
    return;
  }
  // The connection may have been closed. If it is still open, the next transfer finds it open at once.
  if (failure || transfers_ == 0) phase_ = closed{};
}

std::vector<api::transfer_id> curl_connection::take_ready() {
  if (waiting_.empty() || failure_) return {};
  if (std::holds_alternative<open>(phase_)) return std::exchange(waiting_, {});
  if (std::holds_alternative<opening>(phase_)) return {};
  // The transfer that should have made the connection was cancelled: the next transfer makes it.
  const auto next = waiting_.front();
  waiting_.erase(waiting_.begin());
  phase_ = opening{next};
  return {next};
}

std::optional<curl_connection::failed_waiters> curl_connection::take_failed_waiters() {
  if (!failure_) return std::nullopt;
  return failed_waiters{std::exchange(waiting_, {}), *std::exchange(failure_, std::nullopt)};
}

void curl_connection::carries(api::transfer_id id, int port, clock::time_point now) {
  if (port_ != port) {
    // libcurl has opened another connection in this pool, because the server shuts the first connection down.
    moved_ = port_ != 0;
    port_ = port;
    heard_ = now;
  }
  const auto* state = std::get_if<opening>(&phase_);
  if (state && state->opener == id) phase_ = open{};
}

void curl_connection::hear(int port, clock::time_point now) noexcept {
  // A byte over an earlier connection is no sign of life of this connection.
  if (port == port_) heard_ = now;
}

curl_connection::clock::time_point curl_connection::next_check(const connection_limits& limits) const {
  if (transfers_ == 0 || port_ == 0) return clock::time_point::max();
  if (question_ != 0) return asked_ + limits.answer;
  // A connection without transfers is not asked, so its silence counts from the first transfer on.
  return std::max(heard_, used_since_) + limits.silence;
}

void curl_connection::ask(api::transfer_id question, clock::time_point now) {
  question_ = question;
  asked_ = now;
}

void curl_connection::forget_question(clock::time_point now) noexcept {
  question_ = 0;
  // The next question has its full time, however this question has ended.
  heard_ = now;
}

} // namespace kube::transport
