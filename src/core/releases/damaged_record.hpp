#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

// Helm skips a record of a release that it cannot read. Its next upgrade then fails with a misleading
// message: no revision exists, or the name of the next revision is taken. So the operator reads the records
// to find out why an upgrade failed.

/// The number that Helm gives to the next revision: one after the last revision that Helm can read.
/// @param records texts of the Secrets or ConfigMaps with Helm's labels for the release
/// (`owner=helm,name=NAME`).
[[nodiscard]] std::uint32_t next_revision_of_helm(const std::vector<std::string>& records);

/// Finds the records by which every upgrade of the release fails.
/// @param in_place text of the object whose name Helm takes for the next revision; nullopt: no such object.
/// @returns the names of these records, their faults and the way out; nullopt: Helm can read every record
/// that it needs.
[[nodiscard]] std::optional<std::string> damaged_records(std::string_view release,
                                                         const std::vector<std::string>& records,
                                                         const std::optional<std::string>& in_place);

/// The end of a message about a record that cannot be read: the next step.
[[nodiscard]] std::string advice_on_record(std::string_view release);

} // namespace core::releases
