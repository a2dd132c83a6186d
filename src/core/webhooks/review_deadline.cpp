#include "core/webhooks/review_deadline.hpp"

#include "base/duration.hpp"

#include <algorithm>
#include <string>

namespace core::webhooks {

using std::chrono::milliseconds;

namespace {

/// The API server allows no longer timeout for a webhook (`timeoutSeconds`).
constexpr milliseconds patience_max{30000};
constexpr milliseconds way_min{200};
constexpr milliseconds end_max{200};
constexpr int way_share = 20;
constexpr int end_share = 5;

} // namespace

base::result<milliseconds> time_for_answer(std::string_view timeout) {
  auto patience = patience_max;
  if (!timeout.empty()) {
    const auto parsed = base::parse_duration(timeout);
    if (!parsed) return base::fail("timeout", parsed.error());
    const auto asked = std::chrono::duration_cast<milliseconds>(*parsed);
    if (asked.count() <= 0)
      return base::fail(base::error_code::invalid_input, "timeout: expected more than 0, got " + std::string(timeout));
    patience = std::min(patience, asked);
  }
  const auto way = std::min(std::max(patience / way_share, way_min), patience / 2);
  return std::max(patience - way, milliseconds(1));
}

milliseconds time_after_sigterm(milliseconds left) noexcept {
  return std::max(std::min(left / end_share, end_max), milliseconds(1));
}

milliseconds time_for_process(milliseconds left) noexcept {
  return left.count() <= 0 ? milliseconds(0) : std::max(left - time_after_sigterm(left), milliseconds(1));
}

} // namespace core::webhooks
