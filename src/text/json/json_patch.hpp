#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace text {

/// An operation of a JSON Patch (RFC 6902 §4).
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

/// The maximal weight that patches may give a document, by tree_weight.hpp.
inline constexpr std::size_t patched_weight_max = std::size_t{64} << 20;
/// The weight that `copy` may add in a patch: a few letters of a patch could double the document.
inline constexpr std::size_t copied_weight_max = std::size_t{8} << 20;

/// A document that operations change in turn. The time of an operation depends on its value and the path to
/// its place, not on the document: lists and maps on that path are kept in a form that changes in place until
/// the document is asked for.
///
/// It never becomes deeper than the limit of the readers, or heavier than `patched_weight_max`; a document
/// that was heavier from the start may become lighter.
class patched_document {
public:
  explicit patched_document(json document);
  patched_document(patched_document&&) noexcept;
  patched_document& operator=(patched_document&&) noexcept;
  ~patched_document();

  /// Applies an operation; on an error the document does not change.
  [[nodiscard]] base::result<void> apply(const patch_operation& operation);

  /// The place, or the outermost list that contains it.
  [[nodiscard]] json_pointer outside_lists(const json_pointer& place) const;

  /// The present document. Untouched parts are shared with the earlier document.
  [[nodiscard]] json value() const;

private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Applies all operations in order, strictly as RFC 6902 §5 says: if an operation fails, the patch fails. The
/// error names index, operation and path.
[[nodiscard]] base::result<json> apply_json_patch(const json& document, const json_patch& patch);

} // namespace text
