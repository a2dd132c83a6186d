#include "core/releases/upgrade_delays.hpp"

namespace core::releases {

bool upgrade_delays::begin(const std::string& release, const std::string& guard, std::chrono::seconds time,
                           std::int64_t now_us) {
  const auto end_us = now_us + std::chrono::microseconds(time).count();
  return ends_us_[release].emplace(guard, end_us).second;
}

std::set<std::string> upgrade_delays::over(const std::string& release, std::int64_t now_us) const {
  std::set<std::string> found;
  const auto known = ends_us_.find(release);
  if (known == ends_us_.end()) return found;
  for (const auto& [guard, end_us] : known->second)
    if (end_us <= now_us) found.insert(guard);
  return found;
}

} // namespace core::releases
