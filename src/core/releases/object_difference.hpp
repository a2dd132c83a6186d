#pragma once

#include "text/json/json.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core::releases {

/// A field in which two objects differ.
struct field_difference {
  /// For example `spec.replicas`. An item of a list is named by its number, or by its name if all items have
  /// names: `containers[web]`. A key with special characters is quoted:
  /// `metadata.annotations["example.com/a"]`.
  std::string path;
  std::optional<text::json> before; ///< without secrets; nullopt: the field is absent
  std::optional<text::json> after;

  friend bool operator==(const field_difference&, const field_difference&) = default;
};

/// The fields to compare.
enum class compared_fields {
  all, ///< also fields that only the first object has
  /// Only fields that the second object has with content, because the API server adds defaults and state.
  of_second,
};

/// Returns the view of an object, or of a part of it, without secrets.
using object_view = std::function<text::json(const text::json& object)>;

/// The object as the API server stores it: `stringData` of a Secret becomes `data`.
[[nodiscard]] text::json as_stored(const text::json& object);

/// Compares two states of an object as the API server would: null is an absent field, and `stringData` of a
/// Secret is its `data`.
/// @param view hides secrets in the result. The comparison uses the real values, so a changed secret is a
/// difference with two equal views.
/// @returns the differences, sorted by field
[[nodiscard]] std::vector<field_difference> field_differences(const text::json& before, const text::json& after,
                                                              compared_fields which, const object_view& view);

/// The difference of an object between two manifests.
struct object_difference {
  enum class change { added, removed, changed };
  std::string object; ///< `NAMESPACE/KIND/NAME`, without namespace `KIND/NAME`
  change what = change::changed;
  std::vector<field_difference> fields; ///< of a changed object

  friend bool operator==(const object_difference&, const object_difference&) = default;
};

/// Compares two manifests. Each item of a list kind is an object. Objects are identified by group, kind,
/// namespace and name.
/// @param default_namespace the namespace of objects that name no namespace
/// @returns differences in the order of the second manifest, then objects that only the first manifest has
[[nodiscard]] std::vector<object_difference> manifest_differences(const std::vector<text::json>& before,
                                                                  const std::vector<text::json>& after,
                                                                  const std::string& default_namespace,
                                                                  const object_view& view);

/// All objects of the documents; a `List` is replaced by its items.
[[nodiscard]] std::vector<text::json> objects_one_by_one(const std::vector<text::json>& documents);

/// A line without line break: `spec.replicas: 2 -> 3`. Long values are cut; of multi-line texts the first
/// different line is shown.
[[nodiscard]] std::string describe(const field_difference& x);

} // namespace core::releases
