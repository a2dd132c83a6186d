#pragma once

#include "core/cel/value.hpp"

#include <optional>
#include <string_view>

namespace core::cel {

/// The type of that name as a value, for example `int`; nullopt if there is no such type.
[[nodiscard]] std::optional<type_name> find_type(std::string_view name);

} // namespace core::cel
