#include "core/metrics/shared_page.hpp"

#include <algorithm>
#include <utility>

namespace core::metrics {

bool shared_page::ask(name_escaping form, reader x) {
  if (kept_ && kept_->form == form) {
    x(kept_->text);
    return true;
  }
  if (waiting_.size() >= limits_.readers_max) return false;
  waiting_.push_back({form, std::move(x)});
  return true;
}

std::optional<name_escaping> shared_page::next(std::int64_t now_us) {
  if (making_ || kept_ || waiting_.empty()) return std::nullopt;
  making_ = making{waiting_.front().form, now_us};
  return making_->form;
}

std::chrono::microseconds shared_page::made(const answer& x, std::int64_t now_us) {
  using std::chrono::microseconds;
  const auto [form, since_us] = *std::exchange(making_, std::nullopt);
  for (const auto& to : take_readers(form)) to(x);
  if (!x) return {};
  const auto size = (*x)->size();
  auto rest = microseconds(now_us - since_us);
  if (size > limits_.short_bytes)
    rest = std::max(rest, microseconds(std::int64_t{1'000'000} * static_cast<std::int64_t>(size)
                                       / static_cast<std::int64_t>(limits_.bytes_per_second)));
  // For a shorter time a timer costs more than another page.
  if (rest < std::chrono::milliseconds(1)) return {};
  kept_ = kept{form, *x};
  return rest;
}

std::vector<shared_page::reader> shared_page::take_readers(name_escaping form) {
  std::vector<reader> readers;
  const auto [first, last] = std::ranges::stable_partition(waiting_, [form](const auto& x) { return x.form != form; });
  for (auto at = first; at != last; ++at) readers.push_back(std::move(at->to));
  waiting_.erase(first, last);
  return readers;
}

} // namespace core::metrics
