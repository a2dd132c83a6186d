#pragma once

#include <string>
#include <string_view>

namespace core {

/// The useful part of what helm wrote to stderr when it failed: its last `Error:` without that word and without the
/// words that only repeat the operation (`UPGRADE FAILED`), on one line. Of more than 1000 bytes the beginning is kept,
/// which names the place, and the end, which often has the reason. Text without `Error:` is taken whole; log lines
/// (`level=…`, `WARNING: …`) do not count. Empty if there is nothing useful.
[[nodiscard]] std::string helm_error_text(std::string_view standard_error);

} // namespace core
