#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace core::releases {

/// The upgrades that guards have delayed. A guard delays a release once: after the end of this delay, the
/// guard does not delay the release again until Helm has upgraded the release, or the operator has found the
/// release up to date. Bound: an entry for each module and guard.
class upgrade_delays {
public:
  /// @returns true if the delay begins now; false if it has begun before
  bool begin(const std::string& release, const std::string& guard, std::chrono::seconds time, std::int64_t now_us);
  /// The guards whose time is over.
  [[nodiscard]] std::set<std::string> over(const std::string& release, std::int64_t now_us) const;
  void forget(const std::string& release) { ends_us_.erase(release); }

private:
  std::map<std::string, std::map<std::string, std::int64_t>> ends_us_; ///< release -> guard -> end of its delay
};

} // namespace core::releases
