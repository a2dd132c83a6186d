#pragma once

#include "base/error.hpp"
#include "core/releases/helm_task.hpp"
#include "core/releases/release.hpp"

#include <string>

namespace core::releases {

/// Checks that the objects of a release are known, before it is uninstalled: Helm skips a record that it
/// cannot read, and would remove the objects of the revision before it.
/// @param record text of the latest revision's Secret; empty: it does not exist
/// Errors: `conflict` with the way out, because no try succeeds before a person has acted.
[[nodiscard]] base::result<void> check_known_objects(const std::string& record);

/// Checks that Helm has uninstalled a release, as it says: with `--ignore-not-found` Helm ignores a record
/// that it could not list.
/// @param before the latest revision before the uninstallation
/// @param record text of its Secret, which exists still
/// Errors: `process_failed`.
[[nodiscard]] base::result<void> check_uninstalled(const release& before, const std::string& record,
                                                   helm_history history);

} // namespace core::releases
