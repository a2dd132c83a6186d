#pragma once

#include "core/base/error.hpp"
#include "core/text/json.hpp"
#include "core/text/json_pointer.hpp"

#include <string>
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

/// `add '/global/x'`
[[nodiscard]] std::string describe(const patch_operation& operation);

/// Applies one operation. The document given stays as it is; what the operation does not touch is shared.
[[nodiscard]] result<json> apply_operation(const json& document, const patch_operation& operation);

/// Applies all operations in order, strictly as RFC 6902 §5 says: the first that fails fails the patch. The error
/// names index, operation and path.
[[nodiscard]] result<json> apply_json_patch(const json& document, const json_patch& patch);

} // namespace core
