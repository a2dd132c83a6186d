#pragma once

#include "core/base/error.hpp"

#include <optional>
#include <string>

/// A link that leads nowhere is there: somebody has meant it to be a file.
[[nodiscard]] core::result<bool> is_there(const std::string& path);

/// The text of a file; nothing if there is none. A link that leads nowhere is an error.
[[nodiscard]] core::result<std::optional<std::string>> read_if_there(const std::string& path);
