#pragma once

#include "core/releases/values_read.hpp"
#include "text/json/json_pointer.hpp"

#include <string>
#include <vector>

namespace actors::releases {

/// The directories with readers of a module's values.
struct reader_places {
  std::string directory;                   ///< of the module
  std::vector<std::string> modules_dirs{}; ///< other modules may read values of `global`
  std::string global_directory{};          ///< so may global hooks; empty: no directory
};

/// The places among these that no template, chart in a chart, hook or script reads now, as far as this is
/// known. Blocks. Reads the files of the module, and for a place in `global` the files of all modules, so it
/// is called only before an upgrade, and while a value without a reader is known. A file or folder that
/// cannot be read, or a file of more than 64 MiB, may read all values.
[[nodiscard]] std::vector<text::json_pointer> places_without_reader(const std::vector<text::json_pointer>& places,
                                                                    const reader_places& where);

} // namespace actors::releases
