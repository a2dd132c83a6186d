#pragma once

#include "base/error.hpp"
#include "core/store/prepared_commit.hpp"
#include "core/values/value_source.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace core::store {

/// The reason not to write a patch into the ConfigMap that takes something away: there it would look like the
/// wish of a user. Nullopt: the run is believed, or takes nothing away.
/// @param doubt of the run; empty: none
[[nodiscard]] std::optional<base::error> refusal_in_doubt(const prepared_commit& x, const std::string& doubt);

/// The reason not to write a patch that makes a key anew whose value is lost: the value may be in use, and
/// the hook would write over the objects that alone have it. Nullopt: it makes no such key.
[[nodiscard]] std::optional<base::error> refusal_of_lost(const prepared_commit& x,
                                                         const values::hook_key_standing& keys);

/// The reason not to write a patch that makes a key which the ConfigMap lacks, while
/// `hook_key_standing::doubt` lasts. Nullopt: it makes no such key, or the time is over.
/// @param now_us steady clock
[[nodiscard]] std::optional<base::error> refusal_of_new(const prepared_commit& x, const values::hook_key_standing& keys,
                                                        std::int64_t now_us);

} // namespace core::store
