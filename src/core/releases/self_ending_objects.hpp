#pragma once

#include "text/json/json.hpp"

#include <string_view>

namespace core::releases {

/// Whether the cluster will delete the object because of its manifest: an Event, a Job with
/// `ttlSecondsAfterFinished`, a bootstrap token that expires. The operator must not restore such an object,
/// or it would do so again and again.
/// @param object a document of the manifest with this apiVersion and kind
[[nodiscard]] bool ends_by_itself(std::string_view api_version, std::string_view kind, const text::json& object);

} // namespace core::releases
