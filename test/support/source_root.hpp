#pragma once

#include <string>

namespace test {

/// The top folder of the sources. Only the file behind it is compiled with this path, so that clones share
/// the rest of what ccache keeps.
[[nodiscard]] std::string source_root();

} // namespace test
