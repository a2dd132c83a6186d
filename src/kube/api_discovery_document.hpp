#pragma once

#include "core/text/json.hpp"
#include "kube/resource.hpp"

#include <string>
#include <vector>

namespace kube {

/// One version of one API group and what is served in it.
struct discovered_group {
  std::string group; ///< empty for the core group
  std::string version;
  std::vector<resource> resources;
  std::string failure; ///< why the resources are not known or not up to date; empty if they are
};

/// The kinds of discovery documents. All readers below skip what they do not understand.
enum class discovery_kind {
  aggregated,    ///< APIGroupDiscoveryList (apidiscovery.k8s.io/v2)
  core_versions, ///< APIVersions: the old `/api`
  groups,        ///< APIGroupList: the old `/apis`
  other,
};
[[nodiscard]] discovery_kind kind_of_document(const core::json& document);

/// All groups of an aggregated document in the server's order of preference, with their resources.
[[nodiscard]] std::vector<discovered_group> read_aggregated(const core::json& document);

/// The versions of the old `/api`, without resources.
[[nodiscard]] std::vector<discovered_group> read_core_versions(const core::json& document);

/// The group versions of the old `/apis`, each group's preferred version first, without resources.
[[nodiscard]] std::vector<discovered_group> read_groups(const core::json& document);

/// The resources of an APIResourceList (`/api/v1`, `/apis/GROUP/VERSION`). Errors: `invalid_input` if it is
/// none of this group, or one of the core group without any: that is no API server.
[[nodiscard]] core::result<std::vector<resource>> read_resources(const core::json& document,
                                                                 const discovered_group& group);

} // namespace kube
