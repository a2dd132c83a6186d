#pragma once

#include <string>

namespace cli {

/// The output of `addon-operator version`: `addon-operator <version>` with the line's end.
[[nodiscard]] std::string version_text();

} // namespace cli
