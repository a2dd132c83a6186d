#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

// Helm skips a record that it cannot read. The next upgrade of the release then fails with a misleading
// message: no revision exists, or the name of the next revision is taken. So after a failed upgrade the
// operator reads the records to find the real reason.

/// The number that Helm gives to the next revision: one after the last revision that Helm can read.
/// @param records JSON texts of the Secrets or ConfigMaps with Helm's labels for the release
/// (`owner=helm,name=NAME`).
[[nodiscard]] std::uint32_t next_revision_of_helm(const std::vector<std::string>& records);

/// Finds the records that make every upgrade of the release fail.
/// @param in_place JSON text of the object with the name that Helm needs for the next revision; nullopt: no
/// such object.
/// @returns a text with the records, their faults and the next step; nullopt: Helm can read all records that
/// it needs.
[[nodiscard]] std::optional<std::string> damaged_records(std::string_view release,
                                                         const std::vector<std::string>& records,
                                                         const std::optional<std::string>& in_place);

/// The next step after an unreadable record, for the end of a message.
[[nodiscard]] std::string advice_on_record(std::string_view release);

} // namespace core::releases
