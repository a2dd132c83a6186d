#pragma once

#include <span>
#include <string_view>

namespace bench {

/// Beginnings of secrets without an end, each of a form that the search for secrets in lines of hooks knows.
/// A line of one of them, repeated, makes the search begin very often and find nothing.
[[nodiscard]] std::span<const std::string_view> secret_beginnings();

} // namespace bench
