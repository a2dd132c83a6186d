#pragma once

#include "text/json/json_patch.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace text {

/// Parses a patch as hooks write it: a stream of JSON texts, each an operation or an array of operations. An
/// empty text is an empty patch. A repeated member of an object is an error anywhere in the text, because
/// readers differ in the member that they take (RFC 6902 A.13). A patch that would take far more memory than
/// its text is an error, too. Errors name line and column, or the index of the operation, counted through the
/// whole stream, and its path.
[[nodiscard]] base::result<json_patch> parse_json_patch(std::string_view text);

/// The number of operations in the text, with the same errors. The text is read as a stream: at most one
/// operation is in memory as a tree.
[[nodiscard]] base::result<std::size_t> count_patch_operations(std::string_view text);

/// Reads operations that are parsed already: the items of a list.
[[nodiscard]] base::result<json_patch> read_json_patch(const std::vector<json>& operations);

} // namespace text
