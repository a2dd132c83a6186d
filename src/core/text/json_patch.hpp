#pragma once

#include "core/base/error.hpp"
#include "core/text/json.hpp"
#include "core/text/json_pointer.hpp"

#include <cstddef>
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

/// A document that operations change one by one. It never becomes deeper than what the readers accept, or larger than any
/// honest one: `copy` can double it.
class patched_document {
public:
  explicit patched_document(json document);

  /// Applies one operation; of an error nothing is applied. What the operation does not touch is shared with the document
  /// of before.
  [[nodiscard]] result<void> apply(const patch_operation& operation);

  [[nodiscard]] const json& value() const noexcept { return value_; }

private:
  json value_;
  std::size_t nodes_; ///< of the value, where what is shared counts as often as it stands there
};

/// Applies all operations in order, strictly as RFC 6902 §5 says: the first that fails fails the patch. The error
/// names index, operation and path.
[[nodiscard]] result<json> apply_json_patch(const json& document, const json_patch& patch);

} // namespace core
