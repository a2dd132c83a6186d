#pragma once

#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cluster::records {

// Releases whose records have all gone, and whose objects are there: the sign of a deletion of all Secrets.

/// Ask for the metadata of records in this namespace, of each kind that Helm keeps records in. Secrets are
/// found without Helm's labels, too.
[[nodiscard]] std::vector<kube::api::http_request> records_requests(const std::string& namespace_name);

/// Ask for objects with Helm's label, for the metadata of a page: of all namespaces, and of this namespace,
/// for an operator that may list only there.
[[nodiscard]] std::vector<kube::api::http_request> objects_of_helm_requests(const std::string& namespace_name);

/// Whether an answer has a record of one of these releases, by its name; nullopt: not known, because it is no
/// list of the API server, or has further pages.
[[nodiscard]] std::optional<bool> has_record(const text::json& answer, const std::set<std::string>& releases);

/// The releases of this namespace that objects in an answer name, of these releases. Objects that an
/// uninstallation leaves (`helm.sh/resource-policy`) do not count.
[[nodiscard]] std::set<std::string> releases_named_in(const text::json& answer, const std::string& namespace_name,
                                                      const std::set<std::string>& releases);

} // namespace cluster::records
