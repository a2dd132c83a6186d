#pragma once

#include <string_view>

namespace core::releases {

/// True if `now` is a lower version of a chart than `before`, by the order of Semantic Versioning 2.0.0
/// (§11). As in Helm, a leading `v` is allowed, and numbers may be missing at the end. A text that is no
/// version is neither lower nor higher.
[[nodiscard]] bool is_lower_version(std::string_view now, std::string_view before);

} // namespace core::releases
