#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace cluster::operations {

/// Creations whose outcome is unknown, because the answer did not come: the API server may have made the object, or make it
/// yet. The next operation that finds such an object decides by it, instead of a failure that would repeat for ever.
class lost_creations {
public:
  /// @param object path of the object
  /// @param begun_us of the creation; the first one counts
  void note(const std::string& object, std::int64_t begun_us);
  void forget(const std::string& object) { begun_us_.erase(object); }
  /// When the creation has begun; empty: no creation of the object was lost.
  [[nodiscard]] std::optional<std::int64_t> begun_us(const std::string& object) const;

private:
  static constexpr std::size_t objects_max = 1000;
  std::map<std::string, std::int64_t> begun_us_; ///< bound: `objects_max`; then the oldest goes
};

} // namespace cluster::operations
