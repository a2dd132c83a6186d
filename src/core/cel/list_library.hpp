#pragma once

#include "core/cel/function.hpp"

namespace core::cel {

/// `indexOf` and `lastIndexOf` of a list: the place of an item, -1 if the list has no such item.
/// @pre the first argument is a list, and there are two
[[nodiscard]] value index_in_list(arguments given, const call_context& context);
[[nodiscard]] value last_index_in_list(arguments given, const call_context& context);

} // namespace core::cel
