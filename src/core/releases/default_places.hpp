#pragma once

#include "core/releases/hook_places.hpp"
#include "core/releases/release.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The beginning of the keys of labels with the digests of places that defaults of schemas had filled
/// (`digest_labels`); or `moduleDefaults.0` alone, with `none`. Only for schemas that Helm's record cannot
/// show, see `are_defaults_beyond_record`; for others the record has the schemas (lost_defaults.hpp).
inline constexpr std::string_view module_defaults_prefix = "moduleDefaults.";

/// True if Helm's record lacks a schema of the module, because `.helmignore` hides the file, or a part of it,
/// because it refers to another file.
/// @param schemas path in the chart -> text, as on disk
/// @param hidden files and directories that `.helmignore` leaves out
[[nodiscard]] bool are_defaults_beyond_record(const std::map<std::string, std::string>& schemas,
                                              const std::set<std::string>& hidden);

/// The values of a module, with the values of all their sources except defaults. All by section.
struct sources_of_values {
  std::string section;      ///< key of the module's section
  const text::json& values; ///< for Helm
  const text::json& files;  ///< of values files: a list for each section, with the values of each file
  const text::json& config; ///< of the ConfigMap
  const hook_places& hooks; ///< places that hooks have set
};

/// The places in the module's section that no source but a default has filled. A list is a single place.
[[nodiscard]] std::vector<text::json_pointer> default_places(const sources_of_values& x);

/// The labels of the next revision.
/// @param last null: there is no release
/// @param now nullopt: Helm's record has the schemas, so there are no labels
[[nodiscard]] std::map<std::string, std::string>
default_labels(const release* last, const std::optional<std::vector<text::json_pointer>>& now);

/// The values of the last revision that were defaults, and that are missing now. A place is not missing if an
/// object around it has become another value.
/// @param before, now by section
[[nodiscard]] std::vector<text::json_pointer> lost_default_places(const release& last, const std::string& section,
                                                                  const text::json& before, const text::json& now);

} // namespace core::releases
