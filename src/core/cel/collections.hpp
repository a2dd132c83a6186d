#pragma once

#include "core/cel/value.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace core::cel {

/// The number of code points in UTF-8.
[[nodiscard]] std::size_t code_points(std::string_view text);

/// A number without a fraction that fits an int, whatever its type is; nullopt for all other values.
[[nodiscard]] std::optional<std::int64_t> whole_number(const value& x);

/// The failure of a selection or an index: `no such key: name`.
[[nodiscard]] value no_such_key(const value& key);

} // namespace core::cel
