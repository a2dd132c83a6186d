#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace text {

/// The text of a block scalar (`|` and `>`, YAML 1.2 §8.1), as libyaml and Go's YAML read it. yaml-cpp 0.7
/// loses a line break of `>+`, and takes spaces at the end of a text for content, so the operator uses only
/// the position that yaml-cpp reports.
///
/// @param at the position of the scalar, or of the anchor or tag before it
/// @param parent_indent column of the list or map around it; -1: there is no such list or map
/// @returns nullopt if there is no block scalar. A tab in place of indentation is an error.
[[nodiscard]] std::optional<base::result<std::string>> block_scalar_at(std::string_view source, std::size_t at,
                                                                       int parent_indent);

/// The position where a value begins: behind its anchor, its tag and the space between them.
[[nodiscard]] std::size_t behind_properties(std::string_view source, std::size_t at);

} // namespace text
