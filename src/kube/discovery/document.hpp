#pragma once

#include "kube/api/resource.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace kube::discovery {

/// A version of an API group with its resources.
struct discovered_group {
  std::string group; ///< empty for the core group
  std::string version;
  std::vector<api::resource> resources;
  std::string failure; ///< why the resources are not known or not up to date; empty if they are
};

/// The kinds of discovery documents. All readers below skip parts that they do not understand.
enum class discovery_kind {
  aggregated,    ///< APIGroupDiscoveryList (apidiscovery.k8s.io/v2)
  core_versions, ///< APIVersions: the old `/api`
  groups,        ///< APIGroupList: the old `/apis`
  other,
};
[[nodiscard]] discovery_kind kind_of_document(const text::json& document);

/// All groups of an aggregated document in the server's order of preference, with their resources.
[[nodiscard]] std::vector<discovered_group> read_aggregated(const text::json& document);

/// The versions of the old `/api`, without resources.
[[nodiscard]] std::vector<discovered_group> read_core_versions(const text::json& document);

/// The group versions of the old `/apis`, each group's preferred version first, without resources.
[[nodiscard]] std::vector<discovered_group> read_groups(const text::json& document);

/// The resources of an APIResourceList (`/api/v1`, `/apis/GROUP/VERSION`). Errors: `invalid_input` if the
/// document is no such list, if the list is of another group, or if it is an empty list of the core group,
/// which no API server gives.
[[nodiscard]] base::result<std::vector<api::resource>> read_resources(const text::json& document,
                                                                      const discovered_group& group);

} // namespace kube::discovery
