#pragma once

#include "core/base/error.hpp"

#include <chrono>
#include <string_view>

namespace core {

/// Parses a duration as Go's `time.ParseDuration` writes it: `300ms`, `1.5h`, `2h45m`, `0`, optionally with a sign.
/// Units are ns, us (µs), ms, s, m, h.
[[nodiscard]] result<std::chrono::nanoseconds> parse_duration(std::string_view text);

} // namespace core
