#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace cluster::operations {

/// Creations without an answer: the API server may have made the object, or may still make it. The next
/// operation that finds such an object compares it with its own object. Otherwise each further try would fail
/// with `already exists`.
class lost_creations {
public:
  /// @param object path of the object
  /// @param begun_us of the creation; of several creations the first counts
  void note(const std::string& object, std::int64_t begun_us);
  void forget(const std::string& object) { begun_us_.erase(object); }
  /// The time at which the creation began; empty: no creation of the object was lost.
  [[nodiscard]] std::optional<std::int64_t> begun_us(const std::string& object) const;

private:
  static constexpr std::size_t objects_max = 1000;
  std::map<std::string, std::int64_t> begun_us_; ///< bound: `objects_max`; above it the oldest entry goes
};

} // namespace cluster::operations
