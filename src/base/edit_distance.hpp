#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// The number of characters that differ, are missing, added or swapped with their neighbour (optimal string
/// alignment).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Whether a key is written as another key by a slip: they differ by a letter, long keys by two, or only in
/// case, `-` and `_`, because users take names of directories or of variables for camelCase keys.
[[nodiscard]] bool is_slip(const std::string& written, const std::string& meant);

/// The names that the user may have meant by `wanted`. A name is near if it differs by a slip: by at most two
/// characters, and by at most a third of the longer name. If no name is near: the names that contain
/// `wanted`, or that `wanted` contains. The nearest names come first; at most three names.
[[nodiscard]] std::vector<std::string> near_names(std::string_view wanted, const std::vector<std::string>& names);

/// The end of a message about an unknown name: `; did you mean web or shop?`, or empty if no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& names);

} // namespace base
