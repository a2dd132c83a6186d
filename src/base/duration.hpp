#pragma once

#include "base/error.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace base {

/// Parses a duration as Go's `time.ParseDuration` writes it: `300ms`, `1.5h`, `2h45m`, `0`, optionally with a
/// sign. Units are ns, us (µs), ms, s, m, h.
[[nodiscard]] result<std::chrono::nanoseconds> parse_duration(std::string_view text);

/// A duration for people, in its two largest units: `0.4 s`, `12 s`, `2 min 4 s`, `3 h 5 min`, `2 d 1 h`. A
/// negative duration counts as 0.
[[nodiscard]] std::string duration_text(std::chrono::microseconds x);

} // namespace base
