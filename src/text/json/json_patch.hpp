#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace text {

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

/// How heavy a document may become by patches, by the weight of tree_weight.hpp.
inline constexpr std::size_t patched_weight_max = std::size_t{64} << 20;
/// How much `copy` may bring in one patch: some letters of a patch would double the document.
inline constexpr std::size_t copied_weight_max = std::size_t{8} << 20;

/// A document that operations change one by one, each in a time that depends on its own value and the way to its place, not
/// on the document: lists and maps on that way are kept in a form that changes in place until the document is asked for.
///
/// It never becomes deeper than what the readers accept, or heavier than `patched_weight_max`; one that was heavier from
/// the start may become lighter.
class patched_document {
public:
  explicit patched_document(json document);
  patched_document(patched_document&&) noexcept;
  patched_document& operator=(patched_document&&) noexcept;
  ~patched_document();

  /// Applies one operation; of an error nothing is applied.
  [[nodiscard]] base::result<void> apply(const patch_operation& operation);

  /// The place, or the outermost list on the way to it.
  [[nodiscard]] json_pointer outside_lists(const json_pointer& place) const;

  /// The document now. What no operation has touched is shared with the document of before.
  [[nodiscard]] json value() const;

private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Applies all operations in order, strictly as RFC 6902 §5 says: the first that fails fails the patch. The error
/// names index, operation and path.
[[nodiscard]] base::result<json> apply_json_patch(const json& document, const json_patch& patch);

} // namespace text
