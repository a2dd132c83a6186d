#include "core/webhooks/seen_reviews.hpp"

namespace core::webhooks {

std::optional<std::uint64_t> seen_reviews::under_way(const mark& x) const {
  const auto at = under_way_.find(x);
  return at == under_way_.end() ? std::nullopt : std::optional(at->second);
}

bool seen_reviews::was_answered(const mark& x, std::int64_t now_us) const {
  const auto at = answered_.find(x);
  return at != answered_.end() && now_us < at->second;
}

void seen_reviews::end(const mark& x, outcome how, std::int64_t now_us) {
  under_way_.erase(x);
  if (how == outcome::failed) return;
  const auto end_us = now_us + std::chrono::microseconds(time).count();
  answered_.insert_or_assign(x, end_us);
  order_.emplace_back(x, end_us);
  while (order_.size() > answered_max || order_.front().second <= now_us) {
    const auto& [oldest, its_end_us] = order_.front();
    // A mark that was answered again has a later entry.
    if (const auto at = answered_.find(oldest); at != answered_.end() && at->second == its_end_us) answered_.erase(at);
    order_.pop_front();
  }
}

} // namespace core::webhooks
