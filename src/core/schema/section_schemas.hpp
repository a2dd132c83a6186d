#pragma once

#include "base/error.hpp"
#include "core/schema/files.hpp"
#include "core/schema/schema.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::schema {

/// The schemas of one section, made from the files of its `openapi` directory (VALUES.md of flant/addon-operator,
/// "Validation").
struct section_schemas {
  std::optional<schema> config;         ///< config-values.yaml: values files and ConfigMap
  std::optional<schema> values;         ///< values.yaml, extended by config-values.yaml if it says `x-extend`
  std::optional<schema> helm;           ///< `values` that also requires what `x-required-for-helm` lists
  std::optional<schema> names_for_helm; ///< only that; nothing: it lists nothing
  /// Parts of the files that are suspicious and stop nothing, with file and place: unknown keywords, defaults that their
  /// own schema refuses (they are used all the same) and the like. Of each file the first 20.
  std::vector<std::string> warnings;
  bool unusable = false; ///< some file cannot be used, so all of the section counts as secret
};

/// The texts of the files; nothing for a file that does not exist.
struct texts {
  std::optional<std::string> config_values; ///< openapi/config-values.yaml
  std::optional<std::string> values;        ///< openapi/values.yaml
  files others = {};                        ///< files that these refer to
};

/// Parses and compiles. An error lists the mistakes in both files, each with its name.
/// @param name the section, for warnings about its values
[[nodiscard]] base::result<section_schemas> make_section_schemas(const texts& texts, std::string_view name = "values");

} // namespace core::schema
