#include "sys/http/exchange.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sys::http {

namespace {

constexpr std::chrono::seconds last_answers{1};

/// The maximal length of a page for probes. All clients together take little memory for such answers.
constexpr std::size_t short_answer_bytes = 64 << 10;

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
  if (!reply.shared_body) reply.shared_body = std::make_shared<const std::string>(std::move(reply.body));
  if (reply.shared_body->size() > short_answer_bytes) hold(exchange, *reply.shared_body);
  exchange.reply = std::move(reply);
  if (exchange.resume) std::exchange(exchange.resume, {})();
}

void exchanges::hold(exchange& exchange, const std::string& text) {
  const auto [held, is_new] = texts_.try_emplace(&text, held_text{++last_number_});
  held->second.readers.insert(&exchange);
  exchange.long_text = &text;
  if (!is_new) return;
  bytes_ += text.size();
  // The last text always stays, or no client could ever read a text that is longer than the bound.
  while (bytes_ > bytes_max_ && texts_.size() > 1)
    give_up(std::ranges::min_element(texts_, {}, [](const auto& x) { return x.second.number; }));
}

void exchanges::give_up(held_texts::iterator text) {
  for (auto* reader : text->second.readers) {
    reader->long_text = nullptr;
    slow_.insert(reader->connection);
  }
  bytes_ -= text->first->size();
  texts_.erase(text);
  wake_();
}

std::set<const void*> exchanges::take_slow() {
  const std::lock_guard guard(mutex_);
  return std::exchange(slow_, {});
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
  slow_.erase(exchange->connection);
  if (const auto held = texts_.find(exchange->long_text); held != texts_.end()) {
    held->second.readers.erase(exchange.get());
    if (held->second.readers.empty()) {
      bytes_ -= held->first->size();
      texts_.erase(held);
    }
  }
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
