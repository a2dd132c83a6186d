#pragma once

#include "base/error.hpp"
#include "core/schema/section_schemas.hpp"

#include <string>
#include <vector>

namespace setup {

/// Reads the schema files of a directory `openapi`, and the files that their references lead to. A relative
/// reference counts from the directory of the file in which it stands; if there is no file, from the working
/// directory, as with flant/addon-operator. Only files below the directory itself and `others` are read,
/// wherever links lead; all other references are mistakes of the schema. An error means that
/// config-values.yaml or values.yaml is there and cannot be read.
/// @param others directories that exist or not
[[nodiscard]] base::result<core::schema::texts> read_schemas(const std::string& directory,
                                                             const std::vector<std::string>& others);

} // namespace setup
