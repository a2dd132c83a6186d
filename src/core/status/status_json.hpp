#pragma once

#include "core/status/platform_status.hpp"
#include "text/json/json.hpp"

namespace core::status {

/// The state of a platform for programs: docs/commands.md has its members.
[[nodiscard]] text::json json_of(const platform_status& x);

/// A module, as an element of `modules`.
[[nodiscard]] text::json json_of(const module_status& x);

} // namespace core::status
