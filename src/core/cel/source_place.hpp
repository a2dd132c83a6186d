#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace core::cel {

/// The place of a byte for people: `line 2, column 5`. Both count from 1, columns in code points.
[[nodiscard]] std::string shown_place(std::string_view source, std::size_t offset);

/// An error (`invalid_input`) about a place of an expression: `line 1, column 7: expected ')'`.
[[nodiscard]] tl::unexpected<base::error> fail_at(std::string_view source, std::size_t offset,
                                                  const std::string& reason);

} // namespace core::cel
