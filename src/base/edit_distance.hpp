#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// How many characters are other, missing, added or swapped with their neighbour (optimal string alignment).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Those names that somebody may have meant who wrote `wanted`: up to two characters are wrong, one in three, or one name is a part of
/// the other; parts count only if no name is that near. The nearest ones first, three at most.
[[nodiscard]] std::vector<std::string> near_names(std::string_view wanted, const std::vector<std::string>& names);

/// The end of a message about an unknown name: `; did you mean web or shop?`, or nothing if no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& names);

} // namespace base
