#include "core/webhooks/failure_lines.hpp"

#include <algorithm>

namespace core::webhooks {

bool failure_lines::note(const kind& x, std::int64_t now_us) {
  // A minute with failures that no line has counted stays until `take`.
  std::erase_if(minutes_,
                [now_us](const auto& y) { return y.second.end_us <= now_us && y.second.without_line() == 0; });
  auto& now = minutes_.try_emplace(x, minute{now_us + std::chrono::microseconds(time).count()}).first->second;
  return ++now.failures <= lines_max;
}

std::vector<failure_lines::left_out> failure_lines::take(std::int64_t now_us) {
  std::vector<left_out> taken;
  for (const auto& [kind, x] : minutes_)
    if (x.end_us <= now_us && x.without_line() > 0) taken.push_back({kind, x.without_line()});
  std::erase_if(minutes_, [now_us](const auto& x) { return x.second.end_us <= now_us; });
  return taken;
}

std::optional<std::int64_t> failure_lines::due_us() const {
  std::optional<std::int64_t> next;
  for (const auto& [kind, x] : minutes_)
    if (x.without_line() > 0) next = std::min(next.value_or(x.end_us), x.end_us);
  return next;
}

} // namespace core::webhooks
