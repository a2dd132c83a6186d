#pragma once

#include "base/time_zone.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace sys::time {

/// The zones of this machine's tz database ($TZDIR, else /usr/share/zoneinfo) as a `base::time_zone_source`.
/// A file is read at the first use of its zone and kept; daylight saving time goes on by the last rule of the
/// file.
///
/// The machine's own zone is the zone that $TZ names: by a name, by a file, or UTC if it is set and empty.
/// Without $TZ it is /etc/localtime, and without that file UTC. Both functions are thread-safe.
[[nodiscard]] base::result<base::time_zone_ptr> find_time_zone(std::string_view name);

/// The machine's own zone if $TZ has that value.
[[nodiscard]] base::result<base::time_zone_ptr> local_time_zone(const std::optional<std::string>& variable);

} // namespace sys::time
