#include "core/modules/recent_removals.hpp"

#include <utility>

namespace core::modules {

namespace {

bool is_over(std::int64_t noted_us, std::int64_t now_us) {
  return std::chrono::microseconds(now_us - noted_us) > recent_removals::kept_for;
}

} // namespace

void recent_removals::note(const std::string& release, std::string line, std::int64_t now_us) {
  std::erase_if(last_, [&](const auto& x) { return is_over(x.second.noted_us, now_us); });
  last_.insert_or_assign(release, removal{std::move(line), now_us});
}

std::vector<std::string> recent_removals::lines(std::int64_t now_us) const {
  std::vector<std::string> lines;
  for (const auto& [release, x] : last_)
    if (!is_over(x.noted_us, now_us)) lines.push_back(x.line);
  return lines;
}

} // namespace core::modules
