#pragma once

#include "base/error.hpp"
#include "base/time_zone.hpp"
#include "core/schema/section_schemas.hpp"
#include "core/values/enabled_flags.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::config {

/// A values file as it was read; the path is for messages.
struct values_file {
  std::string path;
  std::optional<std::string> text; ///< nullopt: there is no such file
};

/// The files of a module that values depend on.
struct module_files {
  std::string directory;             ///< path, for messages
  std::size_t modules_directory = 0; ///< in which of the directories of $MODULES_DIR it is
  std::optional<std::string> values; ///< text of values.yaml; nullopt: there is no such file
  schema::texts schemas;
  bool has_chart = false;   ///< Helm reads values.yaml, too: each key in it is a value of the chart
  std::string unreadable{}; ///< names an existing file that cannot be read, with the reason; empty: all could be read
};

/// All files that values depend on.
struct static_files {
  std::vector<values_file> common;                    ///< values.yaml of each directory of $MODULES_DIR
  schema::texts global_schemas;                       ///< of $GLOBAL_HOOKS_DIR/openapi
  std::map<std::string, module_files> modules;        ///< by module name
  std::string global_directory{};                     ///< path of the global hooks, for messages; empty: not known
  base::time_zone_source time_zones = base::only_utc; ///< zones that rules in schemas may name
};

/// The content of the files for a section.
struct static_section {
  std::vector<text::json> layers; ///< the weakest first
  std::vector<std::string> files; ///< the path of the file of each
  schema::section_schemas schemas;
  values::value_sources sources; ///< the existing files that are not empty, and have no key in `blank`
  /// Files in which the section, or `global`, is a key without a value, each with this key. A template whose
  /// variable is not set leaves such a key, so values may be missing.
  std::map<values::value_source, std::string> blank;
  std::map<std::string, bool> other_globals; ///< of a module: see `value_standing`
  std::string misspelt_flag{};               ///< of a module: see `flag_slips_of`; empty: no file has such a place
  values::value_sources blank_flags;         ///< files that have the module's flag as a key without a value
  /// The maps `global` and the module's section in the module's own values.yaml. Helm reads this file, too.
  text::json chart_values = text::json::object();
};

/// The content of the files, by values key. A bad file is the error of a single section.
struct static_values {
  std::map<std::string, static_section, std::less<>> sections; ///< `global` and every module
  values::flag_layer common_flags;                             ///< also `true` for a name that no module has
  values::flag_layer module_flags;
  std::map<std::string, std::string, std::less<>> errors; ///< section -> mistakes in its files
  std::vector<std::string> warnings; ///< suspicious parts that do not stop the operator, with file and place
  std::string global_directory;      ///< path of the global hooks, for messages; empty: not known
};

[[nodiscard]] static_values read_static_values(const static_files& files);

} // namespace core::config
