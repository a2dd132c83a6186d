#pragma once

#include "core/releases/release.hpp"
#include "core/releases/release_labels.hpp"
#include "text/json/json.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace core::releases {

/// True if an operator has made a deployed revision whose record has no label of an operator: an admission
/// policy may have removed the labels. The sources of its values are not known then, so it may have had all.
/// @param modules `global.enabledModules` in its values, which only operators set
[[nodiscard]] bool has_lost_labels(const release& last, const std::set<std::string>& modules);

/// All labels for such a revision, if the chart still renders to its manifest.
/// @param inputs digest of the inputs of this rendering
[[nodiscard]] std::map<std::string, std::string> lost_labels(const release& last, const labelled_facts& facts,
                                                             const std::string& inputs);

/// The values that would be gone or have another value, in words without contents; empty: no such values.
/// `global.enabledModules` is left out.
[[nodiscard]] std::string words_of_reset_values(const text::json& before, const text::json& now);
/// The same for values that are gone. Values that have changed do not count.
[[nodiscard]] std::string words_of_gone_values(const text::json& before, const text::json& now);

/// Tells a user which labels are missing in which records, and the next step.
/// @param releases with labels that the operator has written and the API server has not stored
/// @param labels their names
/// @param unknown releases without any label of an operator
/// @param kind of the records: `Secret`
[[nodiscard]] std::string describe_removed_labels(const std::vector<std::string>& releases,
                                                  const std::set<std::string>& labels,
                                                  const std::vector<std::string>& unknown, const std::string& kind);

} // namespace core::releases
