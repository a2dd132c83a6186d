#pragma once

#include "text/json/json.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace kube::objects {

// These ages use only the clock of the API server. `answered_s` is the time of the answer that contained the
// object (`date_s` of the answer). An age is unknown (empty) if a time is missing, cannot be read, or is
// later than the answer.

/// The time since the object was created.
[[nodiscard]] std::optional<std::chrono::seconds> age_since_creation(const text::json& object,
                                                                     std::optional<std::int64_t> answered_s);

/// The time since a client wrote the object last, by its `managedFields`.
[[nodiscard]] std::optional<std::chrono::seconds> age_since_write(const text::json& object,
                                                                  std::optional<std::int64_t> answered_s);

} // namespace kube::objects
