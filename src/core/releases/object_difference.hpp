#pragma once

#include "text/json/json.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core::releases {

/// A field in which two objects differ.
struct field_difference {
  /// `spec.replicas`; an item of a list by its number, or by its name if all items have names:
  /// `containers[web]`; a key with other characters than letters, digits, `-` and `_` in quotes:
  /// `metadata.annotations["example.com/a"]`.
  std::string path;
  std::optional<text::json> before; ///< as people see it; nullopt: the field is absent
  std::optional<text::json> after;

  friend bool operator==(const field_difference&, const field_difference&) = default;
};

/// Which fields count.
enum class compared_fields {
  all, ///< a field that only the first object has is a difference
  /// Fields that the second object lacks, or has empty, may differ: the API server adds defaults and state.
  of_second,
};

/// The form of an object, or of a part of it, for people.
using object_view = std::function<text::json(const text::json& object)>;

/// Compares two versions of an object by their meaning for the API server: null means an absent field, and
/// `stringData` of a Secret is its `data`.
/// @param view hides secrets. Whether fields differ is decided by the objects themselves, so a changed secret
/// is a difference whose sides look the same.
/// @returns in the order of the fields' names
[[nodiscard]] std::vector<field_difference> field_differences(const text::json& before, const text::json& after,
                                                              compared_fields which, const object_view& view);

/// The fate of an object between two manifests.
struct object_difference {
  enum class change { added, removed, changed };
  std::string object; ///< `NAMESPACE/KIND/NAME`, without namespace `KIND/NAME`
  change what = change::changed;
  std::vector<field_difference> fields; ///< of a changed object

  friend bool operator==(const object_difference&, const object_difference&) = default;
};

/// Compares two manifests. Each item of a list kind counts. An object is identified by group, kind, namespace
/// and name.
/// @param default_namespace where objects without a namespace go
/// @returns in the order of the second manifest, then the objects that only the first manifest has
[[nodiscard]] std::vector<object_difference> manifest_differences(const std::vector<text::json>& before,
                                                                  const std::vector<text::json>& after,
                                                                  const std::string& default_namespace,
                                                                  const object_view& view);

/// The separate objects: for a `List`, its items.
[[nodiscard]] std::vector<text::json> objects_one_by_one(const std::vector<text::json>& documents);

/// A line for each field, without a break at the end: `spec.replicas: 2 -> 3`. Long values are cut; of texts
/// with several lines the first line that differs is shown.
[[nodiscard]] std::string describe(const field_difference& x);

} // namespace core::releases
