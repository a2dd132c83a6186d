#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Objects that were there before a release has taken them over, in an answer of the Helm worker. Each text
/// names the object and its former owner: `shop/ConfigMap/a of release 'web' in namespace 'shop'`.
struct taken_objects {
  std::vector<std::string> taken{}; ///< now taken over and marked: Helm will not delete them
  std::vector<std::string> moved{}; ///< now taken over from another module
  std::vector<std::string> kept{};  ///< not deleted: given back to the former owner, or kept by a user
  /// Not kept by `helm.sh/resource-policy` any more: an uninstallation deletes them now.
  std::vector<std::string> exposed{};
  /// Left as they are, wholly or in some values, by an installation over objects of a release without
  /// records.
  std::vector<std::string> spared{};
  /// Made again: they or their keys were absent, and have the values of the named revision in place of random
  /// or blank values.
  std::vector<std::string> remade{};
  /// True: the release was installed without a record over objects that name it, and that no policy keeps.
  bool is_unrecorded = false;
};

/// The annotation that marks an object that was taken over (src/helm_worker/worker/taken_objects.go). Its
/// value is `NAMESPACE/NAME` of the former release, or `nobody`.
inline constexpr std::string_view taken_from_annotation = "addon-operator/taken-from";

/// The next step for each of the lists in `taken_objects`, for people.
[[nodiscard]] std::string hint_of_taken();
[[nodiscard]] std::string hint_of_moved();
[[nodiscard]] std::string hint_of_kept();
[[nodiscard]] std::string hint_of_exposed();
[[nodiscard]] std::string hint_of_spared();
[[nodiscard]] std::string hint_of_remade();

/// The line for /readyz about objects that were taken over or kept; empty: no such objects.
[[nodiscard]] std::string describe(const std::string& release, const taken_objects& x);

} // namespace core::releases
