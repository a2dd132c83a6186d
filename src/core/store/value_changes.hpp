#pragma once

#include "base/value_change.hpp"
#include "core/store/values_state.hpp"

#include <cstddef>
#include <vector>

namespace core::store {

/// The values that differ between two revisions, by key, and the flags after them. Members of objects are told apart, lists
/// are not. What schemas mark as secret, what stands behind a key that names one, and the data of a Secret within the values
/// are `<redacted>`; all of a section is if its schemas cannot be used. Costs nothing for sections that both share.
/// @param most so many at most
[[nodiscard]] std::vector<base::value_change> value_changes(const values_state& before, const values_state& after,
                                                            std::size_t most);

} // namespace core::store
