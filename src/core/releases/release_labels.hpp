#pragma once

#include "core/releases/release.hpp"
#include "core/releases/release_ownership.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace core::releases {

/// The facts about a release, beside its inputs, that labels of its revisions name.
struct labelled_facts {
  platform_identity platform;        ///< that owns it
  std::string wanted_by;             ///< the source that switches its module on, as a label; empty: not known
  std::set<std::string> chart_parts; ///< see `parts_of_chart`
  std::string directory{};           ///< of its module
  std::optional<values::value_standing> standing{}; ///< nullopt: the sources of its values are not known
  std::string script_grounds{}; ///< of the last "yes" of the module's `enabled` script; empty: it was not asked
};

/// The labels of the revision that an upgrade makes.
/// @param last the latest revision; nullopt: there is none
[[nodiscard]] std::map<std::string, std::string> labels_of_next(const std::optional<release>& last,
                                                                const labelled_facts& x);

/// The labels by which the latest revision must be brought up to date if it is not upgraded; an empty text
/// removes a label. With `module_platform_label` the release is taken over.
[[nodiscard]] std::map<std::string, std::string> labels_due(const release& last, const labelled_facts& x);

/// True if the latest revision names another source that switches its module on. A release that names no
/// source is about to be taken over.
[[nodiscard]] bool is_wanted_by_due(const release& last, const platform_identity& own, const std::string& wanted_by);

} // namespace core::releases
