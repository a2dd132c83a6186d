#pragma once

#include "core/releases/manifest.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// An object that has several documents in a rendering. Helm applies them one after the other, so the last
/// counts. A backup copy of a template (`secret.yaml~`) makes such documents.
struct doubled_object {
  manifest_object object;
  std::string first; ///< the template of its first document: `web/templates/secret.yaml`; empty: not named
  std::string last;  ///< of its last document
  /// The former manifest had a single document of the object, and the last document now has another content.
  bool is_replaced = false;

  friend bool operator==(const doubled_object&, const doubled_object&) = default;
};

/// The objects with several documents in `now`, in its order. Hooks of Helm are left out, and items of lists.
/// Helm writes the template in front of each document: `# Source: CHART/templates/a.yaml`.
/// @param now, before manifests
[[nodiscard]] std::vector<doubled_object> doubled_objects(std::string_view now, std::string_view before,
                                                          std::string_view default_namespace);

/// Names the first few objects for people, with both templates, and the number of further objects:
/// `apps/Secret/db (in web/templates/a.yaml and web/templates/b.yaml)`.
[[nodiscard]] std::string words_of_doubled(const std::vector<doubled_object>& objects);

} // namespace core::releases
