#pragma once

#include <cstddef>

namespace text {

/// The maximal depth of lists and maps in each other, in JSON, in YAML and in the results of patches. The
/// limit is common, so that a value that was read can be written and read again. yaml-cpp has its own limit,
/// 499 levels, with a message that names no reason.
inline constexpr std::size_t nesting_max = 400;

/// The message about a deeper text.
inline constexpr const char* nested_too_deep = "nested too deep (400 levels at most)";

} // namespace text
