#include "core/releases/other_helm.hpp"

#include "base/utc_time.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace core::releases {

std::string words_on_other_helm(const release& x) {
  if (!is_made_by_operator(x) || !is_made_by_others(x)) return {};
  std::string date;
  // Helm writes seconds since the Unix epoch.
  if (const auto created = x.label("createdAt")) {
    std::int64_t seconds = 0;
    const auto parsed = std::from_chars(created->data(), created->data() + created->size(), seconds);
    constexpr std::int64_t us_in_second = 1'000'000;
    constexpr std::int64_t seconds_max = 100'000'000'000;
    if (parsed.ec == std::errc{} && seconds > 0 && seconds < seconds_max)
      date = " on " + base::utc_date_text(seconds * us_in_second);
  }
  return fmt::format("revision {} of '{}' was made by another Helm{}", x.revision, x.name, date);
}

} // namespace core::releases
