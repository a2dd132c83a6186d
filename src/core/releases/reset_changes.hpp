#pragma once

#include "core/releases/drift_report.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace core::releases {

/// The changes of other clients that an upgrade takes back: fields that another client has changed in objects
/// of the last revision, and that have another value in the new rendering, too.
/// @param objects of the last revision, as it has them and as they are in the cluster; objects that cannot be
/// read are left out
/// @param next documents of the new rendering; nullopt: it is the last revision's manifest
/// @param default_namespace the namespace of objects that name no namespace
[[nodiscard]] std::vector<drifted_object> changes_to_reset(const std::vector<compared_object>& objects,
                                                           const std::optional<std::vector<text::json>>& next,
                                                           const std::string& default_namespace);

/// The line for /readyz about `changes_to_reset`.
[[nodiscard]] std::string describe_reset(const std::string& release, const std::vector<drifted_object>& changes);

/// The next step for people.
[[nodiscard]] std::string hint_of_reset(const std::string& release);

/// The fields of drift that is over: what `before` has and `now` has not, by object.
[[nodiscard]] std::vector<drifted_object> drift_that_is_over(const std::vector<drifted_object>& before,
                                                             const std::vector<drifted_object>& now);

} // namespace core::releases
