#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace core::modules {

/// The last removal of each release, or of objects of it, for /readyz: a reader of the page is to find the
/// reason without the log. Bound: a line for each release, for an hour.
class recent_removals {
public:
  static constexpr std::chrono::hours kept_for{1};

  /// @param line for people
  /// @param now_us of a clock that only rises
  void note(const std::string& release, std::string line, std::int64_t now_us);
  /// The lines that are not older than `kept_for`, in byte order of the releases.
  [[nodiscard]] std::vector<std::string> lines(std::int64_t now_us) const;

private:
  struct removal {
    std::string line;
    std::int64_t noted_us = 0;
  };
  std::map<std::string, removal> last_;
};

} // namespace core::modules
