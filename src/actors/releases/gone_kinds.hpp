#pragma once

#include "actors/releases/helm_parts.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::releases {

/// Finds the kinds of objects in a release's record that have gone: the API server does not serve them, and
/// their absence is confirmed. Objects go with the definition of their kind, so an uninstallation may leave
/// them out, which Helm cannot find any more. A kind whose absence is not confirmed yet is not named.
/// Why so: docs/decisions/absence-is-confirmed.md
/// @param record the Secret or ConfigMap of the latest revision
/// @param then called with the kinds as `APIVERSION/KIND`
void find_gone_kinds(helm_parts& parts, const std::string& record,
                     std::function<void(const std::vector<std::string>&)> then);

} // namespace actors::releases
