#pragma once

#include "base/error.hpp"
#include "simulation/day.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace simulation {

/// Reads the text of a file that a day names, by its path as the day writes it.
using day_file_reader = std::function<base::result<std::string>(const std::string& path)>;

/// Reads a day. An error names file, line and key: syntax, keys that are unknown, missing or of the wrong
/// type, objects without a kind or a name, files that cannot be read.
/// @param file the name of the day's file, for messages
[[nodiscard]] base::result<day> read_day(const std::string& file, std::string_view text, const day_file_reader& read);

} // namespace simulation
