#pragma once

#include "base/error.hpp"
#include "base/time_zone.hpp"
#include "core/schema/referenced_files.hpp"
#include "core/schema/schema.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::schema {

/// The schemas of a section, made from the files of its `openapi` directory (VALUES.md of
/// flant/addon-operator, "Validation").
struct section_schemas {
  std::optional<schema> config;         ///< config-values.yaml: checks the ConfigMap
  std::optional<schema> values;         ///< values.yaml, extended by config-values.yaml if it says `x-extend`
  std::optional<schema> helm;           ///< `values` that also requires the names in `x-required-for-helm`
  std::optional<schema> names_for_helm; ///< only these names; nullopt: no such names
  /// Suspicious parts of the files that are no errors, with file and place: unknown keywords, defaults that
  /// their own schema refuses (they are used all the same) and the like. For each file, the first 20.
  std::vector<std::string> warnings;
  bool unusable = false; ///< some file cannot be used, so all of the section counts as secret
};

/// The texts of the files; nullopt for a missing file.
struct texts {
  std::optional<std::string> config_values; ///< openapi/config-values.yaml
  std::optional<std::string> values;        ///< openapi/values.yaml
  files others = {};                        ///< files that these refer to
};

/// Parses and compiles. An error lists the mistakes in both files, each with its name.
/// @param name the section, for warnings about its values
/// @param zones the time zones that rules in CEL may name
[[nodiscard]] base::result<section_schemas> make_section_schemas(const texts& texts, std::string_view name = "values",
                                                                 const base::time_zone_source& zones = base::only_utc);

} // namespace core::schema
