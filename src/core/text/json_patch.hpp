#pragma once

#include "core/base/error.hpp"
#include "core/text/json.hpp"
#include "core/text/json_pointer.hpp"

#include <string_view>
#include <vector>

namespace core {

/// One operation of a JSON Patch (RFC 6902 §4).
struct patch_operation {
  enum class kind { add, remove, replace, move, copy, test };

  kind op = kind::test;
  json_pointer path;
  json_pointer from; ///< move, copy
  json value;        ///< add, replace, test
};

using json_patch = std::vector<patch_operation>;

/// The name of an operation as a patch writes it: `add`.
[[nodiscard]] const char* name(patch_operation::kind op) noexcept;

/// Parses a patch as hooks write it: a stream of JSON texts, each an operation or an array of operations. Empty text
/// is an empty patch. A member that an object has twice is an error, anywhere in the text: readers differ in which of them
/// counts (RFC 6902 A.13). Errors name line and column, or the index of the operation, counted through the whole stream,
/// and its path.
[[nodiscard]] result<json_patch> parse_json_patch(std::string_view text);

/// Reads operations that are parsed already.
[[nodiscard]] result<json_patch> read_json_patch(const std::vector<json>& operations);

/// Applies one operation. The document given stays as it is; what the operation does not touch is shared.
[[nodiscard]] result<json> apply_operation(const json& document, const patch_operation& operation);

/// Applies all operations in order, strictly as RFC 6902 §5 says: the first that fails fails the patch. The error
/// names index, operation and path.
[[nodiscard]] result<json> apply_json_patch(const json& document, const json_patch& patch);

} // namespace core
