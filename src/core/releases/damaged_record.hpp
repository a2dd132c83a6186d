#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

// Helm passes over a record of a release that it cannot read, and its next upgrade then fails by whatever it meets without
// it: there is no revision, or the name of the next one is taken. So the records themselves say why an upgrade has failed.

/// The number that Helm gives to the next revision: it follows the last one that Helm can read.
/// @param records texts of the Secrets or ConfigMaps with Helm's labels for the release (`owner=helm,name=NAME`).
[[nodiscard]] std::uint32_t next_revision_of_helm(const std::vector<std::string>& records);

/// The records by which every upgrade of the release fails.
/// @param in_place text of the object whose name Helm takes for the next revision; nothing: there is none.
/// @returns their names, what is wrong with them and the way out; nothing: Helm can read what it needs.
[[nodiscard]] std::optional<std::string> damaged_records(std::string_view release,
                                                         const std::vector<std::string>& records,
                                                         const std::optional<std::string>& in_place);

/// The end of a message about a record that cannot be read: what to do.
[[nodiscard]] std::string advice_on_record(std::string_view release);

} // namespace core::releases
