#pragma once

#include "core/status/platform_status.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace core::status {

/// The width of a text that no terminal shows.
inline constexpr std::size_t default_columns = 160;

/// The state of a platform as a screen for people, problems first. Lines break at spaces, so that no name is
/// cut. If all is well and no module has work to do, the modules are only named; the reasons of a few modules
/// that are off are shown.
[[nodiscard]] std::string text_of_status(const platform_status& x, std::size_t columns);

/// Where the answers are that a standby does not have: a sentence with the command that asks the leader.
[[nodiscard]] std::string words_of_standby(const lead_facts& x, const std::string& namespace_name);

/// Modules as a table; below 120 columns as two lines each.
[[nodiscard]] std::string text_of_modules(const std::vector<module_status>& all, std::int64_t now_us,
                                          std::size_t columns);

} // namespace core::status
