#pragma once

#include "base/error.hpp"
#include "core/releases/helm_task.hpp"
#include "core/releases/release.hpp"

#include <string>

namespace core::releases {

/// Checks before an uninstallation that the objects of the release are known. Helm skips a record that it
/// cannot read, and would remove the objects of the previous revision instead. Errors: `conflict` with the
/// next step, because no try can succeed before a user has acted.
/// @param record text of the latest revision's Secret; empty: it does not exist
[[nodiscard]] base::result<void> check_known_objects(const std::string& record);

/// Checks that Helm has really uninstalled a release, because with `--ignore-not-found` Helm ignores a record
/// that it could not list. Errors: `process_failed`.
/// @param before the latest revision before the uninstallation
/// @param record text of its Secret if it still exists
[[nodiscard]] base::result<void> check_uninstalled(const release& before, const std::string& record,
                                                   helm_history history);

} // namespace core::releases
