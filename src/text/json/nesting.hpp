#pragma once

#include <cstddef>

namespace text {

/// How deep lists and maps may stand in each other, in JSON, in YAML and in what patches make of them. One limit serves
/// all, so that a value that was read can be written and read again. yaml-cpp has a limit of its own, 499 levels, with a
/// message that names no reason.
inline constexpr std::size_t nesting_max = 400;

/// The message about a deeper text.
inline constexpr const char* nested_too_deep = "nested too deep (400 levels at most)";

} // namespace text
