#pragma once

#include "base/error.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string_view>

namespace base {

/// A stretch of time in which the clocks of a zone are not changed.
struct zone_span {
  std::chrono::sys_seconds begin; ///< included; the smallest time if there was no change before
  std::chrono::sys_seconds end;   ///< excluded; the greatest time if no change is known to come
  std::chrono::seconds offset{0}; ///< by which local time is ahead of UTC
};

/// The offsets of local time in a place. Several threads may ask it at once.
class time_zone {
public:
  virtual ~time_zone() = default;
  /// The span that the moment lies in.
  [[nodiscard]] virtual zone_span span_at(std::chrono::sys_seconds moment) const = 0;
};

using time_zone_ptr = std::shared_ptr<const time_zone>;

/// Finds a zone by its name in the tz database, for example `Europe/Berlin`; the empty name means the zone of
/// this machine. The error names the zone.
using time_zone_source = std::function<result<time_zone_ptr>(std::string_view name)>;

/// UTC, whose clocks are never changed.
[[nodiscard]] time_zone_ptr utc();

/// A source that knows only UTC, also as the zone of this machine.
[[nodiscard]] result<time_zone_ptr> only_utc(std::string_view name);

} // namespace base
