#pragma once

#include "text/json/json_pointer.hpp"

#include <string>

namespace text {

/// A place in values as users write it: `web.db.size`. Keys are shown without secrets (`shown_key`). Keys
/// below a key whose name is that of a secret are left out, because users may have chosen them. A long place
/// is cut after `shown_place_bytes_max` bytes.
[[nodiscard]] std::string shown_place(const json_pointer& place);

inline constexpr std::size_t shown_place_bytes_max = 120;

/// The text of a pointer (`json_pointer::text`) for people. Keys are shown without secrets.
[[nodiscard]] std::string shown_pointer(const json_pointer& place);

} // namespace text
