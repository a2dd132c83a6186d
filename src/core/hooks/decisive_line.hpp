#pragma once

#include <string>
#include <string_view>

namespace core::hooks {

/// The line of a program's stderr that says why it has failed: the exception at the end of a Python
/// traceback, the last line with words that name a failure, or else the last line. Commands that `set -x`
/// shows do not count. The line is the program's own, so it may hold data of users, but no part that looks
/// like a secret; at most 600 bytes. Empty if no line is left.
/// @param script as it was started; may be empty
[[nodiscard]] std::string decisive_line(std::string_view words, std::string_view script = {});

} // namespace core::hooks
