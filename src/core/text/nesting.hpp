#pragma once

#include <cstddef>

namespace core {

/// How deep lists and maps may stand in each other, in JSON, in YAML and in what patches make of them. It is one limit, so
/// that what has been read can be written and read again. yaml-cpp ends at 499 with a message that says nothing.
inline constexpr std::size_t nesting_max = 400;

/// What is said of a deeper text.
inline constexpr const char* nested_too_deep = "nested too deep (400 levels at most)";

} // namespace core
