#include "sys/http/exchange.hpp"

#include <chrono>
#include <utility>

namespace sys::http {

namespace {

constexpr std::chrono::seconds last_answers{1};

/// The maximal length of a page for probes. Each place always has room for such an answer.
constexpr std::size_t short_answer_bytes = 64 << 10;

server_response crowded_reply() {
  return {.status = 503, .body = "too much is being sent to other clients: ask again\n"};
}

server_response ending_reply() {
  return {.status = 503, .body = "the program is about to end\n"};
}

} // namespace

reply_function exchanges::reply_to(std::shared_ptr<exchanges> all, std::shared_ptr<exchange> exchange) {
  return [all = std::move(all), exchange = std::move(exchange)](server_response reply) {
    const std::lock_guard guard(all->mutex_);
    // The client may have gone before its answer comes, and so may the listener.
    if (all->open_.contains(exchange)) all->answer(*exchange, std::move(reply));
  };
}

void exchanges::answer(exchange& exchange, server_response reply) {
  if (exchange.reply) return;
  // The only unread answer may be longer than the limit: otherwise no client could ever read such an answer.
  const bool is_crowded = bytes_ > 0 && bytes_ + reply.body.size() > bytes_max_;
  if (is_crowded && reply.body.size() > short_answer_bytes) reply = crowded_reply();
  exchange.bytes = reply.body.size();
  bytes_ += exchange.bytes;
  exchange.reply = std::move(reply);
  if (exchange.resume) std::exchange(exchange.resume, {})();
}

std::optional<server_response> exchanges::take_reply_or_wait(const std::shared_ptr<exchange>& exchange,
                                                             const std::function<void()>& suspend,
                                                             std::function<void()> resume) {
  const std::lock_guard guard(mutex_);
  if (!exchange->reply && is_ending_) exchange->reply = ending_reply();
  if (exchange->reply) return std::move(exchange->reply);
  // Still under the lock: an answer that came between the look and the suspension would wake no client.
  suspend();
  exchange->resume = std::move(resume);
  return std::nullopt;
}

void exchanges::add(const std::shared_ptr<exchange>& exchange) {
  const std::lock_guard guard(mutex_);
  open_.insert(exchange);
}

void exchanges::remove(const std::shared_ptr<exchange>& exchange) {
  const std::lock_guard guard(mutex_);
  exchange->resume = {};
  bytes_ -= exchange->bytes;
  open_.erase(exchange);
  removed_.notify_all();
}

void exchanges::end() {
  std::unique_lock guard(mutex_);
  is_ending_ = true;
  for (const auto& exchange : open_) answer(*exchange, ending_reply());
  removed_.wait_for(guard, last_answers, [this] { return open_.empty(); });
}

} // namespace sys::http
