#pragma once

#include <string>

namespace cli {

/// What `addon-operator version` prints: `addon-operator <version>` with the line's end.
[[nodiscard]] std::string version_text();

} // namespace cli
