#pragma once

#include "base/value_change.hpp"
#include "core/store/values_state.hpp"

#include <cstddef>
#include <vector>

namespace core::store {

/// The values that differ between two revisions, by key, and after them the flags. Members of objects are
/// compared separately, lists as a whole. Values that schemas mark as secret, values of keys that name a
/// secret, and the data of a Secret within the values are `<redacted>`; so is a whole section if its schemas
/// cannot be used. Costs no time for sections that both share.
/// @param most the maximal number of changes
[[nodiscard]] std::vector<base::value_change> value_changes(const values_state& before, const values_state& after,
                                                            std::size_t most);

} // namespace core::store
