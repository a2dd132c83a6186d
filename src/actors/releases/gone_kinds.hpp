#pragma once

#include "actors/releases/helm_parts.hpp"
#include "core/releases/kind_in_version.hpp"
#include "core/releases/left_out_kinds.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace actors::releases {

/// Finds the kinds of objects in a release's record that have gone: the API server does not serve them, and
/// their absence is confirmed. Objects go with the definition of their kind. Helm cannot find such objects
/// any more, so an uninstallation leaves them out, and so does an upgrade if its chart lacks them. A kind is
/// not named before its absence is confirmed.
/// Why so: docs/decisions/absence-is-confirmed.md
/// @param record the Secret or ConfigMap of the latest revision
/// @param then called with the kinds as `APIVERSION/KIND`
void find_gone_kinds(helm_parts& parts, const std::string& record,
                     std::function<void(const std::vector<std::string>&)> then);
/// The same for these kinds.
void find_gone_kinds(helm_parts& parts, const std::set<core::releases::kind_name>& kinds,
                     std::function<void(const std::vector<std::string>&)> then);

/// Logs that an upgrade leaves the objects of these kinds out; without kinds there is no line.
void name_gone_kinds(const std::string& release, const std::vector<std::string>& kinds);

/// Finds the objects among these that the API server serves in other versions only. A version whose absence
/// is not confirmed counts as served.
void find_in_other_versions(helm_parts& parts, const std::vector<core::releases::manifest_object>& objects,
                            std::function<void(const std::vector<core::releases::object_in_version>&)> then);

} // namespace actors::releases
