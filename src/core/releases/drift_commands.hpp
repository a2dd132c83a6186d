#pragma once

#include "core/releases/drift_report.hpp"
#include "core/releases/object_difference.hpp"

#include <string>
#include <vector>

namespace core::releases {

/// The commands that give the drifted fields of objects the values of the chart again, for a person to paste:
/// `kubectl -n web patch cronjob import --type merge -p '{"spec":{"suspend":false}}'`, in the form of a text
/// with backquotes. Left out are objects whose values are secret or long, and Secrets; of many objects the
/// first few are named.
/// @param view hides secrets
/// @returns empty: there is no such command
[[nodiscard]] std::string take_back_commands(const std::vector<compared_object>& objects, const object_view& view);

} // namespace core::releases
