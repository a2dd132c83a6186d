#include "core/webhooks/body_line.hpp"

#include <algorithm>
#include <tuple>

namespace core::webhooks {

void body_line::enter(std::uint64_t number, const review_client& client, std::size_t bytes) {
  auto& last = ends_[{client.address, client.is_vouched}];
  const auto begin = std::max(now_, last);
  last = begin + bytes;
  waiting_.push_back({client.is_vouched, begin, last, number});
}

std::optional<std::uint64_t> body_line::next() {
  const auto order = [](const waiting& x) { return std::tuple(!x.is_vouched, x.end, x.number); };
  const auto first = std::min_element(waiting_.begin(), waiting_.end(),
                                      [&order](const auto& a, const auto& b) { return order(a) < order(b); });
  if (first == waiting_.end()) {
    ends_.clear();
    now_ = 0;
    return std::nullopt;
  }
  const auto taken = *first;
  waiting_.erase(first);
  now_ = std::max(now_, taken.begin);
  std::erase_if(ends_, [this](const auto& x) { return x.second <= now_; });
  return taken.number;
}

} // namespace core::webhooks
