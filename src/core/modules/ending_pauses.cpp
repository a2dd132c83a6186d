#include "core/modules/ending_pauses.hpp"

#include <algorithm>
#include <utility>

namespace core::modules {

void ending_pauses::take(const by_key& written, const std::set<std::string>& ended, const moment& now) {
  auto all = written;
  std::map<std::string, moment> ends;
  for (const auto& [key, pause] : all_) {
    if (written.contains(key) || ended.contains(key)) continue;
    const auto known = ends_.find(key);
    const auto end =
      known != ends_.end() ? known->second : moment{now.steady_us + grace_.count(), now.wall_us + grace_.count()};
    if (end.steady_us <= now.steady_us) continue;
    all.emplace(key, pause);
    ends.emplace(key, end);
  }
  written_ = written;
  all_ = std::move(all);
  ends_ = std::move(ends);
}

void ending_pauses::recall(const by_key& lost, const moment& now) {
  if (grace_.count() == 0) return;
  for (const auto& [key, pause] : lost)
    if (all_.emplace(key, pause).second)
      ends_.emplace(key, moment{now.steady_us + grace_.count(), now.wall_us + grace_.count()});
}

void ending_pauses::adopt(const by_key& unreadable) {
  for (const auto& [key, pause] : unreadable) {
    all_.emplace(key, pause);
    written_.emplace(key, pause);
    ends_.erase(key);
  }
}

std::set<std::string> ending_pauses::ending() const {
  std::set<std::string> keys;
  for (const auto& [key, end] : ends_) keys.insert(key);
  return keys;
}

std::optional<std::int64_t> ending_pauses::next_end_us() const {
  std::optional<std::int64_t> next;
  for (const auto& [key, end] : ends_) next = std::min(next.value_or(end.steady_us), end.steady_us);
  return next;
}

} // namespace core::modules
