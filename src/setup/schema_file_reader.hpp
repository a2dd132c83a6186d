#pragma once

#include "base/error.hpp"
#include "core/schema/section_schemas.hpp"

#include <string>
#include <vector>

namespace setup {

/// Reads the schema files in a directory `openapi`, and the files that they refer to. A relative reference is
/// resolved against the directory of the file that contains it; if there is no such file, against the working
/// directory, as in flant/addon-operator. After links are followed, a file must be below this directory or
/// below `others`; any other reference is a mistake of the schema. Errors: config-values.yaml or values.yaml
/// exists and cannot be read.
/// @param others further directories with files for references; they need not exist
[[nodiscard]] base::result<core::schema::texts> read_schemas(const std::string& directory,
                                                             const std::vector<std::string>& others);

} // namespace setup
