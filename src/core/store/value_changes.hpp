#pragma once

#include "base/value_change.hpp"
#include "core/store/values_state.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace core::store {

/// The values that differ between two revisions, by key, and after them the flags. Members of objects are
/// compared separately, lists as a whole. Shown as `<redacted>` are values that schemas mark as secret,
/// values of keys that name a secret, the data of a Secret within the values, and a whole section if its
/// schemas cannot be used. A section that both revisions share costs no time.
/// @param most the maximal number of changes
[[nodiscard]] std::vector<base::value_change> value_changes(const values_state& before, const values_state& after,
                                                            std::size_t most);

/// The names of the first values that differ, for people: `web.time, web.size and more`. Values that a
/// stronger layer hides are named only if no other value differs.
/// @returns empty if no value and no flag differs
[[nodiscard]] std::string names_of_changes(const values_state& before, const values_state& after);

} // namespace core::store
