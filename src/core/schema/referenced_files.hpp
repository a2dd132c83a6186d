#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::schema {

/// The other files that the schemas of a section refer to, directly or through other files. The reader of the
/// files resolves the paths of references; this struct only holds the results.
struct files {
  /// A reference by its file (empty: config-values.yaml or values.yaml of the section) and its part before
  /// `#`.
  using reference = std::pair<std::string, std::string>;

  std::map<reference, base::result<std::string>> ways; ///< to the name of the file, or why it cannot be used
  std::map<std::string, std::string> texts;            ///< by the name of the file
};

/// The other files that `$ref`s in a schema file name, as they are written (`parts.yaml`), each once; empty
/// if the text cannot be parsed.
[[nodiscard]] std::vector<std::string> referenced_files(std::string_view text);

/// A reference in two parts: the file, empty for the file that contains it, and the place in it.
struct split_reference {
  std::string file;
  std::string place; ///< without `#`
};

[[nodiscard]] split_reference split(std::string_view reference);

} // namespace core::schema
